// How long a card was on the screen, and how long of that in sight; goes on from what was counted before a reload.

function startClock(before = {}) {
  const base = { seconds: before.seconds ?? 0, visible: before.visible_seconds ?? 0 };
  const began = performance.now();
  let seen = 0;
  let since = document.visibilityState === "visible" ? began : null;

  function watch() {
    const now = performance.now();
    if (since !== null) seen += now - since;
    since = document.visibilityState === "visible" ? now : null;
  }
  document.addEventListener("visibilitychange", watch);

  return {
    read() {
      const now = performance.now();
      const visible = seen + (since === null ? 0 : now - since);
      return rounded({ seconds: base.seconds + (now - began) / 1000, visible_seconds: base.visible + visible / 1000 });
    },
    stop() {
      document.removeEventListener("visibilitychange", watch);
    },
  };
}
