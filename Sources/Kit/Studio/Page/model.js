function entityNamed(name) { return state.model.entities.find(entity => entity.name === name); }

/// The type of an attribute in words.
function readable(type) {
  return { "Integer 16": "number", "Integer 32": "number", "Integer 64": "number",
    "Decimal": "number", "Double": "number", "Float": "number", "String": "text",
    "Boolean": "yes or no", "Date": "date", "UUID": "UUID", "URI": "address",
  }[type] || type.toLowerCase();
}

/// The end of a path: { type, many }; null if the path is wrong.
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
    if (i === parts.length - 1) return { type: "record", many };
  }
  return null;
}

/// The paths that a list offers, with their words: attributes, and those one relationship away.
function paths(entityName) {
  const entity = entityNamed(entityName), found = [];
  if (!entity) return found;
  for (const a of entity.attributes) found.push([a.name, `${a.name} (${readable(a.type)})`]);
  for (const r of entity.relationships) {
    if (!r.kept) continue;
    const to = entityNamed(r.to);
    if (r.many) found.push([`${r.name}.@count`, `how many ${r.name} (number)`]);
    else found.push([r.name, `${r.name} (the ${r.to} itself)`]);
    for (const a of to ? to.attributes : []) {
      found.push([`${r.name}.${a.name}`, `${r.name} › ${a.name} (${readable(a.type)})`]);
    }
    found.push(...(r.many ? summaries(r, to) : further(r, to, entity)));
  }
  return found;
}

/// One value of all records of a relationship.
function summaries(r, to) {
  const words = [["@avg", "average"], ["@sum", "total"], ["@min", "lowest"], ["@max", "highest"]];
  const numbers = to ? to.attributes.filter(a => readable(a.type) === "number") : [];
  return numbers.flatMap(a => words.map(([op, word]) =>
    [`${r.name}.${op}.${a.name}`, `${word} ${a.name} of all ${r.name} (number)`]));
}

/// Two relationships away, where both lead to one record.
function further(r, to, from) {
  const links = to ? to.relationships.filter(next => next.kept && !next.many && next.to !== from.name) : [];
  return links.flatMap(next => (entityNamed(next.to)?.attributes || []).map(a =>
    [`${r.name}.${next.name}.${a.name}`, `${r.name} › ${next.name} › ${a.name} (${readable(a.type)})`]));
}

function drawModel() {
  const { overview, model } = state;
  $("project").textContent = "· " + overview.project;
  const models = overview.models;
  options($("models"), models.length
    ? models.map(p => [p, p]) : [["", "no .xcdatamodeld in this project"]]);
  const own = model && models.find(p => p.split("/").pop() === model.source);
  if (own) $("models").value = own;
  $("attach").disabled = !models.length;
  $("attach").className = model ? "" : "main";
  const problem = overview.problem || (model && model.storeProblem);
  const stale = model && overview.problem
    ? "The model file has errors now; what you see is the last version without.\n" : "";
  $("modelProblem").textContent = problem ? stale + problem : "";
  show("modelProblem", !!problem);
  drawSaved(overview.queries);
  for (const id of ["modelParts", "form", "outcome", "bandParts", "textHelp"]) show(id, !!model);
  show("intro", !model);
  if (!model) return;
  const output = $("output");
  if (document.activeElement !== output && ["", output.dataset.given].includes(output.value)) {
    output.value = overview.output;
  }
  output.dataset.given = overview.output;
  $("settings").textContent = model.settings ? `As .cdgen.yml says: ${model.settings}.` : "";
  $("origin").textContent = model.origin === "sample data"
    ? "The rows are sample data made for this model, the same each time. Start with --store FILE to see your own."
    : "The rows are those of " + model.origin + ", which is only read.";
  show("filterLabel", model.entities.length > 12);
  drawEntityChoice();
  drawEntities();
}

/// The entities with records, and that of the query where the model no longer has it.
function drawEntityChoice() {
  const found = state.model.entities.filter(e => !e.abstract).map(e => [e.name, e.name]);
  const own = state.form.entity;
  if (!found.some(([name]) => name === own)) found.push([own, `${own} (not in the model)`]);
  options($("entity"), found, own);
}

/// Whether a query can compare and sort by values of a type.
function isComparable(type) {
  return !["Binary", "Transformable", "Composite", "Undefined"].includes(type);
}

function drawSaved(queries) {
  options($("saved"), [["", queries.length ? "open…" : "none yet"], ...queries.map(q => [q, q])]);
}

function drawEntities() {
  const wanted = $("filter").value.toLowerCase(), chosen = state.form.entity;
  const found = state.model.entities.filter(e => e.name.toLowerCase().includes(wanted));
  $("entities").replaceChildren(...found.map(e => make("li", {}, make("button", {
    type: "button", "aria-pressed": String(e.name === chosen), disabled: e.abstract,
    text: e.name + (e.abstract ? " (abstract: has no direct records)" : ""),
    onclick: () => choose(e.name),
  }))));
  const entity = entityNamed(chosen);
  $("fieldsTitle").textContent = entity ? `Each ${entity.name} has`
    : `${chosen} is not in the model`;
  $("fields").replaceChildren(...(entity ? [
    ...entity.attributes.map(a => line(a.name, readable(a.type)
      + (a.identity ? ", tells records apart" : a.optional ? ", may be missing" : ""))),
    ...entity.relationships.map(r => line(r.name,
      (r.many ? "several " : "one ") + r.to + (r.kept ? "" : ", not kept"))),
  ] : []));
  drawDiagram(entity);
}

function line(name, kind) {
  return make("li", {}, name + " ", make("span", { class: "kind", text: kind }));
}

/// Begins a query for records of another entity.
function choose(name) {
  const entity = entityNamed(name);
  if (!entity || entity.abstract || (state.form && state.form.entity === name)) return;
  begun({ entity: name });
  drawEntities();
}

/// The fields show another query.
function begun(form, name = "") {
  Object.assign(state, { form, values: {}, rows: null, opened: null });
  drawEntityChoice();
  $("rows").replaceChildren();
  $("name").value = name;
  forgetReplacing();
  closeChoices();
  drawForm();
  fromForm();
}
