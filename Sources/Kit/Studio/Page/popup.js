/// Places a popover under its control, or above it if there is no room.
function place(box, anchor) {
  const at = anchor.getBoundingClientRect();
  const isRight = getComputedStyle(document.body).direction === "rtl";
  const width = box.offsetWidth, height = box.offsetHeight;
  const left = isRight ? at.right - width : at.left;
  const below = innerHeight - at.bottom - 4, isAbove = height > below && at.top > below;
  box.style.left = Math.max(4, Math.min(left, innerWidth - width - 4)) + "px";
  box.style.top = (isAbove ? Math.max(4, at.top - height - 2) : at.bottom + 2) + "px";
}

/// The open list of choices, with its input, its options and the position of the active option;
/// null if no list is open.
let list = null;

function closeList() {
  if (!list) return;
  const { input } = list;
  list = null;
  $("pop").hidePopover();
  input.removeAttribute("aria-activedescendant");
  if (input.role === "combobox") input.setAttribute("aria-expanded", "false");
}

/// Shows groups of options for an input that has the focus. The arrow keys select an option, and
/// Enter takes it.
///
/// groups: [{ title, options: [{ text, kind, value }] }]; take: called with an option.
function showList(input, anchor, groups, take, active = -1) {
  groups = groups.filter(group => group.options.length);
  if (!groups.length) { closeList(); return; }
  const options = groups.flatMap(group => group.options);
  const isInside = $("pop").contains(input);
  let at = 0;
  const box = make("div", { role: "listbox", id: "options", "aria-label": "Choices" },
    ...groups.map(group => make("div", { role: "group", "aria-label": group.title },
      make("div", { class: "head", "aria-hidden": "true", text: group.title }),
      ...group.options.map(option => {
        const i = at++;
        return make("div", { role: "option", id: "option" + i, "aria-selected": "false",
          onpointerdown: e => e.preventDefault(), onclick: () => takeOption(i) },
        make("span", { text: option.text }), " ",
        option.kind ? make("span", { class: "kind", text: option.kind }) : null);
      }))));
  list = { input, anchor, options, take, active };
  if (isInside) $("options").replaceWith(box);
  else $("pop").replaceChildren(box);
  if (!$("pop").matches(":popover-open")) $("pop").showPopover();
  place($("pop"), anchor);
  if (input.role === "combobox") input.setAttribute("aria-expanded", "true");
  input.setAttribute("aria-controls", "options");
  activate(active);
}

function activate(i) {
  list.active = i;
  for (const option of $("options").querySelectorAll("[role=option]")) {
    option.setAttribute("aria-selected", String(option.id === "option" + i));
  }
  if (i < 0) { list.input.removeAttribute("aria-activedescendant"); return; }
  list.input.setAttribute("aria-activedescendant", "option" + i);
  $("option" + i).scrollIntoView({ block: "nearest" });
}

function takeOption(i) {
  const { options, take } = list;
  closeList();
  take(options[i]);
}

/// Handles the keys of an input with a list. Returns whether the list has used the key.
function listKey(e) {
  if (!list || e.isComposing) return false;
  const count = list.options.length, at = list.active;
  if (e.key === "ArrowDown") activate((at + 1) % count);
  else if (e.key === "ArrowUp") activate(at <= 0 ? count - 1 : at - 1);
  else if (e.key === "Enter" && at >= 0) takeOption(at);
  else if (e.key === "Escape") closeList();
  else return false;
  e.preventDefault();
  e.stopPropagation();
  return true;
}

addEventListener("pointerdown", e => {
  if (list && !$("pop").contains(e.target) && e.target !== list.input) closeList();
}, true);
addEventListener("scroll", e => {
  if (list && e.target !== $("pop") && !$("pop").contains(e.target)
    && !$("pop").contains(document.activeElement)) closeList();
}, true);

/// Makes an input the field of a list. `offer` shows the list on a press, on the down arrow and,
/// after `take` has ended, while a person types.
function combobox(input, offer, take) {
  for (const [name, value] of Object.entries({ role: "combobox", "aria-expanded": "false",
    "aria-autocomplete": "list", autocomplete: "off", spellcheck: "false" })) {
    input.setAttribute(name, value);
  }
  input.addEventListener("focus", () => input.select());
  input.addEventListener("click", offer);
  input.addEventListener("input", async () => {
    const typed = input.value;
    await take();
    if (input.value === typed && document.activeElement === input) offer();
  });
  input.addEventListener("keydown", e => {
    if (!listKey(e) && e.key === "ArrowDown") { e.preventDefault(); offer(); }
  });
  closeWhenLeft(input);
}

/// Closes the input's list when the focus has left both the input and the list. A field of the list,
/// such as its calendar, is given as `own`.
function closeWhenLeft(input, own = input) {
  own.addEventListener("blur", () => setTimeout(() => {
    const { activeElement } = document;
    if (list?.input === input && activeElement !== input && !$("pop").contains(activeElement)) {
      closeList();
    }
  }, 100));
}

/// Shows a menu of buttons under a control. items: [{ text, run, checked, disabled }].
function showMenu(anchor, items) {
  const buttons = items.map(item => make("button", { type: "button",
    role: item.checked === undefined ? "menuitem" : "menuitemcheckbox",
    "aria-checked": item.checked === undefined ? null : String(!!item.checked),
    disabled: item.disabled, text: item.text,
    onclick: () => { $("menu").hidePopover(); anchor.focus(); item.run(); } }));
  showPanel(anchor, make("div", { role: "menu", "aria-label": "Choices", onkeydown: e => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[e.key];
    if (!step) return;
    e.preventDefault();
    const usable = buttons.filter(b => !b.disabled), at = usable.indexOf(document.activeElement);
    usable[(at + step + usable.length) % usable.length].focus();
  } }, ...buttons));
  buttons.find(b => !b.disabled)?.focus();
}

function showPanel(anchor, content) {
  $("menu").replaceChildren(content);
  $("menu").showPopover();
  place($("menu"), anchor);
}

$("menu").addEventListener("keydown", e => {
  if (e.key === "Tab" && $("menu").querySelector("[role=menu]")) $("menu").hidePopover();
});
