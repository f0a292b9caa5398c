"""The facilitator's page without a connection, and pages as some people see them."""

from faults import *
from selenium.webdriver import ActionChains


def marks_during_a_cut():
    """Marks that the facilitator sets without a connection have the time of their keys."""
    with Room() as room, Page("participant") as page, Page("facilitator") as desk:
        desk.enter(room.link("Facilitator"))
        desk.until("title", "Ready to start")
        page.enter(room.link("Participant"))
        Desk(room, desk).press(Keys.ENTER)
        page.until("title", "Consent")
        for expected in ["statement 1 of 2", "statement 2 of 2", "question 1 of 5"]:
            page.button("y")
            page.until("progress", expected)
        desk.until("person", "on question 1 of 5 · connected")
        page.choose("2")
        # A note while the participant answers, whose page stays as it is.
        wait(lambda: desk.js("return !isEarly()"), "the page takes keys")
        Desk(room, desk).press("n")
        wait(lambda: desk.js("return document.activeElement.id") == "note", "words are asked for")
        desk.check("desk, note")
        desk.keys(NOTE, Keys.ENTER)
        desk.until("marks", NOTE)
        chosen = page.js("return document.querySelector('[name=answer]:checked').value")
        assert chosen == "2", f"after the note {chosen} is chosen"
        page.button("save")
        page.until("progress", "question 3 of 5")
        page.choose("4")
        page.button("save")
        for expected in ["question 4 of 5", "question 5 of 5"]:
            page.until("progress", expected)
            page.button("save")
        page.until("title", "Tutorial")
        page.button("enter")
        begin_task(page, "Greet one person")
        desk.until("clock", "running")
        # A page that came by itself takes keys after 0.3 s, as the terminal does.
        time.sleep(0.5)
        room.wire.set("cut")
        desk.until("connection", "Not connected for", 20)
        desk.until("person", "not known")
        began = time.monotonic()
        for key in ["m", "f", "m"]:
            Desk(room, desk).press(key)
            time.sleep(0.3)
        desk.until("saved", "3 kept on this device")
        desk.check("desk, not connected")
        time.sleep(3)
        away = time.monotonic() - began
        room.wire.set("open")
        desk.until("saved", "Saved")
        desk.until("person", "on task 1 of 2 · connected")
        kinds = [event["kind"] for event in room.events("marked")]
        assert kinds == ["note", "mistake", "toolFailure", "mistake"], kinds
        query = "SELECT monotonic_ns FROM events WHERE kind = 'marked' ORDER BY number"
        times = [stamp / 1e9 for (stamp,) in room.rows(query)]
        assert times[3] - times[1] < away - 1, (times, away)
        late = room.rows("SELECT late, bound_ns FROM presses WHERE key IN ('m', 'f')")
        assert all(flag == 1 and bound < 100e6 for flag, bound in late), late


def set_offline(page, is_offline):
    """Cuts the connection of one browser only."""
    page.driver.execute_cdp_cmd("Network.enable", {})
    speed = {"latency": 0, "downloadThroughput": -1, "uploadThroughput": -1}
    page.driver.execute_cdp_cmd(
        "Network.emulateNetworkConditions", {"offline": is_offline, **speed}
    )


def marks_after_a_cut():
    """Marks that the facilitator sets without a connection, and that are sent when the session was
    killed and continued: they are recorded. When the participant has finished the task: the page
    names all of them until a later press is recorded."""
    with Room() as room, Page("participant") as page, Page("facilitator") as desk:
        desk.enter(room.link("Facilitator"))
        to_task(room, page)
        desk.until("clock", "running")
        wait(lambda: desk.js("return !isEarly()"), "the page takes keys")
        room.kill()
        desk.until("connection", "Not connected for", 20)
        for key in ["f", "a"]:
            Desk(room, desk).press(key)
            time.sleep(0.3)
        desk.until("saved", "2 kept on this device")
        room.start()
        desk.until("title", "Go on with P1?", 40)
        time.sleep(2)
        assert not desk.text("refusal"), desk.text("refusal")
        assert not room.events("marked"), "a mark was recorded before the session continued"
        desk.button("enter")
        desk.until("clock", "stopped")
        desk.button("enter")
        desk.until("saved", "Saved")
        kinds = [event["kind"] for event in room.events("marked")]
        assert sorted(kinds) == ["assist", "toolFailure"], kinds

        page.until("connection", "Connected")
        room.solve("one")
        wait(lambda: desk.js("return !isEarly()"), "the page takes keys")
        set_offline(desk, True)
        desk.until("connection", "Not connected for", 20)
        for key in ["f", "m", "a"]:
            Desk(room, desk).press(key)
            time.sleep(0.3)
        desk.until("saved", "3 kept on this device")
        page.button("d")
        page.until("title", "Greet everyone in a file")
        set_offline(desk, False)
        desk.until("title", "Greet everyone in a file")
        desk.until("refusal", "Not recorded: tool failure · mistake · assist.")
        desk.until("saved", "Not recorded: 3")
        desk.check("desk, not recorded")
        desk.button("note")
        wait(lambda: desk.js("return document.activeElement.id") == "note", "words are asked for")
        assert "tool failure · mistake" in desk.text("refusal"), desk.text("refusal")
        desk.keys(NOTE, Keys.ENTER)
        wait(lambda: room.events("markWorded"), "the note is recorded")
        desk.driver.refresh()
        desk.until("refusal", "Not recorded: tool failure · mistake · assist.")
        desk.driver.find_element(By.ID, "dismiss").click()
        desk.until("saved", "Saved")
        assert not desk.text("refusal"), desk.text("refusal")
        desk.driver.refresh()
        desk.until("saved", "Saved")
        assert not desk.text("refusal"), desk.text("refusal")
        assert room.events("markWorded")[-1]["text"] == NOTE


def words_at_the_limit():
    """The time limit is reached while the facilitator types words: they stay."""
    with tempfile.TemporaryDirectory() as folder:
        study = shutil.copytree(greeting, os.path.join(folder, "short"))
        file = pathlib.Path(study, "study.yaml")
        file.write_text(file.read_text().replace("time_limit: 5m", "time_limit: 10s"))
        with Room(study=study) as room, Page("participant") as page, Page("facilitator") as desk:
            desk.enter(room.link("Facilitator"))
            desk.until("title", "Ready to start")
            to_task(room, page)
            desk.until("clock", "running")
            wait(lambda: desk.js("return !isEarly()"), "the page takes keys")
            Desk(room, desk).press("n")
            wait(lambda: desk.js("return document.activeElement.id") == "typed", "words")
            desk.keys("half a sen")
            desk.until("clock", "time is up")
            typed = desk.js("return document.getElementById('typed').value")
            assert typed == "half a sen", f"after the limit, “{typed}” is in the field"
            desk.driver.refresh()
            desk.until("clock", "time is up")
            typed = desk.js("return document.getElementById('typed').value")
            assert typed == "half a sen", f"after a reload, “{typed}” is in the field"


def long_words():
    """An answer beyond the greatest length is not cut silently. One without a space is wrapped on
    both pages."""
    with Room() as room, Page("participant", 390, 844) as page, Page("facilitator") as desk:
        desk.enter(room.link("Facilitator"))
        to_question(room, page, 5)
        page.driver.find_element(By.ID, "answer").click()
        # A character of two units is left out as a whole.
        page.driver.execute_cdp_cmd("Input.insertText", {"text": "words" + 15_000 * "😀"})
        page.until("notice", "Text beyond it is left out.")
        page.check("the longest answer")
        page.fill("https://example.org/" + "long" * 80)
        page.until("notice", "Optional.")
        page.button("save")
        page.until("title", "Tutorial")
        page.button("b")
        page.until("progress", "question 5 of 5")
        page.fits("a long word")
        desk.until("notice", "longlong")
        desk.fits("a long word")


SCALES = """title: About you
items:
  - {id: first, text: The first?, type: scale, min: 1, max: 7, required: true}
  - {id: second, text: The second?, type: scale, min: 1, max: 5, required: true}
  - {id: third, text: How long is it?, type: number, min: 0, unit: words}
"""


def answers_on_a_telephone():
    """The facilitator answers for the participant with the buttons of a narrow page."""
    with tempfile.TemporaryDirectory() as folder:
        study = shutil.copytree(greeting, os.path.join(folder, "scales"))
        pathlib.Path(study, "questionnaires/about-you.yaml").write_text(SCALES)
        with (
            Room(study=study) as room,
            Page("participant", 390, 844) as page,
            Page("facilitator", 390, 844) as desk,
        ):
            desk.enter(room.link("Facilitator"))
            desk.until("title", "Ready to start")
            desk.click("copy")
            wait(lambda: desk.driver.find_element(By.ID, "copied").text, "a sign of the copy")
            page.enter(room.link("Participant"))
            # "start" is pressed once, and nothing is refused.
            wait(lambda: desk.js("return performance.now() - now.changed > 400"), "no early click")
            start = desk.driver.find_element(By.CSS_SELECTOR, '[data-key="enter"]')
            ActionChains(desk.driver).double_click(start).perform()
            desk.until("title", "Consent")
            desk.until("saved", "Saved")
            refusal = desk.text("refusal")
            assert not refusal, f"after a double click: {refusal}"
            consent(page)
            desk.until("person", "on question 1 of 3")
            # The last step of a scale is below its words, also on the narrowest telephone.
            size = {"height": 568, "deviceScaleFactor": 1, "mobile": True}
            resize = "Emulation.setDeviceMetricsOverride"
            page.driver.execute_cdp_cmd(resize, {"width": 320, **size})
            steps = "[...document.querySelectorAll('.step')].map(step => step.offsetTop)"
            rows = page.js(f"return new Set({steps}).size")
            assert rows == 1, f"seven steps are in {rows} rows"
            page.fits("320 px, scale")
            page.driver.execute_cdp_cmd(resize, {"width": 390, **size, "height": 844})
            columns = "return document.getElementById('body').className"
            assert "columns" not in desk.js(columns), "the question is in a monospaced font"
            desk.js("window.confirm = () => true")
            desk.button("answer")
            wait(lambda: desk.js("return document.querySelector('.answers')"), "the numbers")
            wait(lambda: desk.js("return performance.now() - now.changed > 400"), "no early click")
            desk.check("desk, scale")
            # The second click of a double click answers nothing, nor does Enter after it.
            number = desk.driver.find_element(By.CSS_SELECTOR, '[data-key="4"]')
            desk.js("arguments[0].scrollIntoView({block: 'center', behavior: 'instant'})", number)
            twice = ActionChains(desk.driver).move_to_element(number).click()
            twice.pause(0.15).click().perform()
            page.until("progress", "question 2 of 3")
            desk.keys(Keys.ENTER)
            time.sleep(1)
            assert room.answers() == {"about-you.first": ("4", "facilitator")}, room.answers()
            desk.button("2")
            page.until("progress", "question 3 of 3")
            page.until("range", "from 0 on")
            # "words" is the unit here. Esc goes back, as in the terminal.
            desk.until("label", "words")
            assert not desk.driver.find_element(By.ID, "escape").is_displayed()
            wait(lambda: desk.js("return !isEarly()"), "the page takes keys")
            desk.keys(Keys.ESCAPE)
            page.until("progress", "question 2 of 3")


def enter_after_a_choice():
    """The facilitator clicks an option for the participant: Enter confirms it."""
    with Room() as room, Page("participant") as page, Page("facilitator") as desk:
        desk.enter(room.link("Facilitator"))
        page.enter(room.link("Participant"))
        desk.until("title", "Ready to start")
        desk.button("enter")
        consent(page)
        desk.until("person", "on question 1 of 5")
        desk.js("window.confirm = () => true")
        desk.button("answer")
        wait(lambda: desk.js("return document.querySelector('.answers')"), "the numbers")
        wait(lambda: desk.js("return performance.now() - now.changed > 400"), "no early click")
        desk.button("1")
        wait(lambda: desk.js("return now.view.chosen === 0 && !isEarly()"), "the chosen option")
        desk.keys(Keys.ENTER)
        page.until("progress", "question 2 of 5")


def appearance():
    """200 % zoom of a window of 1280 px, colours that the system forces, the browser's own font."""
    with Room() as room, Page("zoomed", 640, 400) as page:
        page.enter(room.link("Participant"))
        Terminal(room).begin()
        page.until("title", "Consent")
        forced = [{"name": "forced-colors", "value": "active"}]
        page.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": forced})
        for expected in ["statement 1 of 2", "statement 2 of 2", "question 1 of 5"]:
            page.button("y")
            page.until("progress", expected)
        page.choose("1")
        page.fits("forced colours, choice")
        page.picture("forced colours, choice")
        page.button("save")
        page.until("progress", "question 2 of 5")
        page.button("save")
        page.until("progress", "question 3 of 5")
        page.choose("4")
        page.picture("forced colours, scale")
        page.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})
        # Text alone twice as large, as some browsers do it.
        page.js("document.documentElement.style.fontSize = '200%'")
        page.check("text twice as large")
