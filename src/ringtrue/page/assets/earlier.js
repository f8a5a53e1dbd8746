// Offline every part is a file of its own. What was said once in an earlier part on this device is taken over, and the
// parts are rated in their order.

const ONCE = ["consent", "qualification", "comprehension", "practice"];

// What another packet keeps on this device; nothing where it was never opened here. Looking takes nothing over.
async function keptBy(name) {
  try {
    const database = await openDatabase(`ringtrue-${name}`);
    const kept = await readAll(database);
    database.close();
    return kept;
  } catch {
    return {};
  }
}

// Later parts count more: a consent is taken over for the text it was given to, a check only where it was passed.
async function takeOver({ document: document_, sitting, record }) {
  const names = document_.session?.earlier ?? [];
  const parts = await Promise.all(names.map(keptBy));
  const isFit = {
    consent: (body) => (body.hash ?? null) === (document_.consent?.hash ?? null),
    comprehension: (body) => body.passed,
  };
  for (const kind of ONCE) {
    const said = parts.map((kept) => kept[`sitting/${kind}`]).filter((body) => body && (isFit[kind]?.(body) ?? true));
    if (said.length > 0 && sitting[kind] === undefined) await record(kind, said[said.length - 1]);
  }
  return parts.every((kept) => kept["sitting/finished"]);
}

// The part before is not finished here: perhaps on another device, which only the rater knows.
function screenEarlier({ document: document_ }, next) {
  const { number, of } = document_.session;
  showScreen({
    heading: say("earlier.title", { n: number - 1 }),
    name: "ending",
    parts: [make("p", { class: "lead", text: say("earlier.text", { number, of, n: number - 1 }) }),
      make("p", { text: say("earlier.elsewhere") }), actions(button("earlier.done", next))],
  });
}
