// The course of a sitting: which screen comes next, from what is recorded alone, so that a reload lands where it was.

// Minutes still needed: the study's own guess at first, the rater's pace once there is one.
function minutesLeft(packet) {
  const { cards, minutes } = packet.document;
  const done = cards.map((card) => packet.draft(card)).filter((draft) => draft.done);
  const spent = done.map((draft) => draft.visible_seconds ?? draft.seconds);
  const left = cards.length - packet.at();
  const guess = (minutes * 60) / Math.max(cards.length, 1);
  const middle = spent.sort((a, b) => a - b)[Math.floor(spent.length / 2)];
  return Math.max(1, Math.round((left * (spent.length >= 3 ? middle : guess)) / 60));
}

function showPlace(packet) {
  const of = packet.document.cards.length;
  const done = packet.at();
  const left = done < of ? sayMany("place.minutes", minutesLeft(packet)) : "";
  showProgress(done, of, [say("place.cards", { done, of }), left].filter(Boolean).join(" · "));
}

// Writes down a step and goes on; where it could not be kept, the state line says so and the screen stays.
function recordAnd(packet, kind, then) {
  return (body) => packet.record(kind, body).then(then, () => {});
}

// The step that is not done yet, in the order of the sitting; null once the cards begin.
function pendingStep(packet) {
  const { document: document_, sitting } = packet;
  if (!document_.hosted && !sitting.earlier) return "earlier";
  if (!sitting.consent) return "welcome";
  if (document_.qualification.length > 0 && !sitting.qualification) return "qualification";
  if (document_.gold && !sitting.comprehension?.passed) return "gold";
  return document_.practice && !sitting.practice ? "practice" : null;
}

function goldStep(packet, go) {
  const { check, attempts } = packet.document.gold;
  const failed = packet.sitting.comprehension?.attempts ?? 0;
  const record = recordAnd(packet, "comprehension", go);
  if (check.length > 0 && failed >= attempts) return screenCheckFailed(packet);
  const checked = (right) => record({ attempts: failed + 1, passed: right });
  const unchecked = () => record({ attempts: failed, passed: true });
  return screenGold(packet, failed, () => (check.length > 0 ? screenCheck(packet, checked) : unchecked()));
}

function breakIsDue(packet, done) {
  const { breaks, cards } = packet.document;
  const taken = (packet.sitting.breaks ?? []).some((entry) => entry.after === done);
  return breaks > 0 && done > 0 && done < cards.length && done % breaks === 0 && !taken;
}

async function finishPacket(packet) {
  const { document: document_, sitting, keeper } = packet;
  if (document_.hosted) {
    screenSending();
    await packet.record("sitting", { reloads: sitting.reloads ?? 0, breaks: sitting.breaks ?? [] });
  }
  sitting.finished = new Date().toISOString();
  await keeper.finish(sitting.finished);
  if (!document_.hosted) screenThanks(packet);
}

function cardStep(packet, go) {
  const done = packet.at();
  const of = packet.document.cards.length;
  showPlace(packet);
  if (packet.sitting.finished) return packet.document.hosted ? screenSending() : screenThanks(packet);
  if (done === of) return finishPacket(packet).catch(() => {});
  if (!breakIsDue(packet, done)) return screenCard(packet, done, { next: go, stop: () => screenPartial(packet, go) });
  const breaks = packet.sitting.breaks ?? [];
  return screenBreak(done, of, (entry) => packet.jot("breaks", [...breaks, entry]).then(go, () => {}));
}

function goOn(packet) {
  const go = () => goOn(packet);
  const steps = {
    earlier: () => screenEarlier(packet, () => packet.jot("earlier", true).then(go, () => {})),
    welcome: () => screenWelcome(packet, recordAnd(packet, "consent", go)),
    qualification: () => screenQualification(packet, recordAnd(packet, "qualification", go)),
    gold: () => goldStep(packet, go),
    practice: () => screenPractice(packet, recordAnd(packet, "practice", go)),
  };
  const step = pendingStep(packet);
  if (step === null) cardStep(packet, go);
  else steps[step]();
}
