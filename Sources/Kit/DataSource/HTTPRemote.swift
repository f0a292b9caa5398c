public import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A server that answers with JSON.
///
/// A change is sent with its key in the header `Idempotency-Key`: the server tells a repeat by it,
/// before it compares versions. `If-Match` holds the version that the change starts from, or `*` for
/// one that overwrites. The server answers with the record's new version as `ETag`; to an outdated
/// change with status 409 or 412, the record as it has it, and that version.
public struct HTTPRemote: Remote {
    private let base: URL
    private let session: URLSession
    private let headers: [String: String]
    private let authorization: HTTPAuthorization?

    /// - Parameters:
    ///   - base: URL that paths are relative to.
    ///   - timeout: Time to wait for the next part of an answer, in seconds.
    ///   - headers: Added to every request.
    ///   - authorization: Source of the header `Authorization`; nil for none.
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
        guard let url = URL(string: path, relativeTo: base) else {
            throw RemoteError.refused(400)
        }
        var request = URLRequest(url: url)
        for (name, value) in headers { request.setValue(value, forHTTPHeaderField: name) }
        return request
    }

    /// Asks once more with a renewed authorization where the server does not accept the first.
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

/// Start of a server's error message. Nil if it is empty or not text.
private func reason(_ data: Data) -> String? {
    guard let text = String(data: data.prefix(2000), encoding: .utf8), !text.isEmpty else {
        return nil
    }
    return text
}
