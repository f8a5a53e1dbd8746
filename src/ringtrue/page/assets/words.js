// The page's own wording: every sentence comes from one catalogue, so that a translation is one file.

const WORDS = JSON.parse(document.getElementById("ringtrue-words").textContent);

// The catalogue's text for a key with {places} filled in; a missing key shows itself, so that it is noticed.
function say(key, places = {}) {
  const text = WORDS[key] ?? key;
  return text.replace(/\{(\w+)\}/g, (whole, name) => (name in places ? String(places[name]) : whole));
}

// One of two wordings by number: "minutes.one" or "minutes.many".
function sayMany(key, n, places = {}) {
  return say(`${key}.${n === 1 ? "one" : "many"}`, { n, ...places });
}
