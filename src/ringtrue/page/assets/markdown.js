// The sample's Markdown as elements: headings, lists, quotations, rules, emphasis. Links show their words alone.

const INLINE = /(\*\*|__)(?=\S)(.+?)(?<=\S)\1|(\*|\b_)(?=\S)(.+?)(?<=\S)(?:\3|_\b)|`([^`]+)`|!?\[([^\]]*)\]\([^)\s]*\)/s;

function inline(text) {
  const found = INLINE.exec(text);
  if (!found) return text === "" ? [] : [text];
  const [whole, , strong, , soft, code, linked] = found;
  const before = text.slice(0, found.index);
  const after = inline(text.slice(found.index + whole.length));
  const made = strong !== undefined ? make("strong", {}, ...inline(strong))
    : soft !== undefined ? make("em", {}, ...inline(soft))
    : code !== undefined ? make("code", { text: code }) : linked;
  return [...(before === "" ? [] : [before]), made, ...after];
}

const BULLET = /^\s{0,3}(?:[-*+]|\d{1,3}[.)])\s+/;
const HEADING = /^\s{0,3}(#{1,6})\s+(.*?)\s*#*$/;
const RULE = /^\s{0,3}([-*_])\s*(?:\1\s*){2,}$/;

function listOf(lines) {
  const points = [];
  for (const line of lines) {
    if (BULLET.test(line)) points.push(line.replace(BULLET, ""));
    else points[points.length - 1] += ` ${line.trim()}`;
  }
  return make(/^\s*\d/.test(lines[0]) ? "ol" : "ul", {}, ...points.map((point) => make("li", {}, ...inline(point))));
}

// One paragraph of the source; a heading may stand right above other lines.
function blocksOf(paragraph) {
  const lines = paragraph.split("\n");
  const heading = HEADING.exec(lines[0]);
  if (heading) {
    const rest = lines.slice(1).join("\n");
    return [make("p", { class: "sample-heading" }, ...inline(heading[2])), ...(rest.trim() ? blocksOf(rest) : [])];
  }
  if (lines.length === 1 && RULE.test(lines[0])) return [make("hr")];
  if (BULLET.test(lines[0])) return [listOf(lines)];
  if (lines.every((line) => /^\s{0,3}>/.test(line))) {
    return [make("blockquote", {}, ...blocksOf(lines.map((line) => line.replace(/^\s{0,3}>\s?/, "")).join("\n")))];
  }
  return [make("p", {}, ...inline(paragraph))];
}

function goldText(text, marks = {}) {
  const blocks = text.split(/\n[ \t]*\n/).filter((paragraph) => paragraph.trim() !== "").flatMap(blocksOf);
  return make("div", { dir: "auto", ...marks, class: `quoted sample ${marks.class ?? ""}`.trim() }, ...blocks);
}

function traitList(traits) {
  if (!traits?.length) return null;
  const title = make("h3", { text: say("traits.title") });
  return make("section", { class: "traits" }, title, make("ul", {}, ...traits.map((text) => make("li", { text }))));
}
