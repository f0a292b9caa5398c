package import Diagnostics
package import Foundation
package import SessionEngine

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

    /// Runs until the session's last screen and returns that screen. Returns nil if this terminal
    /// was closed.
    package func run(_ keys: KeySink, clock: SessionClock) async -> Screen? {
        await interface.run(
            screens,
            keys: keys,
            clock: clock,
            closing: "close this screen; the session goes on"
        )
    }

    /// Returns a page with a message, to be shown while there is no session.
    package static func waiting(_ title: String, _ body: String) -> Screen {
        var screen = Screen(control: .busy, left: "control", title: title, body: body)
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

    /// Decodes a screen. Its keys contain placeholders instead of the engine's messages, which only
    /// the session has.
    package static func decode(_ data: Data) throws -> Screen {
        try JSONDecoder().decode(ControlWire.Page.self, from: data).screen
    }
}
