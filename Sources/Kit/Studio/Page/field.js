/// The fields for the value of a comparison. Typed text is a value; `$name` is a parameter.
function valueFields(c, target, key) {
  if (c.value === null) return [];
  const kind = readable(target.type), shown = valueText(c);
  if (kind === "yes or no" && typeof c.value === "boolean") return [truthField(c, key)];
  const words = { BETWEEN: "From, to", IN: "Values, with commas" }[c.compare] || "Value";
  const input = make("input", { class: "value", "data-key": key + "value", value: shown,
    "aria-label": words, size: Math.max(7, Math.min(22, shown.length + 1)) });
  combobox(input, () => offerValues(input, c, target, kind), () => {
    input.setAttribute("aria-invalid", String(!setValue(c, input.value, kind)));
    return fromForm();
  });
  return [input];
}

function truthField(c, key) {
  const choices = [["true", "yes"], ["false", "no"], ["$", "a parameter"]];
  const box = select(choices, String(c.value), key + "value", v => {
    clearValue(c);
    if (v === "$") c.parameter = freeName(c.attribute.split(".").pop());
    else c.value = v === "true";
    changed();
  });
  box.setAttribute("aria-label", "Value");
  return box;
}

/// Returns the values that the rows have at `path` as a list of options; empty if the request
/// fails.
///
/// - shown: returns a value as its field shows it.
async function rowValues(path, text, shown) {
  try {
    const { values } = await ask("/api/values", { entity: state.form.entity, path, text });
    // A record is shown by its title; its identity distinguishes it from others with the same title.
    const identity = v => v.value === v.text ? "" : v.value + ", ";
    return values.map(v => ({ text: v.text, kind: identity(v) + counted(v.count, "record"),
      value: shown(v.value) }));
  } catch { return []; }
}

/// Offers parameters, values of the rows, dates and attributes of the same type.
async function offerValues(input, c, target, kind) {
  const isWhole = input.value === valueText(c) && input.selectionStart === 0;
  const typed = isWhole ? "" : input.value, isList = ["IN", "BETWEEN"].includes(c.compare);
  const before = isList ? typedItems(typed) : [], last = isList ? before.pop() : typed.trim();
  const part = unquoted(last);
  const hasValues = !last.startsWith("$") && !["yes or no", "record"].includes(kind);
  const shown = isList ? itemText : shownText;
  const values = hasValues ? await rowValues(c.attribute, part, shown) : [];
  if (document.activeElement !== input || !input.isConnected) return;
  const fits = option => option.text.toLowerCase().includes(part.toLowerCase());
  const take = option => {
    if (option.path) { clearValue(c); c.otherAttribute = option.path; } else {
      setValue(c, isList && !option.isParameter ? [...before, option.value].join(", ")
        : option.value, kind);
    }
    changed();
    focusOn(input.dataset.key);
  };
  showList(input, input, [
    { title: "Parameter", options: parameterChoices(c, target).filter(fits) },
    { title: "Relative date", options: kind === "date" && !isList ? dayChoices.filter(fits) : [] },
    { title: "Values in the rows", options: values },
    { title: "Attribute", options: isList ? [] : otherAttributes(c, target).filter(fits) },
  ], take);
  if (kind === "date" && !isList) addDatePicker(input, c);
}

const dayChoices = [0, -1, -7, -30, 7].map(days =>
  ({ text: daysText(days), kind: "relative date", value: daysText(days) }));

/// Returns the parameters to offer: the condition's own (or a new one, if it has none), and those
/// of the other conditions.
function parameterChoices(c, target) {
  const own = c.parameter || freeName(parameterName(c, target));
  const names = new Set([own, ...allLeaves().map(leaf => leaf.parameter).filter(name => name)]);
  return [...names].map(name =>
    ({ text: "$" + name, kind: swiftKind(target, c), value: "$" + name, isParameter: true }));
}

/// The entity's other attributes of the same type.
function otherAttributes(c, target) {
  if (target.type === "record") return [];
  return (entityNamed(state.form.entity)?.attributes || [])
    .filter(a => a.type === target.type && a.name !== c.attribute && isKey(a.name))
    .map(a => ({ text: "attribute " + a.name, kind: readable(a.type), path: a.name }));
}

/// Adds a calendar at the head of the list.
function addDatePicker(input, c) {
  if (!list) return;
  const day = make("input", { type: "date", value: (c.date || "").slice(0, 10), onchange: e => {
    // While a year is typed, the field has years such as 0002 and 0020.
    if (e.target.value < "1000") return;
    clearValue(c);
    c.date = e.target.value;
    closeList();
    changed();
    focusOn(input.dataset.key);
  }, onkeydown: e => { if (e.key === "Escape") { closeList(); input.focus(); } } });
  closeWhenLeft(input, day);
  $("options").before(make("label", { class: "inline" }, "Day ", day));
  place($("pop"), input);
}

// MARK: - Values to try

function showParameters(parameters) {
  if (!parameters) {
    // While the query has errors, keep the parameters that its text still contains.
    const labels = [...$("parameters").children];
    for (const label of labels) {
      label.hidden = !$("text").value.includes("$" + label.querySelector("input").id.slice(4));
    }
    show("tryWith", labels.some(label => !label.hidden));
    return;
  }
  for (const label of $("parameters").children) label.hidden = false;
  show("tryWith", parameters.length > 0);
  const now = parameters.map(p => p.name + p.type + p.path).join();
  if ($("parameters").dataset.names !== now) {
    $("parameters").dataset.names = now;
    $("parameters").replaceChildren(...parameters.map(parameterField));
  }
  for (const p of parameters) {
    const input = $("try-" + p.name);
    if (!input) continue;
    if (document.activeElement !== input) input.value = p.value;
    input.setAttribute("aria-invalid", String(!p.fits));
    input.classList.toggle("bad", !p.fits);
  }
}

function parameterField(p) {
  const input = make("input", { id: "try-" + p.name, value: p.value, size: 10 });
  const take = text => { state.values[p.name] = text; return fromEither(); };
  const offer = async () => {
    if (!p.path) return;
    const isWhole = input.value === p.value || input.selectionEnd > input.selectionStart;
    const shown = p.type.startsWith("[") ? itemText : text => text;
    const options = await rowValues(p.path, isWhole ? "" : input.value, shown);
    if (document.activeElement !== input) return;
    showList(input, input, [{ title: "Values in the rows", options }],
      option => { input.value = option.value; take(option.value); });
  };
  combobox(input, offer, () => take(input.value));
  return field(`Try $${p.name}: ${p.type}`, input);
}
