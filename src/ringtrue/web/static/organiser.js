"use strict";
// One press copies every link with its rater's name, a line each; where copying is not allowed, the button stays away.
const button = document.getElementById("copy");
if (button && navigator.clipboard) {
  const lines = Array.from(document.querySelectorAll("tbody tr"), (row) =>
    `${row.querySelector("th").textContent}\t${row.querySelector("input").value}`);
  button.hidden = false;
  button.addEventListener("click", () => navigator.clipboard.writeText(lines.join("\n")).then(
    () => { document.getElementById("copied").textContent = "Copied."; },
    () => { document.getElementById("copied").textContent = "Copying was not allowed: select and copy by hand."; }));
}
for (const field of document.querySelectorAll("input.link")) field.addEventListener("focus", () => field.select());
