// The packet as it stands: its document, what was answered so far, and where the rater is.

function makePacket(document_, keeper, kept, server = {}) {
  const answers = new Map();
  const drafts = new Map();
  const sitting = {};
  const add = (given) => answers.set(`${given.card}/${given.question}`, given);

  for (const [key, value] of Object.entries(kept)) {
    const [drawer, ...rest] = key.split("/");
    if (drawer === "answer") add(value);
    else if (drawer === "draft") drafts.set(rest.join("/"), value);
    else if (drawer === "sitting") sitting[rest[0]] = value;
  }
  // A consent counts for the text it was given to: where that has changed since, it is asked for again.
  if (document_.consent && sitting.consent?.hash !== document_.consent.hash) delete sitting.consent;
  // Hosted, the server's answers stand, and after them what still waits to be sent.
  const unsent = queueOf(kept).filter(([, { path }]) => path === "/api/answers").flatMap(([, { body }]) => body);
  [...(server.answers ?? []), ...unsent].forEach((given, i) => add({ ...given, order: i }));
  for (const [kind, body] of Object.entries(server.sitting ?? {})) {
    if (isNewer(kind, body, sitting)) sitting[kind] = body;
  }

  const cards = document_.cards;
  const shown = new Map(cards.map((card) => [card.id, card.texts.map((text) => sha256(text).slice(0, 12))]));
  const value = (card, question) => answers.get(`${card.id}/${question.name}`)?.value ?? null;
  const answersOf = (card) => [...answers.values()].filter((given) => given.card === card.id && given.value !== null);

  // Comment and recognition as noted here, or as they came with an answer given on another device.
  function draft(card) {
    const { comment = "", recognised = false } = answersOf(card)[0] ?? {};
    return { comment, recognised, ...drafts.get(card.id) };
  }

  // On another device only the answers are known: a card counts as done when nothing required is missing. So does one
  // that was begun here, once a later card was answered elsewhere.
  function isDone(card, i) {
    const isPassed = cards.some((later, j) => j > i && answersOf(later).length > 0);
    if (drafts.has(card.id) && (draft(card).done || !isPassed)) return Boolean(draft(card).done);
    const asked = questionsOf(document_.kinds[card.kind], card);
    const needed = asked.filter((question) => question.required);
    return needed.length > 0 ? needed.every((question) => value(card, question) !== null) : answersOf(card).length > 0;
  }

  function save(givens) {
    givens.forEach(add);
    return keeper.answer(givens);
  }

  return {
    document: document_,
    keeper,
    sitting,
    value,
    draft,
    answers: () => [...answers.values()].filter((given) => given.value !== null).sort((a, b) => a.order - b.order),
    at: () => { const open = cards.findIndex((card, i) => !isDone(card, i)); return open < 0 ? cards.length : open; },

    // One answer to one question, with all that is recorded about it.
    answer(card, question, given, times) {
      const { comment, recognised } = draft(card);
      const entry = { card: card.id, question: question.name, value: given, shown: shown.get(card.id), ...times };
      const place = { position: cards.indexOf(card) + 1, order: keeper.next() };
      return save([{ ...entry, comment, recognised, ...place }]);
    },

    // Comment and recognition belong to the card: they travel with each of its answers, which are saved again.
    remark(card) {
      const { comment, recognised } = draft(card);
      const stale = answersOf(card).filter((given) => given.comment !== comment || given.recognised !== recognised);
      return stale.length > 0 ? save(stale.map((given) => ({ ...given, comment, recognised }))) : undefined;
    },

    // What this device notes about a card: times, comment, recognition, and that it is done.
    note(card, changes) {
      drafts.set(card.id, { ...draft(card), ...changes });
      return keeper.draft(card.id, drafts.get(card.id));
    },

    // What only this device needs to know about the sitting: when it began, reloads, breaks.
    jot(kind, body) {
      sitting[kind] = body;
      return keeper.write({ [`sitting/${kind}`]: body });
    },

    record(kind, body) {
      sitting[kind] = body;
      return keeper.sitting(kind, body);
    },
  };
}

// What the server knows about the sitting fills gaps; a passed check is passed, also where the organiser decided so.
function isNewer(kind, body, sitting) {
  return Boolean(body) && (sitting[kind] === undefined || (kind === "comprehension" && body.passed));
}

// The questions a card asks: one about a list is left out where the card has no such list.
function questionsOf(kind, card) {
  return kind.questions.filter((question) => !question.list || (card.lists?.[question.list] ?? []).length > 0);
}
