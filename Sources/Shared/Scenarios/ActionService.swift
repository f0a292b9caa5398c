/// Queries carried out, declared by type. A time-out and a number of retries must be stated for
/// each; success and error both become messages.
package struct ActionService: Sendable {
    private var handlers: [ObjectIdentifier: @Sendable (any Query) async -> (any Message)?] = [:]
    private let clock: any Clock<Duration>

    /// - Parameter clock: what time-outs are measured on.
    package init(clock: any Clock<Duration> = ContinuousClock()) {
        self.clock = clock
    }

    /// - Parameters:
    ///   - timeout: until the query counts as failed, each try for itself. It holds even when the
    ///     work blocks: the work is cancelled and its late result dropped.
    ///   - retries: further tries after an error; cancellation is never retried.
    package mutating func on<Asked: Query, Value: Sendable>(
        _: Asked.Type,
        timeout: Duration,
        retries: Int,
        call: @escaping @Sendable (Asked) async throws -> Value,
        success: @escaping @Sendable (Value) -> any Message,
        failure: @escaping @Sendable (any Error) -> any Message
    ) {
        let clock = clock
        handlers[ObjectIdentifier(Asked.self)] = { query in
            guard let asked = query as? Asked else { return nil }
            var tries = 0
            while true {
                do {
                    return success(
                        try await withTimeout(timeout, clock: clock) { try await call(asked) }
                    )
                } catch {
                    tries += 1
                    if tries > retries || error is CancellationError { return failure(error) }
                }
            }
        }
    }

    func execute(_ query: any Query) async -> (any Message)? {
        await handlers[ObjectIdentifier(type(of: query))]?(query)
    }
}
