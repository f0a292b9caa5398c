"""Connections that are cut, servers that stop, reloads, a second tab, the back button, a sleep."""

from plays import *
from selenium.webdriver import ActionChains


def to_question(room, page, number):
    """The session, begun at the terminal, at a question of the first questionnaire."""
    page.enter(room.link("Participant"))
    Terminal(room).begin()
    page.until("title", "Consent")
    for expected in ["statement 1 of 2", "statement 2 of 2", "question 1 of 5"]:
        page.button("y")
        page.until("progress", expected)
    answers = [
        lambda: page.choose("1"), lambda: page.choose("1", "3"), lambda: page.choose("4"),
        lambda: page.fill("12"),
    ]
    for answer in answers[: number - 1]:
        before = page.text("progress")
        answer()
        page.button("save")
        wait(lambda: page.text("progress") != before, f"the question after {before}")
    page.until("progress", f"question {number} of 5")


def to_task(room, page):
    """The first task, whose clock runs."""
    to_question(room, page, 5)
    page.button("save")
    page.until("title", "Tutorial")
    page.button("enter")
    begin_task(page, "Greet one person")


def pressed(room, key):
    query = "SELECT late, slept, bound_ns, load FROM presses WHERE key = ? ORDER BY event"
    return room.rows(query, key)


def reload_tab_and_back():
    """What was typed and not saved is there after a reload, in a second tab and after Back."""
    with Room() as room, Page("participant", 390, 844) as page:
        to_question(room, page, 4)
        page.fill("1")
        page.until("saved", "Not saved yet")
        page.driver.refresh()
        page.until("progress", "question 4 of 5")
        value = "return document.getElementById('answer').value"
        assert page.js(value) == "1", "the reload lost what was typed"
        page.driver.find_element(By.ID, "answer").send_keys("2")
        first = page.driver.current_window_handle
        page.driver.switch_to.new_window("tab")
        page.driver.get(f"{room.wire.origin}/")
        page.until("progress", "question 4 of 5")
        wait(lambda: page.js(value) == "12", "the second tab has what was typed in the first")
        page.until("saved", "Not saved yet")
        page.button("save")
        page.until("progress", "question 5 of 5")
        page.driver.close()
        page.driver.switch_to.window(first)
        page.until("progress", "question 5 of 5")
        page.until("saved", "Saved")
        page.fill("Nothing else,\nthank you — شكراً")
        page.driver.get("about:blank")
        page.driver.back()
        page.until("progress", "question 5 of 5")
        wait(lambda: page.js(value).startswith("Nothing else"), "Back keeps what was typed")
        page.button("save")
        page.until("title", "Tutorial")
        assert room.answers() == ANSWERS, room.answers()
        assert len(room.events("answered")) == 5, room.events("answered")
        page.driver.delete_all_cookies()
        page.driver.refresh()
        page.until("title", "No session is open here")
        time.sleep(1)
        page.driver.get(f"{room.wire.origin}/facilitator")
        page.until("title", "No session is open here")
        shown = page.js("return document.body.innerText")
        assert "desk." not in shown.lower(), f"a key instead of a text: {shown}"
        assert not page.driver.find_element(By.ID, "newLink").is_displayed()
        page.driver.get(f"{room.wire.origin}/")
        page.until("title", "No session is open here")
        time.sleep(1)
        for name in ["saved", "connection"]:
            is_hidden = page.js("return document.getElementById(arguments[0]).hidden", name)
            assert is_hidden, f"“{page.text(name)}” is below a page without a session"


def drafts_after_a_way_back_and_a_break():
    """What was typed and not saved is there after another answer was changed, and after a break."""
    remarks = "Nothing else,\nthank you — شكراً"
    value = "return document.getElementById('answer').value"
    with Room() as room, Page("participant") as page:
        to_question(room, page, 5)
        page.fill(remarks)
        page.button("b")
        page.until("progress", "question 4 of 5")
        page.fill("13")
        page.button("save")
        page.until("progress", "question 5 of 5")
        assert page.js(value) == remarks, "the way back lost what was typed"
        room.type("\x03")
        room.expect("Leave the session?")
        room.type("y")
        page.until("title", "A break")
        room.finish()
        room.start()
        room.expect("Go on with P1?")
        room.type("\r")
        page.until("title", "About you", 40)
        assert page.js(value) == remarks, "the break lost what was typed"
        page.until("saved", "Not saved yet")
        page.button("save")
        page.until("title", "Tutorial")
        assert room.answers()["about-you.years"][0] == "13", room.answers()
        assert room.answers()["about-you.remarks"][0] == remarks, room.answers()


def offline(page, is_offline):
    """Cuts the connection of this browser alone."""
    page.driver.execute_cdp_cmd("Network.enable", {})
    limits = {"latency": 0, "downloadThroughput": -1, "uploadThroughput": -1}
    page.driver.execute_cdp_cmd(
        "Network.emulateNetworkConditions", {"offline": is_offline, **limits}
    )


def answered_by_the_facilitator():
    """The facilitator answers while the page has an answer that is not saved, or not sent."""
    with Room() as room, Page("participant", 390, 844) as page, Page("facilitator") as desk:
        desk.enter(room.link("Facilitator"))
        desk.until("title", "Ready to start")
        to_question(room, page, 3)
        page.until("saved", "Saved")
        page.choose("2")
        page.until("saved", "Not saved yet")
        desk.until("progress", "question 3 of 5")
        desk.js("window.confirm = () => true")
        desk.button("answer")
        wait(lambda: desk.js("return document.querySelector('.answers')"), "the numbers")
        desk.button("4")
        page.until("progress", "question 4 of 5")
        page.until("notice", "was not saved: the facilitator has answered it")
        assert not page.text("saved"), page.text("saved")
        page.check("an answer that was not saved")
        page.fill("12")
        page.button("save")
        page.until("progress", "question 5 of 5")
        page.until("saved", "Saved")
        page.fill("my own remark")
        offline(page, True)
        page.button("save")
        page.until("saved", "kept on this device", 20)
        desk.until("progress", "question 5 of 5")
        if not desk.js("return now.answering"):
            desk.button("answer")
        typed = desk.driver.find_element(By.ID, "typed")
        wait(typed.is_displayed, "the field for the answer")
        typed.send_keys("by the facilitator", Keys.ENTER)
        given = ("by the facilitator", "facilitator")
        wait(lambda: room.answers().get("about-you.remarks") == given, "the facilitator's answer")
        offline(page, False)
        page.until("title", "Tutorial")
        page.until("notice", "was not saved: the facilitator has answered it")
        assert not page.text("saved"), page.text("saved")
        page.button("enter")
        page.until("title", "Greet one person")
        page.until("saved", "Saved")
        notice = page.text("notice")
        assert "was not saved" not in notice, f"on the page after the next one: {notice}"
        assert room.answers()["about-you.remarks"] == given, room.answers()


def ended_before_an_answer_was_saved():
    """The session is ended for good while the page has an answer that is not saved."""
    with Room() as room, Page("participant") as page:
        to_question(room, page, 5)
        page.fill("my own remark")
        page.until("saved", "Not saved yet")
        for key, words in [
            ("\x03", "Leave the session?"), ("e", "End the session for good?"),
            ("y", "Why does the session end here?"),
        ]:
            room.type(key)
            room.expect(words)
        room.type(f"{REASON}\r")
        page.until("title", "Thank you")
        page.until("notice", "was not saved: the session has ended")
        assert not page.text("saved"), page.text("saved")
        page.check("ended before an answer was saved")


def double_clicks():
    """On the link's page: the second click does not replace the cookie. On a statement of the
    consent: it does not answer the next one."""
    with Room() as room, Page("participant", 640, 800) as page:
        page.driver.get(room.link("Participant"))
        page.ready()
        button = page.driver.find_element(By.ID, "enter")
        room.wire.set("still")
        ActionChains(page.driver).double_click(button).perform()
        time.sleep(0.5)
        room.wire.set("open")
        page.until("title", "Welcome")
        used = sum(c["asked"].count(b"POST /enter") for c in room.wire.connections)
        assert used == 1, f"the link was used {used} times"
        Terminal(room).begin()
        page.until("title", "Consent")
        page.button("y")
        page.until("progress", "statement 1 of 2")
        wait(lambda: page.js("return performance.now() - now.changed > 400"), "no early click")
        button = page.driver.find_element(By.CSS_SELECTOR, '[data-key="y"]')
        twice = ActionChains(page.driver).move_to_element(button).click()
        twice.pause(0.15).click().perform()
        page.until("progress", "statement 2 of 2")
        time.sleep(1)
        assert page.text("progress") == "statement 2 of 2", "an unread statement is agreed to"
        assert not room.events("consentGiven"), room.events("consentGiven")
        # The keyboard is not too early.
        page.tab_to('[data-key="y"]')
        page.keys(Keys.ENTER)
        page.until("progress", "question 1 of 5")


def malformed_link():
    """A link that was damaged in a chat gets advice, and the whole link works afterwards."""
    with Room() as room, Page("participant") as page:
        page.driver.get(f"{room.wire.origin}/enter#%zz")
        page.ready()
        page.click("enter")
        page.until("refusal", "Ask the facilitator for a new link")
        page.enter(room.link("Participant"))
        page.until("title", "Welcome")


def cut_in_an_answer():
    """The cable is pulled before the button; a reload of the page comes in between."""
    with Room() as room, Page("participant-dark", 390, 844, dark=True) as page:
        to_question(room, page, 4)
        page.fill("12")
        room.wire.set("cut")
        page.until("connection", "Not connected for", 20)
        page.button("save")
        page.until("saved", "kept on this device")
        page.check("not connected")
        time.sleep(1)
        # No page can be loaded now; the queue is on the device. The page is left first: it would
        # send the queue before it is loaded again.
        address = page.driver.current_url
        page.driver.get("about:blank")
        room.wire.set("open")
        page.driver.get(address)
        page.until("progress", "question 5 of 5")
        page.until("saved", "Saved")
        page.until("connection", "Connected")
        late = [late for late, *_ in pressed(room, "answer")]
        assert late == [0, 0, 0, 1], late
        # The machine sleeps: the two clocks of the page no longer agree.
        page.js("const wall = Date.now; Date.now = () => wall() + 60000")
        page.fill("Nothing else,\nthank you — شكراً")
        page.button("save")
        page.until("title", "Tutorial")
        *before, last = pressed(room, "answer")
        assert last[1] == 1 and last[3] not in [load for *_, load in before], last
        assert room.answers() == ANSWERS, room.answers()


def rated_study(folder):
    """The study, with the same question after each task."""
    study = pathlib.Path(shutil.copytree(greeting, os.path.join(folder, "rated")))
    file = study / "study.yaml"
    asked = "questionnaires: [about-you, ease]\nafter_task: ease"
    file.write_text(file.read_text().replace("questionnaires: [about-you]", asked))
    item = "{id: ease, text: How easy?, type: scale, min: 1, max: 7, required: true}"
    (study / "questionnaires/ease.yaml").write_text(f"title: After the task\nitems: [{item}]\n")
    return str(study)


LOSE_AN_ANSWER = """
    const send = fetch;
    window.isLost = false;
    window.fetch = async (path, options) => {
        const answer = await send(path, options);
        if (path !== "/press" || window.isLost) return answer;
        window.isLost = true;
        throw new TypeError("lost");
    };
"""


def same_question_after_each_task():
    """The answer to a press is lost, and the next page comes first: the same question after the
    next task is asked anew."""
    with (
        tempfile.TemporaryDirectory() as folder,
        Room(study=rated_study(folder)) as room,
        Page("participant") as page,
    ):
        to_task(room, page)
        room.solve("one")
        page.button("d")
        page.until("progress", "question 1 of 1")
        page.choose("4")
        page.until("saved", "Not saved yet")
        page.js(LOSE_AN_ANSWER)
        page.button("save")
        page.until("title", "Greet everyone in a file")
        page.until("saved", "Saved")
        assert page.js("return window.isLost"), "no answer was lost"
        begin_task(page, "Greet everyone in a file")
        room.solve("all")
        page.button("d")
        page.until("progress", "question 1 of 1")
        chosen = page.js("return document.querySelectorAll('[name=answer]:checked').length")
        assert chosen == 0, "the answer after the first task is filled in after the second"


def undemanding_study(folder):
    """The study, with questions that need no answer."""
    study = pathlib.Path(shutil.copytree(greeting, os.path.join(folder, "undemanding")))
    file = study / "questionnaires/about-you.yaml"
    file.write_text(file.read_text().replace("required: true", "required: false"))
    return str(study)


def answers_taken_back():
    """An option that was chosen by mistake, before it was saved and after."""
    with (
        tempfile.TemporaryDirectory() as folder,
        Room(study=undemanding_study(folder)) as room,
        Page("participant") as page,
    ):
        to_question(room, page, 1)
        hidden = "return document.querySelector('[data-key=delete]').hidden"
        chosen = "return document.querySelectorAll('[name=answer]:checked').length"
        assert page.js(hidden), "there is no answer to remove"
        page.choose("2")
        page.check("an answer to remove")
        page.button("delete")
        assert page.js(hidden) and page.js(chosen) == 0
        page.choose("1")
        page.button("save")
        page.until("progress", "question 2 of 5")
        assert page.js("return !document.querySelector('[data-key=delete]')")
        page.button("b")
        page.until("progress", "question 1 of 5")
        page.button("delete")
        page.until("saved", "Not saved yet")
        page.button("save")
        wait(lambda: room.answers()["about-you.shell"][0] == "", "no answer is recorded")


def silent_cable_in_done():
    """Nothing is passed on while "done" is pressed, and nobody is told: no end of a connection."""
    with Room() as room, Page("participant") as page:
        to_question(room, page, 5)
        page.fill("Nothing else,\nthank you — شكراً")
        page.button("save")
        page.until("title", "Tutorial")
        page.button("enter")
        begin_task(page, "Greet one person")
        room.solve("one")
        room.wire.set("still")
        time.sleep(0.5)
        page.button("d")
        began = time.monotonic()
        page.until("saved", "kept on this device", 20)
        page.check("done is kept")
        time.sleep(max(0, 12 - (time.monotonic() - began)))
        away = time.monotonic() - began
        room.wire.set("open")
        page.until("title", "Greet everyone in a file")
        [(late, _, bound, _)] = pressed(room, "d")
        # The clock stopped at the press and not when the connection was back.
        stopped = room.rows("SELECT monotonic_ns FROM events WHERE kind = 'taskStopped'")
        came = room.rows("SELECT max(monotonic_ns) FROM events")[0][0]
        assert (came - stopped[0][0]) / 1e9 > away - 1, (came, stopped, away)
        assert late == 1 and bound < 100e6, (late, bound)


def stopped_and_killed_server():
    """The session's process is stopped in an answer, and killed in another one."""
    with Room() as room, Page("participant") as page:
        to_question(room, page, 3)
        room.stop(signal.SIGSTOP)
        page.choose("4")
        page.button("save")
        time.sleep(3)
        room.stop(signal.SIGCONT)
        page.until("progress", "question 4 of 5")
        page.fill("12")
        room.kill()
        page.button("save")
        page.until("saved", "kept on this device", 20)
        room.start()
        room.expect("Go on with P1?")
        page.until("body", "The facilitator will continue in a moment.")
        room.type("\r")
        page.until("progress", "question 5 of 5", 40)
        page.fill("Nothing else,\nthank you — شكراً")
        page.button("save")
        page.until("title", "Tutorial")
        assert room.answers() == ANSWERS, room.answers()
        assert len(room.events("answered")) == 5, room.events("answered")


def files_by_zip():
    """The command for the own machine, the workspace as a zip, and one that is refused."""
    with Room() as room, Page("participant", 390, 844) as page:
        to_task(room, page)
        page.js("document.getElementById('files').open = true")
        page.click("join")
        page.until("command", f"evalrun join '{room.wire.origin}/enter#")
        page.click("copy")
        page.until("filesNotice", "opied")
        page.check("files")
        size = page.driver.execute_async_script(
            "const done = arguments[0]; fetch('/workspace.zip').then(r => r.arrayBuffer())"
            ".then(b => done(new TextDecoder().decode(b.slice(0, 2)) + b.byteLength))"
        )
        assert size.startswith("PK") and int(size[2:]) > 300, size
        page.send_zip(room, {"../greet-one.sh": "away"})
        wait(lambda: "bad" in page.js("return document.getElementById('filesNotice').className"),
             "the zip is refused")
        assert ".." in page.text("filesNotice"), page.text("filesNotice")
        page.check("zip refused")
        # The zip is made again under its name; the browser does not read the changed file.
        sent = os.path.join(room.folder, "sent.zip")
        with open(sent, "ab") as archive:
            archive.write(b"changed")
        os.utime(sent, (time.time() + 10, time.time() + 10))
        page.click("upload")
        page.until("filesNotice", "Choose it again")
        page.send_zip(room, solved_files(room))
        page.until("filesNotice", "Files received: 3")
        page.button("d")
        begin_task(page, "Greet everyone in a file")
        [(outcome,)] = room.rows("SELECT outcome FROM task_runs WHERE task = 'one'")
        assert outcome == "success", outcome
        notice = page.text("filesNotice")
        assert not notice, f"files of the first task, in the second: {notice}"


SEND_SLOWLY = """
    const send = fetch;
    window.fetch = async (path, options) => {
        if (path.startsWith("/workspace?")) await new Promise(done => setTimeout(done, 3000));
        return send(path, options);
    };
"""


FAIL_ONCE = """
    const send = fetch;
    let hasFailed = false;
    window.fetch = async (path, options) => {
        if (!path.startsWith("/workspace?") || hasFailed) return send(path, options);
        hasFailed = true;
        throw new TypeError("lost");
    };
"""


def project_files(room):
    return {path.name: path.read_text() for path in pathlib.Path(room.study, "project").iterdir()}


def solved_files(room):
    """The project with the solution of the first task."""
    solution = pathlib.Path(room.study, "solutions/one/greet-one.sh").read_text()
    return {**project_files(room), "greet-one.sh": solution}


def send_solution(room, page):
    """Sends the project with the solution of the first task as a zip."""
    page.js("document.getElementById('files').open = true")
    page.send_zip(room, solved_files(room))


def succeeded(room, page):
    """The page shows the second task, and the first one is a success."""
    page.until("title", "Greet everyone in a file")
    [(outcome,)] = room.rows("SELECT outcome FROM task_runs WHERE task = 'one'")
    assert outcome == "success", outcome


def done_after_a_failed_upload():
    """"Done" sends the zip again, which was not received before."""
    with Room() as room, Page("participant") as page:
        to_task(room, page)
        page.js(FAIL_ONCE)
        send_solution(room, page)
        page.until("filesNotice", "The files were not sent")
        page.button("d")
        succeeded(room, page)


def done_in_another_tab():
    """"Done" is pressed in a second tab while the first one sends the zip."""
    with Room() as room, Page("participant") as page:
        to_task(room, page)
        page.js(SEND_SLOWLY)
        send_solution(room, page)
        page.until("filesNotice", "Sending")
        page.driver.switch_to.new_window("tab")
        page.driver.get(f"{room.wire.origin}/")
        page.until("title", "Greet one person")
        page.button("d")
        began = time.monotonic()
        wait(lambda: room.events("taskStopped"), "the clock stops")
        assert time.monotonic() - began < 8, "done has waited for the other tab"
        succeeded(room, page)


def done_during_an_upload():
    """"Done" is pressed while the zip is sent: the check is of the files in the zip, and the clock
    has stopped at the press."""
    with Room() as room, Page("participant") as page:
        to_task(room, page)
        page.js(SEND_SLOWLY)
        send_solution(room, page)
        page.until("filesNotice", "Sending")
        page.button("d")
        page.until("body", "The session waits for your zip file.")
        succeeded(room, page)
        stopped = room.rows("SELECT monotonic_ns FROM events WHERE kind = 'taskStopped'")[0][0]
        came = room.rows("SELECT max(monotonic_ns) FROM events")[0][0]
        assert (came - stopped) / 1e9 > 2, (came, stopped)


def done_with_a_second_zip():
    """A second zip is chosen while the first is sent: "done" sends it too, and the check waits."""
    with Room() as room, Page("participant") as page:
        to_task(room, page)
        page.js(SEND_SLOWLY)
        page.js("document.getElementById('files').open = true")
        page.send_zip(room, project_files(room))
        page.until("filesNotice", "Sending")
        page.choose_zip(room, solved_files(room), "second.zip")
        page.button("d")
        succeeded(room, page)


def done_with_a_zip_that_is_too_large():
    """"Done" is not sent while the chosen zip is too large, and the page says why."""
    with Room() as room, Page("participant") as page:
        to_task(room, page)
        page.js("document.getElementById('files').open = true")
        page.choose_zip(room, {**solved_files(room), "build": 20_000_001 * "x"}, "large.zip")
        page.js("document.getElementById('files').open = false")
        page.button("d")
        page.until("filesNotice", "larger than 20 MB")
        assert page.js("return document.getElementById('files').open"), "the reason is hidden"
        time.sleep(2)
        assert not room.events("taskStopped"), "done was sent without the zip"
        page.until("filesNotice", "larger than 20 MB")
        page.check("zip too large")
        page.choose_zip(room, solved_files(room))
        page.button("d")
        succeeded(room, page)


def break_asked_for_again():
    """While the second request for a break is not sent, the page does not say that it is known."""
    with Room() as room, Page("participant") as page:
        to_task(room, page)
        page.button("pause")
        page.until("notice", "would like a break")
        room.wire.set("cut")
        page.button("pause")
        page.until("saved", "kept on this device", 20)
        notice = page.text("notice")
        assert "would like a break" not in notice, f"before the press is sent: {notice}"
        room.wire.set("open")
        page.until("notice", "would like a break")
        wait(lambda: len(room.events("marked")) == 2, "both requests are marked")


def texts_of_the_study_stay():
    """Texts of the study that read like a notice of the session are shown."""
    with Room() as room, Page("participant") as page:
        page.enter(room.link("Participant"))
        for text in ["My voice is recorded.", "An hour.\n\nThe screen is recorded.", "Recorded."]:
            shown = page.js("return phrase(arguments[0])", text)
            assert shown == text, f"“{text}” is shown as “{shown}”"
            notice = page.js("return phrase(arguments[0], true)", text)
            assert notice == "", f"the notice “{text}” is shown as “{notice}”"


def consent_reviewed():
    """Back from the first question: the statements, of which a free one is changed."""
    with Room() as room, Page("participant") as page:
        to_question(room, page, 1)
        page.button("b")
        page.until("title", "Consent")
        boxes = "return [...document.querySelectorAll('#control input')].map(b => b.checked)"
        wait(lambda: page.js(boxes) == [True, True], "both statements are agreed to")
        page.check("consent reviewed")
        for number, words in [(1, "This statement is required"), (2, "")]:
            page.driver.find_elements(By.CSS_SELECTOR, "#control input")[number - 1].click()
            if words:
                page.until("refusal", words)
                wait(lambda: page.js(boxes) == [True, True], "the refused one is as it was")
        wait(lambda: room.events("consentGiven")[-1]["options"]["quote"] is False, "changed")
        wait(lambda: page.js(boxes) == [True, False], "the changed one is shown")
        page.button("enter")
        page.until("progress", "question 1 of 5")


def done_during_words():
    """The facilitator types words while "done" is pressed: the clock stops, the check waits."""
    with Room() as room, Page("participant") as page:
        to_task(room, page)
        room.solve("one")
        room.type("n")
        wait(lambda: len(room.events("marked")) == 1, "the note is marked")
        page.button("d")
        page.until("body", "Your files are being read.")
        assert room.events("taskStopped")
        time.sleep(1)
        assert not room.events("checkFinished")
        room.type(f"{NOTE}\r")
        page.until("title", "Greet everyone in a file")
        assert room.events("markWorded")[0]["text"] == NOTE
        [(key, applied)] = room.rows("SELECT key, applied FROM presses WHERE key = 'd'")
        assert applied == 1


def titled_study(folder):
    """The study, whose consent begins with the page's title and has a list in English and one in
    Arabic, whose first word is English."""
    study = pathlib.Path(shutil.copytree(greeting, os.path.join(folder, "titled")))
    (study / "consent.md").write_text("# الموافقة\n\n- Bash\n- Z shell\n\n1. Bash صدفة\n2. نعم\n")
    return str(study)


def arabic():
    """Everything that the page itself says is in Arabic, from right to left."""
    settings = "room: {language: ar, clock: shown}"
    with (
        tempfile.TemporaryDirectory() as folder,
        Room(study=titled_study(folder), settings=settings) as room,
        Page("arabic", 390, 844) as page,
        Page("arabic-desk") as desk,
    ):
        desk.enter(room.link("Facilitator"))
        page.enter(room.link("Participant"))
        page.until("title", "أهلاً بك")
        assert page.js("return [document.documentElement.lang, document.dir]") == ["ar", "rtl"]
        Terminal(room).begin()
        page.until("title", "الموافقة")
        page.check("consent")
        heading = page.js("return document.querySelector('#prose h2')?.textContent")
        assert heading is None, f"the heading repeats the title: {heading}"
        # The bullets of an English list are next to its text.
        style = "return getComputedStyle(document.querySelector(arguments[0]))"
        assert page.js(f"{style}.direction", "#prose ul") == "ltr"
        assert page.js(f"{style}.direction", "#prose ol") == "rtl"
        for expected in ["البند 1 من 2", "البند 2 من 2", "السؤال 1 من 5"]:
            page.button("y")
            page.until("progress", expected)
        page.button("save")
        page.until("refusal", "يحتاج إلى إجابة")
        page.check("refused")
        page.choose("1")
        page.button("save")
        page.until("progress", "السؤال 2 من 5")
        desk.until("options", "Bash")
        assert desk.js(f"{style}.textAlign", "#options li") == "right", "far from its number"
        page.button("save")
        page.until("progress", "السؤال 3 من 5")
        page.check("scale")
        page.choose("4")
        page.button("save")
        page.until("progress", "السؤال 4 من 5")
        page.fill("99")
        page.button("save")
        page.until("refusal", "أدخل رقماً من 0 إلى 80.")
        page.fill("12")
        page.button("save")
        page.until("progress", "السؤال 5 من 5")
        page.button("save")
        page.until("title", "الشرح")
        page.button("enter")
        begin_task(page, "Greet one person")
        page.until("progress", "المهمة 1 من 2")
        page.check("task")


FAULTS = [
    reload_tab_and_back, drafts_after_a_way_back_and_a_break, answered_by_the_facilitator,
    ended_before_an_answer_was_saved, double_clicks, malformed_link,
    cut_in_an_answer, same_question_after_each_task, answers_taken_back, silent_cable_in_done,
    stopped_and_killed_server, done_during_words, texts_of_the_study_stay, consent_reviewed,
    files_by_zip, done_during_an_upload, done_after_a_failed_upload, done_in_another_tab,
    done_with_a_second_zip, done_with_a_zip_that_is_too_large, break_asked_for_again, arabic,
]
QUICK_FAULTS = [cut_in_an_answer]
