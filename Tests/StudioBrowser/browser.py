"""The studio in a headless browser. Run by Scripts/studio-browser, which says what it needs."""

import http.client
import json
import os
import time
import urllib.parse

from selenium.webdriver.common.action_chains import ActionChains

from harness import Keyboard, Keys, Page, Select, Workspace, wait
from person import Person
from queries import tasks_at_a_persons_pace, ten_queries

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
        keys.send("name beg")
        wait(lambda: page.id("options").is_displayed(), "names that fit")
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
        wait(lambda: page.js("return document.activeElement.role === 'menuitem'"), "the saved queries")
        keys.send(Keys.ENTER)
        page.until("text", "name BEGINSWITH[c] $text")
        workspace.overlay(*SOLVED)
        for task in ["city-search", "country-search"]:
            workspace.check(task)


def rows_and_text():
    """What the rows and the predicate offer besides."""
    with Workspace(["Model/Sample.xcdatamodeld"]) as workspace, Page(workspace.address) as page:
        person = Person(page)
        heads = lambda: page.js("return [...document.querySelectorAll('#given thead button.head')].map(e => e.textContent)")
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

        # The sentence stays, in grey, while something is wrong; the names are offered under the message.
        page.retype("text", "country != nil AND na")
        wait(lambda: "stale" in page.id("sentence").get_attribute("class"), "the last valid sentence")
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


def saved_and_changed():
    with Workspace(["Model/Sample.xcdatamodeld"]) as workspace, Page(workspace.address) as page:
        model = "Model/Sample.xcdatamodeld"
        workspace.write(".cdgen.yml", f"model: {model}\noutput: Sources/SampleApp/Generated\n")
        form, code = "Queries/large.json", "Sources/SampleApp/Generated/large.swift"
        person = Person(page)
        person.click("Sort by…")
        person.click("name", "[role=option]")
        page.id("limit").send_keys("3")
        page.until("sentence", "The first 3 of all cities, by name.")
        page.id("name").send_keys("large")
        page.click(page.id("save"))
        wait(lambda: page.id("write").is_displayed(), "the changes")
        changes = page.text("changes")
        assert all(name in changes for name in [form, ".cdgen.yml", code]), changes
        assert not os.path.exists(workspace.path(form)), "written before it was accepted"
        person.click("Write 3 files")
        page.until("savedMessage", f"Saved: {form}, .cdgen.yml, {code}.")
        assert json.loads(workspace.read(form))["limit"] == 3
        assert "form: 'Queries/large.json'" in workspace.read(".cdgen.yml")
        page.axe("saved")

        page.click(page.id("new"))
        page.until("sentence", "All cities.")
        person.click("Open…")
        person.click("large")
        page.until("sentence", "The first 3 of all cities, by name.")
        page.until("savedMessage", "Opened large")
        page.retype("limit", "5")
        page.until("sentence", "The first 5")
        page.click(page.id("save"))
        page.until("changes", "LIMIT 5")
        page.click(page.id("write"))
        page.until("savedMessage", "Saved")
        assert json.loads(workspace.read(form))["limit"] == 5 and "LIMIT 5" in workspace.read(code)

        # Somebody else has changed it meanwhile: it is not lost unasked.
        workspace.write(form, '{"name": "large", "entity": "City", "limit": 9}\n')
        page.retype("limit", "7")
        page.until("sentence", "The first 7")
        page.click(page.id("save"))
        wait(lambda: page.id("write").is_displayed(), "the changes")
        page.click(page.id("write"))
        page.until("changes", "was changed since it was opened")
        page.until("write", "Replace it")
        page.click(page.id("write"))
        page.until("savedMessage", "Saved")
        assert json.loads(workspace.read(form))["limit"] == 7


def undone_and_followed():
    with Workspace(["Model/Sample.xcdatamodeld"]) as workspace, Page(workspace.address) as page:
        person = Person(page)
        person.click("Add condition")
        person.click("name", "[role=option]")
        page.until("sentence", "begins with")
        person.click("⋯")
        person.click("NOT")
        page.until("sentence", "does not begin with")
        page.click(page.id("undo"))
        page.until("sentence", "name begins with")
        page.id("text").send_keys(Keys.CONTROL, "z")
        page.until("sentence", "All cities.")
        page.click(page.id("redo"))
        page.until("sentence", "name begins with")

        person.click("Add group")
        person.click("name", "[role=option]")
        person.click("Add to the group")
        person.click("name", "[role=option]")
        page.until("text", "AND (name BEGINSWITH[c] $text2 OR name BEGINSWITH[c] $text3)")
        person.click("OR")
        page.until("text", "name BEGINSWITH[c] $text2 AND name BEGINSWITH[c] $text3")
        person.click("Undo")
        page.until("text", "AND (name BEGINSWITH[c] $text2 OR name BEGINSWITH[c] $text3)")
        page.until("groupEffect1", "Together: Keeps")
        page.axe("groups")
        page.fits("groups")

        # A condition is moved by keys and by dragging.
        page.retype("text", "name == 'a' AND population > 3")
        page.until("sentence", "whose name is “a” and")
        page.key("w.0grip").send_keys(Keys.ARROW_DOWN)
        page.until("text", 'population > 3 AND name == "a"')
        assert page.js("return document.activeElement.dataset.key") == "w.1grip"
        source, target = page.key("w.1grip"), page.id("leaf0")
        chain = ActionChains(page.driver).click_and_hold(source)
        chain.move_to_element_with_offset(target, 0, -10).move_by_offset(3, 0).release().perform()
        page.until("text", 'name == "a" AND population > 3')
        person.click("Undo")
        page.until("text", 'population > 3 AND name == "a"')

        page.retype("text", "name == nil AND name != nil")
        page.until("count", "0 of 24")
        page.axe("no rows")
        page.retype("text", "nme == 3")
        page.until("textFindings", "has no")
        assert page.js("return document.querySelector('#marks mark').textContent") == "nme"
        assert page.id("copySwift").get_attribute("disabled")
        page.axe("an error")

        contents = "Model/Sample.xcdatamodeld/Sample.xcdatamodel/contents"
        workspace.write(contents, workspace.read(contents).replace('"population"', '"people"'))
        page.until("fields", "people")
        assert page.id("text").get_attribute("value") == "nme == 3"
        page.retype("text", "people > 3")
        page.until("sentence", "Cities whose people is greater than 3.")


def in_other_clothes():
    with Workspace(["Model/Sample.xcdatamodeld"]) as workspace:
        for name, size, dark in [("360 px", (360, 800), False), ("dark", (1440, 1200), True)]:
            with Page(workspace.address, *size, dark=dark) as page:
                page.axe(f"{name}, model")
                person = Person(page)
                person.click("Add condition")
                person.click("name", "[role=option]")
                person.click("Add group")
                person.click("name", "[role=option]")
                page.until("text", "BEGINSWITH")
                page.fits(name)
                page.axe(f"{name}, groups")
                page.retype("text", "nme == 3")
                page.until("textFindings", "has no")
                page.fits(name)
                page.axe(f"{name}, an error")
        with Page(workspace.address, 1440, 1200) as page:
            page.retype("text", 'name BEGINSWITH[c] "a" AND population > 1000 AND area < 20')
            page.driver.set_window_size(500, 1200)
            lines = "const t = document.getElementById('text'); return t.scrollHeight <= t.clientHeight"
            wait(lambda: page.js(lines), "the whole text, in a window made narrow")


def in_eight_tabs():
    """No tab holds a connection that another needs."""
    with Workspace(["Model/Sample.xcdatamodeld"]) as workspace, Page(workspace.address) as page:
        for _ in range(7):
            page.driver.switch_to.new_window("tab")
            page.driver.get(workspace.address)
            wait(lambda: page.js("return document.body.dataset.ready"), "the page is ready")
        for number, tab in enumerate(page.driver.window_handles):
            page.driver.switch_to.window(tab)
            page.retype("text", f"population > {number}")
            page.until("sentence", f"Cities whose population is greater than {number}.")
        contents = "Model/Sample.xcdatamodeld/Sample.xcdatamodel/contents"
        workspace.write(contents, workspace.read(contents).replace('"population"', '"people"'))
        for tab in page.driver.window_handles:
            page.driver.switch_to.window(tab)
            page.until("fields", "people")


def kept_over_a_reload():
    with Workspace(["Model/Sample.xcdatamodeld"]) as workspace, Page(workspace.address) as page:

        def reload():
            page.driver.refresh()
            wait(lambda: page.js("return document.body.dataset.ready"), "the page is ready")

        person = Person(page)
        person.click("Add condition")
        person.click("name", "[role=option]")
        person.click("Sort by…")
        person.click("name", "[role=option]")
        page.id("limit").send_keys("4")
        page.id("name").send_keys("some")
        page.until("sentence", "The first 4 ")
        reload()
        page.until("sentence", "The first 4 ")
        assert page.id("name").get_attribute("value") == "some"
        page.click(page.id("undo"))
        page.until("sentence", "Cities whose name begins with text")
        # A text that is not finished.
        page.retype("text", "population > ")
        page.until("textFindings", "At the end")
        reload()
        page.until("text", "population >")
        page.until("textFindings", "At the end")


def renamed_and_empty():
    with Workspace(["Model/Sample.xcdatamodeld"]) as workspace, Page(workspace.address) as page:
        contents = "Model/Sample.xcdatamodeld/Sample.xcdatamodel/contents"
        before = workspace.read(contents)
        person = Person(page)
        person.click("Add condition")
        person.click("name", "[role=option]")
        person.click("Sort by…")
        person.click("name", "[role=option]")
        page.until("sentence", "begins with")
        workspace.write(contents, before.replace('"City"', '"Town"'))
        page.until("entityFindings", "no entity")
        page.axe("an entity that is gone")
        assert page.id("text").get_attribute("value") == "name BEGINSWITH[c] $text"
        assert page.id("entity").get_attribute("value") == "City"
        for button in ["undo", "undo", "redo", "redo"]:
            page.click(page.id(button))
            wait(lambda: page.js("return busy === null"), "an answer")
        for kind in ["sum", "attribute", "count", "list"]:
            page.choose(page.id("result"), kind)
        page.until("text", "name BEGINSWITH[c] $text")
        workspace.write(contents, before)
        page.until("sentence", "Cities whose name begins with text, ignoring case, by name.")
        workspace.write(contents, before.replace('"City"', '"Town"'))
        page.until("entityFindings", "no entity")
        page.choose(page.id("entity"), "Town")
        page.until("sentence", "All towns.")
        page.click(page.id("undo"))
        page.until("entityFindings", "no entity")
        errors = [e for e in page.driver.get_log("browser") if e["level"] == "SEVERE"]
        assert not errors, errors

        bare = "<entity name='Bare'/><entity name='Odd'><attribute name='b' attributeType='Binary'/></entity>"
        workspace.write(contents, before.replace("</model>", f"{bare}</model>"))
        wait(lambda: page.js("return !!entityNamed('Bare')"), "the new entities")
        for name in ["Bare", "Odd"]:
            page.choose(page.id("entity"), name)
            page.until("conditions", f"{name} has no attributes or relationships to compare.")
            assert page.id("addCondition").get_attribute("disabled")
            assert page.id("addSort").get_attribute("disabled")
            assert not page.text("partFindings"), page.text("partFindings")
            page.axe(f"{name}, nothing to compare")


def too_long():
    """Rows that take too long are not counted, and a newer query does not wait for them."""
    with Workspace(["Model/Sample.xcdatamodeld"]) as workspace, Page(workspace.address) as page:
        path = ".".join(["country.cities"] * 9)
        page.retype("text", f'ANY {path}.name == "x"')
        page.until("count", "Not counted: it takes longer than 250 ms")
        code = page.js("return document.getElementById('swift').textContent")
        assert not page.text("rows") and code.startswith("//")
        page.axe("not counted")
        page.retype("text", "population > 3")
        page.until("count", "records match")


def large_model(workspace):
    """125 entities, each with nine attributes and a link to the next."""
    place = workspace.path("Large.xcdatamodeld/Large.xcdatamodel")
    os.makedirs(place)

    def link(name, n, many, inverse):
        kind = 'toMany="YES"' if many else 'maxCount="1"'
        to = f'destinationEntity="Entity{n}" inverseName="{inverse}" inverseEntity="Entity{n}"'
        return f'<relationship name="{name}" optional="YES" {kind} deletionRule="Nullify" {to}/>'

    attributes = "".join(
        f'<attribute name="text{i}" optional="YES" attributeType="String"/>' for i in range(9)
    )
    entities = "".join(
        f'<entity name="Entity{n}">{attributes}{link("next", (n + 1) % 125, False, "previous")}'
        f'{link("previous", (n + 124) % 125, True, "next")}</entity>'
        for n in range(125)
    )
    with open(f"{place}/contents", "w") as file:
        file.write(f"<model>{entities}</model>")


# From the key to the form, code, rows and SQL that follow, drawn: ten conditions, the last ones typed.
TYPING = """
const done = arguments[0], text = document.getElementById("text"), times = [];
const whole = 'text1 BEGINSWITH[c] $text AND next.text2 CONTAINS "a" AND text0 != nil AND text3 != "x"'
  + ' AND text4 != "y" AND text5 != "z" AND NOT (text6 == "q" OR text7 == "r") AND previous.@count < 9 AND text8 != $t';
(async () => {
  text.focus();
  for (let i = 90; i <= whole.length; i++) {
    const before = document.body.dataset.updates, start = performance.now();
    text.value = whole.slice(0, i);
    text.dispatchEvent(new Event("input"));
    while (document.body.dataset.updates === before) await new Promise(r => setTimeout(r, 0));
    document.body.getBoundingClientRect();
    times.push(performance.now() - start);
    await new Promise(r => setTimeout(r, 30));
  }
  done(times);
})();
"""

# Updates one after the other, as fast as they are answered.
UPDATES = """
const [count, done] = arguments, text = document.getElementById("text");
(async () => {
  for (let i = 0; i < count; i++) {
    const before = document.body.dataset.updates;
    text.value = `text1 BEGINSWITH[c] $text AND text2 != "${i % 50}"`;
    text.dispatchEvent(new Event("input"));
    while (document.body.dataset.updates === before) await new Promise(r => setTimeout(r, 0));
  }
  done(performance.memory ? performance.memory.usedJSHeapSize : 0);
})();
"""


def attach_large(page):
    page.choose(page.id("models"), "Large.xcdatamodeld")
    page.click(page.id("attach"))
    wait(lambda: page.id("form").is_displayed(), "the form")


def fast():
    """Figures, printed; the page's own clock."""
    bars = int(os.environ.get("STUDIO_BAR", "50"))
    with Workspace() as workspace:
        large_model(workspace)
        with Page(workspace.address) as page:
            attach_large(page)
            good = 0
            for _ in range(7):
                times = sorted(page.driver.execute_async_script(TYPING))
                median, p95 = times[len(times) // 2], times[int(len(times) * 0.95)]
                good += median <= 20 and p95 <= 50
                print(f"  key to update, 125 entities, ten conditions: median {median:.1f} ms, p95 {p95:.1f} ms")
                assert p95 <= bars * 4, "far beyond the bar"
            print(f"  within 20 ms and 50 ms: {good} of 7 runs (bar 5)")
            size = page.js("return performance.getEntriesByType('navigation')[0].decodedBodySize")
            ready = []
            for _ in range(9):
                page.driver.refresh()
                is_ready = lambda: page.js("return document.body.dataset.ready")
                ready.append(float(wait(is_ready, "ready")))
            ready.sort()
            print(f"  page interactive: median {ready[4]:.0f} ms, worst {ready[-1]:.0f} ms of 9 (bar 300)")
            print(f"  page: {size} bytes (bar 200000)")
            assert size < 200_000


def resident(pid):
    with open(f"/proc/{pid}/status") as file:
        return next(int(line.split()[1]) for line in file if line.startswith("VmRSS")) / 1024


def updates_of_the_server(workspace, count):
    """Updates as the page asks for them, over one connection."""
    address = urllib.parse.urlsplit(workspace.address)
    token = urllib.parse.parse_qs(address.query)["token"][0]
    connection = http.client.HTTPConnection(address.hostname, address.port, timeout=30)
    headers = {"X-Studio-Token": token, "Content-Type": "application/json"}
    for i in range(count):
        text = f'text1 BEGINSWITH[c] $text AND text2 != "{i % 50}"'
        body = json.dumps({"form": {"entity": f"Entity{i % 125}"}, "text": text, "view": {"page": 0}})
        connection.request("POST", "/api/update", body, headers)
        answer = connection.getresponse()
        answer.read()
        assert answer.status == 200, answer.status


def memory_is_flat():
    """20,000 updates of the server, STUDIO_UPDATES gives another number, and a tenth on the page."""
    count = int(os.environ.get("STUDIO_UPDATES", "20000"))
    with Workspace() as workspace:
        large_model(workspace)
        with Page(workspace.address) as page:
            attach_large(page)
            server, heap = [], []
            for part in [count // 10, count - count // 10]:
                updates_of_the_server(workspace, part)
                server.append(resident(workspace.process.pid))
            for part in [count // 50, count // 10 - count // 50]:
                for _ in range(0, part, 100):
                    page.driver.execute_async_script(UPDATES, 100)
                page.driver.execute_cdp_cmd("HeapProfiler.collectGarbage", {})
                heap.append(page.js("return performance.memory.usedJSHeapSize") / 2**20)
            print(f"  server after {count // 10} and {count} updates: {server[0]:.0f} and {server[1]:.0f} MB")
            print(f"  page after {count // 50} and {count // 10}: {heap[0]:.1f} and {heap[1]:.1f} MB")
            assert server[1] < server[0] * 1.2 + 10 and heap[1] < heap[0] * 1.5 + 5


# Elements whose content is cut off sideways without a way to scroll it.
CLIPPED = """
return [...document.querySelectorAll("main *, header *, .band *")].filter(e => {
  if (!e.checkVisibility() || e.closest(".hidden, .pick, select, input, .marks")) return false;
  const style = getComputedStyle(e);
  return ["hidden", "clip"].includes(style.overflowX) && e.scrollWidth > e.clientWidth + 1;
}).map(e => e.outerHTML.slice(0, 120));
"""


def at_all_sizes():
    """With 125 entities: nothing sideways, nothing clipped, no part taller than two screens."""
    kinds = [("390 px", 390, {}), ("768 px", 768, {}), ("1280 px", 1280, {}), ("1440 px", 1440, {}),
             ("1920 px", 1920, {}), ("200 % zoom", 720, {}), ("forced colours", 1440, {"forced-colors": "active"}),
             ("dark", 1440, {"prefers-color-scheme": "dark"}), ("right to left", 1440, {}), ("right to left, 390 px", 390, {})]
    with Workspace() as workspace:
        large_model(workspace)
        with Page(workspace.address) as page:
            attach_large(page)
        for name, width, features in kinds:
            with Page(workspace.address, width, 900) as page:
                size = {"width": width, "height": 900, "deviceScaleFactor": 2 if "zoom" in name else 1, "mobile": width < 500}
                page.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
                media = [{"name": key, "value": value} for key, value in features.items()]
                page.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": media})
                if "left" in name:
                    page.js("document.dir = 'rtl'")
                page.retype("text", 'text1 BEGINSWITH[c] $text AND (next.text2 CONTAINS "a" OR previous.@count > 2)')
                page.until("sentence", "whose text1")
                for tab in ["rowsTab", "swiftTab", "sqlTab"]:
                    page.click(page.id(tab))
                    page.fits(f"{name}, {tab}")
                    clipped = page.js(CLIPPED)
                    assert not clipped, f"{name}, {tab}: {clipped}"
                    tall = page.js(
                        "return [...document.querySelectorAll('main > section')]"
                        ".filter(e => e.offsetHeight > 2 * innerHeight).map(e => e.id + ' ' + e.offsetHeight)"
                    )
                    assert not tall, f"{name}, {tab}: {tall}"
                page.axe(f"{name}, 125 entities")
                page.picture(name)


PARTS = [
    by_mouse, by_keyboard, ten_queries, rows_and_text, saved_and_changed, undone_and_followed, in_eight_tabs,
    kept_over_a_reload, renamed_and_empty, too_long, in_other_clothes, at_all_sizes, memory_is_flat,
    tasks_at_a_persons_pace,
]
# Times, measured where nothing else runs: by name only.
MEASURED = [fast]
chosen = os.environ.get("STUDIO_BROWSER", "").split()
for part in PARTS + MEASURED:
    if part.__name__ not in chosen and (chosen or part in MEASURED):
        continue
    print(f"studio-browser: {part.__name__.replace('_', ' ')}", flush=True)
    part()
print("studio-browser: all holds")
