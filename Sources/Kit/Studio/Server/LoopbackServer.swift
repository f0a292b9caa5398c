import Diagnostics
import Foundation
import Synchronization

#if canImport(Glibc)
    import Glibc
#endif

/// Takes connections on 127.0.0.1, a thread for each, no more than its limits allow; those beyond
/// are told so and closed.
final class LoopbackServer: Sendable {
    let port: UInt16
    private let listener: Int32
    private let limits: ServerLimits
    private let open = Mutex<Set<Int32>>([])
    private let isStopped = Mutex(false)
    private let answer: @Sendable (HTTPRequest, Connection) -> HTTPResponse?

    /// - Parameter answer: gives the response; nil where it has written to the connection itself,
    ///   which is then closed.
    init(
        port wanted: UInt16,
        limits: ServerLimits,
        answer: @escaping @Sendable (HTTPRequest, Connection) -> HTTPResponse?
    ) throws {
        #if canImport(Glibc)
            let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #else
            let descriptor = socket(AF_INET, SOCK_STREAM, 0)
        #endif
        var one: Int32 = 1
        let size = socklen_t(MemoryLayout<Int32>.size)
        _ = setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &one, size)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = wanted.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, length) == 0 && listen(descriptor, 128) == 0
                    && getsockname(descriptor, $0, &length) == 0
            }
        }
        guard descriptor >= 0, isBound else {
            let reason = String(cString: strerror(errno))
            Connection(descriptor).close()
            throw DiagnosticError(
                "no-port",
                at: .init(file: "--port"),
                "port \(wanted) of 127.0.0.1 cannot be had: \(reason)",
                fix: "leave --port out, and a free one is taken",
                status: .unavailable
            )
        }
        listener = descriptor
        port = UInt16(bigEndian: address.sin_port)
        self.limits = limits
        self.answer = answer
    }

    /// Begins to take connections.
    func start() {
        let thread = Thread { [self] in accepting() }
        thread.name = "studio"
        thread.start()
    }

    /// Takes no more connections and ends those that are open.
    func stop() {
        isStopped.withLock { $0 = true }
        shutdown(listener, Int32(SHUT_RDWR))
        open.withLock { for descriptor in $0 { shutdown(descriptor, Int32(SHUT_RDWR)) } }
    }

    private func accepting() {
        defer { Connection(listener).close() }
        while true {
            let descriptor = accept(listener, nil, nil)
            if isStopped.withLock({ $0 }) { return }
            if descriptor < 0 {
                // Out of descriptors, or a connection that went before it was taken.
                usleep(10_000)
                continue
            }
            let count = open.withLock { open in
                if open.count < limits.connections { open.insert(descriptor) }
                return open.contains(descriptor) ? open.count : nil
            }
            if count == nil { refuse(descriptor) } else { serve(descriptor) }
        }
    }

    private func refuse(_ descriptor: Int32) {
        var response = HTTPResponse(
            HTTPFault(
                503,
                "\(limits.connections) connections are open, which is all that are taken",
                fix: "close another tab or program that uses the studio"
            )
        )
        response.closes = true
        let connection = Connection(descriptor)
        _ = connection.send(response.bytes)
        shutdown(descriptor, Int32(SHUT_WR))
        connection.close()
    }

    private func serve(_ descriptor: Int32) {
        let thread = Thread { [self] in
            var connection = Connection(descriptor)
            let wasRefused = requests(&connection)
            if wasRefused { connection.drain() }
            open.withLock { _ = $0.remove(descriptor) }
            connection.close()
        }
        thread.stackSize = 8 << 20
        thread.start()
    }

    /// - Returns: whether the last was refused in the middle.
    private func requests(_ connection: inout Connection) -> Bool {
        while !isStopped.withLock({ $0 }) {
            do throws(HTTPFault) {
                guard let request = try connection.request(limits) else { return false }
                guard var response = answer(request, connection) else { return false }
                response.closes = response.closes || !request.keepsAlive
                if !connection.send(response.bytes) || response.closes { return false }
            } catch {
                var response = HTTPResponse(error)
                response.closes = true
                return connection.send(response.bytes)
            }
        }
        return false
    }
}
