// Where it begins: the packet from the page itself (offline) or from the server (hosted), then its course.

const KEPT = ["saved", "waiting", "paused"]; // states that tell the rater that all is kept, here or there

function reportState(state, places) {
  showState(state, places);
  if (STOPS.includes(state)) screenProblem(state, places);
}

async function begin(document_, server) {
  gold.text = document_.gold?.text ?? null;
  gold.traits = document_.traits ?? [];
  const store = await openStore(document_.name);
  if (store.kind !== "indexed") warn(say(`store.${store.kind}`));
  const kept = await store.read();
  const keeper = makeKeeper(store, reportState, lastNumber(kept));
  store.whenTaken?.(() => reportState("elsewhere"));
  const packet = makePacket(document_, keeper, kept, server);
  if (document_.hosted) attachSender(packet, store, kept);
  if (!packet.sitting.finished) await noteOpening(packet);
  if (await takeOver(packet)) packet.sitting.earlier = true;
  goOn(packet);
}

// Opening the page a second time is a reload, whatever the reason was; a finished packet is left as it is.
async function noteOpening({ sitting, keeper }) {
  sitting.reloads = sitting.started === undefined ? 0 : (sitting.reloads ?? 0) + 1;
  sitting.started ??= new Date().toISOString();
  await keeper.write({ "sitting/started": sitting.started, "sitting/reloads": sitting.reloads });
}

// Posts left over from before a crash or a lost connection leave first, in their old order.
function attachSender(packet, store, kept) {
  const { document: document_, keeper } = packet;
  // That answers are kept is said only when no newer one is still being written; when it is, the sender reports again.
  const report = (state, places) => { if (!KEPT.includes(state) || !keeper.isBusy()) reportState(state, places); };
  const finished = (answer) => forget(store).then(() => screenThanksHosted(answer, document_.study));
  const isHeld = () => pendingStep(packet) !== null; // answers count only after consent and check
  const sender = makeSender(document_.name, store, queueOf(kept), { report, finished, isHeld });
  keeper.attach(sender);
  sender.run();
}

// Once the server has all of it, nothing of a hosted packet stays on the rater's machine.
async function forget(store) {
  const kept = await store.read();
  const all = Object.keys(kept).filter((key) => key !== "holder").map((key) => [key, undefined]);
  await store.write(Object.fromEntries(all)).catch(onlyElsewhere);
}

async function beginHosted() {
  const asking = fetch("/api/packet", { credentials: "same-origin", headers: { "X-Ringtrue": "1" } });
  const response = await asking.catch(() => null);
  if (response?.status === 204) return screenThanksHosted({ more: false });
  if (response === null || !response.ok) {
    const said = await response?.json().catch(() => ({}));
    const state = meaning(response);
    return screenProblem(STOPS.includes(state) ? state : "unreachable", said ?? {});
  }
  const { document: document_, ...server } = await response.json();
  return begin(document_, server);
}

function start() {
  applyPreferences();
  buildFrame(document.title);
  const inside = document.getElementById("ringtrue-document");
  const beginning = inside ? begin(JSON.parse(inside.textContent), {}) : beginHosted();
  beginning.catch(() => screenProblem("damaged"));
}

start();
