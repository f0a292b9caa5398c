const operators = [
  ["==", "is"], ["!=", "is not"], ["BEGINSWITH", "begins with"], ["CONTAINS", "contains"],
  ["ENDSWITH", "ends with"], [">", "is greater than"], [">=", "is at least"], ["<", "is less than"],
  ["<=", "is at most"], ["BETWEEN", "is between"], ["IN", "is one of"], ["nil", "is nil"],
  ["not nil", "is not nil"], ["LIKE", "is like (* and ?)"], ["MATCHES", "matches the pattern"],
];
/// The operators of a to-many relationship itself, in place of those for nil.
const listOperators = [["empty", "is empty"], ["not empty", "is not empty"]];
const texts = ["BEGINSWITH", "ENDSWITH", "CONTAINS", "LIKE", "MATCHES"];
const searches = ["BEGINSWITH", "ENDSWITH", "CONTAINS", "LIKE"];
const orders = ["<", "<=", ">", ">="];
const valueKeys = ["value", "date", "daysFromNow", "parameter", "otherAttribute", "list"];

function clearValue(c) { for (const key of valueKeys) delete c[key]; }

/// Returns the type of a condition's attribute, and whether its key path leads to several records.
function targetOf(c) {
  return resolve(state.form.entity, c.attribute) || { type: "String", many: false };
}

function drawCondition(c, at, key, index) {
  const number = index + 1;
  const line = make("div", { class: "line" }, grip(at, key, `condition ${number}`));
  if (c.code !== undefined) {
    if (c.not) line.append(make("span", { class: "tag not", text: "NOT" }));
    line.append(codeField(c, key));
  } else {
    const target = targetOf(c);
    if (target.many) line.append(quantifier(c, key));
    line.append(attributeButton(c, key), operatorField(c, target, key),
      ...valueFields(c, target, key));
  }
  line.append(make("button", { type: "button", class: "quiet more", text: "⋯",
    "data-key": key + "more", "aria-haspopup": "menu", title: `More for condition ${number}`,
    onclick: e => showMenu(e.currentTarget, conditionMenu(c, at, key)) }));
  const ignored = (c.ignoring || []).map(what =>
    what === "case" ? "ignore case" : "ignore accents");
  return make("div", { class: "condition", id: "leaf" + index, role: "group", "data-place": key,
    "aria-label": "Condition " + number }, line,
  make("p", { class: "effect" }, ignored.length ? make("span", { text: ignored.join(", ") }) : null,
    make("span", { id: "effect" + index })),
  make("div", { id: "wrong" + index }));
}

function codeField(c, key) {
  return make("input", { class: "grow code", value: c.code, spellcheck: "false",
    autocomplete: "off", placeholder: "population > 2 * area",
    "aria-label": "Condition as predicate", "data-key": key + "code",
    oninput: e => { c.code = e.target.value; fromForm(); } });
}

function quantifier(c, key) {
  const items = [["any", "any"], ["all", "all"], ["none", "none"]];
  if (!c.quantifier) items.unshift(["", "—"]);
  const box = select(items, c.quantifier || "", key + "quantifier", v => {
    if (v) c.quantifier = v; else delete c.quantifier;
    fromForm();
  });
  box.setAttribute("aria-label", "Related records");
  return box;
}

function attributeButton(c, key) {
  return pathButton("Attribute", c.attribute, key + "attribute", canCompare, path => {
    const before = targetOf(c).type;
    c.attribute = path;
    const now = targetOf(c);
    if (!now.many) delete c.quantifier;
    else if (!c.quantifier) c.quantifier = "any";
    if (before !== now.type) resetComparison(c, now);
    changed();
    focusOn(key + (now.type === "Boolean" ? "operator" : "value"));
  });
}

/// Whether a condition can compare the values of a path.
function canCompare(path) {
  const target = resolve(state.form.entity, path);
  return !!target && isComparable(target.type) && path.split(".").every(isKey);
}

/// Sets the initial operator and value of a condition for the type of its attribute.
function resetComparison(c, target) {
  const kind = readable(target.type);
  clearValue(c);
  delete c.ignoring;
  delete c._chosen;
  c.compare = { text: "BEGINSWITH", number: ">", date: ">" }[kind] || "==";
  if (kind === "text") c.ignoring = ["case"];
  if (kind === "yes or no") c.value = true;
  else c.parameter = freeName(parameterName(c, target));
}

/// Returns a name for the condition's parameter: `text` if the attribute is a text; otherwise the
/// last part of the key path, such as `country` or `count`.
function parameterName(c, target) {
  if (target.type === "String") return "text";
  const last = (c.attribute || "value").split(".").pop().replace(/^@/, "");
  return last.replace(/[^\p{L}\p{N}_]/gu, "") || "value";
}

function operatorField(c, target, key) {
  const kind = readable(target.type), isText = target.type === "String";
  const words = kind === "date"
    ? { "<": "is before", "<=": "is on or before", ">": "is after", ">=": "is on or after" } : {};
  const isPlain = ["yes or no", "record"].includes(kind) || ["UUID", "URI"].includes(target.type);
  const isNil = c.value === null && ["==", "!="].includes(c.compare);
  const now = isNil ? (c.compare === "==" ? "nil" : "not nil") : c.compare;
  const allowed = operators.filter(([op]) => isText || !texts.includes(op))
    .filter(([op]) => !isPlain || ["==", "!=", "IN", "nil", "not nil"].includes(op))
    .filter(([op]) => !target.isList || !op.endsWith("nil") || op === now)
    .map(([op, text]) => [op, words[op] || text]);
  if (target.isList) allowed.push(...listOperators);
  if (!allowed.some(([op]) => op === now)) allowed.push([now, now]);
  const shown = allowed.map(([op, text]) => [op, c.not ? opposite(text) : text]);
  const box = select(shown, now, key + "operator", v => { setOperator(c, v, target); changed(); });
  box.setAttribute("aria-label", "Operator");
  return box;
}

/// Returns the words that negate an operator, such as `does not begin with` for `begins with`, or
/// `is` for `is not`.
function opposite(words) {
  if (words.startsWith("is not")) return words.replace("is not", "is");
  if (words.startsWith("is")) return words.replace("is", "is not");
  return words.replace(/^(match|\w+?)e?s\b/, "does not $1");
}

/// Sets the operator. `==[c]` uses no index, so when "is" replaces a search, `[c]` stays only if a
/// person has chosen it.
function setOperator(c, v, target) {
  if (v.endsWith("empty")) {
    c.attribute += ".@count";
    delete c.quantifier;
    clearValue(c);
    Object.assign(c, { compare: v === "empty" ? "==" : ">", value: 0 });
    return;
  }
  const wasNil = c.value === null, isText = target.type === "String";
  c.compare = v === "nil" ? "==" : v === "not nil" ? "!=" : v;
  if (isText && !c._chosen) {
    if (searches.includes(v)) { if (!c.ignoring) c.ignoring = ["case"]; }
    else if (c.ignoring?.join() === "case") delete c.ignoring;
  }
  const kind = readable(target.type);
  if (v.endsWith("nil")) { clearValue(c); c.value = null; delete c.ignoring; }
  else if (v === "BETWEEN" && !(c.list?.length === 2)) {
    clearValue(c);
    c.list = [{ parameter: freeName("from") }, { parameter: freeName("to") }];
  } else if (v === "IN" && !c.list && c.parameter === undefined) {
    const old = kind === "text" && typeof c.value === "string" && c.value ? [c.value] : null;
    clearValue(c);
    if (old) c.list = old; else c.parameter = freeName("list");
  } else if (!["IN", "BETWEEN"].includes(v) && (c.list || wasNil)) {
    clearValue(c);
    if (kind === "yes or no") c.value = true; else c.parameter = freeName(parameterName(c, target));
  }
}

function conditionMenu(c, at, key) {
  const isText = c.code === undefined && (targetOf(c).type === "String" || c.ignoring);
  const ignore = (what, text) => ({ text, checked: (c.ignoring || []).includes(what), run: () => {
    const set = new Set(c.ignoring || []);
    if (!set.delete(what)) set.add(what);
    if (set.size) c.ignoring = ["case", "diacritics"].filter(name => set.has(name));
    else delete c.ignoring;
    c._chosen = true;
    changed();
  } });
  return [
    ...(isText ? [ignore("case", "Ignore case"), ignore("diacritics", "Ignore accents")] : []),
    notItem(c),
    ...placeMenu(at, key),
  ];
}

/// The menu entry that negates a condition or a group.
function notItem(one) {
  return { text: "NOT", checked: !!one.not, run: () => { toggleNot(one); changed(); } };
}

function toggleNot(one) { if (one.not) delete one.not; else one.not = true; }

/// Returns the conditions of a group. NOT before the group becomes NOT before each condition.
function ungrouped(group) {
  const own = group[keyOf(group)];
  if (group.not) own.forEach(toggleNot);
  return own;
}

/// The menu entries that conditions and groups share.
function placeMenu({ list: own, index }, key) {
  const one = own[index], isGrouped = isGroup(one);
  const kind = keyOf(groupOf(own)) === "all" ? "any" : "all";
  const replaceBy = (...others) => { own.splice(index, 1, ...others); changed(); };
  return [
    { text: "Duplicate", run: () => { own.splice(index + 1, 0, copyOf(one)); changed(); } },
    { text: "Move up", disabled: !canMove(key, -1), run: () => moveBy(key, -1) },
    { text: "Move down", disabled: !canMove(key, 1), run: () => moveBy(key, 1) },
    isGrouped ? { text: "Ungroup", run: () => replaceBy(...ungrouped(one)) }
      : { text: "Put into a group", run: () => replaceBy({ [kind]: [one] }) },
    { text: "Delete", run: () => { replaceBy(); focusOn("wa"); } },
  ];
}

function copyOf(value) { return JSON.parse(JSON.stringify(value)); }
