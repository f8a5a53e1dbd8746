// How this reader likes the page: light or dark, size of type, single keys on or off. No part of the answers.

const SIZES = ["normal", "large", "largest"];

function preference(name, fallback) {
  try {
    return localStorage.getItem(`ringtrue-${name}`) ?? fallback;
  } catch {
    return fallback;
  }
}

function prefer(name, value) {
  try {
    localStorage.setItem(`ringtrue-${name}`, value);
  } catch {
    // A browser that keeps nothing still shows the page as asked, until it is closed.
  }
}

const root = document.documentElement;

function applyPreferences() {
  root.dataset.theme = preference("theme", "system");
  root.dataset.size = preference("size", "normal");
  root.dataset.keys = preference("keys", "on");
}

function isDark() {
  if (root.dataset.theme !== "system") return root.dataset.theme === "dark";
  return matchMedia("(prefers-color-scheme: dark)").matches;
}

function toggleTheme() {
  root.dataset.theme = isDark() ? "light" : "dark";
  prefer("theme", root.dataset.theme);
  announce(say(`theme.${root.dataset.theme}`));
}

function growType() {
  root.dataset.size = SIZES[(SIZES.indexOf(root.dataset.size) + 1) % SIZES.length];
  prefer("size", root.dataset.size);
  announce(say(`size.${root.dataset.size}`));
}

function switchKeys(on) {
  root.dataset.keys = on ? "on" : "off";
  prefer("keys", root.dataset.keys);
}
