function sentenceOf(f) {
  const words = f.problem + (f.fix ? ". " + capitalized(f.fix) : "");
  return capitalized(words) + (/[.?!…]$/.test(words) ? "" : ".");
}

function showFindings(answer) {
  for (let i = 0; i < leafCount; i++) {
    $("wrong" + i)?.replaceChildren();
    $("leaf" + i)?.classList.remove("wrong");
  }
  const text = $("text").value, inText = [], parts = [], entity = [], notes = [], marks = [];
  for (const f of answer.findings) {
    const sentence = sentenceOf(f);
    if (f.severity !== "error") {
      notes.push(make("p", { class: "note", text: "Note: " + sentence }));
      continue;
    }
    const isAtCondition = f.condition !== undefined && !answer.noForm && $("leaf" + f.condition);
    if (f.start !== undefined) {
      marks.push(f);
      const piece = text.slice(f.start, f.end).trim();
      inText.push(make("p", { class: "problem",
        text: (!piece ? "At the end: " : /^["'“]/.test(piece) ? `At ${piece}: ` : `At “${piece}”: `) + sentence }));
    } else if (!isAtCondition) (f.part === "entity" ? entity : parts).push(make("p", { class: "problem", text: sentence }));
    if (isAtCondition) {
      $("leaf" + f.condition).classList.add("wrong");
      $("wrong" + f.condition).append(make("p", { class: "problem", text: sentence }));
    }
  }
  $("textFindings").replaceChildren(...inText);
  $("partFindings").replaceChildren(...parts);
  $("entityFindings").replaceChildren(...entity);
  $("notes").replaceChildren(...notes);
  $("text").setAttribute("aria-invalid", String(marks.length > 0));
  drawMarks(text, marks);
}

function showEffects(conditions, grouped) {
  const shown = allLeaves(), all = groups(whole());
  shown.forEach((leaf, i) => showEffect($("effect" + i), conditions[i], leaf.not));
  all.forEach((group, i) =>
    showEffect($("groupEffect" + i), i || group.not ? grouped[i] : null, group.not, "Together: "));
}

/// `Keeps 3 of 24`; the records by name as its tooltip.
function showEffect(box, e, isNot, lead = "") {
  if (!box) return;
  if (!e || e.keeps === undefined) { box.replaceChildren(); return; }
  const away = e.total - e.keeps;
  const words = isNot ? `${lead}NOT: keeps the ${e.keeps} of ${e.total} that do not match`
    : `${lead}Keeps ${e.keeps} of ${e.total}`;
  box.textContent = words;
  box.title = [e.keeps ? `Keeps ${e.kept}.` : "", away ? `Leaves out ${e.away}.` : ""].join(" ").trim();
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
  const now = parameters.map(p => p.name + p.type + p.path).join();
  if ($("parameters").dataset.names !== now) {
    $("parameters").dataset.names = now;
    $("parameters").replaceChildren(...parameters.map(parameterField));
  }
  for (const p of parameters) {
    const input = $("try-" + p.name);
    if (!input) continue;
    if (document.activeElement !== input) input.value = p.value;
    input.setAttribute("aria-invalid", String(!p.fits));
    input.classList.toggle("bad", !p.fits);
  }
}

function parameterField(p) {
  const input = make("input", { id: "try-" + p.name, value: p.value, size: 10, spellcheck: "false",
    autocomplete: "off", role: "combobox", "aria-expanded": "false", "aria-autocomplete": "list" });
  const take = text => { state.values[p.name] = text; fromEither(); };
  const offer = async () => {
    if (!p.path) return;
    try {
      const typed = input.value === p.value || input.selectionEnd > input.selectionStart ? "" : input.value;
      const { values } = await ask("/api/values", { entity: state.form.entity, path: p.path, text: typed });
      if (document.activeElement !== input) return;
      showList(input, input, [{ title: "Values in the rows", options: values.map(v => ({ text: v.text,
        kind: recordsText(v.count), value: v.value })) }],
      option => { input.value = option.value; take(option.value); });
    } catch { closeList(); }
  };
  input.addEventListener("focus", () => input.select());
  input.addEventListener("click", offer);
  input.addEventListener("input", () => { take(input.value); offer(); });
  input.addEventListener("keydown", e => {
    if (!listKey(e) && e.key === "ArrowDown") { e.preventDefault(); offer(); }
  });
  input.addEventListener("blur", () => setTimeout(() => { if (list?.input === input) closeList(); }, 100));
  return field(`Try $${p.name}: ${p.type}`, input);
}
