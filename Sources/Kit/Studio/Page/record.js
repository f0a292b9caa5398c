/// The record that is shown in place of the rows, and the records shown before it.
const trail = [];

/// Shows a record and its related records.
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

/// Goes back to the previous record, or to the rows.
function goBack() {
  trail.pop();
  const before = trail.pop();
  if (before) openRecord(before);
  else { closeRecord(); drawRows(); }
}

function recordLink(link) {
  return make("button", { type: "button", class: "quiet link", text: link.text,
    title: `Show this ${link.entity}`, onclick: () => openRecord(link) });
}

function drawRecord(page) {
  for (const id of ["rows", "rowTools", "pager"]) show(id, false);
  show("record", true);
  const back = make("button", { type: "button", onclick: goBack,
    text: trail.length > 1 ? "Back" : "Back to the rows" });
  const line = (name, isThere, ...parts) => make("tr", {},
    make("th", { scope: "row", text: name }),
    make("td", { class: isThere ? "long" : "none" }, ...parts));
  const related = r => line(r.name, r.count > 0,
    ...(r.count ? r.rows.flatMap((link, i) => [i ? ", " : "", recordLink(link)]) : ["none"]),
    r.count > r.rows.length ? ` and ${r.count - r.rows.length} more` : "");
  $("record").replaceChildren(
    make("div", { class: "line" }, back,
      make("h3", { class: "grow", text: `${page.entity} “${page.title}”` })),
    make("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Record" },
      make("table", {}, make("tbody", {},
        ...page.attributes.map(([name, v]) => line(name, v !== null, v ?? "nil")),
        ...page.relationships.map(related)))));
  back.focus();
}
