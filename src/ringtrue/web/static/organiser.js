"use strict";

// Links: copied with their raters' names, one per line, or saved as the table the page holds; without a script both can
// be taken from the page by hand, so the buttons stay hidden then.
const said = document.getElementById("said");
const copy = document.getElementById("copy");
if (copy && navigator.clipboard) {
  const lines = Array.from(document.querySelectorAll("tbody tr"), (row) =>
    `${row.querySelector("th").textContent}\t${row.querySelector("input").value}`);
  copy.hidden = false;
  copy.addEventListener("click", () => navigator.clipboard.writeText(lines.join("\n")).then(
    () => { said.textContent = "Copied."; },
    () => { said.textContent = "Copying is not allowed here: select and copy by hand."; }));
}
const save = document.getElementById("save");
if (save) {
  save.hidden = false;
  save.addEventListener("click", () => {
    const address = URL.createObjectURL(new Blob([document.getElementById("table").value], { type: "text/csv" }));
    const link = document.createElement("a");
    link.href = address;
    link.download = "links.csv";
    link.click();
    setTimeout(() => URL.revokeObjectURL(address), 60000);
  });
}
for (const field of document.querySelectorAll("input.link")) field.addEventListener("focus", () => field.select());

// The table of an open dashboard is read again from time to time. It is replaced only where something changed, and never
// while somebody is at one of its buttons. Long packets are counted in steps, so a refresh tells nothing about one card.
const EVERY = 20000; // milliseconds
const live = document.getElementById("live");

async function refresh() {
  if (document.visibilityState === "hidden" || live.contains(document.activeElement)) return;
  const response = await fetch(live.dataset.from, { credentials: "same-origin" }).catch(() => null);
  if (!response?.ok) return;
  const fresh = document.createElement("div");
  fresh.innerHTML = await response.text();
  if (fresh.innerHTML.trim() !== live.innerHTML.trim()) live.replaceChildren(...fresh.childNodes);
}

if (live?.dataset.from) {
  setInterval(refresh, EVERY);
  document.addEventListener("visibilitychange", refresh);
}
