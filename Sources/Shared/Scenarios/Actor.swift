import Synchronization

/// A source of messages, which presents the environment as one stream.
public protocol Actor: AnyObject, Sendable {
    /// A new subscription, which receives every later message, in order.
    var events: AsyncStream<any Message> { get }
}

/// Merges the sources that a subclass provides. The merge itself cannot be overridden.
///
/// Listening to the sources begins with the first subscription and lasts as long as the actor
/// exists. When the actor is released, every subscription ends.
///
/// Unchecked: the only property is Sendable and never replaced; subclasses are responsible for
/// theirs.
open class BaseActor: Actor, @unchecked Sendable {
    private let merge = Merge()

    public init() {
        onProvideEvents(EventFacade(merge: merge))
    }

    /// Override to provide the sources; called once, from `init`.
    open func onProvideEvents(_ facade: EventFacade) {}

    public final var events: AsyncStream<any Message> { merge.subscribe() }

    deinit { merge.end() }
}

/// Declares the message sources of an actor.
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

/// A source that messages are sent to explicitly; messages before the first subscription are kept.
public struct MessageSource: AsyncSequence, Sendable {
    private let stream: AsyncStream<any Message>
    private let continuation: AsyncStream<any Message>.Continuation

    public init() { (stream, continuation) = AsyncStream.makeStream() }

    /// Sends a message and returns at once.
    public func send(_ message: any Message) { continuation.yield(message) }

    public func finish() { continuation.finish() }

    public func makeAsyncIterator() -> AsyncStream<any Message>.Iterator {
        stream.makeAsyncIterator()
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

    private func deliver(_ message: any Message) {
        let subscribers = state.withLock { state in
            state.subscribers.sorted { $0.key < $1.key }.map(\.value)
        }
        for subscriber in subscribers { subscriber.yield(message) }
    }

    /// Notes the end of a source; the end of the last one ends the stream.
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
