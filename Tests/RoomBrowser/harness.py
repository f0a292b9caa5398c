"""A session with a page, its terminal, and headless browsers that enter it."""

import json
import os
import pathlib
import pty
import re
import select
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import termios
import threading
import time
import zipfile

import axe_playwright_python
from selenium import webdriver
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from wire import Wire

evalrun, browser, driver_path = sys.argv[1:4]
greeting = os.path.abspath("Tests/StudyDefinitionTests/Fixtures/greeting")
AXE = (pathlib.Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text()


def wait(condition, what, seconds=30):
    end = time.monotonic() + seconds
    trouble = None
    while time.monotonic() < end:
        try:
            found = condition()
        except Exception as error:
            found, trouble = None, error
        if found:
            return found
        time.sleep(0.03)
    what = what() if callable(what) else what
    raise AssertionError(f"waited in vain: {what} ({trouble or 'no error'})")


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as server:
        return server.getsockname()[1]


class Room:
    """`evalrun session --room` in a terminal of its own, behind a wire."""

    def __init__(self, study=greeting, participant="P1", settings="", other=None):
        self.folder = tempfile.mkdtemp(prefix="room-browser-")
        self.results = os.path.join(self.folder, "evalrun.sqlite")
        self.participant = participant
        self.study = study
        if settings:
            self.study = os.path.join(self.folder, "study")
            shutil.copytree(study, self.study)
            with open(os.path.join(self.study, "study.yaml"), "a") as file:
                file.write(f"\n{settings}\n")
        if other:
            # Another participant's session, in the same results file.
            script = os.path.abspath("Tests/CommandTests/Fixtures/greeting-session.yaml")
            arguments = ["--participant", other, "--script", script, "--clock", "simulated"]
            place = ["--study", self.study, "--results", self.results]
            subprocess.run(
                [evalrun, "session", *arguments, *place], check=True, capture_output=True
            )
        self.port = free_port()
        self.wire = Wire(self.port)
        self.start()

    def start(self):
        self.screen = ""
        command = [
            evalrun, "session", "--participant", self.participant, "--room",
            "--study", self.study, "--results", self.results,
            "--port", str(self.port), "--public-url", self.wire.origin,
        ]
        environment = {**os.environ, "TERM": "xterm-256color"}
        self.pid, self.terminal = pty.fork()
        if self.pid == 0:
            os.execve(evalrun, command, environment)
        termios.tcsetwinsize(self.terminal, (45, 150))
        threading.Thread(target=self.read, args=(self.terminal,), daemon=True).start()

    def read(self, terminal):
        while True:
            try:
                data = os.read(terminal, 65536)
            except OSError:
                return
            if not data:
                return
            self.screen += data.decode(errors="replace")

    @property
    def text(self):
        """What the terminal was sent, without the control sequences."""
        return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]|\x1b[()=>].?", " ", self.screen)

    def link(self, role):
        label = {"Participant": "Their page", "Facilitator": "Your page"}[role]
        # Only a link that has been read in whole is followed by something.
        found = lambda: re.findall(rf"{label}\s+(http://\S+/enter#\S+)\s", self.text)
        return wait(found, f"the terminal shows the link of the {role}")[-1]

    def type(self, keys):
        os.write(self.terminal, keys.encode())

    def expect(self, words, seconds=30):
        """Waits until the terminal shows `words`, and forgets what it showed before."""
        shown = lambda: f"the terminal shows {words}: {self.text[-900:]}"
        wait(lambda: words in self.text, shown, seconds)
        self.screen = ""

    def stop(self, number):
        os.kill(self.pid, number)

    def kill(self):
        os.kill(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)

    def finish(self, seconds=20):
        def is_gone():
            found, self.status = os.waitpid(self.pid, os.WNOHANG)
            return found == self.pid

        wait(is_gone, f"the session ends: {self.text[-900:]}", seconds)
        return os.waitstatus_to_exitcode(self.status)

    def rows(self, query, *values):
        with sqlite3.connect(f"file:{self.results}?mode=ro", uri=True) as database:
            return database.execute(query, values).fetchall()

    def answers(self):
        query = f"SELECT questionnaire || '.' || item, raw, front_end FROM answers {self.own}"
        return {item: (raw, front_end) for item, raw, front_end in self.rows(query)}

    def events(self, kind):
        query = f"SELECT payload FROM events {self.own} AND kind = ? ORDER BY number"
        return [json.loads(payload) for (payload,) in self.rows(query, kind)]

    @property
    def own(self):
        """Of this participant's session."""
        sessions = f"SELECT id FROM sessions WHERE participant = '{self.participant}'"
        return f"WHERE session IN ({sessions})"

    @property
    def workspace(self):
        return next(pathlib.Path(self.folder).glob(f"workspaces/*/{self.participant}-*"))

    def solve(self, task):
        """As a participant would: the study's own solution, laid over the workspace."""
        solution = os.path.join(self.study, "solutions", task)
        shutil.copytree(solution, self.workspace, dirs_exist_ok=True)
        if (self.workspace / "apply").exists():
            path = f"{os.path.dirname(evalrun)}:{os.environ['PATH']}"
            subprocess.run(
                ["./apply"], cwd=self.workspace, check=True, env={**os.environ, "PATH": path}
            )
            os.unlink(self.workspace / "apply")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        try:
            os.kill(self.pid, signal.SIGCONT)
            os.kill(self.pid, signal.SIGKILL)
            os.waitpid(self.pid, 0)
        except (ProcessLookupError, ChildProcessError):
            pass
        self.wire.close()
        shutil.rmtree(self.folder, ignore_errors=True)


class Page:
    """A browser with a profile of its own."""

    def __init__(self, name, width=1280, height=800, dark=False):
        self.name = name
        self.width = width
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
        size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 500}
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)

    def enter(self, link):
        self.driver.get(link)
        self.ready()
        assert "/enter" in self.driver.current_url
        self.check("the page of the link")
        self.driver.find_element(By.ID, "enter").click()
        wait(lambda: "/enter" not in self.driver.current_url, "the link is taken")
        self.ready()
        # The link's token is in no entry of the history and in no address.
        assert "#" not in self.driver.current_url

    def ready(self):
        wait(lambda: self.js("return document.body.dataset.ready"), "the page is ready")

    def js(self, code, *arguments):
        return self.driver.execute_script(code, *arguments)

    def text(self, name):
        return self.js("return document.getElementById(arguments[0]).textContent", name)

    def until(self, name, words, seconds=30):
        wait(
            lambda: words in self.text(name),
            lambda: f"{self.name}, {name}: {words}, not {self.text(name)}",
            seconds,
        )

    def button(self, key):
        """Presses a button of the page by its key."""
        found = lambda: self.driver.find_element(By.CSS_SELECTOR, f'[data-key="{key}"]')
        element = wait(found, f"{self.name}: button {key}")
        self.js("arguments[0].scrollIntoView({block: 'center', behavior: 'instant'})", element)
        wait(lambda: not element.get_attribute("aria-disabled"), f"{key} can be pressed")
        wait(lambda: self.js("return performance.now() - now.changed > 400"), "no early click")
        element.click()

    def click(self, name):
        element = self.driver.find_element(By.ID, name)
        self.js("arguments[0].scrollIntoView({block: 'center', behavior: 'instant'})", element)
        element.click()

    def choose_zip(self, room, files, name="sent.zip"):
        path = os.path.join(room.folder, name)
        with zipfile.ZipFile(path, "w") as archive:
            for entry, text in files.items():
                archive.writestr(entry, text)
        self.driver.find_element(By.ID, "zip").send_keys(path)

    def send_zip(self, room, files):
        self.choose_zip(room, files)
        self.click("upload")

    def choose(self, *values):
        for value in values:
            element = self.driver.find_element(By.CSS_SELECTOR, f'[name=answer][value="{value}"]')
            self.js("arguments[0].scrollIntoView({block: 'center', behavior: 'instant'})", element)
            element.click()

    def fill(self, text):
        field = self.driver.find_element(By.ID, "answer")
        field.send_keys(Keys.CONTROL, "a")
        field.send_keys(text)

    def keys(self, *keys):
        self.driver.switch_to.active_element.send_keys(*keys)

    def tab_to(self, selector):
        for _ in range(60):
            if self.js("return document.activeElement.matches(arguments[0])", selector):
                return
            self.keys(Keys.TAB)
        raise AssertionError(f"{self.name}: Tab does not reach {selector}")

    def check(self, state):
        """axe finds nothing, and the page is not wider than its window."""
        found = self.driver.execute_async_script(
            AXE + ";const done = arguments[0];"
            "axe.run().then(r => done(r.violations), e => done([String(e)]))"
        )
        places = lambda v: [n["html"][:200] for n in v["nodes"]]
        short = [(v["id"], v["help"], places(v)) if isinstance(v, dict) else v for v in found]
        assert not found, f"axe, {self.name}, {state}: {short}"
        self.fits(state)
        self.picture(state)

    def fits(self, state):
        width = self.js("return [document.documentElement.scrollWidth, innerWidth]")
        assert width[0] <= width[1], f"{self.name}, {state}: the page is {width[0]} wide"

    def picture(self, state):
        """Saved in the folder ROOM_PICTURES, if that is set."""
        folder = os.environ.get("ROOM_PICTURES")
        if folder:
            file = f"{self.name}-{self.width}-{state}.png".replace(" ", "-").replace(",", "")
            self.driver.save_screenshot(os.path.join(folder, file))

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
            # A connection that is cut on purpose is no fault of the page.
            faults = [e for e in errors if "Failed to load resource" not in e["message"]]
            assert not faults, faults
            own, any_address = '"url":"http://127.0.0.1:', '"url":"http'
            away = [r for r in requests if any_address in r and own not in r]
            assert not away, f"requests leave the machine: {away[:3]}"
