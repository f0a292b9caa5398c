"""The shipped study in whole: its questionnaires on the page, six tasks built and checked."""

from plays import *

TASKS = ["generate", "city-list", "country-list", "delete-city", "city-search", "country-search"]


def answer_all(page, title):
    """The first option of each question; a text is left out where it may be."""
    count = 0
    while page.text("title") == title:
        before = page.text("progress")
        if page.js("return !!document.querySelector('[name=answer]')"):
            page.choose("1")
        page.button("save")
        wait(
            lambda: page.text("progress") != before or page.text("title") != title,
            f"the question after {before}: {page.text('refusal')}",
        )
        count += 1
    return count


STUDY = os.path.abspath("Tasks/countries-cities")


def shipped_study():
    """Participant at 390 px, facilitator on a page."""
    with Room(study=STUDY) as room, Page("participant", 390, 844) as page, Page("desk") as desk:
        play(room, page, Desk(room, desk))


def shipped_study_at_the_terminal():
    """Participant at 1280 px, facilitator at the terminal."""
    with Room(study=STUDY) as room, Page("participant") as page:
        play(room, page, Terminal(room))


def play(room, page, facilitator):
    page.enter(room.link("Participant"))
    facilitator.begin()
    page.until("title", "Consent")
    page.check("shipped, consent")
    page.button("y")
    for number in (1, 2, 3):
        page.until("progress", f"statement {number} of 3")
        page.button("y")
    page.until("title", "Your background")
    page.check("shipped, question")
    asked = answer_all(page, "Your background")
    page.until("title", "Tutorial")
    page.check("shipped, tutorial")
    page.button("enter")
    for number, task in enumerate(TASKS, 1):
        page.until("progress", f"task {number} of 6", 300)
        found = lambda: page.driver.find_element(By.CSS_SELECTOR, '[data-key="enter"]')
        wait(found, f"{task} can start", 300)
        page.button("enter")
        wait(lambda: page.driver.find_element(By.CSS_SELECTOR, '[data-key="d"]'), task)
        page.check(f"shipped, {task}")
        if number == 1:
            facilitator.mark(of=6)
        facilitator.check(f"shipped, {task}, desk")
        room.solve(task)
        page.button("d")
        print(f"  {task} is done", flush=True)
    page.until("title", "Your evaluation", 300)
    asked += answer_all(page, "Your evaluation")
    page.until("title", "The end")
    page.button("enter")
    page.until("title", "Thank you")
    assert facilitator.end() == 0
    outcomes = room.rows("SELECT task, outcome FROM task_runs ORDER BY run")
    assert [task for task, _ in outcomes] == TASKS, outcomes
    assert {outcome for _, outcome in outcomes} == {"success"}, outcomes
    answers = room.answers()
    assert {front_end for _, front_end in answers.values()} == {"page"}, answers
    assert len(room.events("answered")) == len(answers), "an answer is recorded twice"
    print(f"  {asked} questions, {len(answers)} answers, {outcomes}")
    nothing_told(room, [NOTE, "catastrophic", "unseen data"], there=[b"Your evaluation"])
