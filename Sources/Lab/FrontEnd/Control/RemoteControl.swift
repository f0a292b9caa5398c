package import Diagnostics
package import Foundation
package import SessionEngine
import Synchronization

/// The facilitator's terminal for a session in another process, on this or another machine. It
/// shows screens and reads keys. The caller provides the connection.
package struct RemoteControl: Sendable {
    package let screens: AsyncStream<Screen>
    package let sink: AsyncStream<Screen>.Continuation
    private let interface: Interface

    /// - Throws: `DiagnosticError` if there is neither a terminal nor any input to read.
    package init(environment: [String: String]) throws(DiagnosticError) {
        interface = try Interface(environment)
        (screens, sink) = AsyncStream.makeStream()
    }

    /// Shows the session's screens until the session ends, and returns the last screen. If this
    /// terminal is closed earlier, returns the screen shown at that time, or nil if there was none.
    package func run(_ keys: KeySink, clock: SessionClock) async -> Screen? {
        // Guarded by a mutex, because another task forwards the screens.
        let latest = Mutex<Screen?>(nil)
        let (shown, show) = AsyncStream.makeStream(of: Screen.self)
        let forward = Task { [screens] in
            for await screen in screens {
                latest.withLock { $0 = screen }
                show.yield(screen)
            }
            show.finish()
        }
        defer { forward.cancel() }
        let last = await interface.run(
            shown,
            keys: keys,
            clock: clock,
            closing: "close this screen; the session goes on"
        )
        return last ?? latest.withLock { $0 }
    }

    /// Returns a page with a message, to be shown while there is no connection to a session.
    package static func waiting(_ title: String, _ body: String) -> Screen {
        var screen = Screen(
            moment: .busy,
            left: "control",
            right: "",
            title: title,
            body: body,
            participant: ParticipantPage(study: "")
        )
        screen.isOffline = true
        screen.notice = "Ctrl-C or Ctrl-D closes this screen."
        return screen
    }
}

/// Conversion of screens to and from JSON, for a terminal on another machine.
package enum ControlPage {
    package static func encode(_ screen: Screen, command: String) throws -> Data {
        try JSONEncoder().encode(ControlWire.Page(screen, turn: 0, command: command))
    }

    /// Decodes a screen. The keys of the decoded screen contain placeholder messages, because only
    /// the session's process has the real messages.
    package static func decode(_ data: Data) throws -> Screen {
        try JSONDecoder().decode(ControlWire.Page.self, from: data).screen
    }
}
