// Hosted: brings the kept posts to the server in order, and again and again while the connection is gone.

const BATCH = 50; // answers in one post
const LOAD = 250000; // characters in one post: in UTF-8 they stay below what the server takes
const PATIENCE = 15000; // milliseconds for one post before it is tried again

// What an answer of the server means for the posts that wait: come again later, or stop and say so.
function meaning(response) {
  if (response === null || response.status >= 500 || response.status === 408) {
    return response !== null && response.status === 503 ? "paused" : "waiting";
  }
  if (response.status === 429) return "waiting";
  if (response.status === 401 || response.status === 403) return "signed_out";
  return response.status === 409 ? "closed" : "refused";
}

async function post(path, body) {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), PATIENCE);
  try {
    return await fetch(path, {
      method: "POST",
      credentials: "same-origin",
      headers: { "Content-Type": "application/json", "X-Ringtrue": "1" },
      body: JSON.stringify(body),
      signal: limit.signal,
    });
  } catch {
    return null;
  } finally {
    clearTimeout(timer);
  }
}

// The posts that wait in the drawer, oldest first.
function queueOf(kept) {
  const waiting = Object.entries(kept).filter(([key]) => key.startsWith("queue/"));
  return waiting.sort(([a], [b]) => Number(a.slice(6)) - Number(b.slice(6)));
}

// The first posts that can travel together: neighbouring answers in one, anything else alone. Steps of the sitting go
// ahead, for the server takes no answers without a consent; while a step is still to be done, answers are held back.
function firstBatch(queue, name, held) {
  const step = queue.find(([, { path }]) => path === "/api/sitting");
  if (held && !step) return null;
  const [key, first] = step ?? queue[0];
  if (first.path !== "/api/answers") return { keys: [key], path: first.path, body: { name, ...first.body } };
  const keys = [];
  const answers = [];
  let load = 0;
  for (const [key, { path, body }] of queue) {
    load += JSON.stringify(body).length;
    const full = answers.length + body.length > BATCH || load > LOAD;
    if (path !== first.path || (keys.length > 0 && full)) break;
    keys.push(key);
    answers.push(...body);
  }
  return { keys, path: first.path, body: { name, answers } };
}

// Takes answers that can never be sent, their cards being finished, out of the posts that wait; returns what changed.
function withoutFinished(queue, finished) {
  const isLate = (given) => finished.some(({ card, question }) => card === given.card && question === given.question);
  const changes = {};
  for (const [key, { path, body }] of queue.splice(0)) {
    const left = path === "/api/answers" ? body.filter((given) => !isLate(given)) : body;
    const post = { path, body: left };
    if (left.length !== 0) queue.push([key, post]);
    if (left.length !== body.length) changes[key] = left.length > 0 ? post : undefined;
  }
  return changes;
}

// A device that cannot write is no reason to stop sending; a packet taken over by another window is.
function onlyElsewhere(problem) {
  if (problem instanceof Elsewhere) throw problem;
}

function makeSender(name, store, queue, { report, finished, isHeld }) {
  let busy = false;
  let failures = 0;
  let timer = null;
  let stopped = false;

  function later(response) {
    failures += 1;
    const asked = Number(response?.headers.get("Retry-After")) || 0;
    const pause = Math.max(asked, Math.min(30, 2 ** (failures - 1)));
    timer = setTimeout(run, pause * 1000);
  }

  async function refused(response) {
    const why = meaning(response);
    if (why === "waiting" || why === "paused") {
      report(why, { n: queue.length });
      return later(response);
    }
    stopped = true;
    const said = await response.json().catch(() => ({}));
    if (said.finished) await store.write(withoutFinished(queue, said.finished)).catch(onlyElsewhere);
    return report(said.finished ? "moved_on" : why, { error: said.error ?? "", remedy: said.remedy ?? "" });
  }

  async function delivered({ keys, path }, response) {
    failures = 0;
    const answer = path === "/api/finish" ? await response.json().catch(() => ({})) : null;
    for (const key of keys) queue.splice(queue.findIndex(([waiting]) => waiting === key), 1);
    await store.write(Object.fromEntries(keys.map((key) => [key, undefined]))).catch(onlyElsewhere);
    if (answer !== null) finished(answer);
  }

  async function run() {
    if (busy || stopped) return;
    busy = true;
    clearTimeout(timer);
    try {
      while (queue.length > 0) {
        const batch = firstBatch(queue, name, isHeld());
        if (batch === null) return report("waiting", { n: queue.length });
        const response = await post(batch.path, batch.body);
        if (response === null || !response.ok) return await refused(response);
        await delivered(batch, response);
      }
      report("saved");
    } catch {
      stopped = true;
      report("elsewhere");
    } finally {
      busy = false;
    }
    return undefined;
  }

  // A connection that comes back, or a lid that opens, is a good moment to try at once.
  addEventListener("online", run);
  document.addEventListener("visibilitychange", () => { if (document.visibilityState === "visible") run(); });

  return {
    run,
    take(post) {
      if (post !== null) queue.push(post);
      return run();
    },
  };
}
