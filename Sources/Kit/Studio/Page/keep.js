/// The query survives a reload of its tab, in the tab's own storage.
let isKept = true;

function keep() {
  if (!state.model) return;
  const output = $("output");
  const kept = { source: state.model.source, form: state.form, values: state.values,
    text: state.byText ? $("text").value : null, opened: state.opened, name: $("name").value,
    output: output.value === output.dataset.given ? "" : output.value, past: past.all.slice(Math.max(0, past.at - 49), past.at + 1) };
  try {
    sessionStorage.setItem("query", JSON.stringify(kept));
    isKept = true;
  } catch { isKept = false; }
}

/// Before the page first shows the model.
function restore() {
  let kept = null;
  try { kept = JSON.parse(sessionStorage.getItem("query")); } catch { return; }
  if (!kept || !kept.form || kept.source !== state.overview.model?.source) return;
  Object.assign(state, { form: kept.form, values: kept.values, opened: kept.opened,
    byText: kept.text !== null });
  if (state.byText) $("text").value = kept.text;
  $("name").value = kept.name;
  $("output").value = kept.output;
  Object.assign(past, { all: kept.past, at: kept.past.length - 1 });
}

// If the browser cannot store the query, it asks before the query is lost.
addEventListener("beforeunload", e => { if (!isKept && past.all.length > 1) e.preventDefault(); });
