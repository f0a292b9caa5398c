import Foundation

#if canImport(Glibc)
    import Glibc
#endif

/// A connection over a blocking socket. Each wait has a time limit.
package struct Connection {
    let descriptor: Int32
    private var buffer: [UInt8] = []

    init(_ descriptor: Int32) {
        self.descriptor = descriptor
        var one: Int32 = 1
        let size = socklen_t(MemoryLayout<Int32>.size)
        _ = setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &one, size)
    }

    /// Returns the next request; nil if the connection is closed or the time limit passes before
    /// the request begins.
    ///
    /// - Parameter isTrusted: returns whether the body may be larger than `limits.untrustedBody`;
    ///   called before the body is read.
    /// - Throws: `HTTPFault` if the request is incomplete, too large or not valid HTTP.
    mutating func request(
        _ limits: ServerLimits,
        _ isTrusted: (HTTPRequest) -> Bool
    ) throws(HTTPFault) -> HTTPRequest? {
        var begin = now
        // The previous read may have received the beginning of this request.
        var deadline = begin + (buffer.isEmpty ? limits.idle : limits.request)
        var searched = 0
        while true {
            let end = headEnd(from: searched)
            if end ?? buffer.count > limits.head {
                let problem = "the request's headers are larger than \(limits.head) bytes"
                throw HTTPFault(431, problem, closes: true)
            }
            if let end {
                var request = try HTTPRequest(head: Array(buffer[..<end]))
                buffer.removeFirst(end + 4)
                var limits = limits
                if !isTrusted(request) { limits.body = min(limits.body, limits.untrustedBody) }
                request.body = try body(request, limits, from: begin, until: deadline)
                return request
            }
            searched = max(0, buffer.count - 3)
            if buffer.isEmpty {
                guard receive(until: deadline) else { return nil }
                begin = now
                deadline = begin + limits.request
            } else if !receive(until: deadline) {
                throw HTTPFault(408, "the request is incomplete", closes: true)
            }
        }
    }

    /// Returns the body of `request`.
    ///
    /// - Parameters:
    ///   - begin: time of the request's first byte.
    ///   - deadline: time until which the first part of the body must arrive. Each part that
    ///     arrives extends the deadline, up to the limit for the whole request.
    private mutating func body(
        _ request: HTTPRequest,
        _ limits: ServerLimits,
        from begin: Double,
        until deadline: Double
    ) throws(HTTPFault) -> [UInt8] {
        if request.headers["transfer-encoding"] != nil {
            throw HTTPFault(
                411,
                "the request uses the chunked transfer encoding",
                fix: "send a Content-Length",
                closes: true
            )
        }
        guard let text = request.headers["content-length"] else { return [] }
        guard let length = Int(text), length >= 0, text.allSatisfy(\.isNumber) else {
            throw HTTPFault(400, "the Content-Length is not a number", closes: true)
        }
        if length > limits.body {
            let problem = "the body has \(length) bytes; the limit is \(limits.body)"
            throw HTTPFault(413, problem, closes: true)
        }
        var deadline = deadline
        while buffer.count < length {
            guard receive(until: deadline) else {
                throw HTTPFault(408, "the body is incomplete", closes: true)
            }
            deadline = min(now + limits.request, begin + limits.upload)
        }
        let body = Array(buffer[..<length])
        buffer.removeFirst(length)
        return body
    }

    private func headEnd(from start: Int) -> Int? {
        guard buffer.count >= 4 else { return nil }
        return (start...max(start, buffer.count - 4)).first {
            $0 + 4 <= buffer.count && buffer[$0] == 13 && buffer[$0 + 1] == 10
                && buffer[$0 + 2] == 13 && buffer[$0 + 3] == 10
        }
    }

    private var now: Double { ProcessInfo.processInfo.systemUptime }

    /// Receives bytes and appends them to the buffer. Returns false at the end of the stream or at
    /// the deadline.
    private mutating func receive(until deadline: Double) -> Bool {
        guard isReady(Int16(POLLIN), until: deadline) else { return false }
        var bytes = [UInt8](repeating: 0, count: 16 << 10)
        let count = recv(descriptor, &bytes, bytes.count, 0)
        if count <= 0 { return false }
        buffer.append(contentsOf: bytes[..<count])
        return true
    }

    private func isReady(_ events: Int16, until deadline: Double) -> Bool {
        let milliseconds = max(0, min(deadline - now, 3600)) * 1000
        var place = pollfd(fd: descriptor, events: events, revents: 0)
        return poll(&place, 1, Int32(milliseconds)) > 0
    }

    /// Sends all bytes. Returns false if the client has closed the connection, or if it accepts no
    /// bytes for `limits.send` seconds.
    func send(_ bytes: [UInt8], _ limits: ServerLimits) -> Bool {
        var sent = 0
        while sent < bytes.count {
            // The socket is ready only when a third of its buffer is free. A slow client may have
            // accepted less than that, so the result is ignored.
            _ = isReady(Int16(POLLOUT), until: now + limits.send)
            // Without the flag, the call would wait until the client has accepted all bytes.
            let count = bytes.withUnsafeBytes {
                Self.send(descriptor, $0[sent...], Int32(MSG_DONTWAIT))
            }
            if count <= 0 { return false }
            sent += count
        }
        return true
    }

    /// Sends the bytes without waiting. Returns whether the system accepted all of them.
    func sendAtOnce(_ bytes: [UInt8]) -> Bool {
        guard isReady(Int16(POLLOUT), until: now) else { return false }
        return bytes.withUnsafeBytes { Self.send(descriptor, $0[...], Int32(MSG_DONTWAIT)) }
            == bytes.count
    }

    private static func send(
        _ descriptor: Int32,
        _ bytes: Slice<UnsafeRawBufferPointer>,
        _ flags: Int32
    ) -> Int {
        let part = UnsafeRawBufferPointer(rebasing: bytes)
        #if canImport(Glibc)
            let flags = Int32(MSG_NOSIGNAL) | flags
            return Glibc.send(descriptor, part.baseAddress, part.count, flags)
        #else
            return Darwin.send(descriptor, part.baseAddress, part.count, flags)
        #endif
    }

    /// Whether the client has closed the connection. The value is reliable only between requests.
    package var isClosed: Bool {
        guard isReady(Int16(POLLIN), until: now) else { return false }
        var byte: UInt8 = 0
        return recv(descriptor, &byte, 1, Int32(MSG_PEEK)) <= 0
    }

    /// Stops sending, and discards incoming bytes for up to two seconds. If the connection were
    /// closed immediately, the client might lose the response.
    mutating func drain() {
        shutdown(descriptor, Int32(SHUT_WR))
        let deadline = now + 2
        while now < deadline {
            buffer.removeAll(keepingCapacity: true)
            if !receive(until: deadline) { break }
        }
    }

    func close() {
        #if canImport(Glibc)
            _ = Glibc.close(descriptor)
        #else
            _ = Darwin.close(descriptor)
        #endif
    }
}
