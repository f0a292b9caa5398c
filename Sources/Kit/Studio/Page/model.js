function entityNamed(name) { return state.model.entities.find(entity => entity.name === name); }

/// The type of an attribute in words.
function readable(type) {
  return { "Integer 16": "number", "Integer 32": "number", "Integer 64": "number",
    "Decimal": "number", "Double": "number", "Float": "number", "String": "text",
    "Boolean": "yes or no", "Date": "date", "UUID": "UUID", "URI": "address",
  }[type] || type.toLowerCase();
}

/// Returns `{ type, many, isList }`: the type at the end of a key path, whether the path leads to
/// several records, and whether it ends in a to-many relationship. Returns null if the path is
/// wrong.
function resolve(entityName, path) {
  let entity = entityNamed(entityName), many = false;
  const parts = (path || "").split(".");
  for (let i = 0; i < parts.length; i++) {
    const part = parts[i];
    if (part === "@count") return { type: "Integer 64", many: false };
    if (part.startsWith("@")) {
      const found = entity && entity.attributes.find(a => a.name === parts[i + 1]);
      return { type: found ? found.type : "Double", many: false };
    }
    const attribute = entity && entity.attributes.find(a => a.name === part);
    if (attribute) return { type: attribute.type, many };
    const link = entity && entity.relationships.find(r => r.name === part);
    if (!link) return null;
    many = many || link.many;
    entity = entityNamed(link.to);
    if (i === parts.length - 1) {
      return { type: "record", many, isList: link.many, entity: link.to };
    }
  }
  return null;
}

/// A model that is not found in the project is attached by the command alone.
function allowAttaching() {
  $("attach").disabled = !state.overview.models.includes($("models").value);
}

$("models").addEventListener("change", allowAttaching);

function drawModel() {
  const { overview, model } = state;
  $("project").textContent = "· " + overview.project;
  const models = overview.models;
  const own = model && overview.attached;
  // The attached model may be outside the project, or a folder of one version.
  const listed = !own || models.includes(own) ? models : [own, ...models];
  options($("models"), listed.length
    ? listed.map(p => [p, p]) : [["", "no .xcdatamodeld in this project"]]);
  if (own) $("models").value = own;
  allowAttaching();
  $("attach").className = model ? "" : "main";
  const problem = overview.problem || (model && model.storeProblem);
  const stale = model && overview.problem
    ? "The model file has errors now; the page shows the last version without errors.\n" : "";
  $("modelProblem").textContent = problem ? stale + problem : "";
  show("modelProblem", !!problem);
  for (const id of ["modelParts", "form", "outcome", "bandParts", "generateForm"]) {
    show(id, !!model);
  }
  show("intro", !model);
  $("openSaved").disabled = !overview.queries.length;
  $("history").disabled = $("new").disabled = !model;
  if (!model) return;
  const output = $("output");
  if (document.activeElement !== output && ["", output.dataset.given].includes(output.value)) {
    output.value = overview.output;
  }
  output.dataset.given = overview.output;
  $("settings").textContent = model.settings ? `From .cdgen.yml: ${model.settings}.` : "";
  $("origin").textContent = model.origin === "sample data"
    ? "The rows are sample data made for this model, with the values of the query among them."
      + " Start with --store FILE to see your own."
    : "The rows come from " + model.origin + ". The studio does not change this file.";
  drawEntityChoice();
  drawEntities();
}

/// Offers the entities that can have records, and the query's entity even if the model no longer
/// has it.
function drawEntityChoice() {
  const found = state.model.entities.filter(e => !e.abstract).map(e => [e.name, e.name])
    .sort((a, b) => a[0].localeCompare(b[0]));
  const own = state.form.entity;
  if (!found.some(([name]) => name === own)) found.push([own, `${own} (not in the model)`]);
  options($("entity"), found, own);
}

/// Whether a query can compare and sort by values of a type.
function isComparable(type) {
  return !["Binary", "Transformable", "Composite", "Undefined"].includes(type);
}

/// Whether a predicate can contain the name of an attribute or a relationship.
function isKey(name) { return !state.model.notKeys.includes(name); }

/// Lists the entities that have the searched text in their name or in the name of an attribute or
/// a relationship.
function drawEntities() {
  const wanted = $("filter").value.trim().toLowerCase(), chosen = state.form.entity;
  const has = name => name.toLowerCase().includes(wanted);
  const found = state.model.entities.map(e => {
    const part = !wanted || has(e.name) ? ""
      : [...e.attributes, ...e.relationships].find(p => has(p.name))?.name;
    return part === undefined ? null : [e, part];
  }).filter(pair => pair).sort((a, b) => !!a[1] - !!b[1] || a[0].name.localeCompare(b[0].name));
  $("listTitle").textContent = `Entities: ${found.length}${wanted ? " found" : ""}`;
  if (wanted) $("list").open = true;
  $("entities").replaceChildren(...found.map(([e, part]) => make("li", {}, make("button", {
    type: "button", "aria-pressed": String(e.name === chosen), disabled: e.abstract,
    onclick: () => choose(e.name) },
  e.name + (e.abstract ? " (abstract: has no direct records)" : ""),
  part ? make("span", { class: "kind", text: " has " + part }) : null))));
  const entity = entityNamed(chosen);
  $("fieldsTitle").textContent = entity ? `Contents of ${entity.name}`
    : `${chosen} is not in the model`;
  $("fields").replaceChildren(...(entity ? entity.attributes.map(a => line(a.name, readable(a.type)
    + (a.identity ? ", identity" : a.optional ? ", optional" : "")
    + (isKey(a.name) ? "" : ", cannot be in a predicate"))) : []));
  drawDiagram(entity);
}

function line(name, kind) {
  return make("li", {}, name + " ", make("span", { class: "kind", text: kind }));
}

$("filter").addEventListener("input", drawEntities);
$("filter").addEventListener("keydown", e => {
  if (e.key === "Enter") $("entities").querySelector("button:not(:disabled)")?.click();
});

/// Begins a query for records of another entity.
function choose(name) {
  const entity = entityNamed(name);
  if (!entity || entity.abstract || (state.form && state.form.entity === name)) return;
  $("filter").value = "";
  $("list").open = false;
  begun({ entity: name });
  drawEntities();
}

/// Shows another query in the fields.
function begun(form, name = "") {
  Object.assign(state, { form, values: {}, opened: null });
  resetView();
  drawEntityChoice();
  $("rows").replaceChildren();
  $("name").value = name;
  forgetReplacing();
  closeChoices();
  drawForm();
  fromForm();
}
