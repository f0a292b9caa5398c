const operators = [
  ["==", "is"], ["!=", "is not"], ["<", "is less than"], ["<=", "is at most"],
  [">", "is greater than"], [">=", "is at least"], ["BEGINSWITH", "begins with"],
  ["ENDSWITH", "ends with"], ["CONTAINS", "contains"], ["LIKE", "is like, with * and ?"],
  ["MATCHES", "matches the pattern"], ["IN", "is one of"], ["BETWEEN", "is from … to …"],
];
const texts = ["BEGINSWITH", "ENDSWITH", "CONTAINS", "LIKE", "MATCHES"];
const valueKeys = ["value", "date", "parameter", "otherAttribute", "list"];

function clearValue(c) { for (const key of valueKeys) delete c[key]; }

function drawCondition(c, remove, key, index) {
  const box = make("div", { class: "condition", id: "leaf" + index, role: "group",
    "aria-label": "Condition " + (index + 1) });
  const notes = [make("div", { id: "wrong" + index }), make("p", { class: "effect", id: "effect" + index })];
  const not = check("NOT (the opposite)", c.not, key + "not", isNot => {
    if (isNot) c.not = true; else delete c.not;
    fromForm();
  });
  const removeButton = make("button", { class: "quiet", type: "button", text: "Remove",
    "aria-label": "Remove condition " + (index + 1),
    onclick: () => { remove(); changed(); $("addCondition").focus(); } });
  if (c.code !== undefined) {
    const code = make("input", { value: c.code, size: 34, spellcheck: "false", autocomplete: "off",
      placeholder: "population > 2 * area", "data-key": key + "code",
      oninput: e => { c.code = e.target.value; fromForm(); } });
    box.append(make("div", { class: "row" }, field("Condition as text", code), not, removeButton), ...notes);
    return box;
  }
  const found = paths(state.form.entity);
  if (!found.some(([p]) => p === c.attribute)) {
    found.push([c.attribute, c.attribute.replaceAll(".", " › ")]);
  }
  const target = resolve(state.form.entity, c.attribute) || { type: "String", many: false };
  const row = make("div", { class: "row" });
  if (target.many) row.append(quantifierField(c, key));
  row.append(attributeField(c, target, found, key), compareField(c, target, key));
  row.append(...withFields(c, target, found, key));
  const marks = make("div", { class: "row middle" }, not);
  if (target.type === "String" || c.ignoring) marks.append(...ignoringChecks(c, key));
  marks.append(removeButton);
  box.append(row, marks, ...notes);
  return box;
}

function quantifierField(c, key) {
  const items = [["", "—"], ["any", "at least one of"], ["all", "each of"], ["none", "none of"]];
  return field("How many", select(items, c.quantifier || "", key + "quantifier", v => {
    if (v) c.quantifier = v; else delete c.quantifier;
    fromForm();
  }));
}

function attributeField(c, target, found, key) {
  return field("Attribute", select(found, c.attribute, key + "attribute", v => {
    const before = resolve(state.form.entity, c.attribute);
    c.attribute = v;
    const now = resolve(state.form.entity, v) || target;
    if (now.many && !c.quantifier) c.quantifier = "any";
    if (!now.many) delete c.quantifier;
    if (!before || before.type !== now.type) {
      clearValue(c);
      c.parameter = freeName(now.type === "String" ? "text" : "value");
      if (now.type !== "String") {
        delete c.ignoring;
        if (texts.includes(c.compare)) c.compare = "==";
      }
      if (["BETWEEN", "IN"].includes(c.compare)) c.compare = "==";
    }
    changed();
  }));
}

function compareField(c, target, key) {
  const kind = readable(target.type), isText = target.type === "String";
  const isPlain = ["yes or no", "record"].includes(kind);
  const words = kind === "date"
    ? { "<": "is before", "<=": "is on or before", ">": "is after", ">=": "is on or after" } : {};
  const allowed = operators.filter(([op]) => isText || !texts.includes(op))
    .filter(([op]) => !isPlain || ["==", "!=", "IN"].includes(op))
    .map(([op, text]) => [op, `${words[op] || text} (${op})`]);
  if (!allowed.some(([op]) => op === c.compare)) allowed.push([c.compare, c.compare]);
  return field("Compare", select(allowed, c.compare, key + "compare", v => {
    c.compare = v;
    if (v === "BETWEEN" && !c.list) {
      clearValue(c);
      c.list = kind === "number" ? [0, 1000] : [{ parameter: "from" }, { parameter: "to" }];
    }
    if (v === "IN" && !c.list && c.parameter === undefined) {
      clearValue(c);
      c.parameter = freeName("list");
    } else if (v !== "IN" && v !== "BETWEEN" && c.list) {
      clearValue(c);
      c.parameter = freeName(isText ? "text" : "value");
    }
    changed();
  }));
}

/// The kind of thing that is compared, and its name.
function withFields(c, target, found, key) {
  const kind = readable(target.type), isText = target.type === "String";
  const given = valueKeys.find(k => k in c) || "parameter";
  const mode = given === "value" && c.value === null ? "nil" : given === "date" ? "value" : given;
  const modes = [["parameter", "a value given later"], ["value", "a fixed value"],
    ["nil", "nothing (is missing)"], ["otherAttribute", "another attribute"], ["list", "a fixed list"]]
    .filter(([m]) => c.compare === "BETWEEN" ? m === "list"
      : c.compare === "IN" ? ["parameter", "list"].includes(m) : m !== "list")
    .filter(([m]) => m !== "nil" || ["==", "!="].includes(c.compare))
    .filter(([m]) => kind !== "record" || ["parameter", "nil", "list"].includes(m));
  if (!modes.some(([m]) => m === mode)) modes.push([mode, mode]);
  const choice = field("With", select(modes, mode, key + "mode", v => {
    clearValue(c);
    if (v === "parameter") c.parameter = freeName(isText ? "text" : "value");
    else if (v === "nil") c.value = null;
    else if (v === "otherAttribute") c.otherAttribute = found[0][0];
    else if (v === "list") c.list = [];
    else if (kind === "date") c.date = "2020-01-01";
    else c.value = kind === "number" ? 0 : kind === "yes or no" ? true : "";
    changed();
  }));
  const value = valueField(c, mode, kind, key, found);
  return value ? [choice, value] : [choice];
}

function valueField(c, mode, kind, key, found) {
  const input = (label, attributes, take) => field(label, make("input", {
    "data-key": key + "value", spellcheck: "false", autocomplete: "off", ...attributes,
    oninput: e => { take(e.target.value); fromForm(); },
  }));
  if (mode === "nil") return null;
  if (mode === "parameter") {
    return input("Called, in your code", { value: c.parameter, size: 10 },
      v => { c.parameter = v.replace(/[^\p{L}\p{N}_]/gu, "") || "value"; });
  }
  if (mode === "otherAttribute") {
    return field("Other attribute", select(found, c.otherAttribute, key + "value", v => {
      c.otherAttribute = v;
      fromForm();
    }));
  }
  if (mode === "list") {
    return input(c.compare === "BETWEEN" ? "From, to" : "Values, with commas",
      { value: c.list.map(itemText).join(", "), size: 16 }, v => {
        c.list = v.split(",").map(t => t.trim()).filter(t => t).map(t => item(t, kind));
      });
  }
  if (kind === "yes or no") {
    return field("Value", select([["true", "yes"], ["false", "no"]], String(c.value), key + "value",
      v => { c.value = v === "true"; fromForm(); }));
  }
  if (kind === "date") {
    return input("Day", { type: "date", value: (c.date || "").slice(0, 10) }, v => {
      if (v) { clearValue(c); c.date = v; }
    });
  }
  if (kind === "number") {
    const now = typeof c.value === "object" && c.value ? c.value.real : c.value;
    return input("Number", { type: "number", step: "any", value: now },
      v => { c.value = v === "" ? null : Number(v); });
  }
  return input("Text", { value: c.value ?? "", size: 14 }, v => { c.value = v; });
}

function ignoringChecks(c, key) {
  const all = [["case", "ignore upper and lower case"], ["diacritics", "ignore accents (é = e)"]];
  return all.map(([what, label]) =>
    check(label, (c.ignoring || []).includes(what), key + what, isOn => {
      const list = all.map(([name]) => name)
        .filter(name => name === what ? isOn : (c.ignoring || []).includes(name));
      if (list.length) c.ignoring = list; else delete c.ignoring;
      fromForm();
    }));
}

/// An element of a list in the form in which its field shows it.
function itemText(x) {
  if (x === null) return "NIL";
  if (typeof x !== "object") return String(x);
  return x.parameter !== undefined ? "$" + x.parameter : x.date !== undefined ? x.date : String(x.real);
}

function item(text, kind) {
  if (text.startsWith("$") && text.length > 1) {
    return { parameter: text.slice(1).replace(/[^\p{L}\p{N}_]/gu, "") || "value" };
  }
  if (kind === "number" && !isNaN(Number(text))) return Number(text);
  if (kind === "date" && /^\d{4}-\d\d-\d\d/.test(text)) return { date: text };
  if (kind === "yes or no") return ["yes", "true", "1"].includes(text.toLowerCase());
  return text;
}
