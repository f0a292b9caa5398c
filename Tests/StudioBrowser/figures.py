"""Times and memory of the page and its server, with a model of 125 entities."""

import http.client
import json
import os
import urllib.parse

from harness import Page, Workspace, wait


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


def attach_large(page):
    page.choose(page.id("models"), "Large.xcdatamodeld")
    page.click(page.id("attach"))
    wait(lambda: page.id("form").is_displayed(), "the form")


# From the key to the form, code, rows and SQL that follow, drawn: ten conditions, the last ones
# typed.
TYPING = """
const done = arguments[0], text = document.getElementById("text"), times = [];
const whole = 'text1 BEGINSWITH[c] $text AND next.text2 CONTAINS "a" AND text0 != nil'
  + ' AND text3 != "x" AND text4 != "y" AND text5 != "z" AND NOT (text6 == "q" OR text7 == "r")'
  + ' AND previous.@count < 9 AND text8 != $t';
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
                figures = f"median {median:.1f} ms, p95 {p95:.1f} ms"
                print(f"  key to update, 125 entities, ten conditions: {figures}")
                assert p95 <= bars * 4, "far beyond the bar"
            print(f"  within 20 ms and 50 ms: {good} of 7 runs (bar 5)")
            size = page.js("return performance.getEntriesByType('navigation')[0].decodedBodySize")
            ready = []
            for _ in range(9):
                page.driver.refresh()
                is_ready = lambda: page.js("return document.body.dataset.ready")
                ready.append(float(wait(is_ready, "ready")))
            ready.sort()
            figures = f"median {ready[4]:.0f} ms, worst {ready[-1]:.0f} ms"
            print(f"  page interactive: {figures} of 9 (bar 300)")
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
        form = {"entity": f"Entity{i % 125}"}
        body = json.dumps({"form": form, "text": text, "view": {"page": 0}})
        connection.request("POST", "/api/update", body, headers)
        answer = connection.getresponse()
        answer.read()
        assert answer.status == 200, answer.status


def memory_is_flat():
    """20,000 updates of the server, or STUDIO_UPDATES, and a tenth on the page."""
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
            sizes = f"{server[0]:.0f} and {server[1]:.0f} MB"
            print(f"  server after {count // 10} and {count} updates: {sizes}")
            sizes = f"{heap[0]:.1f} and {heap[1]:.1f} MB"
            print(f"  page after {count // 50} and {count // 10}: {sizes}")
            assert server[1] < server[0] * 1.2 + 10 and heap[1] < heap[0] * 1.5 + 5
