import Foundation
import JSON
import ResultsStore
import SessionEngine
import StudyDefinition

extension Room {
    func facilitatorView(_ screen: Screen, _ state: State) -> JSONNode {
        [
            "version": JSONNode(state.version),
            "epoch": JSONNode(epoch),
            "session": JSONNode(session),
            "turn": JSONNode(state.facilitatorTurn),
            "left": JSONNode(screen.left),
            "right": JSONNode(screen.right),
            "title": JSONNode(screen.title),
            "prose": JSONNode(html(screen.prose)),
            "body": JSONNode(body(screen)),
            "options": JSONNode(screen.options),
            "chosen": JSONNode(screen.chosen),
            "marks": JSONNode(screen.marks),
            "notice": JSONNode(screen.notice(with: reminder(screen, state))),
            "refused": JSONNode(screen.isRefusal),
            "asked": JSONNode(screen.participant.isAsked),
            "notes": JSONNode(screen.takesNotes),
            "keys": JSONNode(screen.keys.filter { !$0.words.isEmpty }.map(\.json)),
            "line": screen.line.map {
                [
                    "label": JSONNode($0.label), "initial": JSONNode($0.initial),
                    "replaced": JSONNode($0.isReplaced),
                ]
            } ?? .null,
            "scale": screen.scale.map { ["min": JSONNode($0.min), "max": JSONNode($0.max)] }
                ?? .null,
            "clock": screen.clock.map { clock($0) } ?? .null,
            "tutorial": JSONNode(html(screen.tutorial)),
            "participant": [
                "connected": JSONNode(state.participant.isConnected),
                "seconds": JSONNode(state.participant.seconds.rounded()),
                "words": JSONNode(place(screen, state)),
                "roundTrip": JSONNode(state.participant.roundTrip.map { Double($0) / 1e6 }),
            ],
            "links": [
                "participant": JSONNode(state.links[.participant].map { address(of: $0) })
            ],
            "over": screen.over.map { ["complete": JSONNode($0.isFinal)] } ?? .null,
        ]
    }

    /// Returns the screen's text. Before a task's clock starts, adds the path of the workspace.
    private func body(_ screen: Screen) -> String {
        guard case .ready = screen.moment else { return screen.body }
        return screen.body + "\n\nWorkspace: \(seat.workspace.root.path)"
    }

    /// Returns the participant's position in the session, such as `on question 3 of 9`. Returns the
    /// state of the connection if the page is not connected, or if there is no position.
    private func place(_ screen: Screen, _ state: State) -> String {
        guard state.participant.isConnected else { return state.participant.words }
        return screen.participant.progress.isEmpty
            ? "connected" : "on \(screen.participant.progress)"
    }

    /// Returns a reminder to ask the participant to think aloud. The reminder is due if the
    /// facilitator's marks have not changed for `silence` seconds (a setting of the study) while a
    /// task's clock was running. Returns nil if no reminder is due.
    func reminder(_ screen: Screen, _ state: State) -> String? {
        guard let silence = seat.study.study.room?.silence, screen.moment == .running,
            let last = state.lastMark, let quiet = last.nanoseconds(to: seat.clock.now()),
            Double(quiet) / 1e9 >= silence
        else { return nil }
        // The text does not change while it is shown, so that it counts as one notice.
        return "There was no mark in the last \(duration(Int64(silence * 1e9))). "
            + "Remind the participant to think aloud?"
    }

    // MARK: - The terminal

    var currentStatus: RoomStatus {
        let state = current
        let words = { (part: (Presence) -> String) in
            "page \(part(state.participant))"
                + (state.machine.hasCome ? " · machine \(part(state.machine))" : "")
        }
        let links = [(Role.participant, "Their page"), (.facilitator, "Your page ")]
        var details = links.map { role, name in
            let link = state.links[role].map { address(of: $0) }
            return "\(name)   "
                + (link ?? "the link was used, and no new link could be saved: check the disk")
        }
        details.append(
            "Each link works once; a new link then replaces it here. Your page is optional: all "
                + "keys of the page also work in this terminal."
        )
        if let link = state.links[.participant], options.address != nil {
            details += code(of: address(of: link))
        }
        return RoomStatus(
            state: words(\.state),
            words: words(\.words),
            reminder: state.screen.flatMap { reminder($0, state) },
            details: details
        )
    }

    /// Returns lines with a QR code of an address that other devices can reach. If no QR code can
    /// be made, returns a line with advice.
    private func code(of address: String) -> [String] {
        guard let code = QRCode(address) else {
            return ["To show the participant's link as a QR code, install \(QRCode.packages)."]
        }
        return ["", "The participant's link, for a phone or tablet:", ""] + code.lines
    }
}

extension Screen.Key {
    fileprivate var json: JSONNode {
        [
            "key": JSONNode(trigger.page), "words": JSONNode(words),
            "listed": JSONNode(isListed), "shared": JSONNode(shared != nil),
        ]
    }
}
