import Diagnostics
import Foundation
import Synchronization

#if canImport(Glibc)
    import Glibc
#endif

/// A server on 127.0.0.1. It has a thread for each connection, and a maximum number of connections.
///
/// A connection becomes trusted when `isTrusted` returns true for one of its requests. When the
/// maximum is reached, a new connection replaces the oldest connection that is not trusted. If all
/// are trusted, the new connection is refused. Slow, untrusted connections therefore cannot keep
/// new connections out. The bodies of untrusted requests have a limit of their own, so that they
/// cannot use up the memory.
package final class LoopbackServer: Sendable {
    package let port: UInt16
    private let listener: Int32
    private let limits: ServerLimits
    private let open = Mutex<[Int32: Entry]>([:])
    private let isStopped = Mutex(false)
    private let check: @Sendable (HTTPRequest) throws(HTTPFault) -> Void
    private let isTrusted: @Sendable (HTTPRequest) -> Bool
    private let answer: @Sendable (HTTPRequest, Connection) throws(HTTPFault) -> HTTPResponse

    private struct Entry {
        /// Sequence number of the connection.
        var number: Int
        var isTrusted = false
        /// Whether another connection has replaced this one. A replaced connection is shut down at
        /// once, and later closed by its own thread.
        var isReplaced = false
    }

    /// Creates a server that listens on a port of 127.0.0.1.
    ///
    /// - Parameters:
    ///   - check: throws an error if a request must be refused.
    ///   - isTrusted: returns whether a request makes its connection trusted. Also called before
    ///     the body is read, because the limit for the body depends on the result.
    ///   - answer: returns the response to a request; it may block.
    /// - Throws: `DiagnosticError` if the port cannot be used.
    package init(
        port wanted: UInt16,
        limits: ServerLimits,
        check: @escaping @Sendable (HTTPRequest) throws(HTTPFault) -> Void,
        isTrusted: @escaping @Sendable (HTTPRequest) -> Bool = { _ in true },
        answer:
            @escaping @Sendable (HTTPRequest, Connection) throws(HTTPFault) -> HTTPResponse
    ) throws {
        #if canImport(Glibc)
            let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #else
            let descriptor = socket(AF_INET, SOCK_STREAM, 0)
        #endif
        var one: Int32 = 1
        let size = socklen_t(MemoryLayout<Int32>.size)
        if descriptor >= 0 { _ = setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &one, size) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = wanted.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                descriptor >= 0 && bind(descriptor, $0, length) == 0
                    && listen(descriptor, 128) == 0
                    && getsockname(descriptor, $0, &length) == 0
            }
        }
        guard isBound else {
            let reason = String(cString: strerror(errno))
            Connection(descriptor).close()
            throw DiagnosticError(
                "no-port",
                at: .init(file: "--port"),
                "port \(wanted) of 127.0.0.1 cannot be used: \(reason)",
                fix: "choose another port with --port; 0 means any free port",
                status: .unavailable
            )
        }
        listener = descriptor
        port = UInt16(bigEndian: address.sin_port)
        self.limits = limits
        self.check = check
        self.isTrusted = isTrusted
        self.answer = answer
    }

    /// Starts accepting connections.
    package func start() {
        let thread = Thread { [self] in accepting() }
        thread.name = "loopback server"
        thread.start()
    }

    /// Stops accepting connections, and ends the open ones.
    package func stop() {
        isStopped.withLock { $0 = true }
        shutdown(listener, Int32(SHUT_RDWR))
        open.withLock { for descriptor in $0.keys { shutdown(descriptor, Int32(SHUT_RDWR)) } }
    }

    private func accepting() {
        defer { Connection(listener).close() }
        var number = 0
        while true {
            let descriptor = accept(listener, nil, nil)
            if isStopped.withLock({ $0 }) {
                if descriptor >= 0 { Connection(descriptor).close() }
                return
            }
            if descriptor < 0 {
                // No descriptor is free, or the connection ended before it was accepted.
                usleep(10_000)
                continue
            }
            number += 1
            if admit(descriptor, number) { serve(descriptor) } else { refuse(descriptor) }
        }
    }

    private func admit(_ descriptor: Int32, _ number: Int) -> Bool {
        waitForThreads()
        return open.withLock { open in
            let all = open.filter { !$0.value.isReplaced }
            if all.count >= limits.connections {
                let waiting = all.filter { !$0.value.isTrusted }
                guard let oldest = waiting.min(by: { $0.value.number < $1.value.number })?.key
                else { return false }
                open[oldest]?.isReplaced = true
                _ = Connection(oldest).sendAtOnce(isFull.bytes)
                shutdown(oldest, Int32(SHUT_RDWR))
            }
            open[descriptor] = Entry(number: number)
            return true
        }
    }

    /// Waits, for about a second at most, until there are fewer threads than twice the maximum
    /// number of connections. The thread of a replaced connection takes some time to end.
    private func waitForThreads() {
        for _ in 0..<1_000 where open.withLock({ $0.count >= 2 * limits.connections }) {
            usleep(1_000)
        }
    }

    private var isFull: HTTPResponse {
        HTTPResponse(
            HTTPFault(
                503,
                "\(limits.connections) connections are open, which is the limit",
                fix: "close another tab or program that uses this server",
                closes: true
            )
        )
    }

    private func refuse(_ descriptor: Int32) {
        let connection = Connection(descriptor)
        _ = connection.sendAtOnce(isFull.bytes)
        shutdown(descriptor, Int32(SHUT_WR))
        connection.close()
    }

    private func serve(_ descriptor: Int32) {
        let thread = Thread { [self] in
            var connection = Connection(descriptor)
            let wasRefused = requests(&connection)
            if wasRefused { connection.drain() }
            // One lock covers both steps, because a new connection may get the same descriptor as
            // soon as this descriptor is closed.
            open.withLock {
                $0[descriptor] = nil
                connection.close()
            }
        }
        thread.stackSize = 8 << 20
        thread.start()
    }

    /// Answers the requests of a connection.
    ///
    /// - Returns: true if the last request was refused before it was read completely, and the
    ///   client was sent the reason; otherwise false.
    private func requests(_ connection: inout Connection) -> Bool {
        while !isStopped.withLock({ $0 }) {
            do throws(HTTPFault) {
                guard let request = try connection.request(limits, isTrusted) else { return false }
                var response = response(to: request, connection)
                response.closes = response.closes || !request.keepsAlive
                if !connection.send(response.bytes, limits) || response.closes { return false }
            } catch {
                var response = HTTPResponse(error)
                response.closes = true
                return connection.send(response.bytes, limits)
            }
        }
        return false
    }

    private func response(to request: HTTPRequest, _ connection: Connection) -> HTTPResponse {
        do throws(HTTPFault) {
            try check(request)
            if isTrusted(request) {
                open.withLock { $0[connection.descriptor]?.isTrusted = true }
            }
            return try answer(request, connection)
        } catch {
            return HTTPResponse(error)
        }
    }
}
