// Keeps every answer the moment it is given: on this device, and hosted also on its way to the server.
// The drawer holds plain entries: "answer/CARD/QUESTION", "draft/CARD", "sitting/KIND", "queue/NUMBER".

// The highest number given out before: a clock that was set back must not bring answers out of order.
function lastNumber(kept) {
  const entries = Object.entries(kept);
  const posts = entries.filter(([key]) => key.startsWith("queue/")).map(([key]) => Number(key.slice(6)));
  const answers = entries.filter(([key]) => key.startsWith("answer/")).map(([, given]) => given.order ?? 0);
  return [...posts, ...answers].reduce((high, one) => Math.max(high, one), 0);
}

function makeKeeper(store, report, last = 0) {
  const unsaved = new Map();
  let number = Math.max(Date.now(), last);
  let writing = 0;
  let sender = null;

  // A number that only grows, also over reloads: it gives answers and posts their order.
  function next() {
    number = Math.max(number + 1, Date.now());
    return number;
  }

  // What could not be written (a full disk) goes along with the next write, so that "saved" is true of everything.
  async function write(changes, post = null) {
    Object.entries(changes).forEach(([key, value]) => unsaved.set(key, value));
    const batch = [...unsaved];
    writing += 1;
    report("saving");
    try {
      await store.write(Object.fromEntries(batch));
      for (const [key, value] of batch) if (unsaved.get(key) === value) unsaved.delete(key);
    } catch (problem) {
      failed(problem);
    } finally {
      writing -= 1;
    }
    if (sender !== null) sender.take(post);
    else if (writing === 0 && unsaved.size === 0) report("saved");
  }

  // Hosted, the server is the place that counts: a device that cannot keep anything does not stop the rater.
  function failed(problem) {
    const elsewhere = problem instanceof Elsewhere;
    if (sender !== null && !elsewhere) return;
    report(elsewhere ? "elsewhere" : "unsaved");
    throw problem;
  }

  // Hosted, the post is kept in the same transaction as the entry, so neither can be there without the other.
  async function writeAndPost(changes, path, body) {
    if (sender === null) return write(changes);
    const key = `queue/${next()}`;
    const post = { path, body };
    return write({ ...changes, [key]: post }, [key, post]);
  }

  return {
    write,
    isBusy: () => writing > 0,
    attach(poster) { sender = poster; },
    next,
    // Hosted, the post in the queue is the kept answer; offline there is no other place than the drawer.
    answer(givens) {
      const entries = givens.map((given) => [`answer/${given.card}/${given.question}`, given]);
      const changes = sender === null ? Object.fromEntries(entries) : {};
      return writeAndPost(changes, "/api/answers", givens.map(({ order, ...given }) => given));
    },
    sitting: (kind, body) => writeAndPost({ [`sitting/${kind}`]: body }, "/api/sitting", { kind, body }),
    finish: (at) => writeAndPost({ "sitting/finished": at }, "/api/finish", {}),
    draft: (card, draft) => write({ [`draft/${card}`]: draft }),
  };
}
