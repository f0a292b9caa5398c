import SessionEngine
import Synchronization

/// The feed of the engine's screens to the terminal. It adds the status of the participant's page
/// to each screen.
final class ScreenFeed: Sendable {
    let screens: AsyncStream<Screen>
    private let sink: AsyncStream<Screen>.Continuation
    /// The latest screen and the latest status. Protected by a mutex because they arrive in
    /// different Swift tasks.
    private let latest = Mutex<(screen: Screen?, status: RoomStatus?)>((nil, nil))

    init() { (screens, sink) = AsyncStream.makeStream() }

    func show(_ screen: Screen) {
        latest.withLock { latest in
            latest.screen = screen
            sink.yield(Self.screen(screen, latest.status))
        }
    }

    func show(_ status: RoomStatus) {
        latest.withLock { latest in
            latest.status = status
            if let screen = latest.screen, screen.over == nil {
                sink.yield(Self.screen(screen, status))
            }
        }
    }

    func finish() { sink.finish() }

    private static func screen(_ screen: Screen, _ status: RoomStatus?) -> Screen {
        var screen = screen
        screen.room = status
        screen.notice = screen.notice(with: status?.reminder)
        if screen.moment == .confirm, let status {
            screen.body += (["", ""] + status.details).joined(separator: "\n")
        }
        return screen
    }
}
