import Diagnostics
import Foundation
import ResultsStore
import SessionEngine
import Testing

@testable import FrontEnd

@Suite struct LocalSocketTests {
    /// Longer than the buffer of an accepted socket.
    private let text = String(repeating: "a", count: 3 << 20)

    /// Runs `body` with the two sides of a connection, and closes the writer afterwards.
    private func connected(_ body: (_ reader: Int32, _ writer: Int32) -> Void) throws {
        let path = "/tmp/evalrun-\(UUID().uuidString).control"
        let listener = try LocalSocket.listen(at: path)
        defer {
            close(listener)
            unlink(path)
        }
        let reader = try #require(LocalSocket.connect(to: path))
        let writer = accept(listener, nil, nil)
        defer { close(writer) }
        body(reader, writer)
    }

    /// A participant's long answer is on the page twice: in the input field and in the notice.
    @Test func aMessageLargerThanTheBufferArrivesIfItIsRead() throws {
        try connected { reader, writer in
            Thread {
                var bytes = [UInt8](repeating: 0, count: 65536)
                while recv(reader, &bytes, bytes.count, 0) > 0 {}
                close(reader)
            }.start()
            #expect(LocalSocket.send([text], to: writer))
        }
    }

    /// The terminal requested the page endlessly, and showed nothing.
    @Test(.timeLimit(.minutes(1))) func pagesOfAnotherVersionEndTheTerminal() async throws {
        let path = "/tmp/evalrun-\(UUID().uuidString).control"
        let listener = try LocalSocket.listen(at: path)
        defer {
            close(listener)
            unlink(path)
        }
        Thread { _ = LocalSocket.send(["version": 0], to: accept(listener, nil, nil)) }.start()
        let (screens, sink) = AsyncStream.makeStream(of: Screen.self)
        let line = ControlLine(path: path, lock: path)
        Thread {
            line.run(waiting: { _ in RemoteControl.waiting("", "") }, sink: sink)
        }.start()
        var shown: [Screen] = []
        for await screen in screens { shown.append(screen) }
        #expect(shown.count == 1)
        #expect(shown.first?.body.contains("the same version of evalrun") == true)
        #expect(shown.first?.over?.status == .unavailable)
    }

    /// The facilitator typed the text before the session opened the field.
    @Test(.timeLimit(.minutes(1))) func textTypedAheadOfItsPageKeepsItsTime() async throws {
        let path = "/tmp/evalrun-\(UUID().uuidString).control"
        let (stamps, sink) = AsyncStream.makeStream(of: Stamp.self)
        let keys = KeySink(
            press: { _, _ in },
            type: { _, _, _, at in sink.yield(at) },
            leave: { _ in },
            tick: { _ in }
        )
        let post = try ControlPost(at: path, command: "", keys: keys, clock: .system)
        defer { post.close() }
        var screen = RemoteControl.waiting("task", "")
        screen.moment = .running
        post.show(screen)
        let at = SessionClock.system.now()
        screen.moment = .wording
        post.show(screen)
        let connection = try #require(LocalSocket.connect(to: path))
        defer { close(connection) }
        let input = ControlWire.Input.type(
            "done",
            numbered: false,
            confirms: false,
            turn: 2,
            at: at
        )
        #expect(LocalSocket.send(input, to: connection))
        var iterator = stamps.makeAsyncIterator()
        let received = await iterator.next()
        #expect(received == at)
    }

    @Test func aProcessThatStopsReadingIsGivenUp() throws {
        try connected { reader, writer in
            #expect(!LocalSocket.send([text], to: writer))
            close(reader)
        }
    }
}
