package import Diagnostics
package import Foundation
package import SessionEngine

/// The facilitator's screens and keys in a terminal of another machine, over a connection that
/// somebody else makes.
package struct RemoteControl: Sendable {
    package let screens: AsyncStream<Screen>
    package let sink: AsyncStream<Screen>.Continuation
    private let interface: Interface

    /// - Throws: `DiagnosticError` if there is no terminal and nothing to read.
    package init(environment: [String: String]) throws(DiagnosticError) {
        interface = try Interface(environment)
        (screens, sink) = AsyncStream.makeStream()
    }

    /// Until the session's last screen, which is returned; nil if this terminal was closed.
    package func run(_ keys: KeySink, clock: SessionClock) async -> Screen? {
        await interface.run(
            screens,
            keys: keys,
            clock: clock,
            closing: "close this screen; the session goes on"
        )
    }

    /// A page of words while there is no session to show.
    package static func waiting(_ title: String, _ body: String) -> Screen {
        var screen = Screen(
            moment: .busy,
            left: "control",
            right: "",
            title: title,
            body: body,
            participant: ParticipantPage(study: "")
        )
        screen.notice = "Ctrl-D closes this screen."
        return screen
    }
}

/// A screen for a terminal elsewhere, as JSON.
package enum ControlPage {
    package static func encode(_ screen: Screen, command: String) throws -> Data {
        try JSONEncoder().encode(ControlWire.Page(screen, turn: 0, command: command))
    }

    /// Its keys name no message: the session understands them.
    package static func decode(_ data: Data) throws -> Screen {
        try JSONDecoder().decode(ControlWire.Page.self, from: data).screen
    }
}
