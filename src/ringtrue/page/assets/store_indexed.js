// What is kept on this device, in IndexedDB: a write counts only when its transaction is complete and on the disk.

const DRAWER = "kept";
const OPENING = 15000; // milliseconds; some browsers never answer where storage is shut off

function openDatabase(name) {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(DRAWER);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
    request.onblocked = () => reject(new Error("blocked"));
    setTimeout(() => reject(new Error("no answer")), OPENING);
  });
}

// Runs a piece of work in one durable transaction; done when the browser says it is complete.
function transact(database, mode, work) {
  return new Promise((resolve, reject) => {
    const transaction = database.transaction(DRAWER, mode, { durability: "strict" });
    const result = {};
    transaction.oncomplete = () => resolve(result.value);
    transaction.onabort = () => reject(result.why ?? transaction.error ?? new Error("aborted"));
    work(transaction.objectStore(DRAWER), result, transaction);
  });
}

function readAll(database) {
  return transact(database, "readonly", (drawer, result) => {
    result.value = {};
    drawer.openCursor().onsuccess = (event) => {
      const cursor = event.target.result;
      if (!cursor) return;
      result.value[cursor.key] = cursor.value;
      cursor.continue();
    };
  });
}

// Writes only while this window holds the packet: a second window takes it over, and the first must not write over it.
function writeHeld(database, holder, changes) {
  return transact(database, "readwrite", (drawer, result, transaction) => {
    drawer.get("holder").onsuccess = (event) => {
      if (event.target.result !== holder) {
        result.why = new Elsewhere();
        transaction.abort();
        return;
      }
      for (const [key, value] of Object.entries(changes)) {
        if (value === undefined) drawer.delete(key);
        else drawer.put(value, key);
      }
    };
  });
}

async function openIndexedStore(name, holder) {
  const database = await openDatabase(name);
  await transact(database, "readwrite", (drawer) => drawer.put(holder, "holder"));
  return {
    kind: "indexed",
    read: () => readAll(database),
    write: (changes) => writeHeld(database, holder, changes),
  };
}
