let asked = 0;

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
  const options = found.items.map(c => ({ text: c.text, kind: c.detail }));
  // Under the errors, which stay readable.
  const anchor = $("textFindings").childElementCount ? $("textFindings") : text;
  showList(text, anchor, [{ title: "Names that fit", options }], option => {
    text.setRangeText(option.text, found.start, caret, "end");
    fromText();
  }, isAsked ? 0 : -1);
}

function closeChoices() {
  asked++;
  if (list?.input === $("text")) closeList();
}

/// The lines that the text needs, up to the height that the style allows.
function fitText() {
  const text = $("text");
  text.style.height = "auto";
  text.style.height = text.scrollHeight + 2 + "px";
}

const words = new Set(("AND OR NOT ANY ALL NONE SOME IN BETWEEN LIKE MATCHES CONTAINS BEGINSWITH ENDSWITH NIL NULL"
  + " TRUE FALSE YES NO SELF TRUEPREDICATE FALSEPREDICATE CAST FUNCTION SUBQUERY TERNARY").split(" "));
/// Strings, parameters, numbers, names, signs.
const lexeme = new RegExp([/("(?:[^"\\]|\\.)*"?|'(?:[^'\\]|\\.)*'?)/, /(\$[\p{L}_][\p{L}\p{N}_]*)/u, /(\d+(?:\.\d+)?)/,
  /([\p{L}_@#][\p{L}\p{N}_.@#]*)/u, /(\[[a-z]+\]|[=<>!&|]+)/].map(part => part.source).join("|"), "gu");

/// The parts of a predicate with their classes: [start, end, class].
function lexemes(text) {
  return [...text.matchAll(lexeme)].map(m => {
    const kind = m[1] ? "string" : m[2] ? "parameter" : m[3] ? "number"
      : m[4] ? (words.has(m[4].toUpperCase()) ? "keyword" : "") : "sign";
    return [m.index, m.index + m[0].length, kind];
  }).filter(([, , kind]) => kind);
}

/// Draws the text with its colours, and wavy lines under the characters that are wrong, in a copy under
/// the field.
function drawMarks(text, marks) {
  const parts = lexemes(text);
  const wrong = marks.map(f => [f.start, Math.max(f.end, f.start + 1)]);
  const cuts = [...new Set([0, text.length, ...parts.flatMap(p => [p[0], p[1]]), ...wrong.flat()])]
    .filter(n => n <= text.length).sort((a, b) => a - b);
  const pieces = [];
  for (let i = 0; i + 1 < cuts.length; i++) {
    const [from, to] = [cuts[i], cuts[i + 1]], part = parts.find(p => p[0] <= from && to <= p[1]);
    const isWrong = wrong.some(w => w[0] <= from && to <= w[1]);
    pieces.push(make(isWrong ? "mark" : "span", { class: part ? part[2] : null, text: text.slice(from, to) }));
  }
  if (wrong.some(w => w[0] >= text.length)) pieces.push(make("mark", { text: " " }));
  $("marks").replaceChildren(...pieces, "\n");
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
  if (list?.input === $("text")) listKey(e);
});
