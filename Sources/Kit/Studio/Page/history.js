/// Earlier queries, for Undo and Redo. Typing in one field without a pause counts as one change. A
/// refused query is not among them: while the page shows one, `isRefused` is true.
const past = { all: [], at: -1, time: 0, place: null, isMoving: false, isRefused: false };

function snapshot() {
  const form = copyOf(state.form);
  delete form.name;
  // A text without a form has one condition, the text itself.
  const text = state.byText ? $("text").value : null;
  return JSON.stringify({ form, text, values: state.values });
}

function remember(answer) {
  const now = snapshot(), place = document.activeElement;
  // Messages about the last query do not apply to the next.
  if (past.all[past.at] !== now) message("savedMessage", state.note);
  state.note = "";
  if (past.isMoving) { past.isMoving = false; }
  else if (past.all[past.at] !== now) {
    const isTyping = place === past.place && performance.now() - past.time < 1000
      && ["TEXTAREA", "INPUT"].includes(place.tagName) && place.type !== "checkbox";
    past.all.length = past.at + 1;
    if (isTyping && past.at > 0) past.all[past.at] = now;
    else { past.all.push(now); past.at = past.all.length - 1; }
    if (past.all.length > 200) { past.all.shift(); past.at--; }
    Object.assign(past, { time: performance.now(), place });
  }
  past.isRefused = false;
  drawMoves();
  keepSoon();
  noteQuery(answer);
}

/// Notes that the query on the page was refused.
function noteRefusal() {
  Object.assign(past, { isMoving: false, isRefused: true });
  drawMoves();
}

/// Returns the position of the query that Undo returns to. After a refusal, this is the last
/// accepted query.
function earlier() { return past.isRefused ? past.at : past.at - 1; }

function drawMoves() {
  $("undo").disabled = earlier() < 0;
  $("redo").disabled = past.at >= past.all.length - 1;
}

function forgetPast() {
  Object.assign(past, { all: [], at: -1, place: null, isMoving: false, isRefused: false });
}

function move(step) {
  const at = step < 0 ? earlier() : past.at + 1, next = past.all[at];
  if (next === undefined || !state.model) return;
  Object.assign(past, { at, place: null, isMoving: true, isRefused: false });
  const { form, text, values } = JSON.parse(next);
  if (form.entity !== state.form.entity) resetView();
  Object.assign(state, { form, values: values || {} });
  drawEntityChoice();
  drawEntities();
  closeChoices();
  drawForm();
  if (text === null) fromForm();
  else { $("text").value = text; fromText(); }
  say(step < 0 ? "Undone" : "Redone");
}

$("undo").addEventListener("click", () => move(-1));
// A refused number that loses the focus is replaced, which would end the refusal before the click.
$("undo").addEventListener("mousedown", e => { if (past.isRefused) e.preventDefault(); });
$("redo").addEventListener("click", () => move(1));
addEventListener("keydown", e => {
  if (!(e.ctrlKey || e.metaKey) || e.altKey || !state.form) return;
  const key = e.key.toLowerCase(), isRedo = key === "y" || (key === "z" && e.shiftKey);
  if (key !== "z" && !isRedo) return;
  // A field that does not belong to the query has its own undo history.
  if (["name", "output", "filter"].includes(e.target.id)) return;
  if (e.target.closest("dialog, [popover], .filters")) return;
  e.preventDefault();
  move(isRedo ? 1 : -1);
});
