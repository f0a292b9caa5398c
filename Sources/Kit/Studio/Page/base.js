"use strict";
const token = new URLSearchParams(location.search).get("token") || "";
const $ = id => document.getElementById(id);

/// The page's state. `form` holds the fields. `byText` is true if the text was changed later than
/// the fields.
const state = {
  overview: null, model: null, version: -1, form: null, values: {}, byText: false,
  /// The saved query that was opened: its name, and its form as it is in the file.
  opened: null,
  /// The message to show with the next answer.
  note: "",
};

function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (key === "text") element.textContent = value;
    else if (key === "value") element.value = value;
    else if (key === "checked") element.checked = value;
    else element.setAttribute(key, value === true ? "" : value);
  }
  element.append(...children.filter(child => child !== null && child !== undefined));
  return element;
}

/// Announces a text to a screen reader, even if it is the same text as before.
function say(text) {
  $("status").textContent = "";
  setTimeout(() => { $("status").textContent = text; }, 30);
}

function show(id, isShown) { $(id).hidden = !isShown; }

function message(id, text, isBad) {
  $(id).replaceChildren(text ? make("div", { class: isBad ? "problem" : "ok", text }) : "");
}

/// Returns a count with its noun, such as `1 record` or `24 records`.
function counted(count, noun) { return `${count} ${noun}${count === 1 ? "" : "s"}`; }

function capitalized(text) { return text[0].toUpperCase() + text.slice(1); }

/// Asks the server. Throws an error whose message names the fault and the fix. If the server has
/// answered, the error's `status` is the HTTP status.
async function ask(path, body, signal) {
  const options = { headers: { "X-Studio-Token": token }, signal };
  if (body) {
    options.method = "POST";
    options.body = JSON.stringify(body);
    options.headers["Content-Type"] = "application/json";
  }
  let response;
  try { response = await fetch(path, options); } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Error("The studio no longer answers. Start it again and open its new address in this"
      + ` tab. The same port keeps the query: cdgen studio --port ${location.port}`);
  }
  // The page was loaded with a valid token, so the studio has a new one.
  if (response.status === 401) {
    throw new Error("The studio was started again and has a new address. Open that address in this"
      + " tab, which keeps the query.");
  }
  const answer = await response.json();
  if (!response.ok) {
    const words = answer.error + (answer.fix ? "\n" + answer.fix : "");
    throw Object.assign(new Error(words), { status: response.status });
  }
  return answer;
}

function options(select, items, chosen) {
  select.replaceChildren(...items.map(([value, text]) => make("option", { value, text })));
  if (chosen !== undefined) select.value = chosen;
}

function field(label, control) { return make("label", {}, label, control); }

function check(text, checked, key, change) {
  return make("label", { class: "check" },
    make("input", { type: "checkbox", checked: !!checked, "data-key": key,
      onchange: e => change(e.target.checked) }), text);
}

/// A drop-down list in a condition. A person can choose an option by typing. The element must not
/// be replaced meanwhile, so the form is redrawn a little later.
function select(items, chosen, key, change) {
  return make("select", { "data-key": key, onchange: e => {
    deferring = byKey;
    try { change(e.target.value); } finally { deferring = false; }
  } }, ...items.map(([value, text]) =>
    make("option", { value, text, selected: value === chosen })));
}
