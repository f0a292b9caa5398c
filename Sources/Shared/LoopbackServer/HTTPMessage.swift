import Foundation
package import JSON

/// An HTTP request to the server.
package struct HTTPRequest: Sendable {
    package var method: String
    /// Path without the query string, with percent escapes decoded.
    package var path: String
    package var query: [String: String]
    /// Headers, keyed by lowercase name. A request is refused if it repeats a header that may occur
    /// only once (see `single`).
    package var headers: [String: String]
    package var body: [UInt8] = []
    package var keepsAlive: Bool

    /// Parses the request line and the headers. `head` does not include the empty line after the
    /// headers.
    ///
    /// - Throws: `HTTPFault` if `head` is not valid HTTP/1.1.
    package init(head: [UInt8]) throws(HTTPFault) {
        guard let text = String(validating: head, as: UTF8.self) else {
            throw HTTPFault(400, "the request is not UTF-8")
        }
        var lines = text.components(separatedBy: "\r\n")
        // A proxy may read CR or LF alone as the end of a line (RFC 9112, 2.2).
        guard lines.allSatisfy({ $0.utf8.allSatisfy { ![0, 0x0A, 0x0D].contains($0) } }) else {
            throw HTTPFault(400, "the request's headers contain NUL, or CR or LF alone")
        }
        let parts = lines.removeFirst().split(separator: " ", omittingEmptySubsequences: false)
        guard parts.count == 3, parts[2] == "HTTP/1.1" || parts[2] == "HTTP/1.0",
            parts[1].hasPrefix("/")
        else { throw HTTPFault(400, "the request line is not HTTP/1.1") }
        var headers: [String: String] = [:]
        for line in lines where !line.isEmpty {
            guard let colon = line.firstIndex(of: ":"), colon > line.startIndex,
                line[..<colon].utf8.allSatisfy(Self.isNamePart)
            else { throw HTTPFault(400, "a header has no valid name") }
            let name = line[..<colon].lowercased()
            if headers[name] != nil, Self.single.contains(name) {
                throw HTTPFault(400, "the header \(name) is given twice")
            }
            headers[name] = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
        }
        method = String(parts[0])
        let target = parts[1].split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        path = String(target[0]).removingPercentEncoding ?? String(target[0])
        query = target.count > 1 ? Self.pairs(target[1]) : [:]
        self.headers = headers
        keepsAlive = parts[2] == "HTTP/1.1" && headers["connection"]?.lowercased() != "close"
    }

    /// Returns whether a header's name may contain the byte (RFC 9110, 5.6.2). A space before the
    /// colon is refused, because a proxy may read such a header in another way.
    private static func isNamePart(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"):
            true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
    }

    private static let single: Set = [
        "host", "origin", "content-length", "cookie", "x-studio-token",
    ]

    private static func pairs(_ text: Substring) -> [String: String] {
        text.split(separator: "&").reduce(into: [:]) { result, pair in
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                .map { part in
                    let text = String(part).replacing("+", with: " ")
                    return text.removingPercentEncoding ?? text
                }
            result[parts[0]] = parts.count > 1 ? parts[1] : ""
        }
    }
}

package struct HTTPResponse: Sendable {
    package var status: Int
    /// Value of `Content-Type`.
    package var type: String
    package var body: [UInt8]
    package var headers: [(String, String)] = []
    /// Whether the connection is closed after this response.
    package var closes = false
    /// Number of bytes that `Content-Length` includes but that are not sent. Tests of clients use
    /// this value.
    package var missing = 0

    package init(_ status: Int, _ type: String, _ body: [UInt8]) {
        (self.status, self.type, self.body) = (status, type, body)
    }

    package init(_ json: JSONNode) {
        self.init(200, "application/json; charset=utf-8", Array(json.line.utf8))
    }

    /// Creates a JSON response about a refused request. The key `error` contains the problem, and
    /// the key `fix` the suggested fix.
    package init(_ fault: HTTPFault) {
        let json: JSONNode = ["error": JSONNode(fault.problem), "fix": JSONNode(fault.fix)]
        self.init(fault.status, "application/json; charset=utf-8", Array(json.line.utf8))
        closes = fault.closes
    }

    /// The whole response as it is sent.
    var bytes: [UInt8] {
        var head = "HTTP/1.1 \(status) \(Self.words[status] ?? "Status")\r\n"
        head += "Content-Type: \(type)\r\nContent-Length: \(body.count + missing)\r\n"
        for (name, value) in headers + Self.always { head += "\(name): \(value)\r\n" }
        head += "Connection: \(closes ? "close" : "keep-alive")\r\n\r\n"
        return Array(head.utf8) + body
    }

    /// Headers of every response. With these headers, browsers do not cache the page, show it in a
    /// frame of another page, or send its address to linked pages.
    static let always = [
        ("Cache-Control", "no-store"), ("X-Content-Type-Options", "nosniff"),
        ("Referrer-Policy", "no-referrer"), ("X-Frame-Options", "DENY"),
        ("Cross-Origin-Resource-Policy", "same-origin"),
    ]

    private static let words = [
        200: "OK", 204: "No Content", 303: "See Other", 400: "Bad Request", 401: "Unauthorized",
        403: "Forbidden", 404: "Not Found", 405: "Method Not Allowed", 408: "Request Timeout",
        409: "Conflict", 411: "Length Required",
        413: "Content Too Large", 421: "Misdirected Request", 422: "Unprocessable Content",
        431: "Request Header Fields Too Large", 500: "Internal Server Error",
        503: "Service Unavailable",
    ]
}

/// The reason for refusing a request, as text for a web page or a terminal.
package struct HTTPFault: Error, Sendable {
    package var status: Int
    package var problem: String
    package var fix: String?
    /// Whether the connection must be closed, because the start of the next request is unknown.
    var closes = false

    package init(_ status: Int, _ problem: String, fix: String? = nil, closes: Bool = false) {
        (self.status, self.problem, self.fix, self.closes) = (status, problem, fix, closes)
    }
}
