// Making elements. Text only ever enters by textContent, so nothing a text holds can become markup.

function make(tag, marks = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(marks)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (name === "text") node.textContent = value;
    else if (name === "value" || name === "checked") node[name] = value;
    else node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children.filter((child) => child !== null && child !== undefined));
  return node;
}

// A key as it is shown beside what it does; screen readers get it from the list of keys instead.
function keyMark(key) {
  return make("kbd", { text: key, "aria-hidden": "true" });
}

// Other people's words: line breaks kept, reading direction their own and shut in.
function quotedText(text, marks = {}) {
  return make("div", { dir: "auto", ...marks, class: `quoted ${marks.class ?? ""}`.trim(), text });
}

function button(key, action, marks = {}) {
  const { kbd, ...rest } = marks;
  const mark = kbd ? keyMark(kbd) : null;
  return make("button", { type: "button", onclick: action, ...rest }, make("span", { text: say(key) }), mark);
}

function paragraphs(texts, marks = {}) {
  return texts.map((text) => make("p", { ...marks, text }));
}

let identities = 0;

// A fresh id for tying a label to its field; it counts up and says nothing.
function freshId() {
  identities += 1;
  return `n${identities}`;
}
