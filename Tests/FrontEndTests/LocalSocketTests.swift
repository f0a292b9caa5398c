import Foundation
import Testing

@testable import FrontEnd

@Suite struct LocalSocketTests {
    /// A participant's long answer is on the page twice: in the input field and in the notice.
    @Test func aMessageLargerThanTheBufferArrivesIfItIsRead() throws {
        let path = "/tmp/evalrun-\(UUID().uuidString).control"
        let listener = try LocalSocket.listen(at: path)
        defer {
            close(listener)
            unlink(path)
        }
        let reader = try #require(LocalSocket.connect(to: path))
        let writer = accept(listener, nil, nil)
        defer { close(writer) }
        let thread = Thread {
            var bytes = [UInt8](repeating: 0, count: 65536)
            while recv(reader, &bytes, bytes.count, 0) > 0 {}
            close(reader)
        }
        thread.start()
        let text = String(repeating: "a", count: 3 << 20)
        #expect(LocalSocket.send([text], to: writer))
    }

    @Test func aProcessThatStopsReadingIsGivenUp() throws {
        let path = "/tmp/evalrun-\(UUID().uuidString).control"
        let listener = try LocalSocket.listen(at: path)
        defer {
            close(listener)
            unlink(path)
        }
        let reader = try #require(LocalSocket.connect(to: path))
        let writer = accept(listener, nil, nil)
        defer {
            close(writer)
            close(reader)
        }
        let text = String(repeating: "a", count: 3 << 20)
        #expect(!LocalSocket.send([text], to: writer))
    }
}
