/// Returns words for the two directions of a sort key, by the type of its attribute.
function directions(path) {
  const kind = readable(resolve(state.form.entity, path)?.type || "String");
  return { text: ["A to Z", "Z to A"], number: ["lowest first", "highest first"],
    date: ["oldest first", "newest first"] }[kind] || ["ascending", "descending"];
}

/// Whether a query can be sorted by a path: the path must give one value for each record, and its
/// names must be names that a query can contain.
function isSortable(path) {
  const target = resolve(state.form.entity, path);
  return !!target && !target.many && !path.includes("@") && target.type !== "record"
    && isComparable(target.type) && path.split(".").every(isKey);
}

/// Redraws the form after a change of sort keys or result, and sends the query.
function partsChanged() { drawForm(); fromParts(); }

function drawSorts() {
  // Keeps the same array of sort keys, so that a choice in a list that is still open adds to this
  // array.
  const sorts = state.form.sort ||= [];
  sorts.forEach((s, i) => { if (typeof s === "string") sorts[i] = { attribute: s }; });
  const rows = sorts.map((s, i) => {
    const direction = select(directions(s.attribute).map((text, n) => [String(n), text]),
      s.descending ? "1" : "0", `s${i}d`, v => {
        if (v === "1") s.descending = true; else delete s.descending;
        fromParts();
      });
    direction.setAttribute("aria-label", "Direction");
    return make("div", { class: "line" },
      make("span", { class: "kind", text: i ? "then by" : "Sort by" }),
      pathButton(i ? "Then by" : "Sort by", s.attribute, "s" + i, isSortable,
        path => { s.attribute = path; partsChanged(); focusOn("s" + i); }),
      direction,
      make("button", { class: "quiet", type: "button", text: "×", title: "Remove this sort key",
        "aria-label": "Remove sort key " + (i + 1),
        onclick: () => { sorts.splice(i, 1); partsChanged(); $("addSort").focus(); } }));
  });
  const isPossible = pathGroups(state.form.entity, isSortable).length > 0;
  $("sorts").replaceChildren(...rows, make("button", { id: "addSort", "data-key": "addSort",
    type: "button", class: rows.length ? "quiet" : null, disabled: !isPossible,
    text: rows.length ? "Then by…" : "Sort by…", onclick: e => {
      const used = sorts.map(s => s.attribute);
      const main = mainAttribute(entityNamed(state.form.entity).attributes
        .filter(a => isSortable(a.name) && !used.includes(a.name)));
      choosePath(e.currentTarget, isSortable, main?.name || "", path => {
        sorts.push({ attribute: path });
        partsChanged();
        focusOn(`s${sorts.length - 1}`);
      });
    } }));
}

/// Handles a press on a column's head. The first press sorts ascending, the second descending, and
/// the third removes the sort key.
function sortBy(path) {
  const sorts = state.form.sort || [], own = sorts.find(s => s.attribute === path);
  if (!own) state.form.sort = [{ attribute: path }];
  else if (own.descending) state.form.sort = [];
  else state.form.sort = [{ ...own, descending: true }];
  partsChanged();
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
    // A number that is already shown stays as it was typed, such as 05.
    if ($(id).valueAsNumber !== state.form[id]) $(id).value = state.form[id] ?? "";
    markCount(id);
  }
}

/// Marks a number of records that is not a whole number, 0 or more. Returns whether it fits.
function markCount(id) {
  const { value, validity } = $(id), number = Number(value);
  const fits = !validity.badInput && Number.isSafeInteger(number) && number >= 0;
  $(id).setAttribute("aria-invalid", String(!fits));
  return fits;
}

$("entity").addEventListener("change", e => choose(e.target.value));
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
  partsChanged();
});
$("resultAttribute").addEventListener("change", e => {
  state.form.result = { [$("result").value]: e.target.value };
  fromParts();
});
for (const [id, name] of [["limit", "Limit"], ["offset", "Skip"]]) {
  $(id).addEventListener("input", e => {
    const { value } = e.target;
    if (!markCount(id)) { refuse(`${name} must be a whole number, 0 or more.`); return; }
    if (value) state.form[id] = Number(value); else delete state.form[id];
    fromParts();
  });
  // The query never has a number that does not fit, so the field shows the query's number again.
  $(id).addEventListener("blur", () => {
    if (!state.form || markCount(id)) return;
    drawResult();
    fromEither();
  });
}
