$("attachForm").addEventListener("submit", async e => {
  e.preventDefault();
  try {
    state.overview = await ask("/api/attach", { path: $("models").value });
    // As for a new query: the predicate of the model attached before is not sent to this model.
    Object.assign(state, { form: null, values: {}, byText: false });
    for (const id of ["name", "output"]) $(id).value = "";
    forgetReplacing();
    forgetPast();
    resetView();
    begin();
    say("Model attached");
    $("generate").focus();
  } catch (error) {
    $("modelProblem").textContent = error.message;
    show("modelProblem", true);
  }
});

$("generateForm").addEventListener("submit", async e => {
  e.preventDefault();
  try {
    const r = await ask("/api/generate", { output: $("output").value.trim() });
    const done = r.written.length ? `Wrote ${r.folder}: ${counted(r.written.length, "file")}.`
      : `Everything in ${r.folder} was up to date (files: ${r.unchanged}).`;
    const stale = r.stale.length
      ? ` Not deleted, because they were edited or no manifest lists them: ${r.stale.join(", ")}.` : "";
    const removed = r.removed.length ? ` Removed ${r.removed.join(", ")}.` : "";
    const begin = `Begin with ${r.begin}, which lists what you can call.`;
    message("generated", `${done}${removed} ${begin}${stale}`);
  } catch (error) { message("generated", error.message, true); }
});

function forgetReplacing() { delete $("write").dataset.replace; }

$("name").addEventListener("input", () => { forgetReplacing(); fromEither(); });

function saveBody() {
  const name = $("name").value.trim() || $("name").placeholder;
  const body = { form: formBody(), name, output: $("output").value.trim() };
  if (state.opened && state.opened.name === name) body.was = state.opened.form;
  if (state.byText) body.text = $("text").value;
  return body;
}

// First shows the lines that would change. Writes the files if the person accepts the changes.
$("saveForm").addEventListener("submit", async e => {
  e.preventDefault();
  forgetReplacing();
  try {
    const { files } = await ask("/api/save", { ...saveBody(), preview: true });
    $("write").textContent = files.length ? `Write ${counted(files.length, "file")}` : "Save";
    $("changes").replaceChildren(...(files.length ? files.map(changeOf)
      : [make("p", { text: "The project already has this query: no file will change." })]));
    $("saveDialog").showModal();
    $("write").focus();
  } catch (error) { message("savedMessage", error.message, true); }
});

function changeOf(file) {
  const count = mark => file.lines.filter(([m]) => m === mark).length;
  const words = file.isNew ? "new" : `${count("+")} added, ${count("-")} removed`;
  const kinds = { "+": "plus", "-": "minus" };
  return make("details", { open: true },
    make("summary", {}, file.path + " ", make("span", { class: "kind", text: words })),
    make("pre", { class: "diff", tabindex: "0", role: "region", "aria-label": file.path },
      ...file.lines.map(([mark, text]) =>
        make("span", { class: kinds[mark], text: `${mark} ${text}\n` }))));
}

$("cancelWrite").addEventListener("click", () => $("saveDialog").close());
$("write").addEventListener("click", async () => {
  const button = $("write"), body = saveBody(), name = body.name;
  body.replace = button.dataset.replace === name;
  try {
    const r = await ask("/api/save", body);
    $("saveDialog").close();
    $("name").value = name;
    forgetReplacing();
    state.opened = r.form ? { name, form: r.form } : null;
    state.overview.queries = r.queries;
    $("openSaved").disabled = !r.queries.length;
    const note = r.form ? "" : " The predicate has no form, so only its code is kept.";
    const missing = r.missing ? ` Its code needs ${r.missing}, which is not written yet: press`
      + " Generate, or run cdgen generate." : "";
    message("savedMessage", `Saved: ${r.written.join(", ")}.${note}${missing}`);
    fromEither();
  } catch (error) {
    // The project has another query of this name, or its file has changed.
    if (error.status !== 409) $("saveDialog").close();
    else {
      button.dataset.replace = name;
      button.textContent = "Replace it";
      $("changes").prepend(make("p", { class: "problem", role: "alert",
        text: capitalized(error.message.split("\n")[0]) + "." }));
    }
    message("savedMessage", error.message, true);
  }
});

async function openQuery(name) {
  try {
    if (!state.model) throw new Error("Attach a model first.");
    const { form } = await ask("/api/open", { name });
    const entity = entityNamed(form.entity);
    if (!entity || entity.abstract) {
      throw new Error(`The query “${name}” is for the entity “${form.entity}”, which is`
        + " missing or abstract in this model.");
    }
    const was = copyOf(form);
    state.note = `Opened ${name}. Change it, and save it again.`;
    message("savedMessage", state.note);
    begun(form, name);
    state.opened = { name, form: was };
    drawEntities();
    say("Opened " + name);
  } catch (error) { message("savedMessage", error.message, true); }
}

$("openSaved").addEventListener("click", e => showMenu(e.currentTarget,
  state.overview.queries.map(name => ({ text: name, run: () => openQuery(name) }))));

$("new").addEventListener("click", () => {
  if (!state.model) return;
  const entity = entityNamed(state.form.entity) || state.model.entities.find(e => !e.abstract);
  begun({ entity: entity.name });
  message("savedMessage", "");
  $("entity").focus();
  say("New query");
});
