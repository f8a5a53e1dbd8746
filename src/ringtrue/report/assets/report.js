// Item cards of a report: unpacked from the page itself, listed, searched, filtered, opened. No request is made.
(() => {
"use strict";

const make = (tag, className, text) => {
  const node = document.createElement(tag);
  if (className) node.className = className;
  if (text !== undefined) node.textContent = text;
  return node;
};

const unpack = async () => {
  const packed = atob(document.getElementById("data").textContent.trim());
  const bytes = Uint8Array.from(packed, (char) => char.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return JSON.parse(await new Response(stream).text());
};

const anchorOf = (id) =>
  "item-" + id.replace(/[^\p{L}\p{N}_.-]/gu, (char) => `_${char.codePointAt(0).toString(16)}_`);

// Words of a text to point out: quotes of judges, found whatever blanks stand between the words.
const marked = (text, quotes) => {
  const node = make("div", "passage");
  const spans = [];
  for (const quote of quotes || []) {
    const words = quote.trim().split(/\s+/).map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
    if (!words[0]) continue;
    const found = new RegExp(words.join("\\s+")).exec(text);
    if (found) spans.push([found.index, found.index + found[0].length]);
  }
  spans.sort((one, other) => one[0] - other[0]);
  let place = 0;
  for (const [start, end] of spans) {
    if (end <= place) continue;
    const from = Math.max(start, place);
    node.append(text.slice(place, from), make("mark", "", text.slice(from, end)));
    place = end;
  }
  node.append(text.slice(place));
  return node;
};

// Two texts with the words in which they differ: the longest run of words they share stays unmarked.
const differing = (first, second) => {
  const [a, b] = [first, second].map((text) => text.split(/(\s+)/));
  if (a.length * b.length > 4e6) return [marked(first), marked(second)];
  const table = Array.from({ length: a.length + 1 }, () => new Uint16Array(b.length + 1));
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      table[i][j] = a[i] === b[j] ? table[i + 1][j + 1] + 1 : Math.max(table[i + 1][j], table[i][j + 1]);
  const [left, right] = [make("div", "passage"), make("div", "passage")];
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) { left.append(a[i++]); right.append(b[j++]); }
    else if (j >= b.length || (i < a.length && table[i + 1][j] >= table[i][j + 1])) left.append(make("del", "", a[i++]));
    else right.append(make("ins", "", b[j++]));
  }
  return [left, right];
};

const passages = (list, className) => {
  const place = make("div", className);
  for (const one of list || []) {
    const part = make("div", one.wrong ? "wrong" : "");
    part.append(make("h3", "", one.title), marked(one.text, one.mark));
    place.append(part);
  }
  return place;
};

const ticks = (card) => {
  const place = make("div");
  const groups = new Map();
  for (const tick of card.ticks || []) {
    if (!groups.has(tick.group)) groups.set(tick.group, []);
    groups.get(tick.group).push(tick);
  }
  for (const [group, list] of groups) {
    place.append(make("h3", "", group ? `${group} (how many raters say so)` : "Criteria, and how many raters found them"));
    const lines = make("ul", "ticks");
    for (const tick of list) {
      const line = make("li");
      const [sign, className] = tick.met === true ? ["✓", "yes"] : tick.met === false ? ["✕", "no"] : ["?", ""];
      line.append(make("span", className, sign), make("span", className, `${tick.yes || 0} of ${tick.of}`), make("span", "", tick.text));
      lines.append(line);
    }
    place.append(lines);
  }
  return place;
};

const opinions = (card) => {
  const place = make("div");
  const list = card.opinions || [];
  if (!list.length) return place;
  place.append(make("h3", "", "What the raters and judges answered"));
  const lines = make("ul", "opinions");
  for (const one of list) {
    const line = make("li");
    line.append(make("b", "", `${one.rater}, ${one.question}: ${one.answer}.`));
    if (one.reason) line.append(` ${one.reason}`);
    if (one.quote) {
      line.append(" ", make("q", "", one.quote));
      if (one.verified === false) line.append(" (this does not stand in the answer)");
    }
    lines.append(line);
  }
  place.append(lines);
  return place;
};

const facts = (card) => {
  const list = make("dl", "facts");
  for (const [name, text] of card.facts || []) {
    const pair = make("div");
    pair.append(make("dt", "", `${name} `), make("dd", "", text));
    list.append(pair);
  }
  return list;
};

const bodyOf = (card) => {
  const body = make("div", "body");
  body.append(passages(card.asked, "asked"));
  const both = make("div", "pairwise");
  if (card.compare && card.answers && card.answers.length > 1) {
    const texts = differing(card.answers[0].text, card.answers[1].text);
    card.answers.slice(0, 2).forEach((answer, number) => {
      const side = make("div", "answer");
      side.append(make("h3", "", answer.title), texts[number]);
      both.append(side);
    });
  } else both.append(passages(card.answers, "answer"));
  if (card.expected) both.append(passages(card.expected, "expected"));
  body.append(both, ticks(card), opinions(card));
  if (card.sources) body.append(passages(card.sources, "source"));
  body.append(facts(card));
  return body;
};

const SIGNS = { good: "✓", bad: "✕", open: "?" };

const listed = (card) => {
  const node = make("details", `card ${card.outcome || "none"}`);
  node.id = anchorOf(card.id);
  const summary = make("summary");
  summary.append(
    make("span", "name", card.id),
    make("span", "kind soft", card.kind || ""),
    make("span", "short", card.why || card.title || ""),
    make("span", `badge ${card.outcome || "none"}`, [SIGNS[card.outcome], card.score].filter(Boolean).join(" ")),
  );
  node.append(summary);
  node.addEventListener("toggle", () => fill(node, card));
  return node;
};

const fill = (node, card) => {
  if (node.open && node.children.length === 1) node.append(bodyOf(card));
};

const wordsOf = (card) =>
  [card.id, card.kind, card.title, card.why,
    ...["asked", "answers", "expected", "sources"].flatMap((name) => (card[name] || []).map((one) => `${one.title} ${one.text}`)),
    ...(card.ticks || []).map((one) => one.text),
    ...(card.opinions || []).map((one) => `${one.rater} ${one.reason || ""} ${one.quote || ""}`),
    ...Object.values(card.tags || {})].join("\n").toLowerCase();

const select = (title, options, chosen) => {
  const label = make("label", "", title);
  const node = make("select");
  for (const [value, words] of options) {
    const option = make("option", "", words);
    option.value = value;
    node.append(option);
  }
  node.value = chosen;
  label.append(node);
  return [label, node];
};

const showCards = (cards) => {
  const place = document.getElementById("cards-place");
  if (!place) return;
  const failed = cards.filter((card) => card.outcome === "bad").length;
  const tools = make("form", "tools");
  tools.setAttribute("role", "search");
  tools.addEventListener("submit", (event) => event.preventDefault());
  const searchLabel = make("label", "search", "Search in everything that was asked, said and expected");
  const search = make("input");
  search.type = "search";
  search.id = "search";
  searchLabel.append(search);
  const [whichLabel, which] = select("Show", [["bad", `did not pass (${failed})`], ["good", `passed (${cards.filter((card) => card.outcome === "good").length})`], ["", `all (${cards.length})`]], failed ? "bad" : "");
  const kinds = [...new Set(cards.map((card) => card.kind).filter(Boolean))];
  const [kindLabel, kind] = select("Kind", [["", "every kind"], ...kinds.map((name) => [name, name])], "");
  tools.append(searchLabel, whichLabel);
  if (kinds.length > 1) tools.append(kindLabel);
  const byTag = new Map();
  for (const card of cards)
    for (const [name, text] of Object.entries(card.tags || {}))
      for (const value of text.split(", ")) byTag.set(name, (byTag.get(name) || new Set()).add(value));
  const tags = [];
  for (const [name, values] of byTag) {
    if (values.size < 2 || values.size > 40) continue;
    const [label, node] = select(name, [["", "any"], ...[...values].sort().map((value) => [value, value])], "");
    tags.push([name, node]);
    tools.append(label);
  }
  const count = make("p", "count");
  count.setAttribute("role", "status");
  const list = make("div");
  const rows = cards.map((card) => ({ card, node: listed(card), words: "" }));
  list.append(...rows.map((row) => row.node));
  place.replaceChildren(tools, count, list);

  const show = () => {
    const wanted = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    let number = 0;
    for (const row of rows) {
      const { card } = row;
      const fits = (!which.value || card.outcome === which.value) && (!kind.value || card.kind === kind.value)
        && tags.every(([name, node]) => !node.value || (card.tags?.[name] || "").split(", ").includes(node.value));
      if (fits && wanted.length && !row.words) row.words = wordsOf(card);
      const shown = fits && wanted.every((word) => row.words.includes(word));
      row.node.hidden = !shown;
      number += shown;
    }
    count.textContent = `${number} of ${cards.length} items`;
  };
  for (const node of [search, which, kind, ...tags.map(([, one]) => one)]) node.addEventListener("input", show);
  show();

  const follow = () => {
    const id = decodeURIComponent(location.hash.slice(1));
    const row = rows.find((one) => one.node.id === id);
    if (!row) return;
    if (row.node.hidden) {
      for (const node of [search, which, kind, ...tags.map(([, one]) => one)]) node.value = "";
      show();
    }
    row.node.open = true;
    fill(row.node, row.card);
    row.node.scrollIntoView({ block: "start" });
    row.node.firstElementChild.focus({ preventScroll: true });
  };
  addEventListener("hashchange", follow);
  addEventListener("click", (event) => {
    const link = event.target.closest?.('a[href^="#item-"]');
    if (link && link.getAttribute("href") === location.hash) follow();
  });
  addEventListener("beforeprint", () => {
    for (const row of rows) if (!row.node.hidden) { row.node.open = true; fill(row.node, row.card); }
  });
  follow();
};

// A map of items by raters: one shade for each answer, with its number.
const showGrid = (place, grid) => {
  const table = make("table", "map");
  const head = make("tr");
  head.append(make("td"), ...grid.columns.map((name) => Object.assign(make("th", "", name), { scope: "col" })));
  const top = make("thead");
  top.append(head);
  const body = make("tbody");
  for (const [item, shades] of grid.rows) {
    const row = make("tr");
    const name = Object.assign(make("th"), { scope: "row" });
    const link = make("a", "", item);
    link.href = `#${anchorOf(item)}`;
    name.append(link);
    row.append(name, ...shades.map((shade) => shade === null ? make("td", "", "–")
      : make("td", `s${Math.min(4, Math.floor(shade * 5))}`, shade.toFixed(2).replace(/^0/, "").replace(/^1\.00$/, "1"))));
    body.append(row);
  }
  table.append(top, body);
  const scroll = make("div", "scroll");
  scroll.tabIndex = 0;
  scroll.setAttribute("role", "region");
  scroll.setAttribute("aria-label", grid.title);
  scroll.append(table);
  place.append(scroll);
};

addEventListener("beforeprint", () => { for (const node of document.querySelectorAll("details:not(.card)")) node.open = true; });
addEventListener("keydown", (event) => {
  if (event.key !== "/" || event.target.matches?.("input, select, textarea")) return;
  const search = document.getElementById("search");
  if (search) { event.preventDefault(); search.focus(); }
});
// A link into the appendix opens the part it leads to.
const openPart = () => {
  const part = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (part instanceof HTMLDetailsElement) part.open = true;
};
addEventListener("hashchange", openPart);
openPart();

unpack().then((data) => {
  showCards(data.cards);
  for (const place of document.querySelectorAll("[data-grid]")) {
    const grid = data.grids.find((one) => one.title === place.dataset.grid);
    place.addEventListener("toggle", () => { if (grid && place.open && !place.querySelector("table")) showGrid(place, grid); });
  }
  performance.mark("ready");
  document.documentElement.dataset.ready = "yes";
}, () => {
  const loading = document.getElementById("loading");
  if (loading) loading.textContent = "This browser cannot unpack the items (it has no DecompressionStream). A browser of 2023 or later can.";
});
})();
