$("attachForm").addEventListener("submit", async e => {
  e.preventDefault();
  try {
    state.overview = await ask("/api/attach", { path: $("models").value });
    state.form = null;
    $("output").value = "";
    forgetPast();
    begin();
    say("Model attached");
    $("form").focus();
  } catch (error) {
    $("modelProblem").textContent = error.message;
    show("modelProblem", true);
  }
});

$("generateForm").addEventListener("submit", async e => {
  e.preventDefault();
  try {
    const r = await ask("/api/generate", { output: $("output").value });
    const done = r.written.length ? `Wrote ${r.folder}: ${r.written.length} ${r.written.length === 1 ? "file" : "files"}.`
      : `Everything in ${r.folder} was up to date (${r.unchanged}).`;
    const stale = r.stale.length ? ` No longer made by the model, but edited, so left: ${r.stale.join(", ")}.` : "";
    const removed = r.removed.length ? ` Removed ${r.removed.join(", ")}.` : "";
    message("generated", `${done}${removed} Begin with ${r.begin}, which lists what you can call.${stale}`);
  } catch (error) { message("generated", error.message, true); }
});

function forgetReplacing() {
  delete $("save").dataset.replace;
  $("save").textContent = "Save into the project";
}

$("name").addEventListener("input", () => { forgetReplacing(); fromEither(); });

$("saveForm").addEventListener("submit", async e => {
  e.preventDefault();
  const button = $("save"), name = $("name").value.trim() || $("name").placeholder;
  const body = { form: formBody(), name, output: $("output").value,
    replace: button.dataset.replace === name };
  if (state.opened && state.opened.name === name) body.was = state.opened.form;
  if (state.byText) body.text = $("text").value;
  try {
    const r = await ask("/api/save", body);
    $("name").value = name;
    forgetReplacing();
    state.opened = r.form ? { name, form: r.form } : null;
    state.overview.queries = r.queries;
    drawSaved(r.queries);
    const note = r.form ? "" : " The text has no form, so only its code is kept.";
    message("savedMessage", `Saved: ${r.written.join(", ")}.${note} Call it as shown below.`);
    fromEither();
  } catch (error) {
    message("savedMessage", error.message, true);
    if (error.message.includes("save again to replace")) {
      button.dataset.replace = name;
      button.textContent = "Replace it";
    }
  }
});

$("saved").addEventListener("change", async e => {
  const name = e.target.value;
  if (!name) return;
  try {
    if (!state.model) throw new Error("Attach a model first.");
    const { form } = await ask("/api/open", { name });
    const entity = entityNamed(form.entity);
    if (!entity || entity.abstract) {
      throw new Error(`The query “${name}” asks for “${form.entity}”, of which this model has no records.`);
    }
    const was = JSON.parse(JSON.stringify(form));
    state.note = `Opened ${name}. Change it, and save it again.`;
    message("savedMessage", state.note);
    begun(form, name);
    state.opened = { name, form: was };
    drawEntities();
    say("Opened " + name);
  } catch (error) { message("savedMessage", error.message, true); }
  e.target.value = "";
});

$("new").addEventListener("click", () => {
  if (!state.model) return;
  const entity = entityNamed(state.form.entity) || state.model.entities.find(e => !e.abstract);
  begun({ entity: entity.name });
  message("savedMessage", "");
  $("entity").focus();
  say("New query");
});

async function copy(id, what) {
  const text = $(id).textContent;
  let isDone = false;
  try { await navigator.clipboard.writeText(text); isDone = true; } catch {
    const area = make("textarea", { value: text, class: "hidden", "aria-hidden": "true" });
    document.body.append(area);
    area.select();
    try { isDone = document.execCommand("copy"); } catch { isDone = false; }
    area.remove();
  }
  message("savedMessage", isDone ? what + " is on the clipboard."
    : "The browser does not let the page copy: select the code and copy it.", !isDone);
  return isDone;
}

for (const [button, id, what] of [["copySwift", "swift", "The Swift code"],
  ["copyCall", "call", "The call"], ["copySQL", "sql", "The SQL"]]) {
  const words = $(button).textContent;
  $(button).addEventListener("click", async () => {
    if (!await copy(id, what)) return;
    $(button).textContent = "Copied";
    setTimeout(() => { $(button).textContent = words; }, 2000);
  });
}
