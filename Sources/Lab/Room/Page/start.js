$("form").addEventListener("submit", submit);
// Ignores the second click of a double click, which would answer the next page. `detail` is 0 if
// the button was pressed with a key.
$("buttons").addEventListener("click", event => {
  if (!event.detail || performance.now() - now.changed > 400) return;
  event.preventDefault();
  event.stopPropagation();
}, true);
$("control").addEventListener("input", event => {
  if (!now.view || controls.isReview(now.view.control)) return;
  if (pending()) return controls.write(draft() ?? controls.given(now.view.control));
  if (now.refusal || now.view.refused) {
    [now.refusal, now.isCorrecting] = ["", true];
    controls.mark(false);
    drawNotice();
  }
  keepDraft();
});
// In a text field, Enter begins a new line. With Control or Command, it submits the form.
$("control").addEventListener("keydown", event => {
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) submit(event);
});
addEventListener("storage", event => {
  if (event.key !== "room.drafts" || !now.view?.control) return;
  controls.write(draft() ?? controls.given(now.view.control));
  drawState();
});
setInterval(() => { drawClock(); drawState(); }, 500);

loadWords().finally(() => {
  if (!now.view) put("title", phrase("One moment"));
  time.start();
  follow("/view", view => { show("form", true); take(view); drawClock(); }, refuseView);
  queue.send();
});
