import Synchronization

/// A source of messages that combines all events of the environment in one stream.
public protocol Actor: Sendable {
    /// A subscription, which receives all later messages in order. A core reads this property once.
    var events: AsyncStream<any Message> { get }
}

/// An actor that merges the sources that a subclass provides. Subclasses cannot override the
/// merging.
///
/// From the first subscription on, the actor listens to its sources. When the actor is released,
/// every subscription ends.
///
/// `@unchecked Sendable`: the only property is immutable and Sendable; subclasses are responsible
/// for the safety of their own properties.
open class BaseActor: Actor, @unchecked Sendable {
    private let merge = Merge()

    public init() { onProvideEvents(EventFacade(merge: merge)) }

    /// Override to provide the sources; called once, from `init`.
    open func onProvideEvents(_ facade: EventFacade) {}

    /// A new subscription. Every subscription receives all later messages, in the same order.
    public final var events: AsyncStream<any Message> { merge.subscribe() }

    deinit { merge.end() }
}

/// Declarations of an actor's message sources.
public struct EventFacade {
    fileprivate let merge: Merge

    public func provide<Source: AsyncSequence & Sendable>(events source: Source)
    where Source.Element: Message, Source.Failure == Never {
        merge.add { deliver in for await event in source { deliver(event) } }
    }

    public func provide<Source: AsyncSequence & Sendable>(events source: Source)
    where Source.Element == any Message, Source.Failure == Never {
        merge.add { deliver in for await event in source { deliver(event) } }
    }
}

/// A source of messages that the program sends with `send(_:)`. Messages sent before the first
/// subscription are buffered.
///
/// A message source can be the actor of only one core, because a second subscription would take
/// messages from the first. The subscription ends with ``finish()``, or when the task of the core
/// is cancelled. Releasing the source does not end the subscription.
public struct MessageSource: AsyncSequence, Actor {
    public let events: AsyncStream<any Message>
    private let continuation: AsyncStream<any Message>.Continuation

    public init() { (events, continuation) = AsyncStream.makeStream() }

    /// Sends a message and returns at once.
    public func send(_ message: any Message) { continuation.yield(message) }

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

    /// Passes a message to all subscribers. The mutex keeps the messages of several sources in one
    /// order for all of them.
    private func deliver(_ message: any Message) {
        state.withLock { state in
            for subscriber in state.subscribers.values { subscriber.yield(message) }
        }
    }

    /// Records that a source has ended; ends all subscriptions after the last source has ended.
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
