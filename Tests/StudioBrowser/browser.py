"""The studio in a headless browser. Run by Scripts/studio-browser, which says what it needs."""

import os
import subprocess
import sys
import time

from changes import (
    attached_from_outside,
    in_eight_tabs,
    kept_over_a_reload,
    renamed_and_empty,
    saved_and_changed,
    too_long,
    typed_without_a_form,
    undone_and_followed,
)
from diagram import the_whole_model
from figures import fast, memory_is_flat
from harness import Keyboard, Keys, Page, Workspace, wait
from person import Person
from queries import tasks_at_a_persons_pace, ten_queries
from sizes import at_all_sizes, in_other_clothes

SOLVED = ["generate", "city-list", "country-list", "city-search", "country-search"]


def by_mouse():
    with Workspace() as workspace, Page(workspace.address) as page:
        page.axe("no model")
        page.choose(page.id("models"), "Model/Sample.xcdatamodeld")
        page.click(page.id("attach"))
        wait(lambda: page.id("form").is_displayed(), "the form")
        page.until("sentence", "All cities.")
        page.click(page.id("generate"))
        page.until("generated", "Wrote")
        page.axe("generated")

        person = Person(page)
        person.click("Add condition")
        person.click("name", "[role=option]")
        person.click("Sort by…")
        page.axe("the list of attributes")
        person.click("name", "[role=option]")
        page.until("text", "name BEGINSWITH[c] $text")
        page.until("sentence", "Cities whose name begins with text, ignoring case, by name.")
        page.id("name").send_keys("citiesStartingWith")
        page.until("call", "manager.citiesStartingWith(text: text)")
        person.click("Swift")
        workspace.put("citiesStartingWith", page.copied("copySwift"))
        page.axe("a query")
        person.click("SQL")
        page.axe("SQL")
        person.click("Rows")

        page.click(page.id("new"))
        page.choose(page.id("entity"), "Country")
        person.click("Add condition")
        person.click("name", "[role=option]")
        page.choose(page.key("w.0operator"), "CONTAINS")
        person.click("name", "button.head")
        page.until("sentence", "Countries whose name contains text, ignoring case, by name.")
        person.click("⋯")
        page.axe("the menu of a condition")
        person.click("NOT")
        page.until("effect0", "NOT: keeps")
        # The operator says it, too.
        person.find("does not contain", "select")
        page.until("sentence", "does not contain")
        person.click("⋯")
        person.click("NOT")
        page.until("effect0", "Keeps")
        page.id("name").send_keys("countriesContaining")
        page.until("call", "manager.countriesContaining(text: text)")
        person.click("Swift")
        workspace.put("countriesContaining", page.copied("copySwift"))

        workspace.overlay(*SOLVED)
        for task in ["generate", "city-search", "country-search"]:
            workspace.check(task)


def by_keyboard():
    with Workspace() as workspace, Page(workspace.address) as page:
        keys = Keyboard(page)
        keys.tab_to("attach")
        keys.send(Keys.ENTER)
        wait(lambda: page.id("form").is_displayed(), "the form")
        keys.tab_to("generate", back=True)
        keys.send(Keys.ENTER)
        page.until("generated", "Wrote")

        keys.tab_to("entity", back=True)
        tabs = keys.tab_to("text")
        assert tabs <= 6, f"{tabs} Tabs from the entity to the predicate"
        print(f"  from the entity to the predicate: {tabs} Tabs (bar 6)")
        # Whoever comes back at once keeps the list.
        keys.send(Keys.SHIFT + Keys.TAB)
        keys.send(Keys.TAB)
        keys.send("name beg")
        wait(lambda: page.id("options").is_displayed(), "names that fit")
        time.sleep(0.15)
        assert page.id("options").is_displayed(), "the list was closed"
        keys.send(Keys.ARROW_DOWN, Keys.ENTER)
        page.until("text", "name BEGINSWITH[c]")
        keys.send(" $text")
        page.until("sentence", "Cities whose name begins with text, ignoring case.")
        keys.tab_to("addSort")
        keys.send(Keys.ENTER)
        wait(lambda: page.id("options").is_displayed(), "the attributes")
        keys.send("name", Keys.ENTER)
        page.until("sentence", "Cities whose name begins with text, ignoring case, by name.")
        keys.tab_to("name")
        keys.send("citiesStartingWith", Keys.ENTER)
        wait(lambda: page.id("write").is_displayed(), "the changes")
        page.axe("the changes")
        keys.send(Keys.ENTER)
        page.until("savedMessage", "Saved: Queries/citiesStartingWith.json")

        keys.tab_to("entity", back=True)
        keys.send("Cou")
        page.until("sentence", "All countries")
        keys.tab_to("addCondition")
        keys.send(Keys.ENTER)
        wait(lambda: page.id("options").is_displayed(), "the attributes")
        keys.send("name", Keys.ENTER)
        keys.tab_to("w.0operator", back=True)
        keys.send("cont")
        page.until("sentence", "contains")
        # Lists are drawn again a little after the last key.
        wait(lambda: page.js("return redrawing === 0"), "the form is drawn")
        keys.tab_to("addSort")
        keys.send(Keys.ENTER)
        wait(lambda: page.id("options").is_displayed(), "the attributes")
        keys.send("name", Keys.ENTER)
        page.until("sentence", "Countries whose name contains text, ignoring case, by name.")
        keys.tab_to("name")
        keys.send("countriesContaining", Keys.ENTER)
        wait(lambda: page.id("write").is_displayed(), "the changes")
        keys.send(Keys.ENTER)
        page.until("savedMessage", "Saved: Queries/countriesContaining.json")

        keys.tab_to("openSaved", back=True)
        keys.send(Keys.ENTER)
        is_open = lambda: page.js("return document.activeElement.role === 'menuitem'")
        wait(is_open, "the saved queries")
        keys.send(Keys.ENTER)
        page.until("text", "name BEGINSWITH[c] $text")
        workspace.overlay(*SOLVED)
        for task in ["city-search", "country-search"]:
            workspace.check(task)


def rows_and_text():
    """What the rows and the predicate offer besides."""
    with Workspace(["Model/Sample.xcdatamodeld"]) as workspace, Page(workspace.address) as page:
        person = Person(page)
        query = "#given thead button.head"
        heads = lambda: page.js(
            "return [...document.querySelectorAll(arguments[0])].map(e => e.textContent)", query
        )
        person.click("Add condition")
        person.click("population", "[role=option]")
        page.until("text", "population > $population")
        wait(lambda: heads()[:2] == ["name", "population"], "the columns that the query uses")
        person.click("population", "button.head")
        person.click("population ↑", "button.head")
        page.until("sentence", "by population from high to low.")

        # A literal that no record has is put into the sample data.
        page.retype("text", "name == 'processing'")
        page.until("sentence", "“processing”")
        wait(lambda: "processing" in page.text("rows"), "a record with the literal")
        # A search for a text ignores case; "is" does not, for the index.
        page.retype("text", "")
        page.until("sentence", "All cities")
        person.click("Add condition")
        person.click("name", "[role=option]")
        page.until("text", "BEGINSWITH[c]")
        person.choose("begins with", "is")
        page.until("text", "name == $text")
        page.until("notes", "index")
        person.choose("is", "begins with")
        page.until("text", "name BEGINSWITH[c] $text")

        page.until("count", "records match")
        person.click("Columns")
        page.axe("the columns")
        person.click("country.name", "input, label")
        page.driver.switch_to.active_element.send_keys(Keys.ESCAPE)
        wait(lambda: "country.name" in heads(), "the chosen column")
        person.click("Filter")
        page.driver.switch_to.active_element.send_keys("ros")
        page.until("count", "The filter shows")
        page.axe("a filter")
        # A text that an input method composes: no answer replaces the field meanwhile.
        page.driver.switch_to.active_element.send_keys(Keys.CONTROL, "a")
        page.driver.switch_to.active_element.send_keys(Keys.DELETE)
        wait(lambda: "The filter shows" not in page.text("count"), "all rows")
        composed = {"text": "z", "selectionStart": 1, "selectionEnd": 1}
        page.driver.execute_cdp_cmd("Input.imeSetComposition", composed)
        time.sleep(0.5)
        page.driver.execute_cdp_cmd("Input.insertText", {"text": "Zürich"})
        typed = "return document.activeElement.value"
        wait(lambda: page.js(typed) == "Zürich", "the composed text")
        person.click("Filter")
        person.choose("Group by", "country")
        wait(lambda: "total area" in page.text("rows"), "the groups")
        page.axe("groups of rows")
        person.choose("Group by", "nothing")
        page.retype("text", "country != nil")
        page.until("sentence", "country")
        first = "return document.querySelector('#given td:not(.open) button.link').textContent"
        person.click(wait(lambda: page.js(first), "a related record"), "button.link")
        page.until("record", "cities")
        page.axe("a record")
        person.click("Back to the rows")

        # The sentence stays, in grey, while something is wrong; the names are offered under the
        # message.
        page.retype("text", "country != nil AND na")
        is_stale = lambda: "stale" in page.id("sentence").get_attribute("class")
        wait(is_stale, "the last valid sentence")
        assert "country" in page.text("sentence")
        page.id("text").send_keys("m")
        wait(lambda: page.id("pop").is_displayed(), "names that fit")
        covers = page.js(
            "return document.getElementById('pop').getBoundingClientRect().top"
            " >= document.getElementById('textFindings').getBoundingClientRect().bottom - 1"
        )
        assert covers, "the names cover the message"

        # The address holds the query; another page shows the same, and the history has it.
        page.retype("text", "area > 100 AND name CONTAINS 'a'")
        page.until("sentence", "whose area")
        time.sleep(2.3)
        address, sentence = page.js("return location.hash"), page.text("sentence")
        with Page(workspace.address + address) as other:
            other.until("sentence", sentence)
        person.click("New query")
        page.until("sentence", "All cities")
        person.click("History")
        person.click(sentence)
        page.until("text", "area > 100")


def values_as_typed():
    """A value means the same in its field, in the predicate and in the sentence."""
    with Workspace(["Model/Sample.xcdatamodeld"]) as workspace, Page(workspace.address) as page:
        # A to-many relationship is never nil, but it may be empty.
        person = Person(page)
        page.choose(page.id("entity"), "Country")
        person.click("Add condition")
        person.click("cities", "[role=option]")
        person.choose("is", "is empty")
        page.until("sentence", "Countries that have no cities.")
        assert "nil" not in page.js(
            "return drawCondition({attribute: 'cities', compare: '==', parameter: 'x'},"
            " {list: [], index: 0}, 'w.9', 9).innerText"
        )
        page.click(page.id("new"))
        page.choose(page.id("entity"), "City")

        shows = lambda text: wait(
            lambda: page.key("w.0value").get_attribute("value") == text, f"the value {text}"
        )
        # JavaScript would round this integer when the form is sent.
        page.retype("text", "population == 9007199254740993")
        shows("9007199254740993")
        page.id("limit").send_keys("3")
        page.until("sentence", "The first 3 of the cities whose population is 9007199254740993")
        page.until("text", "population == 9007199254740993")

        page.retype("text", 'name LIKE "*a*"')
        page.until("sentence", "is like “*a*”")
        assert not page.js("return document.querySelector('#sentence em')")

        page.retype("text", 'name == "$text"')
        shows('"$text"')
        page.key("w.0value").send_keys(Keys.CONTROL, "a")
        page.key("w.0value").send_keys('"$a"')
        page.until("text", 'name == "$a"')

        # A comma in quotes does not separate values, also if an offered value is chosen.
        page.retype("text", 'name IN {"Smith, John", "x"}')
        shows('"Smith, John", x')
        page.key("w.0value").send_keys(Keys.END, Keys.BACKSPACE, "Ambe")
        page.until("text", 'name IN {"Smith, John", "Ambe"}')
        Person(page).click("Amber", "[role=option]")
        page.until("text", 'name IN {"Smith, John", "Amber"}')

        # Typed text is read as the field shows it.
        page.retype("text", "population > 3")
        shows("3")
        page.key("w.0value").send_keys(Keys.CONTROL, "a")
        page.key("w.0value").send_keys("attribute area")
        page.until("text", "population > area")
        dates = [
            ("1500-02-29", "1500-02-29"),
            ("1700-02-29", None),
            ("2020-01-31T12:00:00.000z", "2020-01-31T12:00:00Z"),
            ("2020-01-31T12:00:00+02:00", "2020-01-31T12:00:00+02:00"),
            ("2020-01-31 12:00", "2020-01-31T12:00:00Z"),
        ]
        for typed, date in dates:
            assert page.js("return dateOf(arguments[0])", typed) == date, typed
        spans = [("1 week ago", -7), ("a day ago", -1), ("in 2 weeks", 14), ("7 days ago", -7),
                 ("999999 weeks ago", None), ("last week", None)]
        for typed, days in spans:
            assert page.js("return daysOf(arguments[0])", typed) == days, typed

        # A truth value is a choice; another text stays as it was typed.
        page.retype("text", "isCapital == $x")
        shows("$x")
        page.key("w.0value").send_keys(Keys.CONTROL, "a")
        page.key("w.0value").send_keys("n")
        page.js("drawForm()")
        shows("n")

        # The calendar stays open when it is pressed. A typed day is used once its year is complete.
        dated = "City", {"attribute": "founded", "type": "Date"}
        page.js("entityNamed(arguments[0]).attributes.push({...arguments[1], name: 'founded'})", *dated)
        page.js("state.form.where = {all: [{attribute: 'founded', compare: '>', date: '2020-01-01'}]}")
        page.js("drawForm()")
        hint = "return valueHint(arguments[0])"
        late = {"attribute": "founded", "compare": ">", "value": "last week"}
        assert "7 days ago" in page.js(hint, late)
        assert page.js(hint, {**late, "value": 3}) is None
        page.click(page.key("w.0value"))
        day = wait(lambda: page.driver.find_element("css selector", "#pop [type=date]"), "a calendar")
        day.click()
        time.sleep(0.3)
        assert page.js("return $('pop').matches(':popover-open')"), "the calendar has closed"
        set_day = "arguments[0].value = arguments[1]; arguments[0].dispatchEvent(new Event('change'))"
        page.js(set_day, day, "0202-03-04")
        assert page.js("return whole().all[0].date") == "2020-01-01"
        page.js(set_day, day, "2021-03-04")
        assert page.js("return whole().all[0].date") == "2021-03-04"
        assert not page.js("return $('pop').matches(':popover-open')")
        page.click(page.id("new"))

        # A query that was refused is not in the history: Undo returns to the last accepted one.
        page.retype("text", "population > 2")
        page.until("sentence", "greater than 2")
        page.retype("limit", "5")
        page.until("sentence", "The first 5 of the cities whose population is greater than 2")
        answered = lambda: page.js("return busy === null") and not page.text("partFindings")
        for undo in [
            lambda: page.id("limit").send_keys(Keys.CONTROL, "z"),
            lambda: page.click(page.id("undo")),
        ]:
            page.id("limit").send_keys(Keys.END, ".5")
            page.until("partFindings", "Limit must be a whole number, 0 or more.")
            undo()
            wait(answered, "an answer")
            assert page.id("limit").get_attribute("value") == "5"
        page.js(
            "const real = ask; ask = async () => { ask = real; throw Error('refused'); };"
            "state.form.limit = 9; fromForm()"
        )
        page.until("partFindings", "refused")
        page.click(page.id("undo"))
        wait(answered, "an answer")
        assert page.js("return state.form.limit") == 5

        # A limit that does not fit is not part of the query.
        page.retype("text", "population > 3")
        page.until("sentence", "greater than 3")
        page.retype("limit", "5")
        page.until("sentence", "The first 5")
        page.id("limit").send_keys(Keys.END, ".5")
        page.until("partFindings", "Limit must be a whole number, 0 or more.")
        page.retype("text", "population > 4")
        page.until("sentence", "The first 5 of the cities whose population is greater than 4")
        assert page.id("limit").get_attribute("value") == "5"
        page.retype("limit", "7")
        page.until("sentence", "The first 7")
        page.id("limit").send_keys(Keys.CONTROL, "z")
        wait(lambda: page.id("limit").get_attribute("value") != "7", "the limit is undone")

        # Quotes that a quote interrupts are part of the value.
        typed = "const c = {compare: 'IN'}; setValue(c, arguments[0], 'text'); return c.list"
        assert page.js(typed, '"a"b", "c"') == ['"a"b"', "c"]

        # With a limit, a sort key adds and removes rows; removed rows follow the chosen columns.
        page.retype("text", "population > 0")
        page.retype("limit", "3")
        page.until("count", "3 of")
        tagged = """return [...document.querySelectorAll('#given tr.' + arguments[0])]
          .map(row => [...row.cells].slice(2).map(cell => cell.textContent))"""
        page.js("sortBy('name')")
        page.js("sortBy('name')")
        wait(lambda: page.js(tagged, "added"), "rows that the sort key adds")
        removed = wait(lambda: page.js(tagged, "removed"), "rows that the sort key removes")
        page.js("view.columns = ['area', 'name']; fromEither()")
        area = lambda: [row[0] for row in page.js(tagged, "removed")]
        names = lambda: [row[1] for row in page.js(tagged, "removed")]
        wait(lambda: len(names()) == len(removed), "the removed rows in two columns")
        first = names()
        page.js("view.columns = ['name', 'area']; fromEither()")
        wait(lambda: area() == first, "the removed rows in the new order of columns")

        # A table of more rows than are shown says so.
        assert page.js("return firstWords([1, 2], 3)") == " The first 2 are shown."
        assert page.js("return firstWords([1, 2], 2)") == ""
        page.js("groupTable = (old => rows => old({...rows, count: 300}))(groupTable)")
        page.choose(page.id("groupBy"), "name")
        page.until("rows", "300 groups of the matching records. The first")
        page.choose(page.id("groupBy"), "")

        # What is not valid is marked; the last valid sentence stays, in grey.
        page.retype("text", "population > 3")
        page.until("sentence", "greater than 3")
        page.key("w.0value").send_keys(Keys.END, "x")
        is_stale = lambda: "stale" in page.id("sentence").get_attribute("class")
        wait(is_stale, "the last valid sentence")
        page.until("wrong0", "cannot be compared with a number")


PARTS = [
    by_mouse,
    by_keyboard,
    ten_queries,
    rows_and_text,
    values_as_typed,
    the_whole_model,
    saved_and_changed,
    undone_and_followed,
    typed_without_a_form,
    attached_from_outside,
    in_eight_tabs,
    kept_over_a_reload,
    renamed_and_empty,
    too_long,
    in_other_clothes,
    at_all_sizes,
    memory_is_flat,
    tasks_at_a_persons_pace,
]
# Times, measured where nothing else runs: by name only.
MEASURED = [fast]
# Mostly waits, and so runs in a process of its own at the same time as the other parts.
UNHURRIED = tasks_at_a_persons_pace
chosen = os.environ.get("STUDIO_BROWSER", "").split()
separate = None
if not chosen:
    separate = subprocess.Popen(
        [sys.executable, *sys.argv],
        env={**os.environ, "STUDIO_BROWSER": UNHURRIED.__name__},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    chosen = [part.__name__ for part in PARTS if part is not UNHURRIED]
try:
    for part in PARTS + MEASURED:
        if part.__name__ not in chosen:
            continue
        began = time.monotonic()
        print(f"studio-browser: {part.__name__.replace('_', ' ')}", flush=True)
        part()
        print(f"  {time.monotonic() - began:.0f} s", flush=True)
    if separate:
        print(separate.communicate()[0], end="")
        assert separate.returncode == 0, f"{UNHURRIED.__name__} failed"
finally:
    if separate and separate.poll() is None:
        separate.terminate()
print("studio-browser: all holds")
