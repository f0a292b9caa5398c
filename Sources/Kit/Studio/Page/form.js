/// The conditions as one group.
function whole() {
  const where = state.form.where;
  if (!where) return { all: [] };
  return where.all || where.any ? where : { all: [where] };
}

function keyOf(group) { return group.any ? "any" : "all"; }
function isGroup(condition) { return !!(condition.all || condition.any); }

/// Returns the conditions that are not groups, in their order, which is also the server's order.
function leaves(group) {
  return group[keyOf(group)].flatMap(c => isGroup(c) ? leaves(c) : [c]);
}

function allLeaves() { return leaves(whole()); }

/// Returns the groups, each before the groups inside it.
function groups(group) {
  return [group, ...group[keyOf(group)].filter(isGroup).flatMap(groups)];
}

let leafCount = 0, groupCount = 0, byKey = false, deferring = false, redrawing = 0;
/// The form that was last drawn for a text, as JSON; empty once the fields were changed.
let drawnForm = "";
addEventListener("keydown", () => { byKey = true; }, true);
addEventListener("pointerdown", () => { byKey = false; }, true);
addEventListener("focusout", () => setTimeout(() => { if (redrawing) drawForm(); }));

function focusOn(key) { document.querySelector(`[data-key="${key}"]`)?.focus(); }

function drawForm() {
  drawnForm = "";
  clearTimeout(redrawing);
  redrawing = 0;
  if (deferring) { redrawing = setTimeout(drawForm, 900); return; }
  const focused = document.activeElement?.dataset?.key;
  const group = whole();
  state.form.where = group;
  leafCount = groupCount = 0;
  places.clear();
  $("conditions").replaceChildren(drawGroup(group, null, "w"));
  drawSorts();
  drawResult();
  if (focused) focusOn(focused);
}

function changed() { drawForm(); fromForm(); }

function drawGroup(group, at, key) {
  const kind = keyOf(group), own = group[kind], index = groupCount++;
  const box = make("div", { class: at ? "group" : null, role: at ? "group" : null,
    "aria-label": at ? "Group" : null, "data-place": at ? key : null });
  if (at) box.append(groupHead(group, at, key));
  else if (!own.length) {
    box.append(make("p", { class: "note", text: "No condition: every record matches." }));
  }
  // The group of all conditions has no menu.
  if (!at && group.not) {
    box.append(make("button", { type: "button", class: "tag not quiet", text: "NOT",
      "data-key": key + "not", title: "Remove NOT",
      onclick: () => { toggleNot(group); changed(); } }));
  }
  own.forEach((condition, i) => {
    const place = { list: own, index: i }, name = `${key}.${i}`;
    if (i) box.append(joint(group, kind, key + "j" + i));
    box.append(isGroup(condition) ? drawGroup(condition, place, name)
      : drawCondition(condition, place, name, leafCount++));
  });
  box.append(groupAdds(kind, own, at, key),
    make("p", { class: "effect", id: "groupEffect" + index }));
  return box;
}

/// The word between two conditions. A press switches the whole group between AND and OR.
function joint(group, kind, key) {
  return make("button", { type: "button", class: "joint quiet", "data-key": key,
    text: kind === "all" ? "AND" : "OR", title: kind === "all" ? "Switch to OR" : "Switch to AND",
    onclick: () => {
      const conditions = group[kind];
      delete group[kind];
      group[kind === "all" ? "any" : "all"] = conditions;
      changed();
    } });
}

function groupHead(group, at, key) {
  return make("div", { class: "line" }, grip(at, key, "group"),
    group.not ? make("span", { class: "tag not", text: "NOT" }) : null,
    make("span", { class: "kind grow",
      text: keyOf(group) === "all" ? "all of these" : "any of these" }),
    make("button", { type: "button", class: "quiet more", text: "⋯", "data-key": key + "more",
      "aria-haspopup": "menu", title: "More for the group",
      onclick: e => showMenu(e.currentTarget, [notItem(group), ...placeMenu(at, key)]) }));
}

function groupAdds(kind, own, at, key) {
  const add = (condition, path) => {
    own.push(condition);
    changed();
    const first = document.querySelector(`[data-key="${key}.${own.length - 1}${path}"]`);
    first?.focus();
    if (path !== "code") first?.click();
  };
  const entity = entityNamed(state.form.entity);
  const isPossible = entity?.attributes.some(a => canCompare(a.name))
    || entity?.relationships.some(r => r.kept && canCompare(r.name));
  const button = (text, name, run, isQuiet) => make("button", { type: "button", text,
    "data-key": key + name, id: at || name !== "a" ? null : "addCondition",
    class: isQuiet ? "quiet" : null, disabled: !isPossible, onclick: run });
  const addOne = () => add(fresh(), "attribute");
  if (at) return make("div", { class: "row" }, button("Add to the group", "a", addOne, true));
  const inner = kind === "all" ? "any" : "all";
  const words = `${state.form.entity} has no attributes or relationships to compare.`;
  return make("div", { class: "row" },
    isPossible || !entity ? null : make("p", { class: "note", text: words }),
    button("Add condition", "a", addOne),
    button("Add group", "g", () => add({ [inner]: [fresh()] }, ".0attribute"), true),
    button("Type a condition", "c", () => add({ code: "" }, "code"), true));
}

/// Returns the attribute that a new condition or sort key begins with: the first text called `name`,
/// `title` or `label`; otherwise the first text whose name does not end in `id`, `url`, `key`, `raw`
/// or `code`; otherwise the first text. The identity is not one of these texts. Without a text,
/// returns the first attribute that is not the identity, otherwise the identity; undefined for an
/// empty list.
function mainAttribute(attributes) {
  const found = attributes.filter(a => a.type === "String" && !a.identity);
  return found.find(a => /^(name|title|label)$/i.test(a.name))
    || found.find(a => !/(id|url|key|raw|code)$/i.test(a.name)) || found[0]
    || attributes.find(a => !a.identity) || attributes[0];
}

/// Returns a new condition.
function fresh() {
  const entity = entityNamed(state.form.entity);
  const main = mainAttribute(entity.attributes.filter(a => canCompare(a.name)))
    || entity.relationships.find(r => r.kept && canCompare(r.name));
  const c = { attribute: main.name };
  const target = targetOf(c);
  if (target.many) c.quantifier = "any";
  resetComparison(c, target);
  return c;
}

/// Returns a parameter name that no condition uses.
function freeName(base) {
  const used = allLeaves().flatMap(c => [c.parameter, ...(c.list || []).map(x => x?.parameter)]);
  let name = base, n = 2;
  while (used.includes(name)) name = base + n++;
  return name;
}
