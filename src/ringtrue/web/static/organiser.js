"use strict";
// Copies every link with its rater's name, one per line; where the clipboard is not allowed, the button stays hidden.
const button = document.getElementById("copy");
if (button && navigator.clipboard) {
  const lines = Array.from(document.querySelectorAll("tbody tr"), (row) =>
    `${row.querySelector("th").textContent}\t${row.querySelector("input").value}`);
  button.hidden = false;
  button.addEventListener("click", () => navigator.clipboard.writeText(lines.join("\n")).then(
    () => { document.getElementById("copied").textContent = "Copied."; },
    () => { document.getElementById("copied").textContent = "Copying is not allowed here: select and copy by hand."; }));
}
for (const field of document.querySelectorAll("input.link")) field.addEventListener("focus", () => field.select());
