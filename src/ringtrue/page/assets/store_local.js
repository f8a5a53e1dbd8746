// The second-best drawers, where IndexedDB is missing: localStorage, which may lose the last write in a crash, and
// plain memory.

function openLocalStore(name, holder) {
  const drawer = `${name}/`;
  const isMine = () => JSON.parse(localStorage.getItem(`${drawer}holder`)) === holder;
  localStorage.setItem(`${drawer}holder`, JSON.stringify(holder));
  const keys = () => Object.keys(localStorage).filter((key) => key.startsWith(drawer));
  return {
    kind: "local",
    async read() {
      return Object.fromEntries(keys().map((key) => [key.slice(drawer.length), JSON.parse(localStorage.getItem(key))]));
    },
    async write(changes) {
      if (!isMine()) throw new Elsewhere();
      for (const [key, value] of Object.entries(changes)) {
        if (value === undefined) localStorage.removeItem(drawer + key);
        else localStorage.setItem(drawer + key, JSON.stringify(value));
      }
    },
    // A window sees what another one wrote only a moment later, so one that was displaced is notified as soon as it can be
    // known and not at its next answer. Two windows opened at once hear of each other: what is kept decides.
    whenTaken(notify) {
      addEventListener("storage", ({ key }) => { if (key === `${drawer}holder` && !isMine()) notify(); });
    },
  };
}

function openMemoryStore() {
  const kept = {};
  return {
    kind: "memory",
    read: async () => ({ ...kept }),
    async write(changes) {
      for (const [key, value] of Object.entries(changes)) {
        if (value === undefined) delete kept[key];
        else kept[key] = value;
      }
    },
  };
}
