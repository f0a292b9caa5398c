/// Earlier queries, for Undo and Redo. Typing in one field without a pause counts as one change.
const past = { all: [], at: -1, time: 0, place: null, isMoving: false };

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
  $("undo").disabled = past.at <= 0;
  $("redo").disabled = past.at >= past.all.length - 1;
  keepSoon();
  noteQuery(answer);
}

function forgetPast() { Object.assign(past, { all: [], at: -1, place: null, isMoving: false }); }

function move(step) {
  const next = past.all[past.at + step];
  if (next === undefined || !state.model) return;
  past.at += step;
  past.isMoving = true;
  past.place = null;
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
