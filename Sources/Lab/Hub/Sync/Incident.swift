import Diagnostics
import Foundation

/// Diagnostics about differences that must not be overwritten.
enum Incident {
    /// Returns the diagnostic that two copies of a results file have both recorded events of one
    /// session.
    static func branches(
        _ participant: String,
        _ session: UUID,
        at number: Int,
        hub: String
    ) -> Diagnostic {
        Diagnostic(
            "two-branches",
            severity: .warning,
            at: .init(file: hub),
            "the session of \(participant) has two branches from event \(number) on: two copies of "
                + "its results file have both recorded further events",
            expected: "further events in only one copy",
            fix: "both are kept; an analyst chooses one: evalrun hub decide "
                + "\(session.uuidString.lowercased()) URL --keep ORIGIN --reason WHY"
        )
    }

    /// Returns the diagnostic that events at the hub differ from the events that were recorded.
    static func broken(_ session: UUID, at number: Int, hub: String) -> Diagnostic {
        Diagnostic(
            "broken-chain",
            severity: .warning,
            at: .init(file: hub),
            "event \(number) of session \(session.uuidString.lowercased()) differs from the "
                + "recorded event",
            fix: "the session was not pulled; compare it with the lab's results file"
        )
    }

    /// Returns the diagnostic that the definition of a session's study is missing at the hub, or
    /// differs from what was pushed.
    static func definition(_ session: UUID, hub: String) -> Diagnostic {
        Diagnostic(
            "broken-definition",
            severity: .warning,
            at: .init(file: hub),
            "the study definition of session \(session.uuidString.lowercased()) is missing or "
                + "changed",
            fix: "the session was left out; ask the hub's administrator"
        )
    }

    /// Returns the diagnostic that an event has the right hash, but evalrun cannot have recorded
    /// it.
    static func malformed(_ session: UUID, hub: String) -> Diagnostic {
        Diagnostic(
            "malformed-event",
            severity: .warning,
            at: .init(file: hub),
            "session \(session.uuidString.lowercased()) has an event that evalrun did not record",
            fix: "the session was left out; ask the lab how it was pushed"
        )
    }

    /// Returns the diagnostic that a results file refuses rows of a session.
    static func refused(_ session: UUID, _ problem: String, hub: String) -> Diagnostic {
        Diagnostic(
            "malformed-session",
            severity: .warning,
            at: .init(file: hub),
            "session \(session.uuidString.lowercased()) cannot be merged: \(problem)",
            fix: "the session was left out; ask the lab how it was pushed"
        )
    }

    /// Returns the diagnostic that two labs have pushed a session with the same identity.
    static func severalLabs(_ session: UUID, hub: String) -> Diagnostic {
        Diagnostic(
            "session-of-two-labs",
            severity: .warning,
            at: .init(file: hub),
            "several labs have pushed session \(session.uuidString.lowercased())",
            expected: "a session of one lab",
            fix: "a results file was copied from one to the other: the lab that did not record it "
                + "erases its copy"
        )
    }

    /// Returns the diagnostic that labs have fixed different parts of the same study.
    static func locks(_ study: String, of labs: [String], hub: String) -> Diagnostic {
        Diagnostic(
            "two-locks",
            severity: .warning,
            at: .init(file: hub),
            "\(labs.joined(separator: " and ")) have locked different rules of the study \"\(study)\"",
            expected: "one lock, made before the first session and copied to every lab",
            fix: "reports use the earliest lock; ask the labs which lock was registered"
        )
    }

    /// Returns the diagnostic that a session was erased in this file but is still at the hub.
    static func erasedHere(_ session: UUID, lab: String, hub: String) -> Diagnostic {
        Diagnostic(
            "erased-here-alone",
            severity: .warning,
            at: .init(file: hub),
            "session \(session.uuidString.lowercased()) of \(lab) was erased in this file, and the hub "
                + "has it",
            fix:
                "tell \(lab): a session is erased at the hub by the lab that recorded it, with: evalrun "
                + "erase PARTICIPANT, then evalrun sync"
        )
    }

    /// Returns the warning that an erased session's participant has another session in progress in
    /// this file, so that the erasure has to wait.
    static func erasureWaits(_ session: UUID, hub: String) -> Diagnostic {
        Diagnostic(
            "erasure-waits",
            severity: .warning,
            at: .init(file: hub),
            "session \(session.uuidString.lowercased()) was erased elsewhere, but its "
                + "participant has another session that is still running",
            fix: "synchronise again when the running session has ended"
        )
    }

    /// Returns the warning that a session ended before the hub answered.
    static func notPushed(hub: String) -> Diagnostic {
        Diagnostic(
            "not-pushed",
            severity: .warning,
            at: .init(file: hub),
            "the hub has not answered yet",
            fix: "synchronise again later; everything recorded is in the results file"
        )
    }

    /// Returns the diagnostic that bytes at the hub do not match the hash that names them.
    static func contents(_ session: UUID, hub: String) -> Diagnostic {
        Diagnostic(
            "broken-contents",
            severity: .warning,
            at: .init(file: hub),
            "files of session \(session.uuidString.lowercased()) differ from the recorded files",
            fix: "the session was not pulled; compare it with the lab's results file"
        )
    }
}
