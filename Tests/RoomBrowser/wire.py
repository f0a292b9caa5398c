"""A proxy between the browsers and the room: it records every byte, and its cable can be pulled."""

import socket
import threading


class Wire:
    """Listens on a port of 127.0.0.1 and passes everything on to `target`."""

    def __init__(self, target):
        self.target = target
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        self.origin = f"http://127.0.0.1:{self.port}"
        # "open", "cut": connections end at once, "still": nothing is passed on.
        self.state = "open"
        self.change = threading.Condition()
        self.connections = []
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            try:
                client, _ = self.listener.accept()
            except OSError:
                return
            threading.Thread(target=self.connect, args=(client,), daemon=True).start()

    def connect(self, client):
        if self.state == "cut":
            return client.close()
        try:
            server = socket.create_connection(("127.0.0.1", self.target))
        except OSError:
            return client.close()
        connection = {"sockets": (client, server), "asked": bytearray(), "answered": bytearray()}
        self.connections.append(connection)
        ways = [(client, server, "asked"), (server, client, "answered")]
        for source, sink, name in ways:
            threading.Thread(
                target=self.carry, args=(connection, source, sink, name), daemon=True
            ).start()

    def carry(self, connection, source, sink, name):
        try:
            while data := source.recv(65536):
                with self.change:
                    self.change.wait_for(lambda: self.state != "still")
                if self.state == "cut":
                    break
                connection[name] += data
                sink.sendall(data)
        except OSError:
            pass
        for end in (source, sink):
            try:
                end.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass

    def set(self, state):
        with self.change:
            self.state = state
            self.change.notify_all()
        if state == "cut":
            for connection in self.connections:
                for end in connection["sockets"]:
                    try:
                        end.shutdown(socket.SHUT_RDWR)
                    except OSError:
                        pass

    def sent_to(self, role):
        """Every byte of the connections on which a browser named itself by that role's cookie, or
        by none."""
        others = {"participant": b"room-facilitator-", "facilitator": b"room-participant-"}
        own = [c for c in self.connections if others[role] not in c["asked"]]
        return b"\n".join(bytes(c["answered"]) for c in own)

    def close(self):
        self.set("cut")
        self.listener.close()
