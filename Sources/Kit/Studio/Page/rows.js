/// The user's choices for the display of the result. They are not part of the query.
const view = { columns: null, filters: {}, page: 0, group: null, isFiltering: false };

const noMarks = { added: new Set(), removed: [], removedCount: 0 };
/// The rows of the last answer, the rows before the last change of the query, and the marks of
/// added and removed rows.
const shown = { rows: null, query: null, ids: null, cells: new Map(), ...noMarks };

function resetView() {
  Object.assign(view, { columns: null, filters: {}, page: 0, group: null, isFiltering: false });
  Object.assign(shown, { rows: null, query: null, ids: null, cells: new Map(), ...noMarks });
  closeRecord();
}

function viewBody() {
  const filled = view.isFiltering ? Object.entries(view.filters).filter(([, text]) => text) : [];
  const body = { page: view.page, filters: Object.fromEntries(filled) };
  if (view.columns) body.columns = view.columns;
  if (view.group) body.group = view.group;
  return body;
}

function showRows(rows, uncounted) {
  if (uncounted || !rows) {
    show("summary", false);
    if (uncounted) {
      Object.assign(shown, { rows: null, ids: null, query: null });
      $("count").textContent = `Not counted: ${uncounted}. The code is complete all the same.`;
      $("rows").replaceChildren();
      show("pager", false);
    } else {
      $("count").textContent = shown.rows
        ? "Something is wrong: these are the rows of the last valid query."
        : "No rows while something is wrong.";
    }
    return;
  }
  markChanges(rows);
  shown.rows = rows;
  view.page = rows.page;
  if (trail.length) closeRecord();
  drawRows();
}

/// Compares the rows with those before the last change of the query. Paging and filtering do not
/// count as changes.
function markChanges(rows) {
  const { entity, limit, offset, result } = state.form;
  const sort = (state.form.sort || []).map(s => [s.attribute, !!s.descending]);
  const parts = [entity, $("text").value, state.values, sort, limit, offset, result];
  const query = JSON.stringify(parts), ids = new Set(rows.ids);
  const isSameTable = String(shown.rows?.columns) === String(rows.columns);
  const cells = new Map([...rows.left, ...rows.beyond].map(row => [row[0], row]));
  if (shown.query !== null && query !== shown.query && shown.ids) {
    shown.added = new Set(rows.ids.filter(id => !shown.ids.has(id)));
    const gone = [...shown.ids].filter(id => !ids.has(id));
    shown.removed = gone.map(id => cells.get(id) || (isSameTable && shown.cells.get(id)))
      .filter(row => row);
    shown.removedCount = gone.length;
  } else if (shown.query === null) Object.assign(shown, noMarks);
  // Rows that were removed earlier have cells for the columns chosen at that time.
  else if (!isSameTable) {
    shown.removed = shown.removed.map(row => cells.get(row[0])).filter(row => row);
  }
  Object.assign(shown, { query, ids, cells: new Map(rows.given.map(row => [row[0], row])) });
}

function drawRows() {
  const rows = shown.rows;
  if (!rows) return;
  $("count").textContent = countWords(rows);
  show("summary", rows.summary !== null);
  if (rows.summary !== null) $("summary").textContent = "Result: " + rows.summary;
  drawGroupChoice(rows);
  const { activeElement } = document, focused = activeElement?.dataset?.key;
  const caret = activeElement?.selectionStart ?? null;
  if (rows.groups) $("rows").replaceChildren(...groupTable(rows.groups));
  else $("rows").replaceChildren(...recordTables(rows));
  if (focused && !document.activeElement?.dataset?.key) {
    focusOn(focused);
    if (caret !== null) document.activeElement.setSelectionRange?.(caret, caret);
  }
  const pages = Math.ceil(rows.filteredCount / rows.pageSize);
  show("pager", pages > 1 && !rows.groups);
  $("pageWords").textContent = `Page ${rows.page + 1} of ${pages}`;
  $("previousPage").disabled = rows.page === 0;
  $("nextPage").disabled = rows.page + 1 >= pages;
}

function recordTables(rows) {
  const removed = new Set(shown.removed.map(row => row[0])), columns = rows.columns;
  const tag = row => removed.has(row[0]) ? "removed" : shown.added.has(row[0]) ? "added" : "";
  const gone = rows.page ? [] : shown.removed.filter(row => row.length === columns.length + 1);
  const given = [...gone, ...rows.given];
  const words = "No record matches. Try another value, or change a condition.";
  const parts = [given.length || view.isFiltering
    ? table("given", "Matching records", columns, given, tag)
    : make("p", { class: "note", text: words })];
  // A folded table is drawn when it is opened.
  const fold = (title, id, all, count) => {
    if (!count) return;
    const box = make("details", { id: id + "Fold", open: $(id + "Fold")?.open, ontoggle: () => {
      if (box.open && !$(id)) box.append(table(id, title, columns, all, () => "", true));
    } }, make("summary", { text: `${title}: ${count}.${firstWords(all, count)}` }));
    parts.push(box);
  };
  fold("Match, but are skipped or beyond the limit", "beyond", rows.beyond, rows.beyondCount);
  fold("Do not match", "left", rows.left, rows.leftCount);
  return parts;
}

function countWords(rows) {
  let text = rows.beyondCount
    ? `${rows.givenCount} of ${rows.givenCount + rows.beyondCount} matching records are returned;`
      + ` ${rows.total} records ${rows.isCut ? "were read" : "in all"}.`
    : `${rows.givenCount} of ${rows.total} records match.`;
  if (rows.isCut) text += " More records were not read.";
  if (rows.unread.length) {
    text += ` Not all related records (${rows.unread.join(", ")}) were read, so this may be wrong.`;
  }
  const changes = [[shown.added.size, "added"], [shown.removedCount, "removed"]]
    .filter(([count]) => count).map(([count, word]) => `${count} ${word}`);
  if (changes.length) text += ` Last change: ${changes.join(", ")}.`;
  if (rows.filteredCount !== rows.givenCount) text += ` The filter shows ${rows.filteredCount}.`;
  return text;
}

function drawGroupChoice(rows) {
  const entity = entityNamed(state.form.entity);
  const own = entity ? entity.attributes.filter(a => isComparable(a.type)).map(a => a.name) : [];
  const links = entity ? entity.relationships.filter(r => r.kept && !r.many).map(r => r.name) : [];
  const all = [...new Set([...rows.columns, ...own, ...links])];
  const drawn = JSON.stringify([all, view.group]);
  if ($("groupBy").dataset.drawn === drawn) return;
  $("groupBy").dataset.drawn = drawn;
  const items = [["", "nothing"], ...all.map(path => [path, pathWords(path)])];
  options($("groupBy"), items, view.group || "");
}

/// Shows the list of all columns, with a mark at the shown ones.
function showColumns() {
  const now = shown.rows ? shown.rows.columns : [];
  const choice = o => check(o.text, now.includes(o.value), null, isOn => {
    const columns = view.columns || [...now];
    view.columns = isOn ? [...columns, o.value] : columns.filter(path => path !== o.value);
    fromEither();
  });
  const boxes = pathGroups(state.form.entity).map(group =>
    make("fieldset", {}, make("legend", { text: group.title }), ...group.options.map(choice)));
  const find = make("input", { type: "search", placeholder: "Search",
    "aria-label": "Search columns", oninput: e => {
      const text = e.target.value.toLowerCase();
      for (const label of box.querySelectorAll("label")) {
        label.hidden = !label.textContent.toLowerCase().includes(text);
      }
    } });
  const box = make("div", { class: "columns" }, find, make("div", { class: "checks" }, ...boxes),
    make("button", { type: "button", text: "Default columns", onclick: () => {
      view.columns = null;
      $("menu").hidePopover();
      fromEither();
    } }));
  showPanel($("columns"), box);
  find.focus();
}

/// Saves the shown rows as CSV (RFC 4180).
function saveCSV() {
  const rows = shown.rows, grouped = rows?.groups;
  if (!rows) return;
  const lines = grouped ? [grouped.columns, ...grouped.rows]
    : [rows.columns, ...rows.given.map(row => row.slice(1))];
  const cell = v => {
    const text = v === null ? "" : typeof v === "object" ? v.text : String(v);
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  const text = lines.map(line => line.map(cell).join(",") + "\r\n").join("");
  const url = URL.createObjectURL(new Blob([text], { type: "text/csv" }));
  const name = $("name").value || $("name").placeholder || "rows";
  make("a", { href: url, download: `${name}.csv` }).click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
  say("Saved as CSV");
}

$("columns").addEventListener("click", showColumns);
$("csv").addEventListener("click", saveCSV);
$("filterRows").addEventListener("click", () => {
  view.isFiltering = !view.isFiltering;
  view.page = 0;
  $("filterRows").setAttribute("aria-pressed", String(view.isFiltering));
  if (Object.values(view.filters).some(v => v)) fromEither(); else drawRows();
  $("rows").querySelector(".filters input")?.focus();
});
$("groupBy").addEventListener("change", e => {
  view.group = e.target.value || null;
  fromEither();
});
$("previousPage").addEventListener("click", () => { view.page--; fromEither(); });
$("nextPage").addEventListener("click", () => { view.page++; fromEither(); });
