import ResultsStore
import Synchronization

/// A relay that forwards calls to the session's web pages (``SessionPost``), if there are any. The
/// recorder is created before the pages are opened, and therefore reports commits to this relay.
final class PostRelay: Sendable {
    /// The session's web pages; nil if none are open. Protected by a mutex because the recorder and
    /// the front end use different threads.
    private let post = Mutex<(any SessionPost)?>(nil)

    var current: (any SessionPost)? { post.withLock { $0 } }

    func open(_ post: (any SessionPost)?) { self.post.withLock { $0 = post } }

    func recorded(_ events: [SessionEvent]) { current?.recorded(events) }

    func collect(_ waiting: @escaping @Sendable (AwaitedFiles) -> Void) async -> String? {
        await current?.collect(waiting)
    }

    func forgoFiles() { current?.forgoFiles() }

    func close() { current?.close() }
}
