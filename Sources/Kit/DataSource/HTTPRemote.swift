public import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A server that answers with JSON. A change is sent with its key in the header `Idempotency-Key`;
/// one that overwrites has `If-Match: *`.
public struct HTTPRemote: Remote {
    private let base: URL
    private let session: URLSession

    /// - Parameters:
    ///   - base: URL that paths are relative to.
    ///   - timeout: Time to wait for the next part of an answer, in seconds.
    public init(base: URL, timeout: Double = 15) {
        self.base = base
        let configuration = URLSessionConfiguration.ephemeral
        configuration.timeoutIntervalForRequest = timeout
        configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
        session = URLSession(configuration: configuration)
    }

    public func fetch(_ path: String) async throws -> Data {
        try await answer(to: request(path))
    }

    public func send(_ change: PendingChange, overwriting: Bool) async throws {
        var request = try request(change.path)
        request.httpMethod = change.method
        request.httpBody = change.body
        request.setValue(change.key, forHTTPHeaderField: "Idempotency-Key")
        if change.body != nil {
            request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        }
        if overwriting { request.setValue("*", forHTTPHeaderField: "If-Match") }
        _ = try await answer(to: request)
    }

    private func request(_ path: String) throws -> URLRequest {
        guard let url = URL(string: path, relativeTo: base) else {
            throw RemoteError.refused(400)
        }
        return URLRequest(url: url)
    }

    private func answer(to request: URLRequest) async throws -> Data {
        let (data, response) = try await session.data(for: request)
        guard let http = response as? HTTPURLResponse else { return data }
        switch http.statusCode {
        case 200..<300: break
        case 409, 412: throw RemoteError.conflict
        case 408, 425, 429: throw RemoteError.status(http.statusCode)
        case 400..<500: throw RemoteError.refused(http.statusCode, reason: reason(data))
        default: throw RemoteError.status(http.statusCode)
        }
        if let length = http.value(forHTTPHeaderField: "Content-Length").flatMap(Int.init),
            data.count < length, http.value(forHTTPHeaderField: "Content-Encoding") == nil
        {
            throw RemoteError.truncated
        }
        return data
    }
}

/// Start of a server's error message. Nil if it is empty or not text.
private func reason(_ data: Data) -> String? {
    guard let text = String(data: data.prefix(2000), encoding: .utf8), !text.isEmpty else {
        return nil
    }
    return text
}
