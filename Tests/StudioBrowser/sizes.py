"""The page at several widths, zoomed, dark, in forced colours and right to left."""

from figures import attach_large, large_model
from harness import Page, Workspace, wait
from person import Person


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
            is_whole = lambda: page.js("return $('text').scrollHeight <= $('text').clientHeight")
            wait(is_whole, "the whole text, in a window made narrow")


# Elements whose content is cut off sideways without a way to scroll it.
CLIPPED = """
return [...document.querySelectorAll("main *, header *, .band *")].filter(e => {
  if (!e.checkVisibility() || e.closest(".hidden, .pick, select, input, .marks")) return false;
  const style = getComputedStyle(e);
  return ["hidden", "clip"].includes(style.overflowX) && e.scrollWidth > e.clientWidth + 1;
}).map(e => e.outerHTML.slice(0, 120));
"""


# Parts that are taller than two screens, and those whose content is wider than they are.
TOO_LARGE = """
const parts = [...document.querySelectorAll("main > section, .group")];
return parts.filter(e => e.offsetHeight > 2 * innerHeight || e.scrollWidth > e.clientWidth + 1)
  .map(e => [e.id, e.offsetHeight, e.scrollWidth, e.clientWidth]);
"""

DARK, FORCED = {"prefers-color-scheme": "dark"}, {"forced-colors": "active"}
KINDS = [
    ("390 px", 390, {}),
    ("768 px", 768, {}),
    ("1280 px", 1280, {}),
    ("1440 px", 1440, {}),
    ("1920 px", 1920, {}),
    ("200 % zoom", 720, {}),
    ("forced colours", 1440, FORCED),
    ("dark", 1440, DARK),
    ("right to left", 1440, {}),
    ("right to left, 390 px", 390, {}),
]


def dressed(page, name, width, features):
    """Gives the page its width, and the colours and the direction of the kind."""
    scale = 2 if "zoom" in name else 1
    size = {"width": width, "height": 900, "deviceScaleFactor": scale, "mobile": width < 500}
    page.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
    media = [{"name": key, "value": value} for key, value in features.items()]
    page.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": media})
    if "left" in name:
        page.js("document.dir = 'rtl'")


def at_all_sizes():
    """With 125 entities: nothing sideways, nothing clipped, no part taller than two screens."""
    query = 'text1 BEGINSWITH[c] $text AND (next.text2 CONTAINS "a" OR previous.@count > 2)'
    with Workspace() as workspace:
        large_model(workspace)
        with Page(workspace.address) as page:
            attach_large(page)
        for name, width, features in KINDS:
            with Page(workspace.address, width, 900) as page:
                dressed(page, name, width, features)
                page.retype("text", query)
                page.until("sentence", "whose text1")
                for tab in ["rowsTab", "swiftTab", "sqlTab"]:
                    page.click(page.id(tab))
                    page.fits(f"{name}, {tab}")
                    for found in [page.js(CLIPPED), page.js(TOO_LARGE)]:
                        assert not found, f"{name}, {tab}: {found}"
                page.axe(f"{name}, 125 entities")
                page.picture(name)
