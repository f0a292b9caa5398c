/// The query is stored in the tab's own storage, so that it survives a reload. The address also
/// contains the query, after `#`, so that a person can send it to another. Both are written when
/// typing pauses. While the page is being left, only the tab's storage is written.
let isKept = true, keeping = 0;

/// Returns the query as the part of the address after the path, such as
/// `#entity=City&where=population > 3&sort=-name&limit=5&result=first` (with special characters
/// escaped).
function fragment() {
  const form = formBody(), parts = new URLSearchParams({ entity: form.entity });
  if ($("text").value.trim()) parts.set("where", $("text").value);
  for (const s of form.sort || []) {
    parts.append("sort", (s.descending ? "-" : "") + (s.attribute || s));
  }
  for (const key of ["limit", "offset"]) if (form[key] !== undefined) parts.set(key, form[key]);
  const { result } = form;
  if (result) {
    parts.set("result", typeof result === "string" ? result : Object.entries(result)[0].join(":"));
  }
  for (const [name, value] of Object.entries(state.values)) parts.set("$" + name, value);
  return "#" + parts;
}

/// Returns the query in an address: { form, text, values }; null if there is none.
function query(address) {
  const parts = new URLSearchParams(address.slice(1));
  if (!parts.get("entity")) return null;
  const form = { entity: parts.get("entity") }, values = {};
  const sorts = parts.getAll("sort").map(s => s.startsWith("-")
    ? { attribute: s.slice(1), descending: true } : { attribute: s });
  if (sorts.length) form.sort = sorts;
  for (const key of ["limit", "offset"]) {
    if (/^\d{1,9}$/.test(parts.get(key) || "")) form[key] = Number(parts.get(key));
  }
  const [kind, name] = (parts.get("result") || "").split(":");
  if (kind) form.result = name ? { [kind]: name } : kind;
  for (const [key, value] of parts) {
    if (key.startsWith("$")) values[key.slice(1)] = value;
  }
  return { form, text: parts.get("where") || "", values };
}

function keepSoon() {
  clearTimeout(keeping);
  keeping = setTimeout(keep, 300);
}

/// Writes the query. While the page is being left, its address stays, because a reload uses it.
function keep({ isLeaving } = {}) {
  clearTimeout(keeping);
  keeping = 0;
  if (!state.model) return;
  const output = $("output"), address = fragment();
  if (!isLeaving && location.hash !== address) {
    window.history.replaceState(null, "", location.pathname + location.search + address);
  }
  const kept = { source: state.model.source, address: location.hash, form: state.form,
    values: state.values,
    text: state.byText ? $("text").value : null, opened: state.opened, name: $("name").value,
    output: output.value === output.dataset.given ? "" : output.value,
    past: past.all.slice(Math.max(0, past.at - 49), past.at + 1) };
  try {
    sessionStorage.setItem("query", JSON.stringify(kept));
    isKept = true;
  } catch { isKept = false; }
}

addEventListener("pagehide", () => { if (keeping) keep({ isLeaving: true }); });

/// Restores a query before the page first shows the model. A query in the address takes precedence
/// over a different stored query, except in a reload: the browser may reload an address that is older
/// than the stored query.
function restore() {
  if (!state.overview.model) return;
  let kept = null;
  try { kept = JSON.parse(sessionStorage.getItem("query")); } catch { kept = null; }
  const isOwn = kept?.form && kept.source === state.overview.model.source;
  const isReload = performance.getEntriesByType("navigation")[0]?.type === "reload";
  if (location.hash.length > 1 && (!isOwn || !isReload && kept.address !== location.hash)) {
    fromAddress();
    return;
  }
  if (!isOwn) return;
  Object.assign(state, { form: kept.form, values: kept.values, opened: kept.opened,
    byText: kept.text !== null });
  if (state.byText) $("text").value = kept.text;
  $("name").value = kept.name;
  $("output").value = kept.output;
  Object.assign(past, { all: kept.past, at: kept.past.length - 1 });
}

function fromAddress() {
  const given = query(location.hash);
  if (!given) return false;
  Object.assign(state, { form: given.form, values: given.values, opened: null, byText: true });
  $("text").value = given.text;
  return true;
}

addEventListener("hashchange", () => {
  if (!state.model || location.hash === fragment() || !fromAddress()) return;
  resetView();
  drawEntityChoice();
  drawEntities();
  // The name belongs to the previous query; the address contains no name.
  $("name").value = "";
  forgetReplacing();
  drawForm();
  fromText();
});

// MARK: - Earlier queries, kept in the browser

const historyLimit = 50;
let noting = 0;

function storedQueries() {
  try { return JSON.parse(localStorage.getItem("queries")) || []; } catch { return []; }
}

/// Adds a valid query to the history once it has not changed for two seconds.
function noteQuery(answer) {
  clearTimeout(noting);
  if (!answer.sentence || answer.swift === undefined) return;
  if (!$("text").value.trim() && !state.form.sort?.length) return;
  const { source } = state.model, sentence = answer.sentence.join("");
  const address = fragment();
  noting = setTimeout(() => {
    const others = storedQueries().filter(q => q.source !== source || q.sentence !== sentence);
    storeQueries([{ source, address, sentence }, ...others].slice(0, historyLimit));
  }, 2000);
}

/// A browser without storage has no history.
function storeQueries(queries) {
  try { localStorage.setItem("queries", JSON.stringify(queries)); } catch { return; }
}

$("history").addEventListener("click", e => {
  const own = storedQueries().filter(q => q.source === state.model?.source);
  if (!own.length) {
    showPanel(e.currentTarget, make("p", { class: "note",
      text: "No earlier query yet: a query is noted two seconds after its last change." }));
    return;
  }
  const { source } = state.model;
  showMenu(e.currentTarget, [
    ...own.slice(0, 20).map(q =>
      ({ text: q.sentence, run: () => { keep(); location.hash = q.address; } })),
    { text: "Clear the history",
      run: () => storeQueries(storedQueries().filter(q => q.source !== source)) }]);
});

// If the browser can't store the query, it asks before the query is lost.
addEventListener("beforeunload", e => { if (!isKept && past.all.length > 1) e.preventDefault(); });
