import SeededRandom
import Synchronization

/// A service that executes queries.
public protocol ActionService: AnyObject, Sendable {
    /// Executes the query, and returns the answer as a message. If the execution fails, returns a
    /// message about the error.
    ///
    /// - Throws: ``ScenarioFault`` if nothing is declared for the query; `CancellationError` if the
    ///   task is cancelled.
    func execute(query: any Query) async throws -> any Message
}

/// Delays before the retries of a call. They grow from retry to retry and are partly random.
public struct BackOff: Sendable, Hashable {
    /// Delay before the first retry.
    public var first: Duration
    /// Ratio of each delay to the previous delay.
    public var factor: Double
    /// Maximum length of a delay.
    public var limit: Duration
    /// The part of each delay that is random. With 0.5, the actual delay is between 50 % and 100 %
    /// of the computed delay.
    public var jitter: Double

    public init(first: Duration, factor: Double = 2, limit: Duration = .seconds(30), jitter: Double)
    {
        (self.first, self.factor, self.limit) = (first, factor, limit)
        self.jitter = jitter
    }

    /// Returns the delay before a retry.
    ///
    /// - Parameters:
    ///   - retry: The number of the retry, counted from 1.
    ///   - chance: A random number in 0 ..< 1.
    public func wait(before retry: Int, chance: Double) -> Duration {
        var wait = first
        for _ in 1..<max(retry, 1) where wait < limit { wait = wait * factor }
        return min(wait, limit) * (1 - jitter * chance)
    }
}

/// A service that executes each type of query with a declared call. Each call has a time-out and a
/// maximum number of retries. The result of the call, or its error, is converted to a message.
///
/// `@unchecked Sendable`: calls are declared in `init` and only read afterwards, and a mutex guards
/// the random number generator; subclasses are responsible for the safety of their own properties.
nonisolated open class BaseActionService: ActionService, @unchecked Sendable {
    let calls: CallFacade

    /// Creates a service, and calls `onDeclareCalls(_:)` to declare its calls.
    ///
    /// - Parameters:
    ///   - clock: clock for time-outs and delays.
    ///   - seed: seed for the random part of delays.
    public init(clock: any Clock<Duration> = ContinuousClock(), seed: UInt64 = 1) {
        calls = CallFacade(clock: clock, seed: seed)
        onDeclareCalls(calls)
    }

    /// Declares calls. Subclasses override this function, which `init` calls once.
    ///
    /// The service retains the declared closures. A closure that uses `self` would therefore keep
    /// the service alive for ever. Instead, copy the properties that the closure needs to local
    /// constants.
    open func onDeclareCalls(_ facade: CallFacade) {}

    public final func execute(query: any Query) async throws -> any Message {
        guard let call = calls.closures[ObjectIdentifier(type(of: query))] else {
            throw ScenarioFault.noCall(type(of: query))
        }
        return try await call(query)
    }
}

/// Declarations of the calls with which a service executes queries.
public final class CallFacade {
    private let clock: any Clock<Duration>
    private let chance: Chance
    fileprivate(set) var closures:
        [ObjectIdentifier: @Sendable (any Query) async throws -> any Message] =
            [:]
    /// Functions that return the message about a time-out, keyed by the type of the query.
    fileprivate(set) var failures: [ObjectIdentifier: @Sendable () -> any Message] = [:]

    init(clock: any Clock<Duration>, seed: UInt64) {
        (self.clock, chance) = (clock, Chance(seed: seed))
    }

    /// Declares a call that returns a value.
    ///
    /// - Parameters:
    ///   - _: The type of the query that the call executes.
    ///   - timeout: Time after which an attempt fails, even if the work blocks its thread. The work
    ///     is then cancelled unless it is durable. A late result is dropped.
    ///   - retries: Maximum number of further attempts after an error. Cancellation is never
    ///     retried.
    ///   - backOff: Delays between attempts; nil to retry without a delay.
    ///   - isDurable: Whether the work continues to its end even if its scenario is stopped. Set
    ///     this for work that writes. After a time-out, durable work is not retried, because it may
    ///     still succeed.
    ///   - isRetryable: Returns whether another attempt may succeed after the given error.
    ///   - call: The work.
    ///   - success: Converts the value to a message.
    ///   - failure: Converts the error of the last attempt to a message. After a time-out, the
    ///     error is ``TimedOut``. `faults(processor:service:repository:)` also calls this function,
    ///     to determine the type of this message.
    public func on<Asked: Query, Value: Sendable>(
        _: Asked.Type,
        timeout: Duration,
        retries: Int,
        backOff: BackOff? = nil,
        isDurable: Bool = false,
        isRetryable: @escaping @Sendable (any Error) -> Bool = { _ in true },
        call: @escaping @Sendable (Asked) async throws -> Value,
        success: @escaping @Sendable (Value) -> any Message,
        failure: @escaping @Sendable (any Error) -> any Message
    ) {
        let (clock, chance) = (clock, chance)
        failures[ObjectIdentifier(Asked.self)] = { failure(TimedOut(limit: timeout)) }
        closures[ObjectIdentifier(Asked.self)] = { query in
            guard let asked = query as? Asked else { throw ScenarioFault.noCall(Asked.self) }
            for tries in 1... {
                do {
                    let value = try await withTimeout(timeout, clock: clock, isDurable: isDurable) {
                        try await call(asked)
                    }
                    return success(value)
                } catch {
                    try Task.checkCancellation()
                    let mayStillSucceed = isDurable && error is TimedOut
                    let isFinal =
                        error is CancellationError || mayStillSucceed || !isRetryable(error)
                    if isFinal || tries > retries { return failure(error) }
                    if let backOff {
                        let wait = backOff.wait(before: tries, chance: chance.next())
                        try await clock.sleep(for: wait)
                    }
                }
            }
            throw CancellationError()
        }
    }

    /// Declares a call that does not return a value.
    public func on<Asked: Query>(
        _: Asked.Type,
        timeout: Duration,
        retries: Int,
        backOff: BackOff? = nil,
        isDurable: Bool = false,
        isRetryable: @escaping @Sendable (any Error) -> Bool = { _ in true },
        call: @escaping @Sendable (Asked) async throws -> Void,
        success: @escaping @Sendable () -> any Message,
        failure: @escaping @Sendable (any Error) -> any Message
    ) {
        on(
            Asked.self,
            timeout: timeout,
            retries: retries,
            backOff: backOff,
            isDurable: isDurable,
            isRetryable: isRetryable,
            call: call,
            success: { (_: Void) in success() },
            failure: failure
        )
    }
}

/// A random number generator shared by calls on several threads.
private final class Chance: Sendable {
    private let generator: Mutex<SplitMix64>

    init(seed: UInt64) { generator = Mutex(SplitMix64(seed: seed)) }

    /// Returns a number in 0 ..< 1.
    func next() -> Double { generator.withLock { $0.uniform() } }
}
