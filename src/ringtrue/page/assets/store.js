// The best drawer this browser offers, named by the packet: pages opened from files share one storage.

// Thrown by a write when the same packet was opened in another window since.
class Elsewhere extends Error {}

async function openStore(name) {
  const holder = `${Date.now()}-${Math.random()}`;
  try {
    return await openIndexedStore(`ringtrue-${name}`, holder);
  } catch {
    try {
      return openLocalStore(`ringtrue-${name}`, holder);
    } catch {
      return openMemoryStore();
    }
  }
}
