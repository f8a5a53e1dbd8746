// The second-best drawers, where IndexedDB is missing: localStorage, which may lose the last write in a crash, and
// plain memory.

function openLocalStore(name, holder) {
  const drawer = `${name}/`;
  localStorage.setItem(`${drawer}holder`, JSON.stringify(holder));
  const keys = () => Object.keys(localStorage).filter((key) => key.startsWith(drawer));
  return {
    kind: "local",
    async read() {
      return Object.fromEntries(keys().map((key) => [key.slice(drawer.length), JSON.parse(localStorage.getItem(key))]));
    },
    async write(changes) {
      if (JSON.parse(localStorage.getItem(`${drawer}holder`)) !== holder) throw new Elsewhere();
      for (const [key, value] of Object.entries(changes)) {
        if (value === undefined) localStorage.removeItem(drawer + key);
        else localStorage.setItem(drawer + key, JSON.stringify(value));
      }
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
