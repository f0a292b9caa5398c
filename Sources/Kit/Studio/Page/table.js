/// Returns a table of records: first those that the last change added, at the end those that it
/// removed.
function table(id, caption, columns, rows, tag, isLess) {
  const hasTags = rows.some(row => tag(row));
  const rank = row => ["added", "", "removed"].indexOf(tag(row));
  const ordered = rows.map((row, i) => [rank(row), i, row])
    .sort((a, b) => a[0] - b[0] || a[1] - b[1]).map(found => found[2]);
  const pads = columns.map((path, i) =>
    isFigure(path) ? figurePad(rows.map(row => row[i + 1])) : null);
  const hiddenHead = words => make("span", { class: "hidden", text: words });
  const head = make("tr", {},
    hasTags ? make("th", { scope: "col" }, hiddenHead("Change")) : null,
    make("th", { class: "open" }, hiddenHead("Record")), ...columns.map(columnHead));
  const body = ordered.map(row => make("tr", { class: tag(row) },
    hasTags ? make("td", {}, make("span", { class: "tag", text: tag(row) })) : null,
    make("td", { class: "open" }, make("button", { type: "button", class: "quiet link", text: "›",
      "aria-label": "Show the record", title: "Show the record",
      onclick: () => openRecord({ entity: state.form.entity, row: row[0] }) })),
    ...row.slice(1).map((v, i) => cell(v, pads[i]))));
  return scrolled(caption, isLess, make("table", { id },
    make("caption", { class: "hidden", text: caption }),
    make("thead", {}, head,
      id === "given" && view.isFiltering ? filterRow(columns, hasTags) : null),
    make("tbody", {}, ...body)));
}

function scrolled(words, isLess, content) {
  return make("div", { class: isLess ? "scroll less" : "scroll", tabindex: "0", role: "region",
    "aria-label": words }, content);
}

/// - pad: aligns the numbers of a column; null for columns without numbers.
function cell(v, pad) {
  if (v === null) return make("td", { class: pad ? "none figure" : "none", text: "nil" });
  if (typeof v === "object") return make("td", {}, recordLink(v));
  if (pad) return make("td", { class: "figure", text: pad(v) });
  return make("td", { text: v, class: v.length > 32 ? "long" : null });
}

function isFigure(path) {
  const target = resolve(state.form.entity, path);
  return !!target && !target.many && readable(target.type) === "number";
}

/// Pads numbers with spaces of a digit's width, so that their decimal points are aligned.
function figurePad(values) {
  const decimals = text => (String(text).split(".")[1] || "").length;
  const most = Math.max(0, ...values.filter(v => v !== null).map(decimals));
  return text => {
    const missing = most - decimals(text);
    return text + (missing === most && most ? "\u2008" : "") + "\u2007".repeat(missing);
  };
}

/// Returns the head of a column; a press on it sorts the query by the column.
function columnHead(path) {
  const own = (state.form.sort || []).find(s => s.attribute === path);
  const words = pathWords(path), kind = isFigure(path) ? "figure" : null;
  if (!isSortable(path)) return make("th", { scope: "col", text: words, class: kind });
  const direction = own && (own.descending ? "descending" : "ascending");
  const arrow = own ? (own.descending ? " ↓" : " ↑") : "";
  return make("th", { scope: "col", "aria-sort": direction, class: kind },
    make("button", { type: "button", class: "quiet head", "data-key": "head-" + path,
      text: words + arrow, title: "Sort by " + words, onclick: () => sortBy(path) }));
}

function filterRow(columns, hasTags) {
  // An answer replaces the field, which would end the composition of a character.
  const take = (path, e) => {
    view.filters[path] = e.target.value;
    view.page = 0;
    if (!e.isComposing) fromEither();
  };
  const filter = path => make("input", { type: "search", "aria-label": "Filter " + pathWords(path),
    "data-key": "filter-" + path, value: view.filters[path] || "", placeholder: "contains", size: 8,
    oninput: e => take(path, e), oncompositionend: e => take(path, e) });
  return make("tr", { class: "filters" }, hasTags ? make("td") : null, make("td"),
    ...columns.map(path => make("td", {}, filter(path))));
}

/// Says that a table shows only its first rows; empty if it shows all.
function firstWords(rows, count) {
  return rows.length < count ? ` The first ${rows.length} are shown.` : "";
}

/// Returns a table with a row for each group: its value, its number of records and the aggregates.
function groupTable(grouped) {
  const words = `${counted(grouped.count, "group")} of the matching records.`
    + firstWords(grouped.rows, grouped.count);
  const pads = grouped.columns.map((_, i) => i ? figurePad(grouped.rows.map(row => row[i])) : null);
  const head = (name, i) => make("th", { scope: "col", text: i ? name : pathWords(name),
    class: i ? "figure" : null });
  return [make("p", { class: "note", text: words }),
    scrolled("Groups", false, make("table", { id: "groups" },
      make("caption", { class: "hidden", text: "Groups" }),
      make("thead", {}, make("tr", {}, ...grouped.columns.map(head))),
      make("tbody", {}, ...grouped.rows.map(row =>
        make("tr", {}, ...row.map((v, i) => cell(v, pads[i])))))))];
}
