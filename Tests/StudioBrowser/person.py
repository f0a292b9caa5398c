"""Somebody who sees the studio's page: controls are found by their visible words, clicks and keys
are counted, and waited for at a person's pace if asked."""

import time

from selenium.common.exceptions import StaleElementReferenceException

from harness import Keys, wait

# Returns the first visible control with exactly these words: a button's text, a label's text, the
# value of a field, the chosen option of a list.
FIND = """
const [words, kinds, nth] = arguments;
const clean = text => text.replace(/\\s+/g, " ").trim();
const own = e => clean([...e.childNodes].map(n => n.nodeType === 3 ? n.textContent
  : n.nodeType === 1 && !n.matches(".hidden, select, input, textarea") ? own(n) : "").join(""));
const isSeen = e => e.checkVisibility() && e.getClientRects().length && !e.closest(".hidden");
const open = document.querySelector("dialog[open]") || document.querySelector("#menu:popover-open")
  || document.querySelector("#pop:popover-open");
const found = [], controls = "button, summary, [role=option], select, input, textarea, label";
for (const root of open ? [open, document.body] : [document.body]) {
  for (const e of root.querySelectorAll(controls)) {
    if (!isSeen(e) || e.disabled || found.includes(e)) continue;
    const isField = e.matches("select, input, textarea");
    if (e.matches("label")) {
      const inner = e.control;
      if (inner && own(e) === words && !found.includes(inner)) found.push(inner);
    } else if (isField) {
      const text = e.matches("select") ? e.selectedOptions[0]?.textContent
        : e.value || e.placeholder;
      if (clean(text || "") === words) found.push(e);
    } else {
      const part = e.matches("[role=option]") && e.firstElementChild || e;
      if (own(part) === words) found.push(e);
    }
  }
}
const fit = kinds ? found.filter(e => e.matches(kinds)) : found;
return fit[nth < 0 ? fit.length + nth : nth] || null;
"""

CLICK, KEY, STEP = 1.1, 0.28, 1.35


class Person:
    def __init__(self, page, is_paced=False):
        self.page, self.is_paced = page, is_paced
        self.clicks = self.keys = self.value_keys = self.steps = 0

    def spend(self, seconds):
        if self.is_paced:
            time.sleep(seconds)

    def step(self):
        """Looks, and decides what to do next."""
        self.steps += 1
        self.spend(STEP)

    def find(self, words, kinds=None, nth=0):
        found = lambda: self.page.js(FIND, words, kinds, nth)
        return wait(found, f"a control with the words “{words}”", 5)

    def click(self, words, kinds=None, nth=0):
        self.clicks += 1
        self.spend(CLICK)
        for _ in range(5):
            element = self.find(words, kinds, nth)
            try:
                self.page.js("arguments[0].scrollIntoView({block: 'nearest'})", element)
                element.click()
                return element
            except StaleElementReferenceException:
                # An answer drew the rows again between the two commands; nothing was pressed.
                pass
        raise AssertionError(f"“{words}” is drawn again and again")

    def choose(self, shown, option, nth=0):
        """Another entry of a list that shows some words: one click opens it, one chooses."""
        element = self.find(shown, "select", nth)
        self.clicks += 2
        self.spend(2 * CLICK)
        found = self.page.js(
            "const o = [...arguments[0].options].find(o => o.textContent === arguments[1]);"
            "if (o) { arguments[0].value = o.value;"
            " arguments[0].dispatchEvent(new Event('change', {bubbles: true})); } return !!o;",
            element,
            option,
        )
        assert found, f"the list with “{shown}” has no “{option}”"

    def type_value(self, text):
        """A value or a name in the field that has the focus, in place of its old one."""
        active = self.page.driver.switch_to.active_element
        active.send_keys(Keys.CONTROL, "a")
        for letter in text:
            self.value_keys += 1
            self.spend(KEY)
            self.page.driver.switch_to.active_element.send_keys(letter)

    def press(self, *keys):
        for key in keys:
            self.keys += 1
            self.spend(KEY)
            self.page.driver.switch_to.active_element.send_keys(key)

    def tab_until(self, words, kinds=None):
        """Tab until the control with these words has the focus."""
        for _ in range(60):
            element = self.page.js(FIND, words, kinds, 0)
            if element and self.page.js("return document.activeElement === arguments[0]", element):
                return
            self.press(Keys.TAB)
        raise AssertionError(f"Tab does not reach “{words}”")
