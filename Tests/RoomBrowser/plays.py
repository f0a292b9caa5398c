"""Sessions as people play them: what a participant does on the page, what a facilitator does."""

from harness import *

# Words that the facilitator types or that only they read; never sent to the participant.
NOTE = "qnote looks for the manual"
REASON = "qreason the building is evacuated"
OUTPUT = "qoutput of the program"
SECRET = [NOTE, REASON, OUTPUT, "mistake", "tool failure", "catastrophic", "severity", "assist"]
# Of the study: why a check failed (its feedback is the verdict), the names of its steps, its data.
HIDDEN = ["a plain name is not greeted", "plain name", "unusual name", "names.txt", "O'Hara"]


def consent(page):
    page.until("title", "Consent")
    page.check("consent")
    page.button("y")
    page.until("progress", "statement 1 of 2")
    page.check("statement")
    page.button("y")
    page.until("progress", "statement 2 of 2")
    page.button("n")


def background(page, by_keyboard=False):
    """All kinds of control. A refused and a changed answer are among them."""
    page.until("progress", "question 1 of 5")
    assert not page.text("notice"), "a required question looks optional"
    page.check("single choice")
    if by_keyboard:
        page.tab_to("[name=answer]")
        page.keys(" ")
        page.tab_to("[data-key=save]")
        page.keys(Keys.ENTER)
    else:
        page.button("save")
        page.until("refusal", "needs an answer")
        page.check("refused")
        page.choose("1")
        page.until("saved", "Not saved yet")
        page.button("save")
    page.until("progress", "question 2 of 5")
    heading = page.js("return document.activeElement.id")
    assert heading == "title", f"the focus is on {heading}, not on the heading"
    page.until("notice", "Optional.")
    described = page.js("return document.querySelector('[aria-describedby~=notice] [name=answer]')")
    assert described, "a screen reader does not read that the question is optional"
    page.choose("1", "3")
    page.check("several choices")
    page.button("b")
    page.until("progress", "question 1 of 5")
    chosen = page.js("return document.querySelector('[name=answer]:checked').value")
    assert chosen == "1", f"after going back {chosen} is chosen"
    page.button("save")
    page.until("progress", "question 2 of 5")
    # What was chosen before going back was not saved, and is not lost.
    if not page.js("return document.querySelectorAll('[name=answer]:checked').length"):
        page.choose("1", "3")
    page.button("save")
    page.until("progress", "question 3 of 5")
    page.check("scale")
    if by_keyboard:
        page.tab_to("[name=answer]")
        page.keys(" ", Keys.ARROW_RIGHT, Keys.ARROW_RIGHT, Keys.ARROW_RIGHT)
        page.keys(Keys.ENTER)
    else:
        page.choose("4")
        page.button("save")
    page.until("progress", "question 4 of 5")
    page.fill("99")
    page.button("save")
    page.until("refusal", "from 0 to 80")
    page.check("number refused")
    assert page.js("return document.activeElement.id") == "answer"
    # A field for numbers alone would drop the comma.
    page.fill("1,5")
    shown = page.js("return document.getElementById('answer').value")
    assert shown == "1,5", f"1,5 is shown as {shown}"
    page.button("save")
    page.until("refusal", "read as 1.5")
    page.until("saved", "Not saved yet")
    page.fill("12")
    if by_keyboard:
        page.keys(Keys.ENTER)
    else:
        page.button("save")
    page.until("progress", "question 5 of 5")
    page.fill("Nothing else,\nthank you — شكراً")
    page.check("text")
    if by_keyboard:
        page.keys(Keys.CONTROL, Keys.ENTER)
    else:
        page.button("save")


ANSWERS = {
    "about-you.shell": ("yes", "page"),
    "about-you.shells": ("Bash, Another", "page"),
    "about-you.confidence": ("4", "page"),
    "about-you.years": ("12", "page"),
    "about-you.remarks": ("Nothing else,\nthank you — شكراً", "page"),
}


def begin_task(page, title):
    page.until("title", title)
    wait(lambda: page.driver.find_element(By.CSS_SELECTOR, '[data-key="enter"]'), "the clock")
    page.button("enter")
    wait(lambda: page.driver.find_element(By.CSS_SELECTOR, '[data-key="d"]'), "the task runs")


def spoil(room):
    """A wrong attempt, whose output only the facilitator may see."""
    (room.workspace / "greet-one.sh").write_text(
        f"greet_one() {{ echo '{OUTPUT}'; echo '{OUTPUT}' >&2; }}\n"
    )


def ask_for_help(page):
    page.button("stuck")
    page.until("notice", "knows that you are stuck")
    page.button("pause")
    page.until("notice", "would like a break")


class Terminal:
    """The facilitator at the session's own terminal."""

    def __init__(self, room):
        self.room = room

    def begin(self):
        self.room.expect("Ready to start")
        self.room.type("\r")

    def check(self, state):
        """A terminal is checked by the tests of the terminal."""

    def mark(self, of=2):
        """Every kind of mark, a severity and words."""
        room = self.room
        room.type("i")
        time.sleep(0.2)
        room.type("4")
        time.sleep(0.2)
        room.type("m")
        time.sleep(0.2)
        room.type("n")
        time.sleep(0.3)
        room.type(f"{NOTE}\r")
        wait(lambda: room.events("markWorded")[-1]["text"] == NOTE, "the marks are recorded")

    def go_on_after_failure(self):
        self.room.expect("failed")
        self.room.type("c")

    def end(self):
        return self.room.finish()


ARABIC_M = (
    "document.body.dispatchEvent("
    "new KeyboardEvent('keydown', {key: 'ة', code: 'KeyM', bubbles: true}))"
)


class Desk:
    """The facilitator on a page of their own."""

    def __init__(self, room, page):
        self.room, self.page = room, page

    def begin(self):
        self.page.enter(self.room.link("Facilitator"))
        self.page.until("title", "Ready to start")
        self.page.check("desk, ready")
        # A page that has just changed takes no keys.
        wait(lambda: self.page.js("return !isEarly()"), "the page takes keys")
        self.press(Keys.ENTER)

    def check(self, state):
        self.page.check(state)

    def press(self, key):
        self.page.driver.find_element(By.TAG_NAME, "body").send_keys(key)

    def mark(self, of=2):
        page, room = self.page, self.room
        self.page.until("clock", "running")
        self.page.until("person", f"task 1 of {of}")
        for count, key in enumerate(["i", "m"]):
            # The key M of an Arabic keyboard.
            page.js(ARABIC_M) if key == "m" else self.press(key)
            page.until("marks", {"i": "problem", "m": "mistake"}[key])
            if key == "i":
                # Without a keyboard, the facilitator grades with a button.
                page.until("keys", "catastrophic")
                page.button("4")
                page.until("marks", "catastrophic")
        self.press("n")
        wait(lambda: page.js("return document.activeElement.id") == "typed", "words are asked for")
        page.check("desk, words")
        page.keys(NOTE, Keys.ENTER)
        page.until("marks", NOTE)
        page.check("desk, marks")
        assert len(room.events("marked")) >= 3

    def go_on_after_failure(self):
        self.page.until("body", "The check failed")
        self.page.check("desk, failed")
        self.press("c")

    def end(self):
        self.page.until("title", "The session is over")
        return self.room.finish()


def whole(room, page, facilitator, by_keyboard=False):
    """One session from the link to the end."""
    page.enter(room.link("Participant"))
    page.until("title", "Welcome")
    page.check("welcome")
    facilitator.begin()
    consent(page)
    background(page, by_keyboard)
    page.until("title", "Tutorial")
    page.button("enter")
    begin_task(page, "Greet one person")
    page.check("task")
    ask_for_help(page)
    facilitator.mark()
    spoil(room)
    page.button("d")
    page.until("body", "The check failed.")
    page.check("check failed")
    facilitator.go_on_after_failure()
    wait(lambda: page.driver.find_element(By.CSS_SELECTOR, '[data-key="d"]'), "the clock runs on")
    room.solve("one")
    page.button("d")
    begin_task(page, "Greet everyone in a file")
    page.js("document.getElementById('tutorial').open = true")
    page.check("task with the tutorial")
    room.solve("all")
    page.button("d")
    page.until("title", "The end")
    page.button("enter")
    page.until("title", "Thank you")
    page.until("body", "You can close this page.")
    page.check("over")
    assert facilitator.end() == 0
    nothing_lost(room)


def nothing_lost(room):
    assert room.answers() == ANSWERS, room.answers()
    ids = [row[0] for row in room.rows("SELECT id FROM presses")]
    assert len(ids) == len(set(ids)), "a press is recorded twice"
    assert set(room.rows("SELECT state FROM sessions")) == {("finished",)}
    done = room.rows("SELECT front_end FROM presses WHERE key = 'd' AND applied = 1")
    assert set(done) == {("page",)}, done
    kinds = [event.get("kind") for event in room.events("marked")]
    assert kinds.count("question") == 1 and kinds.count("mistake") == 1, kinds


def nothing_told(room, secret, there=(b"Greet one person", b"How sure are you")):
    """No byte that went to the participant's browser tells what is the facilitator's."""
    sent = room.wire.sent_to("participant")
    assert len(sent) > 20_000, f"only {len(sent)} bytes were seen"
    for words in secret:
        at = sent.lower().find(words.lower().encode())
        assert at < 0, f"the participant was sent “{words}”: {sent[max(0, at - 300):at + 200]}"
    # The search finds what is there.
    assert all(words in sent for words in there)
    print(f"  {len(sent)} bytes to the participant, nothing of the facilitator's among them")
