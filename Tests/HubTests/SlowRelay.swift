import Foundation

/// Passes bytes on between a port of its own and the server's, with a pause after each piece.
final class SlowRelay: Sendable {
    /// On 127.0.0.1.
    let port: UInt16
    private let listener: Int32
    private let target: UInt16
    private let piece: Int
    private let pause: useconds_t

    /// - Parameters:
    ///   - piece: largest number of bytes that are passed on at once.
    ///   - pause: microseconds after each piece.
    init(to target: Int, piece: Int, pause: useconds_t) {
        (self.target, self.piece, self.pause) = (UInt16(target), piece, pause)
        listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        // Accepted connections have it from their listener: what waits in the system is not slow.
        var room = Int32(65536)
        setsockopt(listener, SOL_SOCKET, SO_RCVBUF, &room, socklen_t(MemoryLayout<Int32>.size))
        let listener = listener
        port = loopback(0) { address, length in
            var size = length
            return bind(listener, address, length) == 0 && listen(listener, 8) == 0
                && getsockname(listener, address, &size) == 0
        }
        Thread.detachNewThread { [self] in accept() }
    }

    func close() {
        shutdown(listener, Int32(SHUT_RDWR))
        Foundation.close(listener)
    }

    private func accept() {
        while true {
            let client = Foundation.accept(listener, nil, nil)
            if client < 0 { return }
            let server = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
            guard loopback(target, { connect(server, $0, $1) == 0 }) != 0 else { continue }
            for (source, target) in [(client, server), (server, client)] {
                Thread.detachNewThread { [self] in copy(source, target) }
            }
        }
    }

    private func copy(_ source: Int32, _ target: Int32) {
        var bytes = [UInt8](repeating: 0, count: piece)
        while true {
            let count = recv(source, &bytes, piece, 0)
            var sent = 0
            while sent < count {
                let more = bytes[sent..<count].withUnsafeBytes {
                    send(target, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
                }
                if more <= 0 { break }
                sent += more
            }
            if count <= 0 || sent < count { break }
            usleep(pause)
        }
        for end in [source, target] { shutdown(end, Int32(SHUT_RDWR)) }
    }
}

/// Calls `body` with an address of 127.0.0.1, and returns the port that is in it afterwards, or 0
/// where `body` failed.
@discardableResult
private func loopback(
    _ port: UInt16,
    _ body: (UnsafeMutablePointer<sockaddr>, socklen_t) -> Bool
) -> UInt16 {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let isDone = withUnsafeMutablePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
            body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
        }
    }
    return isDone ? UInt16(bigEndian: address.sin_port) : 0
}
