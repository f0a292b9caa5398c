"""A participant's and a facilitator's browser, as far as the protocol goes."""

import http.client
import json
import socket
import ssl
import threading
import time
import urllib.parse
import uuid

from net import DESK, HOST, LAB


class Client:
    """Requests of one browser, through nginx. Kept cookies, one connection."""

    def __init__(self, net, origin_host=HOST, address=DESK):
        self.context = ssl.create_default_context(cafile=str(net.scratch / "ca.pem"))
        self.host, self.address, self.cookies, self.connection = origin_host, address, {}, None

    def connect(self, timeout):
        made = http.client.HTTPSConnection(HOST, context=self.context, timeout=timeout)
        plain = socket.create_connection((self.address, 443), timeout=timeout)
        plain.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        made.sock = self.context.wrap_socket(plain, server_hostname=HOST)
        return made

    def send(self, method, path, body=None, headers=None, timeout=15):
        """(status, bytes); raises OSError or HTTPException where the connection fails."""
        all_headers = {"Host": self.host, "Origin": f"https://{HOST}"}
        if self.cookies:
            all_headers["Cookie"] = "; ".join(f"{k}={v}" for k, v in self.cookies.items())
        if isinstance(body, dict):
            body = json.dumps(body).encode()
            all_headers["Content-Type"] = "application/json"
        all_headers.update(headers or {})
        try:
            # The answer before may have closed it.
            if self.connection is None or self.connection.sock is None:
                self.connection = self.connect(timeout)
            self.connection.sock.settimeout(timeout)
            self.connection.request(method, path, body, all_headers)
            answer = self.connection.getresponse()
            data = answer.read()
        except (OSError, http.client.HTTPException):
            if self.connection:
                self.connection.close()
            self.connection = None
            raise
        for name, value in answer.getheaders():
            if name.lower() == "set-cookie":
                key, _, rest = value.partition("=")
                self.cookies[key] = rest.split(";")[0]
        return answer.status, data

    def ask(self, method, path, body=None, timeout=15):
        """Sends until there is an answer of the room's own: (status, JSON)."""
        while True:
            try:
                status, data = self.send(method, path, body, timeout=timeout)
                if status not in (502, 503, 504):
                    return status, json.loads(data or b"null")
            except (OSError, http.client.HTTPException, ValueError):
                pass
            time.sleep(0.3)

    def enter(self, address):
        link = address.partition("#")[2]
        status, answer = self.ask("POST", "/enter", {"link": link, "attempt": str(uuid.uuid4())})
        assert status == 200, (status, answer)
        return answer["role"]


class Page(Client):
    """A page with its clock: presses are sent until they are saved, refused or gone."""

    def __init__(self, net, view, press):
        super().__init__(net)
        self.view_path, self.press_path = view, press
        self.version, self.epoch = None, ""
        self.presses = []
        # Whether the last answer to a press was "wait": the facilitator may have to go on first.
        self.waits = False
        self.begin()

    def begin(self):
        """A load of the page."""
        self.load, self.origin = str(uuid.uuid4()), time.monotonic()
        self.offset, self.round_trip, self.boot = None, 0.0, None

    def now(self):
        """Milliseconds, as performance.now has them."""
        return (time.monotonic() - self.origin) * 1000

    def measure(self):
        best = None
        for _ in range(5):
            start = self.now()
            status, answer = self.ask("POST", "/time", {})
            end = self.now()
            assert status == 200, answer
            if best is None or end - start < best[0]:
                middle = int((start + end) / 2 * 1e6)
                best = (end - start, int(answer["now"]) - middle, answer["boot"])
        self.round_trip, self.offset, self.boot = best

    def view(self):
        query = "" if self.version is None else "?" + urllib.parse.urlencode(
            {"seen": self.version, "epoch": self.epoch})
        status, view = self.ask("GET", self.view_path + query, timeout=30)
        assert status == 200, (status, view)
        self.version, self.epoch = view["version"], view["epoch"]
        return view

    def press(self, turn, *, key=None, answer=None, cut=None):
        """`cut` is called while the first sending is on its way."""
        true = time.clock_gettime_ns(time.CLOCK_BOOTTIME)
        entry = {"id": str(uuid.uuid4()), "turn": turn, "key": key, "answer": answer, "true": true,
                 "load": self.load, "outcome": None}
        self.presses.append(entry)
        page = self.now()
        if cut:
            threading.Timer(0.05, cut).start()
        while True:
            body = {"id": entry["id"], "load": self.load, "turn": turn,
                    "time": {"page": page, "roundTrip": self.round_trip, "boot": self.boot,
                             "offset": None if self.offset is None else str(self.offset),
                             "late": False, "slept": False, "ago": self.now() - page}}
            body["key" if key else "answer"] = key or answer
            status, result = self.ask("POST", self.press_path, body, timeout=15)
            assert status == 200, (status, result)
            self.waits = result["outcome"] == "wait"
            if not self.waits:
                entry["outcome"] = result["outcome"]
                return result
