"""Two computers as two network namespaces: the laboratory with nginx and TLS, and the participant's.

Loss is nftables' (this kernel may have no netem); delay is a TCP relay on the participant's side."""

import asyncio
import ctypes
import os
import re
import subprocess
import threading
import time
from pathlib import Path

HOST = "lab.example"
LAB, DESK = "10.77.0.1", "10.77.0.2"
libc = ctypes.CDLL(None, use_errno=True)


def run(*words, **more):
    return subprocess.run([str(w) for w in words], check=True, capture_output=True, text=True, **more)


class Net:
    def __init__(self, scratch: Path, guide: Path, port: int):
        self.scratch, self.port = scratch, port
        self.lab, self.desk = f"evalrun-lab-{os.getpid()}", f"evalrun-desk-{os.getpid()}"
        self.nginx = None
        self.made = []
        self.namespaces()
        self.certificates()
        self.config(guide)

    def namespaces(self):
        for name in (self.lab, self.desk):
            run("ip", "netns", "add", name)
            self.made.append(name)
            run("ip", "-n", name, "link", "set", "lo", "up")
        run("ip", "link", "add", "name", "room0", "netns", self.lab, "type", "veth", "peer", "name",
            "room1", "netns", self.desk)
        for name, link, address in ((self.lab, "room0", LAB), (self.desk, "room1", DESK)):
            run("ip", "-n", name, "address", "add", f"{address}/24", "dev", link)
            run("ip", "-n", name, "link", "set", link, "up")
        hosts = Path(f"/etc/netns/{self.desk}")
        hosts.mkdir(parents=True)
        (hosts / "hosts").write_text(f"127.0.0.1 localhost\n{DESK} {HOST}\n")

    def certificates(self):
        """A CA of our own that the participant's machine trusts, valid since yesterday."""
        s = self.scratch
        (s / "names").write_text(f"subjectAltName=DNS:{HOST}\n")
        make = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "3"]
        run(*make, "-keyout", s / "ca.key", "-out", s / "ca.pem", "-subj", "/CN=Room CA",
            "-addext", "basicConstraints=critical,CA:TRUE",
            "-addext", "keyUsage=critical,keyCertSign", "-addext", "subjectKeyIdentifier=hash")
        run("openssl", "req", "-newkey", "rsa:2048", "-nodes", "-keyout", s / "privkey.pem", "-out",
            s / "request", "-subj", f"/CN={HOST}")
        run("openssl", "x509", "-req", "-in", s / "request", "-CA", s / "ca.pem", "-CAkey",
            s / "ca.key", "-CAcreateserial", "-days", "3", "-extfile", s / "names", "-out",
            s / "fullchain.pem")

    def config(self, guide: Path):
        """The block of the guide, with this laboratory's port and certificate."""
        block = re.search(r"```nginx\n(.*?)```", guide.read_text(), re.S).group(1)
        for old, new in ((f"/etc/letsencrypt/live/{HOST}", str(self.scratch)),
                         ("127.0.0.1:8080", f"127.0.0.1:{self.port}")):
            assert old in block, old
            block = block.replace(old, new)
        s = self.scratch
        paths = "".join(f"{kind}_temp_path {s}/temp-{kind};\n" for kind in
                        ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
        (s / "nginx.conf").write_text(
            f"daemon off; pid {s}/nginx.pid; error_log {s}/nginx.log; user root;\n"
            f"events {{ worker_connections 2048; }}\nhttp {{ access_log {s}/access.log;\n{paths}{block} }}\n")

    def inside(self, name, *words):
        return ["ip", "netns", "exec", name, *map(str, words)]

    def serve(self):
        self.nginx = subprocess.Popen(self.inside(self.lab, "nginx", "-e", self.scratch / "nginx.log",
                                                  "-c", self.scratch / "nginx.conf"))

    def enter(self, name):
        """Sockets that this thread makes from now on are in the namespace."""
        file = os.open(f"/run/netns/{name}", os.O_RDONLY)
        if libc.setns(file, 0x40000000) != 0:
            raise OSError(ctypes.get_errno(), "setns")
        os.close(file)

    def nft(self, text):
        run(*self.inside(self.desk, "nft", "-f", "-"), input=text)

    def lose(self, percent):
        self.nft(f"""table inet room {{
            chain in {{ type filter hook input priority 0; iifname room1 numgen random mod 100 < {percent} drop; }}
            chain out {{ type filter hook output priority 0; oifname room1 numgen random mod 100 < {percent} drop; }}
        }}\n""")

    def cut(self, seconds):
        self.nft("""table inet cut {
            chain in { type filter hook input priority -1; iifname room1 drop; }
            chain out { type filter hook output priority -1; oifname room1 drop; }
        }\n""")
        time.sleep(seconds)
        self.nft("delete table inet cut\n")

    def end(self):
        if self.nginx:
            self.nginx.terminate()
            self.nginx.wait()
        for name in self.made:
            subprocess.run(["ip", "netns", "delete", name], capture_output=True)
        subprocess.run(["rm", "-rf", f"/etc/netns/{self.desk}"])


class Relay(threading.Thread):
    """Port 443 of the participant's side, to the laboratory, each byte later by `delay` seconds."""

    def __init__(self, net, delay):
        super().__init__(daemon=True)
        self.net, self.delay, self.ready = net, delay, threading.Event()
        self.open = set()

    def run(self):
        self.net.enter(self.net.desk)
        asyncio.run(self.serve())

    async def serve(self):
        self.loop = asyncio.get_running_loop()
        server = await asyncio.start_server(self.connection, DESK, 443)
        self.ready.set()
        await server.serve_forever()

    async def connection(self, reader, writer):
        try:
            far_reader, far_writer = await asyncio.open_connection(LAB, 443)
        except OSError:
            writer.close()
            return
        pair = (writer, far_writer)
        self.open.add(pair)
        await asyncio.gather(self.pump(reader, far_writer), self.pump(far_reader, writer),
                             return_exceptions=True)
        self.open.discard(pair)
        for one in pair:
            one.close()

    async def pump(self, reader, writer):
        queue = asyncio.Queue()

        async def send():
            while (item := await queue.get()) is not None:
                await asyncio.sleep(max(0, item[0] - time.monotonic()))
                writer.write(item[1])
                await writer.drain()
            writer.close()

        sending = asyncio.create_task(send())
        try:
            while data := await reader.read(1 << 14):
                queue.put_nowait((time.monotonic() + self.delay, data))
        finally:
            queue.put_nowait(None)
            await sending

    def reset(self):
        """Ends all connections at once, in the middle of whatever they carry."""

        def abort():
            for pair in list(self.open):
                for one in pair:
                    one.transport.abort()

        self.loop.call_soon_threadsafe(abort)
