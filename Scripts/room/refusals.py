"""What may not enter, each with the reason that it is told."""

import io
import json
import socket
import stat
import threading
import time
import uuid
import zipfile
import zlib

from net import LAB
from page import Client


def traversal():
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as file:
        file.writestr("project.txt", "theirs")
        file.writestr("../../outside", "theirs")
    return out.getvalue()


def symbolic_link():
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as file:
        link = zipfile.ZipInfo("link")
        link.create_system, link.external_attr = 3, (stat.S_IFLNK | 0o777) << 16
        file.writestr(link, "/etc/passwd")
    return out.getvalue()


def bomb():
    """10 GB of zeros in 10 MB: one flushed block of deflate, 10,000 times."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    packer.compress(bytes(1 << 20))
    packer.flush(zlib.Z_FULL_FLUSH)
    block = packer.compress(bytes(1 << 20)) + packer.flush(zlib.Z_FULL_FLUSH)
    count = 10_000
    data = block * count + zlib.compressobj(9, zlib.DEFLATED, -15).flush()
    size = count << 20
    small = size & 0xFFFFFFFF
    name = b"zeros"
    short, long = (lambda v: v.to_bytes(2, "little")), (lambda v: v.to_bytes(4, "little"))
    common = short(20) + short(0) + short(8) + long(0) + long(0) + long(len(data)) + long(small) + short(len(name))
    local = long(0x04034B50) + common + short(0) + name
    record = long(0x02014B50) + short(0x0314) + common + bytes(8) + long(0o100644 << 16) + long(0) + name
    end = long(0x06054B50) + bytes(4) + short(1) * 2 + long(len(record)) + long(len(local) + len(data)) + short(0)
    return local + data + record + end


def words(data):
    try:
        return json.loads(data)["error"]
    except (ValueError, KeyError, TypeError):
        return data[:60].decode(errors="replace")


def refusals(player, say):
    """Tries each on a session whose participant is at work, from the laboratory's side. Gives the
    faults."""
    net, faults = player.net, []
    net.enter(net.lab)

    def client(cookies=None):
        made = Client(net, address=LAB)
        made.cookies = dict(cookies or {})
        return made

    machine = client(player.participant.cookies)

    # A server that was killed goes on with a page for the facilitator.
    for _ in range(300):
        view = machine.ask("GET", "/view")[1]
        player.state = view["state"]
        if any(one["key"] == "d" for one in view["buttons"]):
            break
        time.sleep(0.2)

    def state():
        return machine.ask("GET", "/view")[1]["turn"], player.files()

    def expect(name, statuses, status, data, reason=""):
        text = words(data)
        if status not in statuses or reason not in text:
            faults.append(f"{name}: status {status}, {text}")
        say(f"{name}: {status}, {text}")

    before = state()
    press = {"id": str(uuid.uuid4()), "turn": before[0], "key": "d", "time": {"page": 1.0}}

    def try_(name, statuses, method, path, body=None, headers=None, who=None, reason=""):
        status, data = (who or client()).send(method, path, body, headers)
        expect(name, statuses, status, data, reason)

    control = player.facilitator.cookies
    name = next(iter(control)).replace("facilitator", "participant")
    other, swapped = client(control), client({name: next(iter(control.values()))})
    try_("no token", {401}, "GET", "/view")
    try_("no token, press", {401}, "POST", "/press", press)
    try_("an invented token", {401, 403}, "GET", "/view", headers={"Cookie": f"{name}=" + "a" * 43})
    try_("the other role's token", {401, 403}, "POST", "/press", press, who=other)
    try_("the other role's token as this one's", {401, 403}, "POST", "/press", press, who=swapped)
    try_("the participant's token, facilitator's view", {401, 403}, "GET", "/control/view", who=machine)
    try_("the participant's token, machine's view", {401, 403}, "GET", "/machine/view", who=machine)
    try_("another host", {421}, "GET", "/view", headers={"Host": "other.example"}, who=machine)
    try_("another origin", {403}, "POST", "/press", press, {"Origin": "https://other.example"}, who=machine)
    try_("another page", {403}, "POST", "/press", press, {"Sec-Fetch-Site": "cross-site"}, who=machine)
    used = player.session.links["participant"].partition("#")[2]
    try_("a used link", {403}, "POST", "/enter", {"link": used, "attempt": str(uuid.uuid4())})
    try_("a link of another session", {403}, "POST", "/enter", {"link": "b" * 43, "attempt": "x" * 20})
    for name, data, reason in (("a zip with traversal", traversal(), "../../outside"),
                               ("a zip with a symbolic link", symbolic_link(), "symbolic link"),
                               ("a bomb of 10 GB", bomb(), "zeros"), ("no zip", b"PK", "not a zip file")):
        start = time.monotonic()
        try:
            status, answer = machine.send("POST", "/workspace", data, {"Content-Type": "application/zip"}, 60)
            expect(name, {413, 422}, status, answer, reason)
        except OSError as error:
            faults.append(f"{name}: {error}")
        say(f"  {len(data)} bytes sent, {time.monotonic() - start:.1f} s")
    many(net, say, faults, machine)
    threading.Thread(target=slow, args=(net, say, player.faults), daemon=True).start()
    if state() != before:
        faults.append("a refusal has changed the session or the workspace")
    return faults


def many(net, say, faults, machine):
    """1,000 connections that send no whole request, at nginx and at the server itself."""
    for address, port in ((LAB, 443), ("127.0.0.1", net.port)):
        held = []
        for _ in range(1000):
            try:
                one = socket.create_connection((address, port), timeout=5)
                one.sendall(b"GET /view HTTP/1.1\r\n")
                held.append(one)
            except OSError:
                pass
        start = time.monotonic()
        status, _ = machine.send("GET", "/view")
        if status != 200:
            faults.append(f"with 1,000 connections, the participant's page gets {status}")
        say(f"1,000 connections at port {port}: {len(held)} open, the page answered in "
            f"{time.monotonic() - start:.2f} s")
        for one in held:
            one.close()


def slow(net, say, faults):
    """Headers that come byte by byte, at the server itself; takes as long as it has patience."""
    net.enter(net.lab)
    start = time.monotonic()
    connection = socket.create_connection(("127.0.0.1", net.port), timeout=40)
    answer = b""
    try:
        for byte in b"GET /view HTTP/1.1\r\nX: " + b"a" * 200:
            connection.sendall(bytes([byte]))
            time.sleep(0.2)
        connection.settimeout(5)
        answer = connection.recv(400)
    except OSError:
        answer = answer or b"closed"
    took = time.monotonic() - start
    if took > 30 or not answer:
        faults.append("slow headers are waited for")
    say(f"slow headers: ended after {took:.0f} s")
