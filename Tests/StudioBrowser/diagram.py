"""The diagram of the whole model."""

from figures import attach_large, large_model
from harness import Page, Workspace
from person import Person

# Boxes of the diagram that overlap each other, and lines that run through one.
OVERLAPS = """
const boxes = [...document.querySelectorAll("#map .box")].map(box => {
  const get = name => Number(box.querySelector("rect").getAttribute(name));
  return { name: box.dataset.name, left: get("x"), top: get("y"),
    right: get("x") + get("width"), bottom: get("y") + get("height") };
});
const meets = (a, b) => a.left < b.right && b.left < a.right
  && a.top < b.bottom && b.top < a.bottom;
const segments = [...document.querySelectorAll("#map path")].flatMap(path => {
  const parts = path.getAttribute("d").match(/[MVH][^MVH]*/g);
  let [x, y] = parts[0].slice(1).trim().split(/[ ,]+/).map(Number);
  return parts.slice(1).map(part => {
    const to = Number(part.slice(1)), from = [x, y];
    if (part[0] === "V") y = to; else x = to;
    return { name: path.getAttribute("d"), left: Math.min(from[0], x) - .1,
      right: Math.max(from[0], x) + .1, top: Math.min(from[1], y) + .1,
      bottom: Math.max(from[1], y) - .1 + (part[0] === "H" ? .4 : 0) };
  });
});
if (boxes.length !== 125 || segments.length < 125) return ["boxes or lines are missing"];
return boxes.flatMap((a, i) => [...boxes.slice(i + 1), ...segments].filter(b => meets(a, b))
  .map(b => a.name + " and " + b.name));
"""


def the_whole_model():
    """The diagram: a box for each entity, a line for each related pair; a press selects."""
    with Workspace(["Model/Sample.xcdatamodeld"]) as workspace, Page(workspace.address) as page:
        person = Person(page)
        person.click("Diagram of the model")
        page.until("map", "country")
        assert page.js("return document.querySelectorAll('#map .box, #map path').length") == 3
        page.axe("the diagram")
        page.id("map").find_element("css selector", "[data-name=Country]").click()
        page.until("sentence", "All countries.")
        assert page.js("return document.activeElement.dataset.name") == "Country"
        page.until("map", "cities *")
        person.click("Close")
        assert page.id("entity").get_attribute("value") == "Country"
    with Workspace() as workspace:
        large_model(workspace)
        with Page(workspace.address) as page:
            attach_large(page)
            person = Person(page)
            person.click("Diagram of the model")
            overlaps = page.js(OVERLAPS)
            assert not overlaps, overlaps[:5]
            page.axe("the diagram of 125 entities")
            page.picture("diagram")
