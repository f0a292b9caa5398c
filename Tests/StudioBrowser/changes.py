"""A query that is saved, undone, kept over a reload, and a model that changes under it."""

import json
import os

from selenium.webdriver.common.action_chains import ActionChains

from harness import Keys, Page, Workspace, study, wait
from person import Person


def saved_and_changed():
    with Workspace(["Model/Sample.xcdatamodeld"]) as workspace, Page(workspace.address) as page:
        model = "Model/Sample.xcdatamodeld"
        workspace.write(".cdgen.yml", f"model: {model}\noutput: Sources/SampleApp/Generated\n")
        form, code = "Queries/large.json", "Sources/SampleApp/Generated/large.swift"
        person = Person(page)
        person.click("Sort by…")
        # The page may follow a change of the model meanwhile.
        page.js("begin()")
        person.click("name", "[role=option]")
        page.id("limit").send_keys("3")
        page.until("sentence", "The first 3 of all cities, by name.")
        page.id("name").send_keys("large")
        # Spaces of a pasted path are not part of it.
        page.id("output").send_keys(Keys.END, " ")
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

        # A query of the history, or of the browser's Back button, does not take over the name.
        page.js("location.hash = 'entity=City&where=population+%3E+3'")
        page.until("sentence", "population is greater than 3")
        assert page.id("name").get_attribute("value") == ""

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
        page.until("changes", "has changed since it was opened")
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

        # NOT of a group goes to the conditions of the group.
        page.retype("text", "population > 3 AND NOT (area > 1 OR NOT area < 2)")
        page.until("sentence", "area")
        page.click(page.key("w.1more"))
        person.click("Ungroup")
        page.until("text", "population > 3 AND NOT (area > 1) AND area < 2")
        page.retype("text", "NOT (population > 3 AND area > 1)")
        wait(lambda: page.js("return $('conditions').querySelector('[data-key=wnot]')"), "NOT")
        page.click(page.key("wnot"))
        value = lambda: page.id("text").get_attribute("value")
        wait(lambda: value() == "population > 3 AND area > 1", "the predicate without NOT")

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

        # The saved query is no longer valid after a change of the model.
        page.id("name").send_keys("many")
        page.click(page.id("save"))
        wait(lambda: page.id("write").is_displayed(), "the changes")
        page.click(page.id("write"))
        page.until("savedMessage", "Saved")
        page.until("savedMessage", "which is not written yet: press Generate")
        workspace.write(contents, workspace.read(contents).replace('"people"', '"population"'))
        wait(lambda: not page.text("savedMessage"), "no “Saved” beside an invalid query")


def typed_without_a_form():
    """A predicate without a form stays when a limit or a sort key is added. An attached model
    begins with a new query."""
    with Workspace(["Model/Sample.xcdatamodeld"]) as workspace, Page(workspace.address) as page:
        text = "name == 'a' AND TRUEPREDICATE"
        page.retype("text", text)
        page.until("noForm", "works all the same")
        page.retype("text", "name == %@")
        page.until("noForm", "placeholders")
        assert "works all the same" not in page.text("noForm")
        page.retype("text", text)
        page.until("noForm", "works all the same")
        page.id("limit").send_keys("5")
        page.until("sentence", "The first 5")
        person = Person(page)
        person.click("Sort by…")
        person.click("name", "[role=option]")
        page.until("sentence", "by name")
        assert page.id("text").get_attribute("value") == text, "the predicate was replaced"

        # A typed condition without code, or with an error, leaves the text as it was.
        page.retype("text", "population > 3")
        page.until("sentence", "greater than 3")
        person.click("Type a condition")
        page.until("wrong1", "predicate is empty")
        page.key("w.1code").send_keys("area >")
        wait(lambda: "is empty" not in page.text("wrong1"), "the error of the code")
        assert page.id("text").get_attribute("value") == "population > 3"
        # While the text has an error, the conditions of the text before cannot be changed.
        page.retype("text", "population >")
        page.until("textFindings", "At the end")
        assert page.js("return $('conditions').inert")
        page.retype("text", "population > 4")
        page.until("sentence", "greater than 4")
        assert not page.js("return $('conditions').inert")

        page.click(page.id("attach"))
        page.until("sentence", "All cities.")
        assert page.id("text").get_attribute("value") == "", "the predicate of another model"


def attached_from_outside():
    """A model outside of the project is listed, not the project's model of the same name."""
    outside = os.path.abspath(f"{study}/project/Model/Sample.xcdatamodeld")
    with Workspace([outside]) as workspace, Page(workspace.address) as page:
        page.until("sentence", "All cities.")
        chosen = "return document.getElementById('models').value"
        assert page.js(chosen) == outside, page.js(chosen)
        assert not page.id("attach").is_enabled()
        page.choose(page.id("models"), "Model/Sample.xcdatamodeld")
        page.click(page.id("attach"))
        wait(lambda: page.js(chosen) == "Model/Sample.xcdatamodeld", "the project's model")
        assert page.id("attach").is_enabled()


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
        wait(lambda: page.js("return !!entityNamed('Town')"), "the renamed entity")
        page.until("entityFindings", "no entity")
        wait(lambda: page.js("return busy === null"), "an answer")
        page.choose(page.id("entity"), "Town")
        page.until("sentence", "All towns.")
        page.click(page.id("undo"))
        page.until("entityFindings", "no entity")
        errors = [e for e in page.driver.get_log("browser") if e["level"] == "SEVERE"]
        assert not errors, errors

        binary = "<attribute name='b' attributeType='Binary'/>"
        bare = f"<entity name='Bare'/><entity name='Odd'>{binary}</entity>"
        workspace.write(contents, before.replace("</model>", f"{bare}</model>"))
        wait(lambda: page.js("return !!entityNamed('Bare')"), "the new entities")
        for name in ["Bare", "Odd"]:
            page.choose(page.id("entity"), name)
            page.until("conditions", f"{name} has no attributes or relationships to compare.")
            assert page.id("addCondition").get_attribute("disabled")
            assert page.id("addSort").get_attribute("disabled")
            assert not page.text("partFindings"), page.text("partFindings")
            page.axe(f"{name}, nothing to compare")

        # A condition cannot have an attribute whose name no predicate can contain.
        names = ["a-b", "my name", "ok"]
        texts = "".join(f"<attribute name='{name}' attributeType='String'/>" for name in names)
        dash = f"<entity name='Dash'>{texts}</entity>"
        workspace.write(contents, before.replace("</model>", f"{dash}</model>"))
        wait(lambda: page.js("return !!entityNamed('Dash')"), "the new entity")
        page.choose(page.id("entity"), "Dash")
        person.click("Add condition")
        page.until("text", "ok BEGINSWITH[c] $text")
        paths = "return pathGroups('Dash', canCompare).flatMap(g => g.options.map(o => o.value))"
        assert page.js(paths) == ["ok"], page.js(paths)
        page.until("fields", "a-b text, cannot be in a predicate")


def too_long():
    """Rows that take too long are not counted, and a newer query does not wait for them."""
    with Workspace(["Model/Sample.xcdatamodeld"]) as workspace, Page(workspace.address) as page:
        path = ".".join(["country.cities"] * 9)
        page.retype("text", f'ANY {path}.name == "x"')
        page.until("count", "Not counted: evaluation takes longer than 250 ms")
        code = page.js("return document.getElementById('swift').textContent")
        assert not page.text("rows") and code.startswith("//")
        page.axe("not counted")
        page.retype("text", "population > 3")
        page.until("count", "records match")
