/// The fields for the value of a comparison. Typed text is a value; `$name` is a parameter.
function valueFields(c, target, key) {
  if (c.value === null) return [];
  const kind = readable(target.type);
  if (kind === "yes or no" && c.parameter === undefined && c.compare !== "IN") return [truthField(c, key)];
  const input = make("input", { class: "value", "data-key": key + "value", value: valueText(c),
    "aria-label": c.compare === "BETWEEN" ? "From, to" : c.compare === "IN" ? "Values, with commas" : "Value",
    role: "combobox", "aria-expanded": "false", "aria-autocomplete": "list", autocomplete: "off",
    spellcheck: "false", size: Math.max(7, Math.min(22, valueText(c).length + 1)) });
  const offer = () => offerValues(input, c, target, kind);
  input.addEventListener("focus", () => input.select());
  input.addEventListener("click", offer);
  input.addEventListener("input", () => {
    input.setAttribute("aria-invalid", String(!setValue(c, input.value, kind)));
    fromForm();
    offer();
  });
  input.addEventListener("keydown", e => {
    if (listKey(e)) return;
    if (e.key === "ArrowDown") { e.preventDefault(); offer(); }
  });
  input.addEventListener("blur", () => setTimeout(() => { if (list?.input === input) closeList(); }, 100));
  return [input];
}

function truthField(c, key) {
  const box = select([["true", "yes"], ["false", "no"], ["$", "a parameter"]], String(c.value), key + "value", v => {
    clearValue(c);
    if (v === "$") c.parameter = freeName(c.attribute.split(".").pop()); else c.value = v === "true";
    changed();
  });
  box.setAttribute("aria-label", "Value");
  return box;
}

/// The value as its field shows it.
function valueText(c) {
  if (c.parameter !== undefined) return "$" + c.parameter;
  if (c.otherAttribute !== undefined) return "attribute " + c.otherAttribute;
  if (c.date !== undefined) return c.date.replace(/T00:00:00Z$/, "");
  if (c.daysFromNow !== undefined) return daysText(c.daysFromNow);
  if (c.list) return c.list.map(itemText).join(", ");
  if (c.value && typeof c.value === "object") return String(c.value.real);
  return String(c.value ?? "");
}

function daysText(days) {
  if (days === 0) return "now";
  const count = `${Math.abs(days)} ${Math.abs(days) === 1 ? "day" : "days"}`;
  return days < 0 ? `${count} ago` : `in ${count}`;
}

/// The days of `now`, `7 days ago`, `in 3 days`, `today - 7 days`; null for other texts.
function daysOf(text) {
  const clean = text.trim().toLowerCase().replace(/−/g, "-");
  if (["now", "today"].includes(clean)) return 0;
  const ago = clean.match(/^(\d{1,6}) days? ago$/), ahead = clean.match(/^in (\d{1,6}) days?$/);
  const moved = clean.match(/^(?:now|today)\s*([+-])\s*(\d{1,6})( days?)?$/);
  if (ago) return -Number(ago[1]);
  if (ahead) return Number(ahead[1]);
  return moved ? (moved[1] === "-" ? -1 : 1) * Number(moved[2]) : null;
}

const isDay = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d)?Z?)?$/;

/// Gives a condition the typed value. Returns whether it fits the type; if not, the old one is kept.
function setValue(c, text, kind) {
  const name = text.trim().match(/^\$([\p{L}_][\p{L}\p{N}_]*)$/u);
  if (name) { clearValue(c); c.parameter = name[1]; return true; }
  if (["IN", "BETWEEN"].includes(c.compare)) {
    const items = text.split(",").map(t => t.trim()).filter(t => t).map(t => item(t, kind));
    if (items.includes(undefined)) return false;
    clearValue(c);
    c.list = items;
    return c.compare === "IN" || items.length === 2;
  }
  if (text.trim().startsWith("$") || kind === "record") return false;
  const found = single(text, kind);
  if (!found) return false;
  clearValue(c);
  Object.assign(c, found);
  return true;
}

/// The members of a condition for a typed value; null if it is none of the kind.
function single(text, kind) {
  const clean = text.trim();
  if (kind === "number") return clean !== "" && isFinite(Number(clean)) ? { value: Number(clean) } : null;
  if (kind === "yes or no") {
    return /^(yes|no|true|false)$/i.test(clean) ? { value: /^(yes|true)$/i.test(clean) } : null;
  }
  if (kind === "date") {
    const days = daysOf(clean);
    return days !== null ? { daysFromNow: days } : isDay.test(clean) ? { date: clean } : null;
  }
  const quoted = text.match(/^"(.*)"$/s);
  return { value: quoted ? quoted[1] : text };
}

/// An element of a list as its field shows it.
function itemText(x) {
  if (x === null) return "nil";
  if (typeof x !== "object") return x === true ? "yes" : x === false ? "no" : String(x);
  if (x.daysFromNow !== undefined) return daysText(x.daysFromNow);
  return x.parameter !== undefined ? "$" + x.parameter : x.date !== undefined ? x.date.replace(/T00:00:00Z$/, "") : String(x.real);
}

function item(text, kind) {
  const name = text.match(/^\$([\p{L}_][\p{L}\p{N}_]*)$/u);
  if (name) return { parameter: name[1] };
  if (text === "nil") return null;
  const found = single(text, kind);
  if (!found || found.daysFromNow !== undefined) return undefined;
  return found.date ? { date: found.date } : found.value;
}

/// Offers parameters, values of the rows, dates and attributes of the same type.
async function offerValues(input, c, target, kind) {
  const typed = input.value === valueText(c) && input.selectionStart === 0 ? "" : input.value;
  const isList = ["IN", "BETWEEN"].includes(c.compare);
  const part = isList ? typed.split(",").pop().trim() : typed.trim(), wanted = part.toLowerCase();
  const fits = text => !wanted || text.toLowerCase().includes(wanted);
  let values = [];
  if (!part.startsWith("$") && kind !== "yes or no" && kind !== "record") {
    try {
      values = (await ask("/api/values", { entity: state.form.entity, path: c.attribute, text: part })).values;
    } catch { values = []; }
    if (document.activeElement !== input || !input.isConnected) return;
  }
  const own = c.parameter || freeName(parameterName(c, target));
  const parameters = [...new Set([own, ...allLeaves().map(l => l.parameter).filter(p => p)])]
    .map(p => ({ text: "$" + p, kind: swiftKind(target, c), value: "$" + p })).filter(o => fits(o.text));
  const days = kind !== "date" || isList ? [] : [0, -1, -7, -30, 7]
    .map(d => ({ text: daysText(d), kind: "relative date", value: daysText(d) })).filter(o => fits(o.text));
  const others = isList || kind === "record" ? [] : pathGroups(state.form.entity, path => {
    const to = resolve(state.form.entity, path);
    return to && to.type === target.type && !to.many && path !== c.attribute && !path.includes(".");
  }).flatMap(g => g.options).filter(o => fits("attribute " + o.value))
    .map(o => ({ text: "attribute " + o.value, kind: o.kind, value: null, path: o.value }));
  const take = option => {
    if (option.path) { clearValue(c); c.otherAttribute = option.path; } else {
      const before = isList && !option.value.startsWith("$") ? typed.split(",").slice(0, -1) : [];
      setValue(c, [...before.map(t => t.trim()), option.value].join(", "), kind);
    }
    changed();
    focusOn(input.dataset.key);
  };
  showList(input, input, [{ title: "Parameter", options: parameters },
    { title: "Relative date", options: days },
    { title: "Values in the rows", options: values.map(v => ({ text: v.text, kind: recordsText(v.count), value: v.value })) },
    { title: "Attribute", options: others }], take);
  if (kind === "date" && !isList) addDatePicker(input, c);
}

/// A calendar at the head of the list.
function addDatePicker(input, c) {
  if (!list) return;
  $("options").before(make("label", { class: "inline" }, "Day ", make("input", { type: "date",
    value: (c.date || "").slice(0, 10), onchange: e => {
      if (!e.target.value) return;
      clearValue(c);
      c.date = e.target.value;
      closeList();
      changed();
      focusOn(input.dataset.key);
    } })));
  place($("pop"), input);
}

function recordsText(count) { return `${count} ${count === 1 ? "record" : "records"}`; }

/// The Swift type of a parameter.
function swiftKind(target, c) {
  const type = { "Integer 16": "Int16", "Integer 32": "Int32", "Integer 64": "Int64", Boolean: "Bool", URI: "URL" }[target.type]
    || (target.type === "record" ? `${target.entity}.Identity` : target.type);
  return c.compare === "IN" ? `[${type}]` : type;
}
