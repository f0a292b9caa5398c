import ResultsStore
import Synchronization

/// The session's post, which opens after the recorder that tells it of commits.
final class PostRelay: Sendable {
    /// Guarded because the recorder and the front end have threads of their own.
    private let post = Mutex<(any SessionPost)?>(nil)

    var current: (any SessionPost)? { post.withLock { $0 } }

    func open(_ post: (any SessionPost)?) { self.post.withLock { $0 = post } }

    func recorded(_ events: [SessionEvent]) { current?.recorded(events) }

    func collect() async -> String? { await current?.collect() }

    func close() { current?.close() }
}
