import Foundation
import ResultsStore
import SessionEngine

/// A request from `evalrun join` or `evalrun control` to the session's server.
struct RoomRequest: Sendable {
    enum Body: Sendable {
        case none
        case json(String)
        case zip([UInt8])
    }

    /// The path with its query, percent-encoded.
    var path: String
    var body = Body.none
    /// Timeout in seconds.
    var timeout = 40.0
}

struct RoomResponse: Sendable {
    var status: Int
    /// The cookie that the response sets, as `name=value`. Nil if there is none.
    var cookie: String?
    var body: [UInt8]
}

/// The reason why a request got no response.
enum CurlFailure: Error, Sendable, Hashable {
    case missing
    /// The server's certificate is not valid for the host. The text is curl's reason.
    case certificate(String)
    case unknownHost
    /// The connection failed, was cut, or timed out. The text is curl's reason.
    case connection(String)
    case disk(String)
}

/// A client that sends requests with the program `curl`. The client uses the system's certificates.
/// It also uses the system's proxies, but not for a server on this machine.
///
/// Options are passed on standard input, because other users of the machine can read the arguments
/// of a process.
struct Curl: Sendable {
    let origin: String
    var environment: [String: String]

    func send(_ request: RoomRequest, cookie: String?) async throws(CurlFailure) -> RoomResponse {
        let scratch: ScratchFolder
        do throws(SystemFault) {
            // The folder contains participants' files and cookies. If this process is killed, the
            // next process that sends a request removes the folder.
            let parent = FileManager.default.temporaryDirectory
            scratch = try ScratchFolder(in: parent, isPrivate: true)
        } catch { throw .disk("\(error.path): \(error.words)") }
        defer { scratch.remove() }
        let folder = scratch.url
        let files = Files(folder: folder)
        if case .zip(let bytes) = request.body {
            do { try Data(bytes).write(to: files.sent) } catch {
                throw .disk(error.localizedDescription)
            }
        }
        let result = await Command(
            ["curl", "--disable", "--config", "-"],
            in: folder,
            environment: environment,
            input: config(request, cookie, files),
            timeout: request.timeout + 10
        ).run()
        try Self.check(result)
        return try Self.response(files)
    }

    private struct Files {
        let folder: URL
        var sent: URL { folder.appendingPathComponent("sent") }
        var head: URL { folder.appendingPathComponent("head") }
        var body: URL { folder.appendingPathComponent("body") }
    }

    private func config(_ request: RoomRequest, _ cookie: String?, _ files: Files) -> String {
        var lines = [
            ("url", origin + request.path), ("output", files.body.path),
            ("dump-header", files.head.path), ("proto", "=https,http"), ("connect-timeout", "10"),
            ("max-time", "\(Int(request.timeout))"),
            // Detects a connection that was cut without notice.
            ("speed-limit", "1"), ("speed-time", "30"), ("keepalive-time", "5"),
            ("header", "Origin: \(origin)"), ("header", "Expect:"), ("user-agent", "evalrun"),
            // The limit is larger than any workspace. It stops a server that sends data without
            // end.
            ("max-filesize", "25000000"),
        ]
        // A proxy cannot reach this machine, and must not receive the link or the cookie.
        if isLocal { lines.append(("noproxy", "*")) }
        if let cookie { lines.append(("header", "Cookie: \(cookie)")) }
        switch request.body {
        case .none: break
        case .json(let text):
            lines.append(("header", "Content-Type: application/json"))
            lines.append(("data-raw", text))
        case .zip:
            lines.append(("header", "Content-Type: application/zip"))
            lines.append(("data-binary", "@\(files.sent.path)"))
        }
        let options = lines.map { "\($0) = \(Self.quoted($1))" }
        return (["silent", "show-error"] + options).joined(separator: "\n") + "\n"
    }

    /// Whether curl connects to this machine, either to a server on it or to a tunnel that begins
    /// on it.
    private var isLocal: Bool {
        RoomAddress.isLoopback(URLComponents(string: origin)?.host ?? "")
    }

    private static func quoted(_ text: String) -> String {
        "\""
            + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
            .replacing("\r", with: "\\r").replacing("\n", with: "\\n") + "\""
    }

    private static func check(_ result: Command.Result) throws(CurlFailure) {
        let words = reason(result.errors)
        switch result.end {
        case .exited(0): return
        case .notStarted: throw .missing
        case .exited(6): throw .unknownHost
        case .exited(51), .exited(60), .exited(77), .exited(83), .exited(90), .exited(91):
            throw .certificate(words)
        case .exited(23): throw .disk(words)
        case .exited(let status): throw .connection(words.isEmpty ? "curl \(status)" : words)
        default: throw .connection("\(result.end)")
        }
    }

    /// Returns curl's error message without the prefix `curl: (60)`, for example `SSL certificate
    /// problem: certificate has expired`. Empty if curl printed no such message.
    private static func reason(_ errors: String) -> String {
        guard let line = errors.split(separator: "\n").first(where: { $0.hasPrefix("curl: (") }),
            let end = line.firstIndex(of: ")")
        else { return "" }
        return line[line.index(after: end)...].trimmingCharacters(in: .whitespaces)
    }

    private static func response(_ files: Files) throws(CurlFailure) -> RoomResponse {
        let head = FileManager.default.contents(atPath: files.head.path) ?? Data()
        let lines = String(decoding: head, as: UTF8.self).split(whereSeparator: \.isNewline)
        // A proxy's response may precede the server's response.
        let starts = lines.indices.filter { lines[$0].hasPrefix("HTTP/") }
        guard let start = starts.last,
            let status = lines[start].split(separator: " ").dropFirst().first.flatMap({ Int($0) })
        else { throw .connection("the response is not HTTP") }
        let name = "set-cookie:"
        let cookie = lines[start...].first { $0.lowercased().hasPrefix(name) }
            .flatMap { $0.dropFirst(name.count).split(separator: ";").first }
            .map { $0.trimmingCharacters(in: .whitespaces) }
        let body = FileManager.default.contents(atPath: files.body.path) ?? Data()
        return RoomResponse(status: status, cookie: cookie, body: [UInt8](body))
    }
}
