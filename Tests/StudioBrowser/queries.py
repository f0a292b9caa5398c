"""Ten queries, each by mouse with at most 12 clicks beyond typing values, and what it must give."""

import os
import time

from harness import Page, Workspace, wait
from person import CLICK, KEY, STEP, Person

CLICKS, KEYS = 12, 60


def add(p, attribute, operator=None, words="Add condition"):
    """A condition, with another operator than that which its attribute begins with."""
    p.click(words)
    p.click(attribute, "[role=option]")
    if operator:
        p.choose(*operator)


def sort(p, attribute):
    p.click("Sort by…")
    p.click(attribute, "[role=option]")


def retype(p, shown, value):
    """Another value in the field that shows one."""
    p.click(shown, "input")
    p.type_value(value)


CONTAINS, IS = ("begins with", "contains"), ("begins with", "is")
IS_NIL = ("is", "is nil")


def starting_with(p):
    add(p, "name")
    sort(p, "name")
    return "name BEGINSWITH[c] $text", "by name"


def containing(p):
    p.choose("Entity", "Country")
    add(p, "name", CONTAINS)
    return "name CONTAINS[c] $text", "Countries"


# The first value that the open list offers from the rows.
FIRST_VALUE = """
return [...document.querySelectorAll('#options [role=group]')]
  .find(g => g.getAttribute('aria-label') === 'Values in the rows')
  ?.querySelector('[role=option] span').textContent
"""


def of_a_country(p):
    add(p, "country.name", IS)
    p.click("$text", "input")
    value = wait(lambda: p.page.js(FIRST_VALUE), "values of the rows")
    p.click(value, "[role=option]")
    return f'country.name == "{value}"', value


def with_many_cities(p):
    p.choose("Entity", "Country")
    add(p, "number of cities")
    retype(p, "$count", "$n")
    return "cities.@count > $n", "Countries"


def without_a_country(p):
    add(p, "country", IS_NIL)
    return "country == NIL", "Cities"


def favourites(p):
    p.choose("Entity", "Course")
    add(p, "isFavorite")
    sort(p, "name")
    return "isFavorite == TRUE", "by name"


def due(p):
    p.choose("Entity", "Assignment")
    add(p, "dueAt")
    retype(p, "$dueAt", "$now")
    add(p, "published")
    return "dueAt > $now AND published == TRUE", "Assignments"


def of_a_role(p):
    p.choose("Entity", "Course")
    add(p, "enrollments.role", IS)
    retype(p, "$text", "$role")
    return "ANY enrollments.role == $role", "Courses"


def late(p):
    p.choose("Entity", "Submission")
    add(p, "late")
    add(p, "user.name", CONTAINS)
    return "late == TRUE AND user.name CONTAINS[c] $text", "Submissions"


def pinned_or_unread(p):
    p.choose("Entity", "DiscussionTopic")
    add(p, "pinned", words="Add group")
    add(p, "unreadCount", words="Add to the group")
    retype(p, "$unreadCount", "0")
    add(p, "title")
    retype(p, "$text", "$t")
    text = "(pinned == TRUE OR unreadCount > 0) AND title BEGINSWITH[c] $t"
    return text, "Discussion topics"


SHIPPED = [starting_with, containing, of_a_country, with_many_cities, without_a_country]
LARGE = [favourites, due, of_a_role, late, pinned_or_unread]


def run(queries, workspace, first):
    for make in queries:
        with Page(workspace.address) as page:
            page.until("sentence", first)
            person = Person(page)
            text, words = make(person)
            page.until("text", text)
            wait(lambda: page.id("text").get_attribute("value") == text, text)
            page.until("sentence", words)
            assert person.clicks <= CLICKS and person.keys <= KEYS, (make.__name__, person.clicks)
            name = make.__name__.replace("_", " ")
            keys = f"{person.keys} keys and {person.value_keys} of values"
            print(f"  {name}: {person.clicks} clicks, {keys}: {text}")


def ten_queries():
    with Workspace(["Model/Sample.xcdatamodeld"]) as workspace:
        run(SHIPPED, workspace, "All cities")
    model = os.environ.get("STUDIO_MODEL", "")
    if not os.path.exists(model):
        print("  the five of the large model: skipped, STUDIO_MODEL names no .xcdatamodel folder")
        return
    with Workspace([os.path.abspath(model)]) as workspace:
        run(LARGE, workspace, "All ")


def task(person, entity, operator, name):
    """Task 5 or 6 of the study, as the tutorial says, and the seconds that it takes."""
    start = time.monotonic()
    if entity:
        person.step()
        person.choose("Entity", entity)
    person.step()
    add(person, "name")
    if operator:
        person.step()
        person.choose("begins with", operator)
    person.step()
    sort(person, "name")
    person.step()
    person.page.until("sentence", "ignoring case, by name.")
    person.click("Name of the query")
    person.type_value(name)
    person.step()
    person.page.until("call", f"manager.{name}(text: text)")
    person.click("Save into project")
    person.step()
    person.click("Write 2 files")
    person.page.until("savedMessage", "Saved")
    person.click("Copy the call")
    return time.monotonic() - start


SOLUTIONS = "Tasks/countries-cities/solutions"
TASKS = [
    (5, None, None, "citiesStartingWith", "city-search", "SearchCities"),
    (6, "Country", "contains", "countriesContaining", "country-search", "SearchCountries"),
]


def seconds_in_the_editor(folder, file, name):
    """The lines of the solution, typed at a person's pace; the call is pasted."""
    with open(f"{SOLUTIONS}/{folder}/Sources/SampleApp/Work/{file}.swift") as solution:
        body = "".join(line.strip() for line in solution.read().splitlines()[2:-1])
    typed = len(body) - len(f"try await .{name}(text: text)") + 4
    return 2 * CLICK + 3 * STEP + typed * KEY


def tasks_at_a_persons_pace():
    """The page at a person's pace; the lines of the solution are typed at that pace as well."""
    with Workspace(["Model/Sample.xcdatamodeld"]) as workspace:
        with Page(workspace.address) as page:
            page.click(page.id("generate"))
            page.until("generated", "Wrote")
            for number, entity, operator, name, folder, file in TASKS:
                if number == 6:
                    page.click(page.id("new"))
                person = Person(page, is_paced=True)
                seconds = task(person, entity, operator, name)
                editor = seconds_in_the_editor(folder, file, name)
                total = seconds + editor
                counts = f"{person.clicks} clicks, {person.value_keys} keys, {person.steps} steps"
                print(f"  task {number}: {seconds:.0f} s on the page ({counts}),"
                      f" {editor:.0f} s in the editor, {total:.0f} s in all (bar 120)")
                assert total < 120
            workspace.overlay("generate", "city-list", "country-list", *[t[4] for t in TASKS])
            for name in ["city-search", "country-search"]:
                workspace.check(name)
