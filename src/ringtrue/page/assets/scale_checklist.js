// checklist: a tick for each item that holds. "None of these" sets an answer of no ticks apart from no answer.

function tickOf(text, index, checked, changed) {
  const input = make("input", { type: "checkbox", checked, onchange: changed });
  const face = make("span", { class: "face" }, make("span", { class: "label", text }));
  const key = keyOf(index);
  if (key) face.append(keyMark(key));
  return { input, node: make("label", { class: "choice tick" }, input, face) };
}

SCALES.checklist = (question, list, value, give) => {
  const given = value ?? [];
  const ticks = list.map((text, i) => tickOf(text, i, given[i] === true, () => changed(false)));
  const none = tickOf(say("checklist.none"), list.length, value !== null && !given.includes(true), () => changed(true));

  function changed(byNone) {
    if (byNone && none.input.checked) for (const tick of ticks) tick.input.checked = false;
    const values = ticks.map((tick) => tick.input.checked);
    if (values.includes(true)) none.input.checked = false;
    give(values.includes(true) || none.input.checked ? values : null);
  }

  const all = [...ticks, none];
  return {
    node: make("div", { class: "choices list" }, ...all.map((tick) => tick.node)),
    moves: false,
    focus() { all[0].input.focus(); },
    press(digit) {
      const tick = all[digit === "0" ? 9 : Number(digit) - 1];
      if (!tick) return false;
      tick.input.focus();
      tick.input.click();
      return true;
    },
  };
};
