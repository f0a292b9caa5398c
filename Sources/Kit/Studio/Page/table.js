/// One table of records: first those that the last change added, at the end those that it removed.
function table(id, caption, columns, rows, tag, isLess) {
  const hasTags = rows.some(row => tag(row));
  const cell = v => v === null ? make("td", { class: "none", text: "nil" })
    : typeof v === "object" ? make("td", {}, make("button", { type: "button", class: "quiet link", text: v.text,
      title: `Show this ${v.entity}`, onclick: () => openRecord(v) }))
      : make("td", { text: v, class: v.length > 32 ? "long" : null });
  const head = hasTags ? [make("th", { scope: "col" }, make("span", { class: "hidden", text: "Change" }))] : [];
  const rank = row => ["added", "", "removed"].indexOf(tag(row));
  const ordered = rows.map((row, i) => [rank(row), i, row]).sort((a, b) => a[0] - b[0] || a[1] - b[1]).map(found => found[2]);
  const body = ordered.map(row => make("tr", { class: tag(row) },
    ...(hasTags ? [make("td", {}, make("span", { class: "tag", text: tag(row) }))] : []),
    make("td", { class: "open" }, make("button", { type: "button", class: "quiet link", text: "›",
      "aria-label": "Show the record", title: "Show the record",
      onclick: () => openRecord({ entity: state.form.entity, row: row[0] }) })),
    ...row.slice(1).map(cell)));
  return make("div", { class: isLess ? "scroll less" : "scroll", tabindex: "0", role: "region",
    "aria-label": caption },
  make("table", { id }, make("caption", { class: "hidden", text: caption }),
    make("thead", {}, make("tr", {}, ...head, make("th", { class: "open" }, make("span", { class: "hidden", text: "Record" })),
      ...columns.map(columnHead)),
    ...(id === "given" && view.isFiltering ? [filterRow(columns, hasTags)] : [])),
    make("tbody", {}, ...body)));
}

/// The name of a column; a press sorts the query by it.
function columnHead(path) {
  const own = (state.form.sort || []).find(s => s.attribute === path);
  const words = pathWords(path);
  if (!isSortable(path)) return make("th", { scope: "col", text: words });
  return make("th", { scope: "col", "aria-sort": own ? (own.descending ? "descending" : "ascending") : null },
    make("button", { type: "button", class: "quiet head", "data-key": "head-" + path,
      text: words + (own ? (own.descending ? " ↓" : " ↑") : ""), title: "Sort by " + words, onclick: () => sortBy(path) }));
}

function filterRow(columns, hasTags) {
  return make("tr", { class: "filters" }, ...(hasTags ? [make("td")] : []), make("td"), ...columns.map(path =>
    make("td", {}, make("input", { type: "search", "aria-label": "Filter " + pathWords(path), "data-key": "filter-" + path,
      value: view.filters[path] || "", placeholder: "contains", size: 8, oninput: e => {
        view.filters[path] = e.target.value;
        view.page = 0;
        fromEither();
      } }))));
}

/// The values of the grouping with the number of records and the aggregates of each.
function groupTable(grouped) {
  const words = `${grouped.count} ${grouped.count === 1 ? "group" : "groups"} of the matching records.`;
  return [make("p", { class: "note", text: words }),
    make("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Groups" },
      make("table", { id: "groups" }, make("caption", { class: "hidden", text: "Groups" }),
        make("thead", {}, make("tr", {}, ...grouped.columns.map((c, i) =>
          make("th", { scope: "col", text: i ? c : pathWords(c), class: i ? "figure" : null })))),
        make("tbody", {}, ...grouped.rows.map(row => make("tr", {}, ...row.map((v, i) =>
          make("td", { text: v === null ? "nil" : v, class: v === null ? "none" : i ? "figure" : null })))))))];
}

/// The record that is shown in place of the rows, and those before it.
const trail = [];

/// Shows a record and those related to it.
async function openRecord(link) {
  try {
    const page = await ask("/api/record", { entity: link.entity, row: link.row,
      text: $("text").value, of: state.form.entity });
    trail.push(link);
    drawRecord(page);
  } catch (error) { message("savedMessage", error.message, true); }
}

function closeRecord() {
  trail.length = 0;
  $("record").replaceChildren();
  for (const id of ["rows", "rowTools"]) show(id, true);
  show("record", false);
}

function drawRecord(page) {
  for (const id of ["rows", "rowTools", "pager"]) show(id, false);
  show("record", true);
  const back = make("button", { type: "button", text: trail.length > 1 ? "Back" : "Back to the rows", onclick: () => {
    trail.pop();
    const before = trail.pop();
    if (before) openRecord(before); else { closeRecord(); drawRows(); }
  } });
  $("record").replaceChildren(make("div", { class: "line" }, back,
    make("h3", { class: "grow", text: `${page.entity} “${page.title}”` })),
  make("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Record" },
    make("table", {}, make("tbody", {},
      ...page.attributes.map(([name, v]) => make("tr", {}, make("th", { scope: "row", text: name }),
        make("td", { text: v === null ? "nil" : v, class: v === null ? "none" : "long" }))),
      ...page.relationships.map(r => make("tr", {}, make("th", { scope: "row", text: r.name }),
        make("td", { class: r.count ? "long" : "none" }, ...(r.count ? r.rows.flatMap((link, i) => [i ? ", " : "",
          make("button", { type: "button", class: "quiet link", text: link.text, onclick: () => openRecord(link) })])
          : ["none"]), r.count > r.rows.length ? ` and ${r.count - r.rows.length} more` : "")))))));
  back.focus();
}
