/// Returns the caret if it is after a word that is being typed; otherwise null.
function caretAtWord() {
  const text = $("text"), caret = text.selectionEnd;
  const isTyping = document.activeElement === text && text.selectionStart === caret;
  return isTyping && /[\p{L}\p{N}_.$@#]$/u.test(text.value.slice(0, caret)) ? caret : null;
}

/// Asks for names that fit before the caret, and shows them unless the text has changed meanwhile.
async function complete() {
  const caret = $("text").selectionStart, text = $("text").value;
  try {
    const found = await ask("/api/complete", { text, caret, entity: state.form.entity });
    if (text === $("text").value) showCompletion(found, caret, 0);
  } catch { closeChoices(); }
}

/// Offers names in place of the word before the caret.
function showCompletion(found, caret, active = -1) {
  const text = $("text");
  const isStill = text.selectionStart === caret && document.activeElement === text;
  if (!isStill || !found?.items.length) { closeChoices(); return; }
  const options = found.items.map(c => ({ text: c.text, kind: c.detail }));
  // The list is placed under the errors, so that they stay readable.
  const anchor = $("textFindings").childElementCount ? $("textFindings") : text;
  showList(text, anchor, [{ title: "Names that fit", options }], option => {
    text.setRangeText(option.text, found.start, caret, "end");
    fromText();
  }, active);
}

function closeChoices() { if (list?.input === $("text")) closeList(); }

const fitsByStyle = CSS.supports("field-sizing", "content");

/// Makes the field as high as its text, up to the height that the style allows.
function fitText() {
  if (fitsByStyle) return;
  const text = $("text");
  text.style.height = "auto";
  text.style.height = text.scrollHeight + 2 + "px";
}

const words = new Set(("AND OR NOT ANY ALL NONE SOME IN BETWEEN LIKE MATCHES CONTAINS BEGINSWITH"
  + " ENDSWITH NIL NULL TRUE FALSE YES NO SELF TRUEPREDICATE FALSEPREDICATE CAST FUNCTION SUBQUERY"
  + " TERNARY").split(" "));
/// Matches a part of a predicate. The capture groups are strings, parameters, numbers, names and
/// signs.
const lexeme = new RegExp([/("(?:[^"\\]|\\.)*"?|'(?:[^'\\]|\\.)*'?)/,
  /(\$[\p{L}_][\p{L}\p{N}_]*)/u, /(\d+(?:\.\d+)?)/, /([\p{L}_@#][\p{L}\p{N}_.@#]*)/u,
  /(\[[a-z]+\]|[=<>!&|]+)/].map(part => part.source).join("|"), "gu");

/// The parts of a predicate with their classes: [start, end, class].
function lexemes(text) {
  return [...text.matchAll(lexeme)].map(m => {
    const kind = m[1] ? "string" : m[2] ? "parameter" : m[3] ? "number"
      : m[4] ? (words.has(m[4].toUpperCase()) ? "keyword" : "") : "sign";
    return [m.index, m.index + m[0].length, kind];
  }).filter(([, , kind]) => kind);
}

let drawnMarks = "";

/// Draws the text with its colours in a copy under the field, with wavy lines under characters that
/// are wrong.
function drawMarks(text, marks) {
  const now = JSON.stringify([text, marks]);
  if (now === drawnMarks) return;
  drawnMarks = now;
  const parts = lexemes(text);
  const wrong = marks.map(f => [f.start, Math.max(f.end, f.start + 1)]);
  const cuts = [...new Set([0, text.length, ...parts.flatMap(p => [p[0], p[1]]), ...wrong.flat()])]
    .filter(n => n <= text.length).sort((a, b) => a - b);
  const pieces = [];
  for (let i = 0; i + 1 < cuts.length; i++) {
    const [from, to] = [cuts[i], cuts[i + 1]];
    const part = parts.find(p => p[0] <= from && to <= p[1]);
    const isWrong = wrong.some(w => w[0] <= from && to <= w[1]);
    pieces.push(make(isWrong ? "mark" : "span",
      { class: part ? part[2] : null, text: text.slice(from, to) }));
  }
  if (wrong.some(w => w[0] >= text.length)) pieces.push(make("mark", { text: " " }));
  $("marks").replaceChildren(...pieces, "\n");
}

$("text").addEventListener("input", () => {
  fromText();
  drawMarks($("text").value, []);
  fitText();
});
addEventListener("resize", fitText);
closeWhenLeft($("text"));
$("text").addEventListener("scroll", () => { $("marks").scrollTop = $("text").scrollTop; });
$("text").addEventListener("keydown", e => {
  if (e.key === " " && e.ctrlKey) { e.preventDefault(); complete(); return; }
  if (list?.input === $("text")) listKey(e);
});
