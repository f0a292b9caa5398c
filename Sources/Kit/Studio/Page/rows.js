// Rows that the last change added or removed come first and are marked.
function table(id, caption, columns, rows, tag, isLess) {
  const words = { came: "came in", went: "went out", "": "" };
  const hasTags = rows.some(row => tag(row[0]));
  const cell = v => v === null ? make("td", { class: "none", text: "none" })
    : make("td", { text: v, class: v.length > 32 ? "long" : null });
  const head = hasTags ? [make("th", { scope: "col" }, make("span", { class: "hidden", text: "Change" }))] : [];
  const first = rows.filter(row => tag(row[0]));
  const ordered = id === "given" ? rows : [...first, ...rows.filter(row => !tag(row[0]))];
  return make("div", { class: isLess ? "scroll less" : "scroll", tabindex: "0", role: "region",
    "aria-label": caption },
  make("table", { id }, make("caption", { class: "hidden", text: caption }),
    make("thead", {}, make("tr", {}, ...head, ...columns.map(c => make("th", { scope: "col", text: c })))),
    make("tbody", {}, ...ordered.map(row => make("tr", { class: tag(row[0]) },
      ...(hasTags ? [make("td", {}, make("span", { class: "tag", text: words[tag(row[0])] }))] : []),
      ...row.slice(1).map(cell))))));
}

function showRows(rows, uncounted) {
  if (uncounted) {
    state.rows = null;
    $("count").textContent = `Not counted: ${uncounted}. The code is complete all the same.`;
    show("summary", false);
    $("rows").replaceChildren();
    return;
  }
  if (!rows) {
    $("count").textContent = state.rows
      ? "Something is wrong still: these are the rows of the last query without."
      : "No rows while something is wrong.";
    show("summary", false);
    return;
  }
  const given = new Set(rows.given.map(r => r[0])), before = state.rows;
  $("count").textContent = countWords(rows, given, before);
  show("summary", rows.summary !== null);
  if (rows.summary !== null) $("summary").textContent = "Result: " + rows.summary;
  const none = make("p", { class: "note",
    text: "No record matches. Try with another value above, or change a condition." });
  const parts = [rows.given.length
    ? table("given", "Records that the query gives", rows.columns, rows.given,
      r => before && !before.has(r) ? "came" : "")
    : none];
  const fold = (title, id, list, count) => {
    if (!count) return;
    const isOpen = $(id + "Fold") ? $(id + "Fold").open : id === "left";
    parts.push(make("details", { id: id + "Fold", open: isOpen },
      make("summary", { text: `${title}: ${count}` }),
      table(id, title, rows.columns, list, r => before && before.has(r) ? "went" : "", true)));
  };
  fold("Match, but are beyond the limit or left out at the beginning", "beyond", rows.beyond, rows.beyondCount);
  fold("Do not match", "left", rows.left, rows.leftCount);
  $("rows").replaceChildren(...parts);
  state.rows = given;
}

function countWords(rows, given, before) {
  const came = before ? [...given].filter(r => !before.has(r)).length : 0;
  const went = before ? [...before].filter(r => !given.has(r)).length : 0;
  const total = rows.total + (rows.isCut ? " (the first of more)" : "");
  let text = `${rows.givenCount} of ${total} records match.`;
  if (rows.beyondCount) {
    text = `${rows.givenCount} of ${rows.givenCount + rows.beyondCount} matching records are given; ${total} in all.`;
  }
  if (before && (came || went)) {
    const parts = [came ? `${came} came in` : "", went ? `${went} went out` : ""];
    text += ` By the last change ${parts.filter(part => part).join(", ")}.`;
  }
  return text;
}
