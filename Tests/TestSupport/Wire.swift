import Foundation

#if canImport(Glibc)
    import Glibc
#endif

/// One connection to 127.0.0.1, for requests that no client library would send.
package final class Wire {
    private let descriptor: Int32

    package init?(_ port: UInt16) {
        #if canImport(Glibc)
            descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #else
            descriptor = socket(AF_INET, SOCK_STREAM, 0)
        #endif
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let file = descriptor
        let isOpen = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(file, $0, length) == 0
            }
        }
        if !isOpen {
            close(descriptor)
            return nil
        }
        wait(atMost: 10)
    }

    private func wait(atMost seconds: Int) {
        var limit = timeval(tv_sec: seconds, tv_usec: 0)
        setsockopt(
            descriptor,
            SOL_SOCKET,
            SO_RCVTIMEO,
            &limit,
            socklen_t(MemoryLayout<timeval>.size)
        )
    }

    deinit { close(descriptor) }

    /// False where the other side takes no more.
    @discardableResult
    package func send(_ text: String) -> Bool { send(Array(text.utf8)) }

    @discardableResult
    package func send(_ bytes: [UInt8]) -> Bool {
        var sent = 0
        while sent < bytes.count {
            let count = bytes.withUnsafeBytes { all in
                #if canImport(Glibc)
                    Glibc.send(
                        descriptor,
                        all.baseAddress.map { $0 + sent },
                        all.count - sent,
                        Int32(MSG_NOSIGNAL)
                    )
                #else
                    Darwin.send(descriptor, all.baseAddress.map { $0 + sent }, all.count - sent, 0)
                #endif
            }
            if count <= 0 { return false }
            sent += count
        }
        return true
    }

    /// What comes until the other side closes or `isEnough` holds.
    package func receive(until isEnough: (String) -> Bool = { _ in false }) -> String {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            let text = String(decoding: bytes, as: UTF8.self)
            if isEnough(text) { return text }
            let count = recv(descriptor, &buffer, buffer.count, 0)
            if count <= 0 { return text }
            bytes += buffer[..<count]
        }
    }
}

/// Response as text: status, headers, body.
package struct HTTPAnswer {
    package var status: Int
    package var head: String
    package var body: String

    package init(_ text: String) {
        let parts = text.components(separatedBy: "\r\n\r\n")
        head = parts[0]
        body = parts.dropFirst().joined(separator: "\r\n\r\n")
        status = Int(head.split(separator: " ").dropFirst().first ?? "") ?? 0
    }
}
