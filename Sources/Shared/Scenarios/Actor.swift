import Synchronization

/// A source of messages. It combines all events from the environment, such as key presses, in one
/// stream.
///
/// In a file that imports Scenarios, Swift's own protocol of this name is `_Concurrency.Actor`.
public protocol Actor: Sendable {
    /// A new subscription to the messages, in order. A core reads this property once.
    var events: AsyncStream<any Message> { get }
}

/// An actor that merges the messages of several sources. A subclass provides the sources, but
/// cannot change how they are merged.
///
/// The actor starts listening to its sources with the first subscription. Every subscription ends
/// when the actor is released.
///
/// `@unchecked Sendable`: the only property is immutable and Sendable; subclasses are responsible
/// for the safety of their own properties.
nonisolated open class BaseActor: Actor, @unchecked Sendable {
    private let merge = Merge()

    public init() { onProvideEvents(EventFacade(merge: merge)) }

    /// Provides the sources. Subclasses override this function, which `init` calls once.
    open func onProvideEvents(_ facade: EventFacade) {}

    /// A new subscription, which receives all later messages. All subscriptions receive the
    /// messages in the same order.
    public final var events: AsyncStream<any Message> { merge.subscribe() }

    deinit { merge.end() }
}

/// The sources of an actor's messages. A source must not throw errors. The module's page shows how
/// to use a sequence that throws errors.
public struct EventFacade {
    fileprivate let merge: Merge

    /// Adds a source of messages of one type, such as an `AsyncStream<Typed>`.
    public func provide<Source: AsyncSequence & Sendable>(events source: Source)
    where Source.Element: Message, Source.Failure == Never {
        merge.add { deliver in for await event in source { deliver(event) } }
    }

    /// Adds a source of messages of several types, such as a ``MessageSource``.
    public func provide<Source: AsyncSequence & Sendable>(events source: Source)
    where Source.Element == any Message, Source.Failure == Never {
        merge.add { deliver in for await event in source { deliver(event) } }
    }
}

/// A source of messages that the program sends with `send(_:)`. Messages sent before the first
/// subscription are buffered.
///
/// Use a message source as the actor of only one core: with two subscriptions, each message would
/// reach only one of them. The subscription ends with ``finish()``, or when the task of the core is
/// cancelled. Releasing the source does not end the subscription.
public struct MessageSource: AsyncSequence, Actor {
    public let events: AsyncStream<any Message>
    private let continuation: AsyncStream<any Message>.Continuation

    public init() { (events, continuation) = AsyncStream.makeStream() }

    /// Sends a message and returns at once.
    public func send(_ message: any Message) { continuation.yield(message) }

    /// Ends the subscription after all messages sent so far. Later messages are lost.
    public func finish() { continuation.finish() }

    public func makeAsyncIterator() -> AsyncStream<any Message>.Iterator {
        events.makeAsyncIterator()
    }
}

private final class Merge: Sendable {
    typealias Listening = @Sendable (@escaping @Sendable (any Message) -> Void) async -> Void

    private struct State {
        var waiting: [Listening] = []
        var listening: [Task<Void, Never>] = []
        var open = 0
        var subscribers: [Int: AsyncStream<any Message>.Continuation] = [:]
        var subscribed = 0
        var isOver = false
    }

    private let state = Mutex(State())

    func add(_ source: @escaping Listening) { state.withLock { $0.waiting.append(source) } }

    func subscribe() -> AsyncStream<any Message> {
        let (stream, continuation) = AsyncStream.makeStream(of: (any Message).self)
        let (key, sources) =
            state.withLock { state -> (Int, [Listening])? in
                guard !state.isOver else { return nil }
                let key = state.subscribed
                state.subscribed += 1
                state.subscribers[key] = continuation
                defer { state.waiting = [] }
                state.open += state.waiting.count
                return (key, state.waiting)
            } ?? (-1, [])
        guard key >= 0 else {
            continuation.finish()
            return stream
        }
        continuation.onTermination = { [weak self] _ in
            self?.state.withLock { $0.subscribers[key] = nil }
        }
        for source in sources { listen(to: source) }
        return stream
    }

    private func listen(to source: @escaping Listening) {
        let task = Task {
            await source { [weak self] in self?.deliver($0) }
            close()
        }
        state.withLock { if !$0.isOver { $0.listening.append(task) } else { task.cancel() } }
    }

    /// Sends a message to all subscribers. The mutex ensures that all subscribers receive the
    /// messages of several sources in the same order.
    private func deliver(_ message: any Message) {
        state.withLock { state in
            for subscriber in state.subscribers.values { subscriber.yield(message) }
        }
    }

    /// Records that a source has ended. If it was the last source, ends all subscriptions.
    private func close() {
        let isLast = state.withLock { state in
            state.open -= 1
            return state.open == 0
        }
        if isLast { end() }
    }

    func end() {
        let (tasks, subscribers) = state.withLock { state in
            state.isOver = true
            defer { (state.listening, state.subscribers) = ([], [:]) }
            return (state.listening, state.subscribers.values.map { $0 })
        }
        for task in tasks { task.cancel() }
        for subscriber in subscribers { subscriber.finish() }
    }
}
