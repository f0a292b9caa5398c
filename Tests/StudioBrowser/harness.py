"""A copy of the sample project with the studio open on it, and its page in a headless browser."""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

import axe_playwright_python
import yaml
from selenium import webdriver
from selenium.common.exceptions import StaleElementReferenceException
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import Select

cdgen, store, browser, driver_path = sys.argv[1:5]
study = "Tasks/countries-cities"
# The checker alone, of a package whose own part is for another driver.
AXE = (pathlib.Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text()


def wait(condition, what, seconds=20):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        try:
            found = condition()
        except Exception:
            found = None
        if found:
            return found
        time.sleep(0.03)
    raise AssertionError(f"waited in vain: {what}")


class Workspace:
    """As a participant has it: the sample project, and the store that its code runs on."""

    def __init__(self, arguments=()):
        self.folder = tempfile.mkdtemp(prefix="studio-browser-")
        self.project = os.path.join(self.folder, "project")
        shutil.copytree(f"{study}/project", self.project)
        os.makedirs(f"{self.project}/Vendor")
        os.symlink(store, f"{self.project}/Vendor/CacheStore")
        self.process = subprocess.Popen(
            [cdgen, "studio", *arguments], cwd=self.project, stdout=subprocess.PIPE, text=True
        )
        self.address = None
        for line in self.process.stdout:
            if "http://" in line:
                self.address = line.strip()
                break
        assert self.address, "the studio printed no address"

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait(5)
        shutil.rmtree(self.folder, ignore_errors=True)

    def path(self, name):
        return os.path.join(self.project, name)

    def read(self, name):
        with open(self.path(name)) as file:
            return file.read()

    def write(self, name, text):
        with open(self.path(name), "w") as file:
            file.write(text)

    def put(self, name, text):
        self.write(f"Sources/SampleApp/Generated/{name}.swift", text)

    def overlay(self, *tasks):
        """The participant's own lines, as the study's solutions have them; no generated code."""
        for task in tasks:
            shutil.copytree(
                f"{study}/solutions/{task}/Sources", self.path("Sources"), dirs_exist_ok=True
            )

    def check(self, task):
        """The steps of the study's own check of the task."""
        with open(f"{study}/study.yaml") as file:
            checks = yaml.safe_load(file)["checks"]
        steps = next(c["steps"] for c in checks if c["id"] == task)
        scratch = tempfile.mkdtemp(dir=self.folder)
        places = {"{scratch}": scratch, "{data}": os.path.abspath(f"{study}/data")}

        def filled(text):
            for key, value in places.items():
                text = text.replace(key, value)
            return text

        for step in steps:
            run = subprocess.run(
                [filled(part) for part in step["run"]],
                cwd=self.project,
                input=filled(step.get("input", "")),
                capture_output=True,
                text=True,
                timeout=600,
            )
            output = f"{run.stdout[-2000:]}{run.stderr[-2000:]}"
            assert run.returncode == 0, f"{task}, {step['name']}: {output}"
            expected = step.get("expect", {})
            if "rows" in expected:
                rows, wanted = run.stdout.splitlines(), expected["rows"]
                if expected.get("order") == "any":
                    rows, wanted = sorted(rows), sorted(wanted)
                assert rows == wanted, f"{task}, {step['name']}: {step['reason']}: {rows}"
        print(f"  the check of {task} passes")


class Page:
    def __init__(self, address, width=1440, height=1200, dark=False):
        options = Options()
        options.binary_location = browser
        for argument in ["--headless=new", "--no-sandbox", f"--window-size={width},{height}"]:
            options.add_argument(argument)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
        self.driver = webdriver.Chrome(service=Service(driver_path), options=options)
        self.driver.set_page_load_timeout(30)
        self.driver.set_script_timeout(60)
        if dark:
            media = [{"name": "prefers-color-scheme", "value": "dark"}]
            self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": media})
        if width < 500:
            size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": True}
            self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
        permissions = ["clipboardReadWrite", "clipboardSanitizedWrite"]
        self.driver.execute_cdp_cmd("Browser.grantPermissions", {"permissions": permissions})
        self.driver.get(address)
        wait(lambda: self.js("return document.body.dataset.ready"), "the page is ready")

    def __enter__(self):
        return self

    def __exit__(self, kind, *_):
        errors = [e for e in self.driver.get_log("browser") if e["level"] == "SEVERE"]
        requests = [
            entry["message"]
            for entry in self.driver.get_log("performance")
            if '"Network.requestWillBeSent"' in entry["message"]
        ]
        self.driver.quit()
        if kind is None:
            expected = [e for e in errors if " 409 " not in e["message"]]
            assert not expected, expected
            own, any_address = '"url":"http://127.0.0.1:', '"url":"http'
            away = [r for r in requests if any_address in r and own not in r]
            assert not away, f"requests leave the machine: {away[:3]}"

    def js(self, code, *arguments):
        return self.driver.execute_script(code, *arguments)

    def id(self, name):
        return self.driver.find_element(By.ID, name)

    def key(self, name):
        return self.driver.find_element(By.CSS_SELECTOR, f'[data-key="{name}"]')

    def choose(self, element, value):
        Select(element).select_by_value(value)

    def text(self, name):
        return self.id(name).text

    def until(self, name, words):
        """Waits for words in an element. The last valid sentence, which stays in grey while the
        query has errors, does not count."""

        def is_there():
            element = self.id(name)
            if "stale" in (element.get_attribute("class") or "").split():
                return False
            return words in (element.get_attribute("value") or element.text)

        wait(is_there, f"{name}: {words}")

    def click(self, element):
        self.js("arguments[0].scrollIntoView({block: 'center'})", element)
        element.click()

    def copied(self, button):
        self.click(self.id(button))
        self.until("savedMessage", "on the clipboard")
        return self.driver.execute_async_script(
            "const done = arguments[0];"
            "navigator.clipboard.readText().then(done, e => done('error ' + e))"
        )

    def retype(self, name, text):
        self.id(name).send_keys(Keys.CONTROL, "a")
        self.id(name).send_keys(Keys.DELETE, text)

    def axe(self, state):
        found = self.driver.execute_async_script(
            AXE + ";const done = arguments[0];"
            "axe.run().then(r => done(r.violations), e => done([String(e)]))"
        )
        places = lambda v: [n["html"][:200] for n in v["nodes"]]
        short = [
            (v["id"], v["help"], places(v)) if isinstance(v, dict) else v for v in found
        ]
        assert not found, f"axe, {state}: {short}"
        print(f"  axe: no violations, {state}")

    def picture(self, name):
        """Saved in the folder STUDIO_PICTURES, if that is set."""
        folder = os.environ.get("STUDIO_PICTURES")
        if folder:
            file = name.replace(" ", "-").replace(",", "") + ".png"
            self.driver.save_screenshot(os.path.join(folder, file))

    def fits(self, state):
        width = self.js("return [document.documentElement.scrollWidth, innerWidth]")
        assert width[0] <= width[1], f"{state}: the page is {width[0]} wide"


class Keyboard:
    """Keys and nothing else: a control is reached with Tab."""

    def __init__(self, page):
        self.page = page

    def send(self, *keys):
        for _ in range(5):
            try:
                return self.page.driver.switch_to.active_element.send_keys(*keys)
            except StaleElementReferenceException:
                # The form was drawn again between the two commands; no key was sent.
                pass

    def tab_to(self, name, back=False):
        for count in range(1, 200):
            self.send(Keys.SHIFT + Keys.TAB if back else Keys.TAB)
            if self.page.js(
                "const e = document.activeElement;"
                "return e.id === arguments[0] || e.dataset.key === arguments[0]",
                name,
            ):
                return count
        raise AssertionError(f"Tab does not reach {name}")
