/// The header `Authorization` of a remote: asked for once, kept, and renewed where the server no
/// longer accepts it. Requests under way at one time wait for one renewal.
public actor HTTPAuthorization {
    private let obtain: @Sendable () async throws -> String
    private var known: String?
    private var obtaining: Task<String, any Error>?

    /// - Parameters:
    ///   - known: Value to begin with, such as `Bearer …`; nil to obtain one first.
    ///   - obtain: Returns a value that is accepted from now on, by a refresh token for instance.
    ///     An error of it keeps changes waiting.
    public init(_ known: String? = nil, obtain: @escaping @Sendable () async throws -> String) {
        self.known = known
        self.obtain = obtain
    }

    /// The value for the next request.
    func value() async throws -> String {
        if let known { return known }
        return try await obtained()
    }

    /// The value after `old`, which the server has not accepted. Another request may have renewed
    /// it already.
    func renewed(replacing old: String) async throws -> String {
        if let known, known != old { return known }
        known = nil
        return try await obtained()
    }

    private func obtained() async throws -> String {
        if let obtaining { return try await obtaining.value }
        let task = Task { try await obtain() }
        obtaining = task
        defer { obtaining = nil }
        let value = try await task.value
        known = value
        return value
    }
}
