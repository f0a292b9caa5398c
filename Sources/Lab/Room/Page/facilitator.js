const now = {
  view: null, received: null, answering: false, noting: false, at: 0, changed: 0,
  pressed: -Infinity, refusal: "", marks: null, began: "",
};

const queue = new Queue("facilitator", "/control/press", drawState, answered);

function answered(item, { outcome, notice }) {
  if (outcome === "refused") now.refusal = phrase(notice) || word("page.refused");
  if (outcome === "gone") {
    const { session } = now.view ?? item, words = phrase(item.words) ?? item.answer ?? item.note;
    queue.keepGone(session, [...queue.gone(session), words]);
  }
  if (item.answer !== undefined && outcome !== "saved" && !$("typed").value) {
    $("typed").value = item.answer;
    now.began = now.view?.line?.initial ?? "";
  }
  if (item.note !== undefined && outcome !== "saved" && !now.noting) {
    takeNote(true);
    $("note").value = item.note;
  }
  keepTyping();
  drawNotice();
}

function press(what, event) {
  // Ignores the second click of a double click.
  const isSame = item => what.key === "enter" && item.key === "enter" && item.turn === now.view.turn;
  if (queue.items().some(isSame)) return;
  [now.refusal, now.pressed] = ["", performance.now()];
  const { turn, session, study, left } = now.view;
  // `aside`: a mark that cannot be written must not delay the key that repeats the write.
  queue.add({ ...what, turn, session, of: study ?? left, aside: true }, event);
  drawNotice();
}

function pressKey(key, event) {
  if (key === "answer") return answerForParticipant();
  if (key === "note") return takeNote(true);
  const { words } = now.view.keys.find(entry => entry.key === key);
  press({ key, words }, event);
}

/// Starts answering for the participant, once the facilitator confirms it; or stops answering.
function answerForParticipant() {
  now.answering = !now.answering && confirm(word("desk.mayAnswer"));
  take(now.received);
}

/// Opens or closes the form for a note. An open form stays open when the page changes.
function takeNote(isOpen) {
  now.noting = isOpen;
  show("noteLine", isOpen);
  $("note").value = "";
  keepTyping();
  $(isOpen ? "note" : "title").focus();
}

$("noteLine").addEventListener("submit", event => {
  event.preventDefault();
  const note = $("note").value.trim();
  if (note) press({ note }, event);
  takeNote(false);
});

// Words that are not submitted yet. They are kept in this tab, so that a reload does not lose them.

/// Returns a text that identifies the question that the field answers. The text does not depend on
/// `body`, which may change while the facilitator types, for example at the time limit.
const asks = value => value?.line
  && JSON.stringify([value.left, value.title, value.right, value.line]);

function keepTyping() {
  if (!now.view) return;
  const { answering, noting, view } = now;
  const [typed, note] = [$("typed").value, noting ? $("note").value : null];
  const { session } = view;
  tabStorage.setItem("room.typing",
    JSON.stringify({ session, question: asks(view), answering, typed, note }));
}

/// Returns what was kept before a reload; an empty object if there is nothing of this session.
function keptTyping(session) {
  try {
    const kept = JSON.parse(tabStorage.getItem("room.typing"));
    return kept.session === session ? kept : {};
  } catch { return {}; }
}

/// Fills in the words that were typed before a reload.
function restoreTyping(view, { question, typed, note }) {
  if (view.line && question === asks(view)) $("typed").value = typed;
  if (note != null) {
    takeNote(true);
    $("note").value = note;
  }
  keepTyping();
}

/// Removes the participant's keys and input fields from the facilitator's view.
function watch(view) {
  view.keys = view.keys.filter(key => !key.shared);
  [view.line, view.scale, view.isWatched] = [null, null, true];
}

const hasKey = key => now.view.keys.some(entry => entry.key === key);

/// Whether a new page appeared a moment ago, but not because of a press in this browser. A key that
/// is pressed now may be meant for the previous page.
function isEarly() {
  const time = performance.now();
  return time - now.changed < 300 && time - now.pressed > 2000;
}

/// Whether a click on "Enter" may be the second one of a double click on the previous page.
function isSecondClick(key, event) {
  return key === "enter" && event.detail > 0 && performance.now() - now.changed < 400;
}

function typed(event) {
  event.preventDefault();
  const text = $("typed").value;
  // If the initial text of the field was removed, the empty text is sent as an answer.
  const isKey = text.trim() === now.began.trim() && hasKey("enter");
  if (isKey) return pressKey("enter", event);
  press({ answer: text }, event);
  // Clears the field, so that a second Enter is the key "confirm" or "keep it", even if the next
  // page has not arrived.
  $("typed").value = now.began = "";
  keepTyping();
}

/// Whether the field is for the facilitator's own text and has one of `labels`. The field of a
/// question may have the same label, if it is the question's unit. Such a field is `replaced`.
const isOwn = (line, ...labels) => labels.includes(line.label) && !line.replaced;

/// Handles Escape as the terminal does: leaves the text of a mark unchanged, goes back instead of
/// giving a reason, or goes back from a question.
function escape(event) {
  const { line, keys } = now.view;
  if (isOwn(line, "words")) return press({ answer: line.initial }, event);
  const back = isOwn(line, "reason") ? "leave" : keys.find(key => key.key.length === 1)?.key;
  if (back) pressKey(back, event);
}

/// Returns the key of the event. For a letter or digit of another script, such as Arabic, returns
/// the one that a US keyboard has in this place.
function typedKey({ key, code }) {
  const isOther = /^(?!\p{Script=Latin}|\p{ASCII})[\p{L}\p{Nd}]$/u.test(key);
  return isOther && /^(?:Key|Digit)(.)$/.exec(code)?.[1].toLowerCase() || key;
}

addEventListener("keydown", event => {
  const { view } = now, { target } = event;
  if (!view || view.over || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.isComposing || event.repeat || !$("keysOn").checked || isEarly()) return;
  if (event.key === "Escape" && now.noting) return takeNote(false);
  const isTyping = target.matches("input:not([type=checkbox]), textarea");
  if (event.key === "Escape" && view.line) return escape(event);
  if (isTyping) return;
  const key = { Enter: "enter", Delete: "delete", Backspace: "delete" }[event.key]
    ?? typedKey(event);
  if (key === "enter" && target.closest("button, a, summary")) return;
  const number = /^[1-9]$/.test(key) ? Number(key) : 0;
  if (number && number <= view.options.length && !view.line && !view.isWatched) {
    event.preventDefault();
    press({ answer: key }, event);
  } else if (hasKey(key) || key === "n" && hasKey("note")) {
    event.preventDefault();
    pressKey(hasKey(key) ? key : "note", event);
  }
});

function take(received) {
  [now.received, now.isRefused] = [received, false];
  const last = now.view, view = structuredClone(received);
  const kept = last ? null : keptTyping(view.session);
  if (kept) now.answering = !!kept.answering;
  if (!view.asked) now.answering = false;
  else if (!now.answering) watch(view);
  if (view.asked) {
    const words = word(now.answering ? "desk.stopAnswering" : "desk.answer");
    view.keys.push({ key: "answer", words, listed: true });
  }
  if (view.notes && !view.line && !view.keys.some(({ key }) => key === "n")) {
    view.keys.push({ key: "note", words: "note", listed: true });
  }
  if (!view.over) view.keys.push({ key: "leave", words: word("desk.leave"), listed: false });
  const page = value => value && JSON.stringify(
    [value.left, value.title, value.prose, value.body, value.options, value.line]);
  const isNew = page(view) !== page(last);
  if (view.turn !== last?.turn) now.changed = performance.now();
  // Enter must not press the same number again on the next question.
  const question = value => value && JSON.stringify([value.title, value.body, value.right]);
  if (question(view) !== question(last) && document.activeElement?.matches(".answers")) {
    document.activeElement.blur();
  }
  [now.view, now.at] = [view, performance.now()];
  put("study", view.left);
  put("progress", phrase(view.right));
  const end = view.over && word(view.over.complete ? "desk.over" : "desk.break");
  put("title", phrase(view.title) || end || "");
  document.title = [$("title").textContent, view.left].filter(Boolean).join(" · ");
  if (view.prose !== last?.prose || view.title !== last?.title) drawProse(view);
  put("body", view.body);
  show("body", !!view.body);
  // A text with several spaces in a row is shown in columns, as in the terminal.
  const isInColumns = !received.scale && /\S {2,}\S/.test(view.body);
  $("body").classList.toggle("columns", isInColumns);
  link.isOver = !!view.over;
  show("tutorial", !!view.tutorial);
  if (now.tutorial !== view.tutorial) fillProse("tutorialText", now.tutorial = view.tutorial);
  drawOptions(view);
  drawLine(view, asks(view) !== asks(last));
  if (kept) restoreTyping(view, kept);
  drawKeys(view);
  drawMarks(view.marks);
  const address = view.links?.participant ?? "";
  if (address !== $("address").textContent) put("copied", "");
  put("address", address);
  show("handOut", !!view.links?.participant);
  if (isNew) now.refusal = "";
  drawNotice();
  drawClock();
  drawState();
  if (isNew && last && document.activeElement === document.body) $("title").focus();
  document.body.dataset.ready = "yes";
}

function drawOptions(view) {
  show("options", view.options.length > 0);
  const shown = JSON.stringify([view.options, view.chosen]);
  if ($("options").dataset.shown === shown) return;
  $("options").dataset.shown = shown;
  $("options").replaceChildren(...view.options.map((text, index) => make("li", {
    class: index === view.chosen ? "chosen own" : "own",
    "aria-current": index === view.chosen ? "true" : null, text })));
}

function drawLine(view, isNew) {
  show("line", !!view.line);
  if (!view.line) return;
  put("label", view.line.label || word("desk.words"));
  // A question has a key that goes back, so it needs no button for Escape.
  show("escape", isOwn(view.line, "words", "reason"));
  if (!isNew) return;
  $("typed").value = now.began = view.line.initial;
  keepTyping();
  $("typed").focus();
  // Selects a number, so that typing replaces it.
  if (view.line.replaced) $("typed").select();
}

function drawKeys(view) {
  const isDigit = ({ key }) => /^\d$/.test(key), isScale = key => view.scale && isDigit(key);
  const isChoice = view.options.length > 0 && !view.line && !view.isWatched;
  const hints = [];
  if (view.scale) hints.push(word("desk.scale", view.scale.min, view.scale.max));
  else if (isChoice) hints.push(word("desk.choose", view.options.length));
  put("hint", hints.join(" "));
  const shown = JSON.stringify([view.keys, isChoice && view.options]);
  if ($("keys").dataset.shown === shown) return;
  $("keys").dataset.shown = shown;
  const focused = document.activeElement?.dataset?.key;
  // A double click must not answer the next page too, and Enter must confirm the chosen answer.
  const answering = act => event => {
    if (performance.now() - now.changed > 400) act(event);
    event.currentTarget.blur();
  };
  const button = ({ key, words }) => make("li", {}, make("button", {
    type: "button", "data-key": key,
    class: key === "enter" ? "main" : isScale({ key }) ? "answers" : null,
    onclick: isScale({ key }) ? answering(event => pressKey(key, event))
      : event => isSecondClick(key, event) || pressKey(key, event),
  }, name(key) ? make("kbd", { text: name(key) }) : null,
  isScale({ key }) ? null : make("span", { text: phrase(words) })));
  const choice = (text, index) => make("li", {}, make("button", {
    type: "button", "data-key": String(index + 1), "aria-label": `${index + 1} ${phrase(text)}`,
    class: "answers", onclick: answering(event => press({ answer: String(index + 1) }, event)),
  }, make("kbd", { text: String(index + 1) })));
  const keys = view.keys.filter(key => key.words && !isScale(key));
  // Digits grade the last mark. They are last, so that the other buttons do not move.
  $("keys").replaceChildren(
    ...(isChoice ? view.options.slice(0, 9).map(choice) : []),
    ...view.keys.filter(isScale).map(button),
    ...keys.filter(key => key.listed && !isDigit(key)).map(button),
    ...keys.filter(isDigit).map(button));
  $("moreKeys").replaceChildren(...keys.filter(key => !key.listed && !isDigit(key)).map(button));
  show("more", $("moreKeys").children.length > 0);
  if (focused) document.querySelector(`[data-key="${CSS.escape(focused)}"]`)?.focus();
}

const name = key => ({ enter: "Enter", delete: "Delete", leave: "Ctrl-C", answer: "", note: "n" })[key] ?? key;

function drawMarks(marks) {
  show("noMarks", !marks.length);
  show("marks", marks.length > 0);
  const shown = marks.join("\n");
  if (now.marks === shown) return;
  const isFirst = now.marks === null;
  now.marks = shown;
  const look = (text, index) => !isFirst && index === marks.length - 1 ? "own new" : "own";
  $("marks").replaceChildren(...marks.map((text, index) =>
    make("li", { class: look(text, index), text })));
  // Also shows the last mark above the keys: on a narrow page, the list is below them.
  $("last").replaceChildren(make("span", {
    class: isFirst || !marks.length ? "own" : "own new",
    text: marks.at(-1) ?? `${word("desk.marks")}: ${word("desk.noMarks")}` }));
  $("marks").scrollTop = $("marks").scrollHeight;
  if (!isFirst && marks.length) say(marks.at(-1));
}

function drawNotice() {
  const { notice, refused } = now.view ?? {};
  const text = (notice ?? "").split("\n").map(line => phrase(line, true)).join("\n");
  const gone = queue.gone(now.view?.session);
  const lost = gone.length > 1 ? [word("desk.goneAll", gone.join(" · "))]
    : gone.map(words => word("desk.gone", words));
  put("refusal", [...lost, now.refusal || (refused ? text : "")].filter(Boolean).join("\n"));
  put("notice", refused ? "" : text);
  show("dismiss", gone.length > 0);
}

function drawState() {
  const [count, gone] = [queue.items().length, queue.gone(now.view?.session).length];
  const isUp = link.isUp();
  $("saved").className = count ? isUp ? "open" : "bad" : gone ? "bad" : "";
  put("saved", count ? isUp ? word("page.saving") : word("desk.kept", count)
    : gone ? word("desk.goneCount", gone) : word("page.saved"));
  show("saved", !now.isRefused || count > 0);
  showConnection(!link.isOver && !now.isRefused);
  drawPerson();
}

function drawPerson() {
  const person = now.view?.participant;
  const isKnown = link.isUp() || link.isOver;
  const isAway = isKnown && person && !person.connected && person.words !== "not opened yet";
  show("away", !!isAway && !link.isOver);
  if (!isKnown) {
    $("person").className = "person";
    return put("person", word("desk.unknown"));
  }
  if (!person) return put("person", word("desk.nobody"));
  $("person").className = person.connected ? "person" : "person bad";
  const hasCome = person.connected || person.words !== "not opened yet";
  const away = person.seconds + (performance.now() - now.at) / 1000;
  const place = now.view.right ? phrase(`on ${now.view.right}`) : "";
  const state = !hasCome ? word("desk.nobody")
    : person.connected ? word("desk.connected") : word("desk.lost", duration(away));
  put("person", [hasCome ? place : "", state].filter(Boolean).join(" · "));
  if (isAway) put("away", `${word("desk.participant")}: ${state}`);
}

function drawClock() {
  const clock = now.view?.clock;
  show("clock", !!clock);
  show("last", !!clock);
  if (!clock) return;
  const since = clock.running ? (performance.now() - now.at) / 1000 : 0;
  const elapsed = Math.min(clock.elapsed + since, clock.limit || Infinity);
  const limit = clock.limit ? word("page.of", duration(clock.limit)) : "";
  const shown = `${duration(elapsed)}.${Math.floor(elapsed * 10) % 10}`;
  $("clock").replaceChildren(make("span", { text: shown }), make("b", { text: phrase(clock.word) }),
    make("small", { text: limit }));
}

/// Elements that are shown whenever there is a session.
const ofSession = ["keys", "keysOption", "side"];

function refuseView() {
  put("title", word("page.nobody"));
  put("body", word("page.deskNobodyText"));
  show("body", true);
  const ofPage = ["prose", "options", "line", "more", "tutorial", "clock", "last", "dismiss"];
  for (const id of [...ofPage, ...ofSession]) show(id, false);
  $("keys").dataset.shown = "";
  [now.view, now.isRefused] = [null, true];
  drawState();
  document.body.dataset.ready = "yes";
}

addEventListener("input", keepTyping);
$("line").addEventListener("submit", typed);
$("escape").addEventListener("click", escape);
$("noNote").addEventListener("click", () => takeNote(false));
$("dismiss").addEventListener("click", () => {
  queue.keepGone(now.view.session, []);
  drawNotice();
});
$("copy").addEventListener("click", async () => put("copied", await copied("address")));
$("newLink").addEventListener("click", async () => {
  try { await talk("/control/link", { body: {} }); } catch (error) {
    now.refusal = error.status ? error.message : word("page.noAnswer");
    drawNotice();
  }
});
setInterval(() => { if (now.view?.clock?.running) drawClock(); }, 100);
setInterval(drawState, 500);

loadWords("/control/words").finally(() => {
  time.start();
  follow("/control/view", view => {
    for (const id of ofSession) show(id, true);
    take(view);
  }, refuseView);
  queue.send();
});
