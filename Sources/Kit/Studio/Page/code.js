const swiftWords = "import extension func let var return try await async throws in for if else"
  + " guard public package self nil true false where private static";
const sqlWords = "SELECT FROM WHERE AND OR NOT ORDER GROUP BY LIMIT OFFSET AS JOIN LEFT INNER ON IN"
  + " IS NULL EXISTS LIKE DESC ASC COUNT SUM AVG MIN MAX CASE WHEN THEN ELSE END BETWEEN DISTINCT"
  + " WITH UNION ALL";

/// Returns a pattern that matches comments, strings, keywords and other names, in this order.
function codePattern(comment, string, words, name) {
  const parts = [comment, string, `\\b(?:${words.replaceAll(" ", "|")})\\b`, name];
  return new RegExp(parts.map(part => `(${part})`).join("|"), "g");
}

const swiftLexeme = codePattern("//[^\\n]*", '"""[\\s\\S]*?"""|"(?:[^"\\\\\\n]|\\\\.)*"',
  swiftWords, "\\b[A-Z]\\w*\\b");
const sqlLexeme = codePattern("--[^\\n]*", "'(?:[^']|'')*'", sqlWords, "\\?\\d+");

/// Draws code with its comments, strings, keywords and types in colour.
function drawCode(place, text, pattern) {
  const pieces = [];
  let at = 0;
  for (const m of text.matchAll(pattern)) {
    const kind = m[1] ? "comment" : m[2] ? "string" : m[3] ? "keyword" : "parameter";
    pieces.push(text.slice(at, m.index), make("span", { class: kind, text: m[0] }));
    at = m.index + m[0].length;
  }
  place.replaceChildren(...pieces, text.slice(at));
}

const backendWords = { store: "CacheStore (store)", coredata: "Core Data (coredata)" };
const notYet = "No code while something is wrong: see the messages.";

/// The box for one backend's method, with its button.
function backendBox(id, button) {
  return make("div", { class: "backend" },
    make("div", { class: "line" }, make("h3", { id: id + "Title", class: "grow" }),
      make("button", { type: "button", id: button, text: "Copy the Swift code",
        onclick: e => copyFrom(e.currentTarget, id, "The Swift code") })),
    make("pre", { id, role: "region", tabindex: "0", "aria-labelledby": id + "Title" }));
}

$("backends").append(backendBox("swift", "copySwift"), backendBox("otherSwift", "copyOther"));

/// Shows the method for both backends, that of the project's backend first.
function showCode(answer) {
  const isComplete = answer.swift !== undefined;
  for (const id of ["copyCall", "copySQL", "save", "copySwift", "copyOther"]) {
    $(id).disabled = !isComplete;
  }
  const draw = (id, text, pattern) => {
    if (isComplete) drawCode($(id), text || "", pattern); else $(id).textContent = notYet;
  };
  draw("sql", answer.sql, sqlLexeme);
  draw("call", answer.call, swiftLexeme);
  $("plan").replaceChildren(...(answer.plan || []).map(text => make("li", { text })));
  if (isComplete) {
    const source = state.model.settings !== null ? " · .cdgen.yml" : "";
    $("swiftTitle").textContent = backendWords[answer.backend] + source;
    $("otherSwiftTitle").textContent = backendWords[answer.otherBackend];
  }
  draw("swift", answer.swift, swiftLexeme);
  draw("otherSwift", answer.otherSwift, swiftLexeme);
  const guess = (answer.call || "").match(/manager\.`?([^`(]+)/);
  if (!$("name").value.trim()) $("name").placeholder = guess ? guess[1] : "";
}

async function copyFrom(button, id, what) {
  // A second press may come while the button says "Copied".
  const text = $(id).textContent, words = button.dataset.words ||= button.textContent;
  let isDone = false;
  try { await navigator.clipboard.writeText(text); isDone = true; } catch {
    const area = make("textarea", { value: text, class: "hidden", "aria-hidden": "true" });
    document.body.append(area);
    area.select();
    try { isDone = document.execCommand("copy"); } catch { isDone = false; }
    area.remove();
  }
  message("savedMessage", isDone ? what + " is on the clipboard."
    : "The browser does not let the page copy: select the code and copy it.", !isDone);
  if (!isDone) return;
  button.textContent = "Copied";
  setTimeout(() => { button.textContent = words; }, 2000);
}

$("copyCall").addEventListener("click", e => copyFrom(e.currentTarget, "call", "The call"));
$("copySQL").addEventListener("click", e => copyFrom(e.currentTarget, "sql", "The SQL"));

const tabs = ["rowsTab", "swiftTab", "sqlTab"];

function showTab(id) {
  for (const tab of tabs) {
    const isShown = tab === id;
    $(tab).setAttribute("aria-selected", String(isShown));
    $(tab).tabIndex = isShown ? 0 : -1;
    show($(tab).getAttribute("aria-controls"), isShown);
  }
}

for (const [i, id] of tabs.entries()) {
  $(id).addEventListener("click", () => showTab(id));
  $(id).addEventListener("keydown", e => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[e.key];
    if (!step) return;
    e.preventDefault();
    const next = tabs[(i + step + tabs.length) % tabs.length];
    showTab(next);
    $(next).focus();
  });
}
