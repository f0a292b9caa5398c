/// The conditions as one group, whatever the form has.
function whole() {
  const where = state.form.where;
  if (!where) return { all: [] };
  return where.all || where.any ? where : { all: [where] };
}

function keyOf(group) { return group.any ? "any" : "all"; }
function isGroup(condition) { return !!(condition.all || condition.any); }

/// The conditions that are no groups, in their order: the server counts them likewise.
function leaves(group) {
  return group[keyOf(group)].flatMap(c => isGroup(c) ? leaves(c) : [c]);
}

/// The groups, each before those in it.
function groups(group) {
  return [group, ...group[keyOf(group)].filter(isGroup).flatMap(groups)];
}

let leafCount = 0, groupCount = 0, byKey = false, deferring = false, redrawing = 0;
/// The meaning of a text that was drawn; null once the fields were changed.
let drawnForm = "";
addEventListener("keydown", () => { byKey = true; }, true);
addEventListener("pointerdown", () => { byKey = false; }, true);
addEventListener("focusout", () => setTimeout(() => { if (redrawing) drawForm(); }));

function drawForm() {
  drawnForm = "";
  clearTimeout(redrawing);
  redrawing = 0;
  if (deferring) { redrawing = setTimeout(drawForm, 900); return; }
  const focused = document.activeElement && document.activeElement.dataset
    ? document.activeElement.dataset.key : null;
  const group = whole();
  state.form.where = group;
  leafCount = groupCount = 0;
  $("conditions").replaceChildren(drawGroup(group, null, "w"));
  drawSorts();
  drawResult();
  const again = focused && document.querySelector(`[data-key="${focused}"]`);
  if (again) again.focus();
}

function changed() { drawForm(); fromForm(); }

function drawGroup(group, remove, key) {
  const kind = keyOf(group), list = group[kind], index = groupCount++;
  const box = make("fieldset", { class: remove ? "group" : null },
    make("legend", { class: remove ? null : "hidden", text: remove ? "Together" : "All conditions" }));
  box.append(groupBar(group, kind, list, remove, key));
  if (!list.length && !remove) {
    box.append(make("p", { class: "note", text: "None: every record is given." }));
  }
  list.forEach((condition, i) => {
    const drop = () => { list.splice(i, 1); };
    if (i) box.append(make("p", { class: "between", text: kind === "all" ? "and" : "or" }));
    box.append(isGroup(condition) ? drawGroup(condition, drop, `${key}.${i}`)
      : drawCondition(condition, drop, `${key}.${i}`, leafCount++));
  });
  box.append(groupAdds(kind, list, remove, key),
    make("p", { class: "effect", id: "groupEffect" + index }));
  return box;
}

function groupBar(group, kind, list, remove, key) {
  const bar = make("div", { class: "row" });
  if (list.length > 1 || remove) {
    const items = [["all", "all of these hold"], ["any", "any of these holds"]];
    bar.append(field("A record matches if", make("select", { "data-key": key + "k", onchange: e => {
      const conditions = group[kind];
      delete group[kind];
      group[e.target.value] = conditions;
      changed();
    } }, ...items.map(([value, text]) => make("option", { value, text, selected: value === kind })))));
  }
  if (remove || group.not) {
    bar.append(check("NOT (the opposite of all this)", group.not, key + "n", isNot => {
      if (isNot) group.not = true; else delete group.not;
      changed();
    }));
  }
  if (remove) {
    bar.append(make("button", { class: "quiet", type: "button", text: "Remove this group",
      onclick: () => { remove(); changed(); $("addCondition").focus(); } }));
  }
  return bar;
}

function groupAdds(kind, list, remove, key) {
  const other = kind === "all" ? "any" : "all";
  const add = (condition, part) => {
    list.push(condition);
    changed();
    const first = document.querySelector(`[data-key="${key}.${list.length - 1}${part}"]`);
    if (first) first.focus();
  };
  const canCompare = comparable(state.form.entity).length > 0;
  const why = canCompare || remove || !entityNamed(state.form.entity) ? null : make("p", { class: "note",
    text: `${state.form.entity} has no attributes or relationships to compare.` });
  return make("div", { class: "row" }, why,
    make("button", { type: "button", id: remove ? null : "addCondition", "data-key": key + "a",
      disabled: !canCompare, text: "Add a condition", onclick: () => add(fresh(), "attribute") }),
    make("button", { type: "button", "data-key": key + "g", class: "quiet", disabled: !canCompare,
      text: kind === "all" ? "Add “either … or …”" : "Add “both … and …”",
      onclick: () => { const one = fresh(); add({ [other]: [one, fresh([one.parameter])] }, "k"); } }),
    make("button", { type: "button", "data-key": key + "c", class: "quiet",
      text: "Write one as text", onclick: () => add({ code: "" }, "code") }));
}

/// The paths that a condition can compare.
function comparable(entityName) {
  return paths(entityName).filter(([p]) => isComparable(resolve(entityName, p)?.type));
}

/// A condition as it begins: on the first text attribute that people know a record by.
function fresh(taken = []) {
  const entity = entityNamed(state.form.entity), found = comparable(state.form.entity);
  const text = found.find(([p]) => !p.includes(".")
    && resolve(state.form.entity, p)?.type === "String"
    && !entity.attributes.find(a => a.name === p).identity);
  const attribute = (text || found[0])[0], target = resolve(state.form.entity, attribute);
  const isText = target.type === "String";
  const condition = { attribute, compare: isText ? "BEGINSWITH" : "==",
    parameter: freeName(isText ? "text" : "value", taken) };
  if (isText) condition.ignoring = ["case"];
  if (target.many) condition.quantifier = "any";
  return condition;
}

function freeName(base, taken = []) {
  const used = [...leaves(whole()).map(c => c.parameter), ...taken];
  let name = base, n = 2;
  while (used.includes(name)) name = base + n++;
  return name;
}

function drawSorts() {
  state.form.sort = (state.form.sort || []).map(s => typeof s === "string" ? { attribute: s } : s);
  const sorts = state.form.sort, found = comparable(state.form.entity).filter(([p]) => {
    const target = resolve(state.form.entity, p);
    return target && !target.many && !p.includes("@") && target.type !== "record";
  });
  const rows = sorts.map((sort, i) => {
    const known = found.some(([p]) => p === sort.attribute);
    const target = resolve(state.form.entity, sort.attribute);
    const kind = readable(target ? target.type : "");
    const [up, down] = kind === "text" ? ["A to Z", "Z to A"]
      : kind === "date" ? ["early to late", "late to early"] : ["low to high", "high to low"];
    return make("div", { class: "row" },
      field(i ? "then by" : "by", select(known ? found : [...found, [sort.attribute, sort.attribute]],
        sort.attribute, "s" + i, v => { sort.attribute = v; changed(); })),
      field("Direction", select([["", up], ["d", down]], sort.descending ? "d" : "", "d" + i, v => {
        if (v) sort.descending = true; else delete sort.descending;
        changed();
      })),
      make("button", { class: "quiet", type: "button", text: "Remove",
        "aria-label": "Remove sort key " + (i + 1),
        onclick: () => { sorts.splice(i, 1); changed(); $("addSort").focus(); } }));
  });
  const none = make("p", { class: "note", text: "None: in the order of the records' identities." });
  $("sorts").replaceChildren(...(rows.length ? rows : [none]));
  $("addSort").disabled = !sortable().length;
  $("addSort").textContent = rows.length ? "Then by another attribute" : "Sort by an attribute";
}

function sortable() {
  return (entityNamed(state.form.entity)?.attributes || []).filter(a => isComparable(a.type));
}

function drawResult() {
  const result = state.form.result || "list", isName = typeof result === "string";
  const kind = isName ? result : Object.keys(result)[0];
  $("result").value = kind;
  const isNumeric = ["sum", "avg"].includes(kind);
  const fits = (entityNamed(state.form.entity)?.attributes || [])
    .filter(a => !isNumeric || readable(a.type) === "number");
  options($("resultAttribute"), fits.length ? fits.map(a => [a.name, a.name]) : [["", "none fits"]],
    isName ? undefined : Object.values(result)[0]);
  show("resultAttributeLabel", !isName);
  const isMany = ["list", "attribute"].includes(kind);
  show("limitLabel", isMany || state.form.limit !== undefined);
  show("offsetLabel", isMany || kind === "first" || state.form.offset !== undefined);
  for (const id of ["limit", "offset"]) {
    if (document.activeElement !== $(id)) $(id).value = state.form[id] ?? "";
  }
}

$("entity").addEventListener("change", e => choose(e.target.value));
$("filter").addEventListener("input", drawEntities);
$("addSort").addEventListener("click", () => {
  const found = sortable();
  if (!found.length) return;
  const text = found.find(a => a.type === "String" && !a.identity) || found[0];
  const used = state.form.sort.map(s => s.attribute);
  const next = used.includes(text.name) ? found.find(a => !used.includes(a.name)) || text : text;
  state.form.sort.push({ attribute: next.name });
  changed();
  document.querySelector(`[data-key="s${state.form.sort.length - 1}"]`).focus();
});
$("result").addEventListener("change", e => {
  const kind = e.target.value, attributes = entityNamed(state.form.entity)?.attributes || [];
  if (kind === "list") delete state.form.result;
  else if (["first", "count"].includes(kind)) state.form.result = kind;
  else {
    const fits = attributes.find(a =>
      kind === "attribute" ? !a.identity : readable(a.type) === "number") || attributes[0];
    state.form.result = { [kind]: fits ? fits.name : "" };
  }
  if (!["list", "attribute"].includes(kind)) {
    delete state.form.limit;
    if (kind !== "first") delete state.form.offset;
  }
  changed();
});
$("resultAttribute").addEventListener("change", e => {
  state.form.result = { [$("result").value]: e.target.value };
  fromForm();
});
for (const id of ["limit", "offset"]) {
  $(id).addEventListener("input", e => {
    const n = parseInt(e.target.value, 10);
    if (n >= 0) state.form[id] = n; else delete state.form[id];
    fromForm();
  });
}
