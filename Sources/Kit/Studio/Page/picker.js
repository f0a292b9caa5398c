/// Returns the key paths of an entity in groups: attributes, relationships with the attributes of
/// their destination, and aggregates.
function pathGroups(entityName, accepts = () => true) {
  const entity = entityNamed(entityName);
  if (!entity) return [];
  const own = entity.attributes.map(a => ({ value: a.name, kind: readable(a.type) }));
  const groups = [{ title: entity.name, options: own }], aggregates = [];
  for (const r of entity.relationships.filter(r => r.kept)) {
    const to = entityNamed(r.to);
    const options = [{ value: r.name, kind: r.many ? `any ${r.to}` : r.to }];
    for (const a of to ? to.attributes : []) {
      options.push({ value: `${r.name}.${a.name}`, kind: readable(a.type) });
    }
    if (r.many) aggregates.push(...summaries(r, to)); else options.push(...further(r, to, entity));
    groups.push({ title: `${r.name}: ${r.many ? "several" : "one"} ${r.to}`, options });
  }
  groups.push({ title: "Aggregates", options: aggregates });
  for (const group of groups) {
    group.options = group.options.filter(o => accepts(o.value));
    for (const option of group.options) option.text = pathWords(option.value);
  }
  return groups.filter(group => group.options.length);
}

/// Returns key paths for the number of related records, and for aggregates of each of their numeric
/// attributes.
function summaries(r, to) {
  const numbers = to ? to.attributes.filter(a => readable(a.type) === "number" && !a.identity) : [];
  return [{ value: `${r.name}.@count`, kind: `${r.name}.@count` }, ...numbers.flatMap(a =>
    ["@avg", "@sum", "@min", "@max"].map(op =>
      ({ value: `${r.name}.${op}.${a.name}`, kind: `${r.name}.${op}.${a.name}` })))];
}

/// Returns key paths that follow two relationships, both of them to-one.
function further(r, to, from) {
  const links = (to?.relationships || [])
    .filter(next => next.kept && !next.many && next.to !== from.name);
  return links.flatMap(next => (entityNamed(next.to)?.attributes || []).map(a =>
    ({ value: `${r.name}.${next.name}.${a.name}`, kind: readable(a.type) })));
}

const aggregateWords = { "@count": "number of", "@avg": "average", "@sum": "total",
  "@min": "lowest", "@max": "highest" };

/// Returns a key path in words: `name`, `country.name`, `number of cities`, `average
/// cities.population`.
function pathWords(path) {
  const parts = path.split("."), at = parts.findIndex(part => part.startsWith("@"));
  if (at < 0) return path;
  const before = parts.slice(0, at).join("."), after = parts.slice(at + 1).join(".");
  return `${aggregateWords[parts[at]] || parts[at]} ${after ? `${before}.${after}` : before}`;
}

/// Returns the groups with options that contain every word of the text, the best matches first.
function matching(groups, text) {
  const words = text.toLowerCase().split(/\s+/).filter(word => word);
  if (!words.length) return groups;
  const score = option => {
    const name = (option.text + " " + option.value).toLowerCase();
    if (!words.every(word => name.includes(word))) return 0;
    const last = option.value.toLowerCase().split(".").pop();
    const depth = option.value.split(".").length;
    const isStart = option.value.toLowerCase().startsWith(words[0]);
    return (last === words[0] ? 40 : last.startsWith(words[0]) ? 30 : isStart ? 25 : 20) - depth;
  };
  return groups.map(group => {
    const found = group.options.map(o => [score(o), o]).filter(([s]) => s > 0)
      .sort((a, b) => b[0] - a[0]);
    return { title: group.title, best: found[0]?.[0] || 0, options: found.map(([, o]) => o) };
  }).sort((a, b) => b.best - a.best);
}

/// A button that shows a key path and opens the searchable list of all key paths.
function pathButton(label, path, key, accepts, take) {
  const button = make("button", { type: "button", class: "pick", "data-key": key,
    "aria-haspopup": "listbox", title: path,
    onclick: () => choosePath(button, accepts, path, take) },
  make("span", { class: "hidden", text: label + ": " }), make("span", { text: pathWords(path) }));
  return button;
}

/// Opens the list with its search field. The field has the focus while the list is open.
function choosePath(button, accepts, path, take) {
  const groups = pathGroups(state.form.entity, accepts);
  const search = make("input", { type: "search", placeholder: "Search", role: "combobox",
    "aria-label": "Search attributes", "aria-expanded": "true", "aria-autocomplete": "list",
    autocomplete: "off", spellcheck: "false" });
  let isTaken = false;
  const show = () => {
    const found = matching(groups, search.value), all = found.flatMap(g => g.options);
    const active = search.value ? 0 : all.findIndex(o => o.value === path);
    if (all.length) {
      showList(search, button, found, o => { isTaken = true; take(o.value); }, active);
      return;
    }
    const words = "No attribute has this name.";
    $("options").replaceChildren(make("p", { class: "note", text: words }));
    if (list) list.options = [];
  };
  search.addEventListener("input", show);
  search.addEventListener("keydown", e => {
    if (e.key === "Escape") { closeList(); e.preventDefault(); button.focus(); return; }
    if (e.key === "Tab") { closeList(); button.focus(); return; }
    if (list && list.options.length) listKey(e); else if (e.key === "Enter") e.preventDefault();
  });
  search.addEventListener("blur", () => setTimeout(() => {
    if (!isTaken && list && list.input === search) closeList();
  }, 150));
  closeList();
  $("pop").replaceChildren(search, make("div", { id: "options" }));
  $("pop").showPopover();
  show();
  search.focus();
}
