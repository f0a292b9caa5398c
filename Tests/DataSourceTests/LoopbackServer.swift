import Foundation
import Synchronization

#if canImport(Glibc)
    import Glibc
#endif

/// A small HTTP server on the loopback, which misbehaves as it is told.
final class LoopbackServer: Sendable {
    struct Request: Sendable {
        var method: String
        var path: String
        var headers: [String: String]
        var body: String
    }

    enum Answer: Sendable {
        case send(Int, String)
        /// A record with its version.
        case record(Int, String, String)
        /// The answer's head and half of its body, then the end.
        case truncated(String)
        /// A text with status 200 that is labelled as HTML.
        case html(String)
        /// The end, without an answer.
        case drop
    }

    private let listener: Int32
    let port: UInt16
    private let handled = Mutex<[Request]>([])
    private let handler: @Sendable (Request, Int) async -> Answer

    var requests: [Request] { handled.withLock { $0 } }
    var url: URL { URL(string: "http://127.0.0.1:\(port)") ?? URL(fileURLWithPath: "/") }

    struct NoSocket: Error {}

    /// - Parameter handler: answers the request; the number counts the requests, from 0.
    init(_ handler: @escaping @Sendable (Request, Int) async -> Answer) throws {
        self.handler = handler
        #if canImport(Glibc)
            let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #else
            let descriptor = socket(AF_INET, SOCK_STREAM, 0)
        #endif
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let bound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, length) == 0 && listen(descriptor, 64) == 0
                    && getsockname(descriptor, $0, &length) == 0
            }
        }
        guard bound else { throw NoSocket() }
        listener = descriptor
        port = UInt16(bigEndian: address.sin_port)
        let accepting = Thread { [weak self] in
            while true {
                let client = accept(descriptor, nil, nil)
                if client < 0 {
                    // Closed here alone: its number may be another socket's as soon as it is.
                    close(descriptor)
                    return
                }
                guard let self else {
                    close(client)
                    return
                }
                Thread { self.serve(client) }.start()
            }
        }
        accepting.start()
    }

    func stop() {
        shutdown(listener, Int32(SHUT_RDWR))
    }

    private func serve(_ client: Int32) {
        guard let request = read(client) else {
            close(client)
            return
        }
        let number = handled.withLock { requests in
            requests.append(request)
            return requests.count - 1
        }
        Task { [handler] in
            let answer = await handler(request, number)
            switch answer {
            case .drop: break
            case .send(let status, let body): Self.write(client, status, body, body.utf8.count)
            case .record(let status, let body, let version):
                Self.write(client, status, body, body.utf8.count, "ETag: \(version)\r\n")
            case .truncated(let body): Self.write(client, 200, body, body.utf8.count * 2)
            case .html(let body):
                Self.write(client, 200, body, body.utf8.count, type: "text/html; charset=utf-8")
            }
            shutdown(client, Int32(SHUT_RDWR))
            close(client)
        }
    }

    private func read(_ client: Int32) -> Request? {
        var text = ""
        var buffer = [UInt8](repeating: 0, count: 65536)
        while true {
            let count = recv(client, &buffer, buffer.count, 0)
            if count <= 0 { return nil }
            text += String(decoding: buffer.prefix(count), as: UTF8.self)
            guard let end = text.range(of: "\r\n\r\n") else { continue }
            let head = text[..<end.lowerBound].components(separatedBy: "\r\n")
            let body = String(text[end.upperBound...])
            let first = head[0].split(separator: " ").map(String.init)
            var headers: [String: String] = [:]
            for line in head.dropFirst() {
                let parts = line.split(separator: ":", maxSplits: 1).map(String.init)
                if parts.count == 2 {
                    headers[parts[0].lowercased()] = parts[1].trimmingCharacters(in: .whitespaces)
                }
            }
            if body.utf8.count < Int(headers["content-length"] ?? "0") ?? 0 { continue }
            return Request(method: first[0], path: first[1], headers: headers, body: body)
        }
    }

    private static func write(
        _ client: Int32,
        _ status: Int,
        _ body: String,
        _ length: Int,
        _ headers: String = "",
        type: String = "application/json"
    ) {
        let head =
            "HTTP/1.1 \(status) Status\r\nContent-Type: \(type)\r\nContent-Length: \(length)\r\n\(headers)Connection: close\r\n\r\n"
        let bytes = Array((head + body).utf8)
        var sent = 0
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes {
                send(client, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            if count <= 0 { return }
            sent += count
        }
    }
}
