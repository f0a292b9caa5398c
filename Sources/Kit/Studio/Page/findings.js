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
      const quoted = /^["'“]/.test(piece) ? piece : `“${piece}”`;
      const lead = piece ? `At ${quoted}: ` : "At the end: ";
      inText.push(make("p", { class: "problem", text: lead + sentence }));
    } else if (!isAtCondition) {
      (f.part === "entity" ? entity : parts).push(make("p", { class: "problem", text: sentence }));
    }
    if (isAtCondition) {
      $("leaf" + f.condition).classList.add("wrong");
      const hint = state.byText ? null : valueHint(allLeaves()[f.condition]);
      const own = hint ? sentenceOf({ problem: f.problem, fix: hint }) : sentence;
      $("wrong" + f.condition).append(make("p", { class: "problem", text: own }));
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

/// Shows `Keeps 3 of 24`, with the names of the records as a tooltip.
function showEffect(box, e, isNot, lead = "") {
  if (!box) return;
  if (!e || e.keeps === undefined) { box.replaceChildren(); return; }
  const away = e.total - e.keeps;
  const words = isNot ? `${lead}NOT: keeps the ${e.keeps} of ${e.total} that do not match`
    : `${lead}Keeps ${e.keeps} of ${e.total}`;
  box.textContent = words;
  const parts = [e.keeps ? `Keeps ${e.kept}.` : "", away ? `Leaves out ${e.away}.` : ""];
  box.title = parts.join(" ").trim();
}
