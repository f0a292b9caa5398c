"""Times of presses on the participant's page; see Scripts/room-times."""

import http.client
import json
import os
import pty
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import uuid

evalrun, sessions, questions = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])


def study(folder):
    """The study of `evalrun init`, with many questions."""
    subprocess.run([evalrun, "init", "asked"], cwd=folder, check=True, capture_output=True)
    place = os.path.join(folder, "asked")
    items = "\n".join(
        f"  - {{id: q{n}, text: Question {n}?, type: text, required: true}}"
        for n in range(questions)
    )
    with open(os.path.join(place, "questionnaires", "before.yaml"), "w") as file:
        file.write(f"title: Many questions\nitems:\n{items}\n")
    return place


class Session:
    def __init__(self, place, results, code):
        self.pid, self.terminal = pty.fork()
        if self.pid == 0:
            os.environ["TERM"] = "dumb"
            os.execv(evalrun, [
                evalrun, "session", "--participant", code, "--room", "--study", place,
                "--results", results])
        self.text = ""
        threading.Thread(target=self.read, daemon=True).start()
        found = self.wait(r"Their page\s+http://([^#\s]+)/enter#(\w{32})")
        self.wire = http.client.HTTPConnection(found[1], timeout=60)
        self.cookie = ""
        status, _, head = self.ask("POST", "/enter", {"link": found[2]})
        assert status == 200, self.text
        self.cookie = head["Set-Cookie"].split(";")[0]

    def read(self):
        while True:
            try:
                data = os.read(self.terminal, 65536)
            except OSError:
                return
            if not data:
                return
            self.text += data.decode("utf8", "replace")

    def wait(self, pattern):
        end = time.monotonic() + 120
        while time.monotonic() < end:
            found = re.search(pattern, self.text)
            if found:
                return found
            time.sleep(0.02)
        raise AssertionError(f"no {pattern} in {self.text[-500:]}")

    def ask(self, method, path, body=None):
        head = {"Content-Type": "application/json", "Cookie": self.cookie}
        self.wire.request(method, path, json.dumps(body) if body is not None else None, head)
        answer = self.wire.getresponse()
        return answer.status, json.loads(answer.read()), answer.headers

    def view(self):
        return self.ask("GET", "/view")[1]

    def press(self, **given):
        body = {"id": str(uuid.uuid4()), "turn": self.view()["turn"], **given}
        start = time.perf_counter()
        outcome = self.ask("POST", "/press", body)[1]["outcome"]
        return outcome, time.perf_counter() - start

    def open(self):
        os.write(self.terminal, b"\n")
        while self.view()["control"] is None:
            if any(button["key"] == "y" for button in self.view()["buttons"]):
                self.press(key="y")
            time.sleep(0.05)

    def answer(self, count, pause):
        times = []
        for _ in range(count):
            outcome, seconds = self.press(answer="some words")
            assert outcome == "saved", outcome
            times.append(seconds)
            time.sleep(pause)
        return times

    def end(self):
        os.kill(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)


def quantile(times, part):
    return sorted(times)[min(len(times) - 1, int(len(times) * part))] * 1000


def fdatasync(folder):
    times = []
    with open(os.path.join(folder, "yardstick"), "wb", buffering=0) as file:
        for _ in range(300):
            file.write(b"x" * 4096)
            start = time.perf_counter()
            os.fdatasync(file.fileno())
            times.append(time.perf_counter() - start)
    return times


folder = tempfile.mkdtemp(prefix="room-times-", dir=".")
try:
    place = study(folder)
    sync = fdatasync(folder)
    alone = Session(place, os.path.join(folder, "one.sqlite"), "P1")
    alone.open()
    times = alone.answer(questions - 1, 0.05)
    alone.end()
    beyond = quantile(times, 0.99) - quantile(sync, 0.99)
    print(f"fdatasync        median {quantile(sync, 0.5):.2f} ms, p99 {quantile(sync, 0.99):.2f} ms")
    print(f"one session      median {quantile(times, 0.5):.2f} ms, p99 {quantile(times, 0.99):.2f} ms,"
          f" p99 beyond fdatasync {beyond:.2f} ms (bar 20)")
    results = os.path.join(folder, "class.sqlite")
    group = [Session(place, results, f"P{n}") for n in range(1, sessions + 1)]
    for session in group:
        session.open()
    found = [[] for _ in group]

    def work(index):
        found[index] = group[index].answer(min(40, questions - 1), 0.5)

    threads = [threading.Thread(target=work, args=(index,)) for index in range(len(group))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    times = [seconds for part in found for seconds in part]
    assert len(times) == sessions * min(40, questions - 1)
    print(f"{sessions} sessions      median {quantile(times, 0.5):.2f} ms, p99"
          f" {quantile(times, 0.99):.2f} ms, {len(times)} answers, none lost (bar 100)")
    for session in group:
        session.end()
finally:
    shutil.rmtree(folder)
