"use strict";
const $ = id => document.getElementById(id);

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

function show(id, isShown) { $(id).hidden = !isShown; }

/// Sets an element's text only if it changes, so that screen readers do not read it out again.
function put(id, text) { if ($(id).textContent !== text) $(id).textContent = text; }

const isLeftToRight = text => /\p{L}/u.test(text)
  && !/[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/.test(text);

/// Fills an element with HTML. Makes tables focusable, so that wide ones scroll with the keyboard.
/// On a right-to-left page, sets lists with only left-to-right text to left-to-right, so that their
/// numbers are next to the text.
function fillProse(id, html) {
  $(id).innerHTML = html;
  for (const table of $(id).querySelectorAll("table")) table.tabIndex = 0;
  if (document.documentElement.dir !== "rtl") return;
  for (const list of $(id).querySelectorAll("ul, ol")) {
    if (isLeftToRight(list.textContent)) list.dir = "ltr";
  }
}

/// Draws the study's text. Omits a first heading that repeats the page's title, in English or
/// translated.
function drawProse({ prose, title }) {
  fillProse("prose", prose);
  const first = $("prose").firstElementChild;
  if (/^H\d$/.test(first?.tagName) && [title, phrase(title)].includes(first.textContent.trim())) {
    first.remove();
  }
  show("prose", $("prose").childElementCount > 0);
}

/// Makes screen readers read a text out, even if it is the same as the previous one.
function say(text) {
  $("said").textContent = "";
  setTimeout(() => { $("said").textContent = text; }, 30);
}

const pause = milliseconds => new Promise(done => setTimeout(done, milliseconds));

/// Returns the browser's storage with this name or, if the browser forbids it, a substitute that
/// lasts as long as the page.
function opened(name) {
  try {
    const store = window[name];
    store.setItem("room.try", "1");
    store.removeItem("room.try");
    return store;
  } catch {
    const kept = new Map();
    return {
      getItem: key => kept.get(key) ?? null,
      setItem: (key, value) => kept.set(key, value),
      removeItem: key => kept.delete(key),
      key: index => [...kept.keys()][index] ?? null,
      get length() { return kept.size; },
    };
  }
}

const storage = opened("localStorage"), tabStorage = opened("sessionStorage");

/// Returns a random UUID. Also works without TLS, where `crypto.randomUUID` is missing.
function unique() {
  if (crypto.randomUUID) return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = bytes[6] & 15 | 64;
  bytes[8] = bytes[8] & 63 | 128;
  const hex = [...bytes].map(byte => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

/// Sends a request and returns the server's answer. Throws an error without `status` if the server
/// did not answer.
async function ask(path, { body, seconds = 8, signal, type } = {}) {
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), seconds * 1000);
  if (signal?.aborted) stop.abort();
  signal?.addEventListener("abort", () => stop.abort());
  const options = { signal: stop.signal, cache: "no-store" };
  if (body !== undefined) {
    options.method = "POST";
    options.headers = { "Content-Type": type ?? "application/json" };
    options.body = type ? body : JSON.stringify(body);
  }
  let response, text;
  try {
    response = await fetch(path, options);
    text = await response.text();
  } finally { clearTimeout(timer); }
  let answer = {};
  try { answer = JSON.parse(text); } catch { if (response.ok && text && !type) throw new Error(text); }
  if (response.ok) return answer;
  const parts = [answer.error, answer.fix].filter(Boolean).map(sentence);
  const error = new Error(parts.join(" ") || word("page.trouble"));
  // If a proxy cannot reach the server, it may answer with these statuses and without JSON.
  if (answer.error || ![502, 503, 504].includes(response.status)) error.status = response.status;
  throw error;
}

/// Copies the text of an element, or selects it if the browser forbids to copy it.
///
/// - Returns: a text that says which of the two was done.
async function copied(id) {
  try {
    await navigator.clipboard.writeText($(id).textContent);
    return word("page.copied");
  } catch {
    getSelection().selectAllChildren($(id));
    return word("page.selected");
  }
}

/// Returns a message of the server as a sentence in the page's language.
function sentence(words) {
  const text = phrase(words);
  return text[0].toUpperCase() + text.slice(1) + (/[.!?:]$/.test(text) ? "" : ".");
}

/// Returns a duration as minutes and seconds, preceded by the hours if there are any.
function duration(seconds) {
  const whole = Math.max(0, Math.floor(seconds)), two = value => String(value).padStart(2, "0");
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  return hours ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
}
