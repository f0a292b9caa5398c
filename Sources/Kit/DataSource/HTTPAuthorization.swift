/// The value of a remote's `Authorization` header. The value is obtained once, cached, and renewed
/// if the server no longer accepts it. Concurrent requests that need a new value share a single
/// renewal.
public actor HTTPAuthorization {
    private let obtain: @Sendable () async throws -> String
    private var known: String?
    private var obtaining: Task<String, any Error>?

    /// Creates an authorization.
    ///
    /// - Parameters:
    ///   - known: Initial value, such as `Bearer …`; nil to obtain a value before the first
    ///     request.
    ///   - obtain: Function that returns a new valid value, for instance by using a refresh token.
    ///     If the function throws, changes remain queued. A refusal or a conflict that it throws,
    ///     for instance from another ``HTTPRemote``, becomes `RemoteError.unauthorized`.
    public init(_ known: String? = nil, obtain: @escaping @Sendable () async throws -> String) {
        self.known = known
        self.obtain = obtain
    }

    /// Returns the value for the next request.
    func value() async throws -> String {
        if let known { return known }
        return try await obtained()
    }

    /// Returns a value that replaces `old`, which the server rejected. If another request has
    /// already renewed the value, returns the renewed value.
    func renewed(replacing old: String) async throws -> String {
        if let known, known != old { return known }
        known = nil
        return try await obtained()
    }

    private func obtained() async throws -> String {
        if let obtaining { return try await obtaining.value }
        let task = Task<String, any Error> {
            do { return try await obtain() } catch RemoteError.refused, RemoteError.conflict {
                // The server has refused the renewal, not the change that needs it.
                throw RemoteError.unauthorized
            }
        }
        obtaining = task
        defer { obtaining = nil }
        let value = try await task.value
        known = value
        return value
    }
}
