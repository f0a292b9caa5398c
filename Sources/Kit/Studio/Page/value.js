/// Returns the value as its field shows it.
function valueText(c) {
  if (c.parameter !== undefined) return "$" + c.parameter;
  if (c.otherAttribute !== undefined) return "attribute " + c.otherAttribute;
  if (c.date !== undefined) return c.date.replace(/T00:00:00Z$/, "");
  if (c.daysFromNow !== undefined) return daysText(c.daysFromNow);
  if (c.list) return c.list.map(itemText).join(", ");
  return typeof c.value === "string" ? shownText(c.value) : numberText(c.value ?? "");
}

/// Returns a number or a truth value as text. The form has reals with an integral value, and
/// integers that JavaScript would round, in objects.
function numberText(value) { return String(value.real ?? value.integer ?? value); }

/// Returns a text as its field shows it: in quotes if it would otherwise mean something else.
function shownText(text) {
  return /^\s*\$|^attribute |^".*"$/s.test(text) ? quoted(text) : text;
}

function quoted(text) { return `"${text.replaceAll('"', '""')}"`; }

/// Returns a text without the quotes around it. Two quotes inside them mean one.
function unquoted(text) {
  const inner = text.match(/^"((?:[^"]|"")*)"$/);
  return inner ? inner[1].replaceAll('""', '"') : text;
}

/// Splits a typed list at its commas, except commas in quotes. The last quotes may be open.
function typedItems(text) {
  const items = ("," + text).matchAll(/,\s*(?:("(?:[^"]|"")*)(?:"\s*(?=,|$)|$)|([^,]*))/g);
  return [...items].map(([, open, plain]) => open === undefined ? plain.trim() : open + '"');
}

function daysText(days) {
  if (days === 0) return "now";
  const count = counted(Math.abs(days), "day");
  return days < 0 ? `${count} ago` : `in ${count}`;
}

/// Returns the number of days from now that a text means, such as -7 for `7 days ago` and 14 for
/// `in 2 weeks`; null if the text is not a relative date.
function daysOf(text) {
  const clean = text.trim().toLowerCase().replace(/−/g, "-");
  if (["now", "today"].includes(clean)) return 0;
  const ago = clean.match(/^(a|\d{1,6}) (day|week)s? ago$/);
  const ahead = clean.match(/^in (a|\d{1,6}) (day|week)s?$/);
  const moved = clean.match(/^(?:now|today)\s*([+-])\s*(\d{1,6})( days?)?$/);
  const span = ago || ahead;
  if (span) {
    const days = (span[1] === "a" ? 1 : Number(span[1])) * (span[2] === "week" ? 7 : 1);
    return days < 1e6 ? (ago ? -days : days) : null;
  }
  return moved ? (moved[1] === "-" ? -1 : 1) * Number(moved[2]) : null;
}

/// Matches a typed date. The capture groups are the year, the day, the minutes, the seconds and the
/// offset from UTC.
const typedDate =
  /^(\d{4})(-\d\d-\d\d)(?:[T ](\d\d:\d\d)(?:(:\d\d)(?:\.0+)?)?(Z|[+-][01]\d(?::?[0-5]\d)?)?)?$/i;

/// Returns a day, or a time with its seconds and its offset, for a typed date; null if the text is
/// not a date. A time without an offset is in UTC.
function dateOf(text) {
  const parts = text.match(typedDate);
  if (!parts) return null;
  const [, year, day, minutes, seconds, offset] = parts;
  const rest = `${day}T${minutes || "00:00"}${seconds || ":00"}`;
  // In the server's calendar, every fourth year before 1583 is a leap year.
  const like = year >= 1583 ? year : year % 4 ? "2001" : "2000", date = new Date(`${like}${rest}Z`);
  // Date takes February 31 for a day of March.
  if (isNaN(date) || date.toISOString() !== `${like}${rest}.000Z`) return null;
  return minutes ? year + rest + (offset || "Z").toUpperCase() : year + day;
}

/// Returns how to type a value if the condition has a text in place of a date; otherwise null.
function valueHint(c) {
  const typed = c.list || [c.value];
  if (readable(targetOf(c).type) !== "date" || !typed.some(v => typeof v === "string")) return null;
  return c.list ? "type days such as 2024-05-01, or times such as 2024-05-01 12:00"
    : "type a day such as 2024-05-01, a time such as 2024-05-01 12:00, or 7 days ago";
}

/// Gives a condition the typed value. Returns whether the value fits the type. A text that does not
/// fit is taken as a text, which the server refuses unless the attribute is a text.
function setValue(c, text, kind) {
  const clean = text.trim(), name = clean.match(/^\$([\p{L}_][\p{L}\p{N}_]*)$/u);
  clearValue(c);
  if (name) { c.parameter = name[1]; return true; }
  const isList = ["IN", "BETWEEN"].includes(c.compare), other = clean.match(/^attribute (\S+)$/);
  if (!isList && other && resolve(state.form.entity, other[1])) {
    c.otherAttribute = other[1];
    return true;
  }
  if (isList) {
    const texts = typedItems(text).filter(t => t), items = texts.map(t => item(t, kind));
    c.list = items.map((found, i) => found === undefined ? unquoted(texts[i]) : found);
    return !items.includes(undefined) && (c.compare === "IN" || items.length === 2);
  }
  const found = clean.startsWith("$") ? null : single(text, kind);
  Object.assign(c, found || { value: unquoted(text) });
  return found !== null;
}

/// Returns the members of a condition for a typed value; null if the text is not a value of this
/// kind.
function single(text, kind) {
  const clean = text.trim();
  if (kind === "number") {
    const number = Number(clean);
    if (clean === "" || !isFinite(number)) return null;
    return { value: isRounded(clean) ? { integer: String(BigInt(clean)) } : number };
  }
  if (kind === "yes or no") {
    return /^(yes|no|true|false)$/i.test(clean) ? { value: /^(yes|true)$/i.test(clean) } : null;
  }
  if (kind === "date") {
    const days = daysOf(clean);
    const date = dateOf(clean);
    return days !== null ? { daysFromNow: days } : date ? { date } : null;
  }
  return kind === "record" ? null : { value: unquoted(text) };
}

/// Whether the digits are an integer of 64 bits that JavaScript would round.
function isRounded(digits) {
  if (!/^[+-]?\d+$/.test(digits) || Number.isSafeInteger(Number(digits))) return false;
  return BigInt.asIntN(64, BigInt(digits)) === BigInt(digits);
}

/// Returns an element of a list as its field shows it.
function itemText(x) {
  if (x === null) return "nil";
  if (typeof x === "string") return /[",]|^\s|\s$|^\$|^nil$|^$/.test(x) ? quoted(x) : x;
  if (typeof x !== "object") return x === true ? "yes" : x === false ? "no" : String(x);
  if (x.daysFromNow !== undefined) return daysText(x.daysFromNow);
  return x.parameter === undefined && x.date === undefined ? numberText(x) : valueText(x);
}

function item(text, kind) {
  const name = text.match(/^\$([\p{L}_][\p{L}\p{N}_]*)$/u);
  if (name) return { parameter: name[1] };
  if (text === "nil") return null;
  const found = single(text, kind);
  if (!found || found.daysFromNow !== undefined) return undefined;
  return found.date ? { date: found.date } : found.value;
}

/// Returns the Swift type of a parameter.
function swiftKind(target, c) {
  const type = { "Integer 16": "Int16", "Integer 32": "Int32", "Integer 64": "Int64",
    Boolean: "Bool", URI: "URL", record: `${target.entity}.Identity` }[target.type] || target.type;
  return c.compare === "IN" ? `[${type}]` : type;
}
