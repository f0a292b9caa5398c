/// One question is asked at a time; of those that come meanwhile, the last.
let serial = 0, busy = null, waiting = null;
/// Milliseconds after which a question is given up for a newer one.
const patience = 100;

function formBody() {
  const form = JSON.parse(JSON.stringify(state.form));
  if (form.where && !form.where.not && !(form.where.all || form.where.any || []).length) {
    delete form.where;
  }
  if (form.sort && !form.sort.length) delete form.sort;
  const name = $("name").value.trim();
  if (name) form.name = name; else delete form.name;
  return form;
}

function fromForm() {
  drawnForm = "";
  closeChoices();
  send({ form: formBody(), values: state.values }, false);
}

/// Ends when the answer is shown; if one is waited for already, at once.
function fromText() {
  fitText();
  const form = formBody();
  delete form.where;
  return send({ form, text: $("text").value, values: state.values }, true);
}

/// Whatever was changed last is asked again: a name, a value to try with.
function fromEither() { if (state.byText) fromText(); else fromForm(); }

async function send(body, isText) {
  state.byText = isText;
  keep();
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
  } catch (error) {
    if (error.name !== "AbortError") message("partFindings", error.message, true);
  }
  busy = null;
  document.body.dataset.updates = mine;
  if (waiting) {
    const [next, kind] = waiting;
    waiting = null;
    send(next, kind);
  }
}

function apply(answer, isText) {
  if (!isText) {
    if ($("text").value !== answer.text) {
      $("text").value = answer.text;
      fitText();
    }
  } else if (answer.form) showForm(answer.form);
  show("noForm", !!answer.noForm);
  $("noForm").textContent = answer.noForm
    ? capitalized(answer.noForm) + ". The text works all the same." : "";
  $("conditions").hidden = !!answer.noForm;
  showSentence(answer.sentence);
  showFindings(answer);
  showEffects(answer.conditions || [], answer.groups || []);
  showParameters(answer.parameters);
  showRows(answer.rows, answer.uncounted);
  $("uncounted").textContent = answer.uncountedConditions
    ? `What each condition does is not counted: ${answer.uncountedConditions}.` : "";
  showCode(answer);
  remember();
}

/// The form of a text. If a typed key leaves the form as it is, it is not drawn again.
function showForm(form) {
  const now = JSON.stringify(form);
  if (now === drawnForm) return;
  const name = state.form.name;
  state.form = form;
  if (name) state.form.name = name;
  drawForm();
  drawnForm = now;
}

function showSentence(sentence) {
  $("sentence").classList.toggle("stale", !sentence);
  if (!sentence) {
    $("sentence").textContent = "Not in words while something is wrong: see the red notes.";
    return;
  }
  $("sentence").replaceChildren(...sentence.split("*")
    .map((part, i) => i % 2 ? make("em", { text: part }) : part));
}

function showCode(answer) {
  const isComplete = answer.swift !== undefined;
  for (const id of ["swift", "sql", "call"]) {
    $(id).textContent = isComplete ? answer[id] || "" : "Not while something is wrong: see the red notes.";
  }
  for (const id of ["copySwift", "copyCall", "copySQL", "save"]) $(id).disabled = !isComplete;
  show("sqlPart", !isComplete || answer.sql !== undefined);
  if (answer.plan) $("plan").replaceChildren(...answer.plan.map(text => make("li", { text })));
  const guess = (answer.call || "").match(/manager\.`?([^`(]+)/);
  if (!$("name").value.trim()) $("name").placeholder = guess ? guess[1] : "";
}

function showFindings(answer) {
  for (let i = 0; i < leafCount; i++) {
    $("wrong" + i)?.replaceChildren();
    $("leaf" + i)?.classList.remove("wrong");
  }
  const text = $("text").value, list = [], parts = [], entity = [], notes = [], marks = [];
  for (const f of answer.findings) {
    const words = f.problem + (f.fix ? ". " + capitalized(f.fix) : "");
    const sentence = capitalized(words) + (/[.?!…]$/.test(words) ? "" : ".");
    if (f.severity !== "error") {
      notes.push(make("p", { class: "note", text: "Note: " + sentence }));
      continue;
    }
    const isAtCondition = f.condition !== undefined && !answer.noForm && $("leaf" + f.condition);
    if (f.start !== undefined) {
      marks.push(f);
      const piece = text.slice(f.start, f.end).trim();
      list.push(make("p", { class: "problem",
        text: (!piece ? "At the end: " : /^["'“]/.test(piece) ? `At ${piece}: ` : `At “${piece}”: `) + sentence }));
    } else if (!isAtCondition) (f.part === "entity" ? entity : parts).push(make("p", { class: "problem", text: sentence }));
    if (isAtCondition) {
      $("leaf" + f.condition).classList.add("wrong");
      $("wrong" + f.condition).append(make("p", { class: "problem", text: sentence }));
    }
  }
  $("textFindings").replaceChildren(...list);
  $("partFindings").replaceChildren(...parts);
  $("entityFindings").replaceChildren(...entity);
  $("notes").replaceChildren(...notes);
  $("text").setAttribute("aria-invalid", String(marks.length > 0));
  drawMarks(text, marks);
}

function showEffects(conditions, grouped) {
  const shown = leaves(whole()), all = groups(whole());
  shown.forEach((leaf, i) => showEffect($("effect" + i), conditions[i], leaf.not));
  all.forEach((group, i) =>
    showEffect($("groupEffect" + i), i || group.not ? grouped[i] : null, group.not, "Together: "));
}

function showEffect(place, e, isNot, lead = "") {
  if (!place) return;
  if (!e || e.keeps === undefined) { place.replaceChildren(); return; }
  const away = e.total - e.keeps;
  if (isNot) {
    place.replaceChildren(make("b", { text: `${lead}NOT turns this round: ` }),
      `without it, ${away} of ${e.total} records would match (${e.away}); with it, the other ${e.keeps} do (${e.kept}).`);
    return;
  }
  place.replaceChildren(make("b", { text: `${lead}Keeps ${e.keeps} of ${e.total}` }),
    e.keeps ? `: ${e.kept}.` : ".", away ? ` Leaves out ${e.away}.` : "");
}

function showParameters(parameters) {
  if (!parameters) {
    // While something is wrong, those that the text still has.
    const labels = [...$("parameters").children];
    for (const label of labels) {
      label.hidden = !$("text").value.includes("$" + label.querySelector("input").id.slice(4));
    }
    show("tryWith", labels.some(label => !label.hidden));
    return;
  }
  for (const label of $("parameters").children) label.hidden = false;
  show("tryWith", parameters.length > 0);
  const now = parameters.map(p => p.name + p.kind).join();
  if ($("parameters").dataset.names !== now) {
    $("parameters").dataset.names = now;
    $("parameters").replaceChildren(...parameters.map(p => field(
      p.kind === "text" ? `${p.name} =` : `${p.name} = (${p.kind})`,
      make("input", { id: "try-" + p.name, value: p.value, size: 12, spellcheck: "false",
        autocomplete: "off",
        oninput: e => { state.values[p.name] = e.target.value; fromEither(); } }))));
  }
  for (const p of parameters) {
    const input = $("try-" + p.name);
    if (!input) continue;
    if (document.activeElement !== input) input.value = p.value;
    input.setAttribute("aria-invalid", String(!p.fits));
    input.classList.toggle("bad", !p.fits);
  }
}
