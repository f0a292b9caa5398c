let choices = null, asked = 0;

function closeChoices() {
  choices = null;
  asked++;
  $("choices").hidden = true;
  $("text").removeAttribute("aria-activedescendant");
}

/// Asks for the names that fit before the caret.
async function complete(isAsked) {
  const text = $("text"), caret = text.selectionStart;
  const word = text.value.slice(0, caret).match(/[\p{L}\p{N}_.$@#]*$/u)[0];
  if (!isAsked && !word) { closeChoices(); return; }
  const mine = ++asked;
  let found;
  try {
    found = await ask("/api/complete", { text: text.value, caret, entity: state.form.entity });
  } catch { return; }
  // An answer to an earlier text is ignored.
  if (mine !== asked) return;
  const isStill = text.selectionStart === caret && document.activeElement === text;
  if (!isStill || !found.items.length) { closeChoices(); return; }
  choices = { ...found, caret, chosen: isAsked ? 0 : -1 };
  $("choices").replaceChildren(...found.items.map((c, i) => make("li", {
    role: "option", id: "choice" + i, "aria-selected": "false",
    onmousedown: e => { e.preventDefault(); take(i); },
  }, c.text + " ", make("span", { class: "kind", text: c.detail }))));
  $("choices").hidden = false;
  pick(choices.chosen);
  say(`${found.items.length} names fit; the arrow keys choose`);
}

function pick(i) {
  choices.chosen = i;
  [...$("choices").children].forEach((li, n) => li.setAttribute("aria-selected", String(n === i)));
  if (i < 0) { $("text").removeAttribute("aria-activedescendant"); return; }
  $("text").setAttribute("aria-activedescendant", "choice" + i);
  $("choice" + i).scrollIntoView({ block: "nearest" });
}

function take(i) {
  $("text").setRangeText(choices.items[i].text, choices.start, choices.caret, "end");
  closeChoices();
  fromText();
}

/// The lines that the text needs, up to the height that the style allows.
function fitText() {
  const text = $("text");
  text.style.height = "auto";
  text.style.height = text.scrollHeight + 2 + "px";
}

/// Wavy lines under the characters that are wrong, in a copy of the text under the field.
function drawMarks(text, marks) {
  const pieces = [];
  let at = 0;
  for (const f of [...marks].sort((a, b) => a.start - b.start)) {
    if (f.start < at) continue;
    const end = Math.max(f.end, f.start + 1);
    pieces.push(text.slice(at, f.start), make("mark", { text: text.slice(f.start, end) || " " }));
    at = end;
  }
  $("marks").replaceChildren(...pieces, text.slice(at) + "\n");
}

$("text").addEventListener("input", async () => {
  drawMarks($("text").value, []);
  // First the text's meaning, then the names that could follow.
  await fromText();
  complete(false);
});
addEventListener("resize", fitText);
$("text").addEventListener("blur", () => setTimeout(closeChoices, 100));
$("text").addEventListener("scroll", () => { $("marks").scrollTop = $("text").scrollTop; });
$("text").addEventListener("keydown", e => {
  if (e.key === " " && e.ctrlKey) { e.preventDefault(); complete(true); return; }
  if (!choices) return;
  const count = choices.items.length, at = choices.chosen;
  if (e.key === "ArrowDown") { e.preventDefault(); pick((at + 1) % count); }
  else if (e.key === "ArrowUp") { e.preventDefault(); pick(at <= 0 ? count - 1 : at - 1); }
  else if (e.key === "Enter" && at >= 0) { e.preventDefault(); take(at); }
  else if (e.key === "Escape") { e.preventDefault(); closeChoices(); }
});
