public import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A server that answers with JSON.
///
/// Each change is sent with its key in the `Idempotency-Key` header, which lets the server
/// recognize a repeated request before it compares versions. `If-Match` contains the version that
/// the change starts from, or `*` to overwrite any version. The server returns the record's new
/// version as `ETag`. For an outdated change it returns status 409 or 412, its current record, and
/// the version of that record.
public struct HTTPRemote: Remote {
    private let base: URL
    private let session: URLSession
    private let headers: [String: String]
    private let authorization: HTTPAuthorization?

    /// Creates a remote.
    ///
    /// - Parameters:
    ///   - base: URL that paths are relative to.
    ///   - timeout: Maximum time to wait for the next part of an answer, in seconds.
    ///   - headers: Headers added to every request.
    ///   - authorization: Source of the `Authorization` header; nil if requests have no such
    ///     header.
    public init(
        base: URL,
        timeout: Double = 15,
        headers: [String: String] = [:],
        authorization: HTTPAuthorization? = nil
    ) {
        self.base = base
        self.headers = headers
        self.authorization = authorization
        let configuration = URLSessionConfiguration.ephemeral
        configuration.timeoutIntervalForRequest = timeout
        configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
        configuration.urlCache = nil
        session = URLSession(configuration: configuration)
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
        return try await answer(to: request).version
    }

    private func request(_ path: String) throws -> URLRequest {
        guard let url = URL(string: path, relativeTo: base) else { throw RemoteError.refused(400) }
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
        let (data, response) = try await session.data(for: request)
        guard let http = response as? HTTPURLResponse else { return RemoteRecord(body: data) }
        if let length = http.value(forHTTPHeaderField: "Content-Length").flatMap(Int.init),
            data.count < length, http.value(forHTTPHeaderField: "Content-Encoding") == nil
        {
            throw RemoteError.truncated
        }
        let record = RemoteRecord(body: data, version: http.value(forHTTPHeaderField: "ETag"))
        switch http.statusCode {
        case 200..<300: return record
        case 401, 407: throw RemoteError.unauthorized
        case 409, 412: throw RemoteError.conflict(data.isEmpty ? nil : record)
        case 408, 425, 429: throw RemoteError.status(http.statusCode)
        case 400..<500: throw RemoteError.refused(http.statusCode, reason: reason(data))
        default: throw RemoteError.status(http.statusCode)
        }
    }
}

/// Returns the beginning of a server's error message; nil if it is empty or not UTF-8.
private func reason(_ data: Data) -> String? {
    guard let text = String(data: data.prefix(2000), encoding: .utf8), !text.isEmpty else {
        return nil
    }
    return text
}
