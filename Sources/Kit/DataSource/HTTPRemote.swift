public import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A server that answers with JSON.
///
/// Each change is sent with its key in the `Idempotency-Key` header. The key lets the server
/// recognize a repeated request before it compares versions. `If-Match` contains the version that
/// the change starts from, or `*` to overwrite any version. The server returns the record's new
/// version as `ETag`. If this header is missing in the answer to a change that has a version, the
/// record is requested (GET at the path of the change) for its `ETag`. If another device changes the
/// record between the two requests, this is not noticed. For an outdated change, the server returns
/// status 409 or 412, its current record, and the version of that record.
///
/// Servers also use status 409 for other errors, such as a name that is taken. After this status,
/// a change with a version is in conflict. A change without a version is in conflict if the answer
/// has an `ETag` or no body; otherwise, it is refused, and the body is the reason. A POST is never
/// in conflict.
///
/// Status 404 or 410, or status 412 without a body in answer to `If-Match: *`, means that the
/// server does not have the record. A DELETE then counts as sent. A PUT with `If-Match: *` is sent
/// again without this header. Any other change is in conflict, and the conflict has no current
/// record. Exception: after status 404, a change without a version is refused.
///
/// An error with the header `Retry-After` is temporary: the change remains queued.
///
/// Redirects are followed only for lists. A redirect to another server is followed without the
/// `Authorization` header and without the program's own headers. In answer to a change, status 303
/// means that the server has processed the change. After any other redirect, the change remains
/// queued.
///
/// A web page with a status from 200 to 299 is the answer of a network that asks for a sign-in, not
/// of the server. The request fails with `RemoteError.webPage`, and a change remains queued.
public struct HTTPRemote: Remote {
    /// The base address without query and trailing slashes.
    private let root: String
    private let connections: Connections
    private let headers: [String: String]
    private let authorization: HTTPAuthorization?

    /// Creates a remote.
    ///
    /// - Parameters:
    ///   - base: URL to which the path of each request is appended. It may include
    ///     a path and end with a slash; its query is ignored.
    ///   - timeout: Maximum time to wait for the next part of an answer, in seconds. It is rounded
    ///     up to whole seconds. It is at least a second and at most a year, also if it is infinite.
    ///   - headers: Headers added to every request. They are not sent to another server to which a
    ///     list is redirected.
    ///   - authorization: Source of the `Authorization` header; nil if requests have no such
    ///     header.
    public init(
        base: URL,
        timeout: Double = 15,
        headers: [String: String] = [:],
        authorization: HTTPAuthorization? = nil
    ) {
        var address = URLComponents(url: base, resolvingAgainstBaseURL: true)
        address?.query = nil
        address?.fragment = nil
        var root = address?.string ?? base.absoluteString
        while root.hasSuffix("/") { root.removeLast() }
        self.root = root
        self.headers = headers
        self.authorization = authorization
        let configuration = URLSessionConfiguration.ephemeral
        // Foundation on Linux truncates the time-out to whole seconds, so half a second becomes 0.
        // An infinite time-out would end the program.
        configuration.timeoutIntervalForRequest = min(
            max(1, timeout.rounded(.up)),
            Duration.year / .seconds(1)
        )
        configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
        configuration.urlCache = nil
        // A delegate of the session, because Foundation on Linux does not ask the delegate of a
        // request about redirects.
        connections = Connections(
            URLSession(configuration: configuration, delegate: RedirectPolicy(), delegateQueue: nil)
        )
    }

    public func fetch(_ path: String) async throws -> Data {
        try await answer(to: request(path)).body
    }

    public func send(_ change: PendingChange, overwriting: Bool) async throws -> String? {
        var request = try request(change.path)
        request.httpMethod = change.method
        request.httpBody = change.body
        request.setValue(change.key, forHTTPHeaderField: "Idempotency-Key")
        if change.body != nil {
            request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        }
        if let version = overwriting ? "*" : change.version {
            request.setValue(version, forHTTPHeaderField: "If-Match")
        }
        do {
            let version = try await answer(to: request).version
            // A deleted record has no version. Many servers nevertheless send an `ETag`, which they
            // compute from the body of the answer.
            if request.isDeletion { return nil }
            if let version { return version }
            return await self.version(after: change)
        } catch is NoRecord {
            if request.isDeletion { return nil }
            request.setValue(nil, forHTTPHeaderField: "If-Match")
            do {
                return try await answer(to: request).version
            } catch RemoteError.refused(404, reason: _) {
                throw RemoteError.conflict(nil)
            }
        }
    }

    /// Requests the record that `change` has just changed, to get its `ETag`. A server that does not
    /// store a body exactly as it was sent answers the change without an `ETag` (RFC 9110, 9.3.4).
    ///
    /// - Returns: The record's version; nil if the request fails. Also nil if the change started
    ///   from no version. In that case, the program perhaps does not use versions.
    private func version(after change: PendingChange) async -> String? {
        guard change.version != nil, change.record != nil else { return nil }
        return try? await answer(to: request(change.path)).version
    }

    /// The error for a request to delete or overwrite a record that the server does not have.
    private struct NoRecord: Error {}

    /// Returns a request without a body. `path` may begin with a slash and have a query. It has no
    /// fragment: a `#` is part of the path or the query.
    private func request(_ path: String) throws -> URLRequest {
        let needsSlash = !path.isEmpty && !path.hasPrefix("/") && !path.hasPrefix("?")
        let address = root + (needsSlash ? "/" : "") + sendablePath(path)
        guard let url = URL(string: address) else {
            throw RemoteError.refused(400)
        }
        var request = URLRequest(url: url)
        for (name, value) in headers { request.setValue(value, forHTTPHeaderField: name) }
        return request
    }

    /// Sends the request; if the server rejects the authorization, sends the request once more with
    /// a renewed authorization.
    private func answer(to request: URLRequest) async throws -> RemoteRecord {
        guard let authorization else { return try await answerOnce(to: request) }
        var request = request
        let value = try await authorization.value()
        request.setValue(value, forHTTPHeaderField: "Authorization")
        do {
            return try await answerOnce(to: request)
        } catch RemoteError.unauthorized {
            let renewed = try await authorization.renewed(replacing: value)
            request.setValue(renewed, forHTTPHeaderField: "Authorization")
            return try await answerOnce(to: request)
        }
    }

    private func answerOnce(to request: URLRequest) async throws -> RemoteRecord {
        let (data, response) = try await connections.session.data(for: request)
        guard let http = response as? HTTPURLResponse else { return RemoteRecord(body: data) }
        // Foundation may drop the body of a redirect, so its length is not checked.
        if request.isChange, (300..<400).contains(http.statusCode) {
            if http.statusCode == 303 { return RemoteRecord(body: Data()) }
            throw RemoteError.status(http.statusCode)
        }
        if let length = http.value(forHTTPHeaderField: "Content-Length").flatMap(Int.init),
            data.count < length, http.value(forHTTPHeaderField: "Content-Encoding") == nil
        {
            throw RemoteError.truncated
        }
        let record = RemoteRecord(body: data, version: http.value(forHTTPHeaderField: "ETag"))
        let (status, delay) = (http.statusCode, retryAfter(http))
        switch status {
        case 200..<300:
            if isWebPage(http, data) { throw RemoteError.webPage }
            return record
        case _ where lacksRecord(status, data, request): throw NoRecord()
        case 401, 407: throw RemoteError.unauthorized
        case 400..<500 where delay == nil && ![408, 425, 429].contains(status):
            throw rejection(status, record, request)
        default: throw RemoteError.status(status, retryAfter: delay)
        }
    }
}

/// Owner of a URL session. Invalidates the session when released, because a session with a delegate
/// keeps its connections open until it is invalidated.
private final class Connections: Sendable {
    let session: URLSession

    init(_ session: URLSession) { self.session = session }

    deinit { session.finishTasksAndInvalidate() }
}

/// Delegate that does not follow the redirect of a change, but returns it to the caller. A
/// redirected request may be a GET request or lack the body of the change. Its answer would be
/// mistaken for an answer to the change.
///
/// The redirect of a list to another server is followed without the headers of the original
/// request. Foundation would send them there, on Linux also the `Authorization` header.
private final class RedirectPolicy: NSObject, URLSessionTaskDelegate {
    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest,
        completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        guard let original = task.originalRequest, !original.isChange else {
            return completionHandler(nil)
        }
        var request = request
        if !isSameServer(original.url, request.url) {
            for name in (original.allHTTPHeaderFields ?? [:]).keys {
                request.setValue(nil, forHTTPHeaderField: name)
            }
        }
        completionHandler(request)
    }
}

/// Returns whether the addresses have the same scheme, host and port.
private func isSameServer(_ left: URL?, _ right: URL?) -> Bool {
    func server(_ url: URL?) -> [String?] {
        let scheme = url?.scheme?.lowercased()
        let port = url?.port ?? (scheme == "https" ? 443 : 80)
        return [scheme, url?.host?.lowercased(), "\(port)"]
    }
    return server(left) == server(right)
}

/// Returns whether the answer is a web page. A text without markup does not count as a web page,
/// because some servers label every text, such as "ok", as HTML.
private func isWebPage(_ answer: HTTPURLResponse, _ body: Data) -> Bool {
    let type = answer.value(forHTTPHeaderField: "Content-Type")?.lowercased() ?? ""
    return ["text/html", "application/xhtml+xml"].contains { type.hasPrefix($0) }
        && body.first { ![0x09, 0x0A, 0x0D, 0x20, 0xEF, 0xBB, 0xBF].contains($0) } == 0x3C
}

/// Returns whether the answer means that the server lacks the record to be deleted or overwritten.
private func lacksRecord(_ status: Int, _ body: Data, _ request: URLRequest) -> Bool {
    let isOverwriting =
        request.value(forHTTPHeaderField: "If-Match") == "*"
        && (request.isDeletion || request.verb == "PUT")
    return switch status {
    case 404, 410: request.isDeletion || isOverwriting
    case 412: body.isEmpty && isOverwriting
    default: false
    }
}

/// Returns the error for a request that the server rejects with a status from 400 to 499: a
/// conflict or a refusal.
private func rejection(
    _ status: Int,
    _ answer: RemoteRecord,
    _ request: URLRequest
) -> RemoteError {
    let refusal = RemoteError.refused(status, reason: reason(answer.body))
    // Requests for lists and POST requests do not start from a version of a record.
    if !request.isChange || request.verb == "POST" { return refusal }
    let version = request.value(forHTTPHeaderField: "If-Match")
    let current = answer.body.isEmpty ? nil : answer
    switch status {
    case 404 where version != nil, 410: return .conflict(nil)
    case 409 where version != nil && version != "*": return .conflict(current)
    case 409 where current == nil || answer.version != nil: return .conflict(current)
    case 412: return .conflict(current)
    default: return refusal
    }
}

/// Returns the time that the server asks the client to wait, at most a day; nil if the answer does
/// not state it.
private func retryAfter(_ answer: HTTPURLResponse) -> Duration? {
    guard let text = answer.value(forHTTPHeaderField: "Retry-After") else { return nil }
    if let seconds = Int(text) { return .seconds(min(max(seconds, 0), 86_400)) }
    guard let date = httpDate(text) else { return nil }
    // Uses the server's time if possible, because the device's clock can be wrong.
    let now = answer.value(forHTTPHeaderField: "Date").flatMap(httpDate) ?? Date()
    return .seconds(min(max(date.timeIntervalSince(now), 0), 86_400))
}

/// Returns the time in an HTTP header, such as `Sun, 06 Nov 1994 08:49:37 GMT`.
private func httpDate(_ text: String) -> Date? {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = TimeZone(secondsFromGMT: 0)
    formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss zzz"
    return formatter.date(from: text)
}

extension URLRequest {
    fileprivate var verb: String { httpMethod?.uppercased() ?? "GET" }
    fileprivate var isDeletion: Bool { verb == "DELETE" }
    fileprivate var isChange: Bool { verb != "GET" }
}

/// Returns at most the first 2000 bytes of a server's error message, without an incomplete
/// character at the end. Returns nil if the message is empty or not UTF-8.
private func reason(_ data: Data) -> String? {
    if data.isEmpty { return nil }
    if data.count <= 2000 { return String(data: data, encoding: .utf8) }
    return (1997...2000).reversed().lazy
        .compactMap { String(data: data.prefix($0), encoding: .utf8) }.first
}
