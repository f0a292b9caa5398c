/// The state of the drawn page: `view` is the newest view, and `page` is the text that identifies
/// the page shown by this view.
/// `isCorrecting` is true after a refused answer was changed: the refusal is no longer shown.
/// `turns` are those of the pages that were shown, in the order in which they were first shown.
/// `left` is the page that was left last, until it is known whether a press on it was saved.
/// `isLost` is true if this page says that the draft of an earlier page was not saved.
const now = { view: null, page: "", at: 0, notice: "", refusal: "", isCorrecting: false,
  changed: -Infinity, told: new Set(), turns: [], left: null, isLost: false };

const queue = new Queue("participant", "/press", drawState, answered);

/// Returns a text that identifies the page shown by a view. The text does not depend on the clock,
/// the notice or the chosen answer.
function pageOf(view) {
  return JSON.stringify([view.code, view.state, view.title, view.prose, view.body, view.progress,
    controls.shape(view.control)]);
}

// Drafts: answers that are not saved yet, by page. They are kept when the page is reloaded, in a
// break of the session, and while the participant goes back to an earlier question.

function draftsOf(session) {
  try {
    const kept = JSON.parse(storage.getItem("room.drafts"));
    return kept.session === session ? kept.answers : {};
  } catch { return {}; }
}

/// Keeps the draft of a page. Removes it if `answer` is null.
function setDraft(session, page, answer) {
  const answers = draftsOf(session);
  if (answer === null) delete answers[page]; else answers[page] = answer;
  if (Object.keys(answers).length) {
    storage.setItem("room.drafts", JSON.stringify({ session, answers }));
  } else storage.removeItem("room.drafts");
}

/// Returns the draft of the shown page; null if there is none.
function draft() { return draftsOf(now.view?.session)[now.page] ?? null; }

function keepDraft() {
  const answer = controls.read(), isGiven = answer === controls.given(now.view.control);
  setDraft(now.view.session, now.page, isGiven ? null : answer);
  drawNotice();
  drawState();
}

// Presses

const isAside = key => key === "stuck" || key === "pause";

/// Returns the press on a page that the server has not answered yet.
function pending(page = now.page) {
  return queue.items().find(item => item.of === page && !isAside(item.key));
}

/// Returns the text that is stored when a press was saved, so that all tabs know it.
const savedText = ({ session, turn }) => `${session} ${turn}`;

function press(what, event) {
  const waiting = queue.items();
  if (isAside(what.key) ? waiting.some(item => item.key === what.key) : pending()) return;
  const zip = what.key === "d" ? sendChosen() : undefined;
  if (zip === null) return showFilesNotice();
  [now.notice, now.refusal] = ["", ""];
  controls.mark(false);
  drawNotice();
  const { turn, code, session } = now.view;
  queue.add({ ...what, zip, turn, code, session, of: now.page, aside: isAside(what.key) }, event);
}

function submit(event) {
  event.preventDefault();
  const { control, required, buttons } = now.view;
  if (!control || controls.isReview(control)) {
    const main = control ? { key: "enter" } : buttons.find(button => button.primary);
    if (main) press({ key: main.key }, event);
    return;
  }
  const answer = controls.read();
  if (required && !answer.trim()) return refuse(phrase("This question needs an answer."));
  press({ answer }, event);
}

/// Unchecks the options. The removal must then be saved, like any other answer.
function removeAnswer() {
  if (pending()) return;
  controls.write("");
  keepDraft();
  document.querySelector("[name=answer]")?.focus();
}

function refuse(text) {
  [now.refusal, now.isCorrecting] = [text, false];
  drawNotice();
  controls.mark(true);
}

function answered(item, { outcome, notice }) {
  if (outcome === "saved") {
    now.hasSaved = true;
    if (!isAside(item.key)) {
      storage.setItem("room.saved", savedText(item));
      // The next press in the queue may be saved before the state is drawn.
      if (now.view) settle();
    }
    // The next page may already be shown. A later page with the same question must not show this
    // answer.
    if (item.answer !== undefined) setDraft(item.session, item.of, null);
    if (isAside(item.key)) now.notice = word(`page.${item.key}Told`);
    else say(word("page.saved"));
  } else if (item.of === now.page) {
    if (outcome === "refused") refuse(phrase(notice) || word("page.refused"));
    else now.notice = word("page.again");
  }
  drawNotice();
}

/// Notes that a page was shown. The order is kept when the page is reloaded.
function noteTurn({ session, turn }) {
  if (!now.turns.length) {
    try {
      const kept = JSON.parse(storage.getItem("room.turns"));
      if (kept.session === session) now.turns = kept.turns;
    } catch { /* No page was shown before. */ }
  }
  if (now.turns.includes(turn)) return;
  now.turns.push(turn);
  storage.setItem("room.turns", JSON.stringify({ session, turns: now.turns }));
}

/// Notes that the page is left. Keeps an earlier page with a draft, if this one has none.
function leave() {
  const { view, page } = now, hasDraft = draft() !== null;
  if (view?.state !== "asked" || now.left?.hasDraft && !hasDraft) return;
  now.left = { page, hasDraft, turn: view.turn, session: view.session };
}

/// Finds out whether a press on the page that was left was saved, in any tab. If none was, and the
/// page has a draft, says so: the facilitator has answered the question, or has ended the session.
function settle() {
  const { left, view } = now;
  if (!left) return;
  if (storage.getItem("room.saved") === savedText(left)) {
    [now.left, now.hasSaved] = [null, true];
    return;
  }
  if (now.page === left.page || view.session !== left.session) {
    now.left = null;
    return;
  }
  // The question may be asked again after this page, or its press may still be saved.
  if (view.state === "wait" || view.break || pending(left.page)) {
    left.since = undefined;
    return;
  }
  // Another tab removes a press a moment before it stores that the press was saved.
  left.since ??= performance.now();
  if (performance.now() - left.since < 1000) return;
  now.left = null;
  if (!left.hasDraft) return;
  now.hasSaved = false;
  // If the facilitator went back, the draft is shown again with its question.
  const place = now.turns.indexOf(view.turn);
  const isBefore = place >= 0 && place < now.turns.indexOf(left.turn);
  if (isBefore || controls.isReview(view.control)) return;
  now.isLost = true;
  now.notice = word(view.state === "over" ? "page.endedUnsaved" : "page.answeredUnsaved");
  drawNotice();
}

// Drawing

function take(view) {
  const isFirst = now.view === null;
  const page = pageOf(view);
  for (const item of queue.items()) if (item.code !== view.code) queue.drop(item);
  const isNew = page !== now.page;
  if (isNew) leave();
  const wasGiven = controls.given(now.view?.control);
  [now.view, now.page, now.at, now.isRefused] = [view, page, performance.now(), false];
  link.isOver = view.state === "over";
  put("study", [view.study, view.code].filter(Boolean).join(" · "));
  put("progress", phrase(view.progress));
  if (isNew) {
    noteTurn(view);
    // The question may be asked for the second time.
    if (storage.getItem("room.saved") === savedText(view)) storage.removeItem("room.saved");
    drawPage(view);
  }
  if (!isNew && controls.isReview(view.control)) controls.renew(view.control);
  const given = controls.given(view.control);
  if (view.control && !controls.isReview(view.control) && draft() === null && (isNew || given !== wasGiven)) controls.write(given);
  if (isNew && draft() !== null) controls.write(draft());
  drawButtons(view);
  drawAside(view);
  drawNotice();
  drawState();
  if (isNew && !isFirst) {
    now.changed = performance.now();
    scrollTo(0, 0);
    $("title").focus();
  }
  document.body.dataset.ready = "yes";
}

function drawPage(view) {
  [now.notice, now.refusal, now.isCorrecting, now.isLost] = ["", "", false, false];
  const title = phrase(view.title);
  put("title", title);
  document.title = [title, view.study].filter(Boolean).join(" · ");
  drawProse(view);
  const body = phrase(view.body) || (view.state === "over" ? word("page.close") : "");
  put("body", view.control ? "" : body);
  show("body", !view.control && !!body);
  $("control").replaceChildren(...view.control ? [controls.make(view.control, body,
    (answer, event) => press({ answer }, event))] : []);
  // A question after a task is asked anew after the next task.
  if (view.state === "work" || view.state === "over" && !view.break) {
    storage.removeItem("room.drafts");
  }
}

function drawButtons(view) {
  const asks = view.control && !controls.isReview(view.control);
  const made = view.buttons.filter(({ key }) => !(asks && ["enter", "delete"].includes(key)))
    .map(({ key, words, primary }) => ({ key, words: phrase(words),
      primary: primary && !asks || key === "enter" && controls.isReview(view.control) }));
  if (asks) made.unshift({ key: "save", words: word("page.save"), primary: true });
  // A chosen option cannot be unchecked by a click, so the page adds a button that removes it.
  if (asks && !view.required && $("control").querySelector("[type=radio]")) {
    made.push({ key: "delete", words: phrase("remove the answer") });
  }
  made.sort((one, other) => !!other.primary - !!one.primary);
  const before = [...$("buttons").children].map(button => button.dataset.key + button.textContent);
  if (before.join("\n") === made.map(({ key, words }) => key + words).join("\n")) return;
  const focused = $("buttons").contains(document.activeElement)
    ? document.activeElement.dataset.key : null;
  $("buttons").replaceChildren(...made.map(({ key, words, primary }) => make("button", {
    type: primary ? "submit" : "button", class: primary ? "main" : null, "data-key": key,
    text: words, onclick: primary ? null
      : key === "delete" ? removeAnswer : event => press({ key }, event),
  })));
  if (focused) $("buttons").querySelector(`[data-key="${focused}"]`)?.focus();
}

function drawAside(view) {
  show("tutorial", !!view.tutorial);
  if (now.tutorial !== view.tutorial) {
    fillProse("tutorialText", now.tutorial = view.tutorial);
    $("tutorial").open = false;
  }
  show("files", view.workspace);
  // Shows why a zip file that the session waits for was not received.
  if (view.workspace && view.state === "wait") $("files").open = true;
  if (!view.workspace) {
    show("joinCommand", false);
    // Clears the notice about received files before the next task.
    sayFiles("");
  }
  // A zip file that was chosen for one task must not be sent in the next one.
  if (now.prepared !== view.prepared) forgetZip();
  now.prepared = view.prepared;
  put("machine", !view.machine ? "" : view.machine.replaced ? word("page.zipCounts")
    : view.machine.connected
    ? word("page.machineIsThere") : word("page.machineIsAway", duration(view.machine.seconds)));
}

const isOptional = view => view.control && !controls.isReview(view.control) && !view.required;

function drawNotice() {
  const view = now.view;
  if (!view) return;
  const theirs = phrase(view.notice ?? "", true);
  put("refusal", now.refusal || (view.refused && !now.isCorrecting ? theirs : ""));
  const isAnswer = /^Answered before: /.test(view.notice ?? "") && view.control;
  const full = controls.isFull() ? word("page.full") : "";
  const notice = now.notice || full || (view.refused || isAnswer ? "" : theirs);
  const isFree = isOptional(view) && !$("refusal").textContent;
  put("notice", notice || (isFree ? phrase("Optional.", true) : ""));
}

function drawState() {
  if (!now.view) return drawConnection();
  settle();
  const items = queue.items(), isUp = link.isUp();
  const isSaved = !now.left?.hasDraft
    && (now.hasSaved || !now.isLost && !!controls.given(now.view.control));
  const [text, look] = items.length
    ? isUp ? [word("page.saving"), "open"] : [word("page.kept"), "bad"]
    : draft() !== null ? [word("page.unsaved"), "open"]
      : [isSaved ? word("page.saved") : "", ""];
  $("saved").className = look;
  put("saved", text);
  show("saved", !!text);
  const waits = !!pending();
  for (const button of $("buttons").children) {
    const isOff = waits && !isAside(button.dataset.key)
      || items.some(item => isAside(item.key) && item.key === button.dataset.key);
    if (isOff) button.setAttribute("aria-disabled", "true");
    else button.removeAttribute("aria-disabled");
    button.hidden = button.dataset.key === "delete" && !controls.read();
  }
  for (const box of document.querySelectorAll("#answer, [name=answer]")) {
    if (box.type === "textarea" || box.type === "text") box.readOnly = waits;
  }
  const state = `${text} ${items.length}`;
  if (items.length && !isUp && now.said !== state) say(word("page.kept"));
  now.said = state;
  drawConnection();
}

function drawConnection() {
  // Hidden when the session is over, because its server has ended, and if there is no session.
  const isOff = link.isOver || now.isRefused;
  showConnection(!isOff);
  if (isOff) return;
  const isUp = link.isUp();
  if (now.wasUp !== undefined && now.wasUp !== isUp) {
    say(word(isUp ? "page.connected" : "page.lost"));
  }
  now.wasUp = isUp;
}

function drawClock() {
  const clock = now.view?.clock;
  show("clock", !!clock);
  if (!clock) return;
  const stopped = pending()?.key === "d";
  if (clock.running && !stopped) now.elapsed = clock.elapsed + (performance.now() - now.at) / 1000;
  else if (!stopped) now.elapsed = clock.elapsed;
  const limit = clock.limit ? word("page.of", duration(clock.limit)) : "";
  const time = duration(clock.limit ? Math.min(now.elapsed, clock.limit) : now.elapsed);
  if ($("clock").dataset.shown === time + limit) return;
  $("clock").dataset.shown = time + limit;
  $("clock").replaceChildren(make("span", { text: time }), make("small", { text: limit }));
}

/// Shows that this browser has no cookie, or a cookie of another session.
function refuseView() {
  put("title", word("page.nobody"));
  put("body", word("page.nobodyText"));
  show("body", true);
  for (const id of ["prose", "form", "tutorial", "files", "clock", "saved"]) show(id, false);
  [now.view, now.page, now.isRefused] = [null, "", true];
  drawConnection();
  document.body.dataset.ready = "yes";
}
