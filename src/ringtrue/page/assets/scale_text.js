// text: in the rater's own words; saved shortly after the last key and when the field is left.

const PAUSE = 500; // milliseconds after the last key

// Calls an action once, when the keys have rested; flush() does it at once.
function rested(action) {
  let timer = null;
  let waiting = null;
  function flush() {
    clearTimeout(timer);
    const call = waiting;
    waiting = null;
    if (call) action(...call);
  }
  return { flush, soon(...values) { waiting = values; clearTimeout(timer); timer = setTimeout(flush, PAUSE); } };
}

function textField(value, give, marks = {}) {
  const saving = rested(give);
  const node = make("textarea", {
    rows: "3", dir: "auto", maxlength: "20000", ...marks, value: value ?? "",
    oninput: () => saving.soon(node.value),
    onchange: () => saving.flush(),
  });
  const focus = () => node.focus();
  return { node, field: node, moves: false, focus, press: () => false, settled: () => saving.flush() };
}

SCALES.text = (question, list, value, give) => textField(value, (text) => give(text.trim() === "" ? null : text));
