/// One request is sent at a time; of the requests made meanwhile, only the last is sent later.
let serial = 0, busy = null, waiting = null;
/// Whether the fields do not show the text's conditions: the text has no form or has errors, or its
/// form has not been received yet.
let isTextAlone = false;
/// Milliseconds after which a request is cancelled in favour of a newer one.
const patience = 100;

/// Returns the form without the page's own marks, whose names begin with `_`.
function formBody() {
  const isOwn = (key, value) => key.startsWith("_") ? undefined : value;
  const form = JSON.parse(JSON.stringify(state.form, isOwn));
  if (form.where && !form.where.not && !(form.where.all || form.where.any || []).length) {
    delete form.where;
  }
  if (form.sort && !form.sort.length) delete form.sort;
  const name = $("name").value.trim();
  if (name) form.name = name; else delete form.name;
  return form;
}

/// Sends the form. Ends when the answer is shown, or at once if another request is in progress.
function fromForm() {
  drawnForm = "";
  isTextAlone = false;
  closeChoices();
  return send({ form: formBody(), values: state.values, view: viewBody() }, false);
}

function fromText() {
  isTextAlone = true;
  const form = formBody(), body = { form, text: $("text").value, values: state.values };
  delete form.where;
  const caret = caretAtWord();
  if (caret !== null) body.caret = caret;
  return send({ ...body, view: viewBody() }, true);
}

/// Sends the form or the text again, whichever was changed last. Used after a change of the name or
/// of a parameter's value.
function fromEither() { return state.byText ? fromText() : fromForm(); }

/// Sends the query after a change of its sort keys, limit, offset or result. Leaves the text
/// unchanged if the fields do not show its conditions.
function fromParts() { return isTextAlone ? fromText() : fromForm(); }

async function send(body, isText) {
  state.byText = isText;
  keepSoon();
  if (busy) {
    if (!waiting) setTimeout(busy.giveUp, busy.start + patience - performance.now());
    waiting = [body, isText];
    return;
  }
  const mine = ++serial, controller = new AbortController();
  busy = { start: performance.now(), giveUp: () => controller.abort() };
  try {
    const answer = await ask("/api/update", body, controller.signal);
    if (!waiting) apply(answer, isText);
    if (!waiting && isText) showCompletion(answer.completion, body.caret);
  } catch (error) {
    if (error.name !== "AbortError") showFault(error.message);
  }
  busy = null;
  document.body.dataset.updates = mine;
  if (waiting) {
    const [next, kind] = waiting;
    waiting = null;
    send(next, kind);
  }
}

/// Shows why the query on the page was refused.
function showFault(text) {
  showOutcome({ findings: [] });
  message("partFindings", text, true);
  noteRefusal();
}

/// Shows the fault of a field whose text is not part of the query. An earlier request, whose answer
/// would replace the fault, is cancelled.
function refuse(text) {
  waiting = null;
  busy?.giveUp();
  showFault(text);
}

function apply(answer, isText) {
  if (!isText) {
    // If a condition that was typed as text has an error, the last text stays.
    if (answer.text !== null && $("text").value !== answer.text) {
      $("text").value = answer.text;
      fitText();
    }
  } else if (answer.form) {
    isTextAlone = false;
    showForm(answer.form);
  }
  show("noForm", !!answer.noForm);
  const works = answer.sentence ? " The predicate works all the same." : "";
  $("noForm").textContent = answer.noForm ? `${capitalized(answer.noForm)}.${works}` : "";
  $("conditions").hidden = !!answer.noForm;
  // The fields still show an earlier text. A change of them would replace the text.
  $("conditions").inert = isTextAlone;
  showOutcome(answer);
  remember(answer);
}

/// Shows the outcome of a query. If the answer has no sentence, the query is not valid.
function showOutcome(answer) {
  // A message such as "Saved" is about a valid query. A change of the model may have broken it.
  if (!answer.sentence) message("savedMessage", "");
  showSentence(answer.sentence);
  showFindings(answer);
  showEffects(answer.conditions || [], answer.groups || []);
  showParameters(answer.parameters);
  showRows(answer.rows, answer.uncounted);
  $("uncounted").textContent = answer.uncountedConditions
    ? `The effect of each condition is not counted: ${answer.uncountedConditions}.` : "";
  showCode(answer);
}

/// Shows the form of a text. The form is drawn only if it differs from the form last drawn.
function showForm(form) {
  const now = JSON.stringify(form);
  if (now === drawnForm) return;
  const name = state.form.name;
  // An open list of the replaced form would change conditions that are no longer shown.
  if (list && $("form").contains(list.anchor)) closeList();
  state.form = form;
  if (name) state.form.name = name;
  drawForm();
  drawnForm = now;
}

/// Shows the sentence, whose parts with an odd position are names of parameters. While the query
/// has errors, the last valid sentence stays, in grey.
function showSentence(sentence) {
  $("sentence").classList.toggle("stale", !sentence);
  $("sentence").title = sentence ? "" : "The last valid query";
  if (!sentence) {
    if (!$("sentence").dataset.given) {
      $("sentence").textContent = "Not valid yet: see the messages.";
    }
    return;
  }
  $("sentence").dataset.given = true;
  $("sentence").replaceChildren(...sentence
    .map((part, i) => i % 2 ? make("em", { text: part }) : part));
}
