import Diagnostics
import Foundation

/// Messages about differences that nobody may overwrite.
enum Incident {
    /// Two copies of a results file have both recorded events of one session.
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
                + "its results file have both gone on",
            expected: "one copy that goes on",
            fix: "both are kept; an analyst chooses one: evalrun hub decide "
                + "\(session.uuidString.lowercased()) URL --keep ORIGIN --reason WHY"
        )
    }

    /// Events at the hub are not those that were recorded.
    static func broken(_ session: UUID, at number: Int, hub: String) -> Diagnostic {
        Diagnostic(
            "broken-chain",
            severity: .warning,
            at: .init(file: hub),
            "event \(number) of session \(session.uuidString.lowercased()) is not as it was recorded",
            fix: "the session was not pulled; compare it with the lab's results file"
        )
    }

    /// The definition of a session's study is not at the hub, or not as it was pushed.
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

    /// An event has its hash, and is none that evalrun can have recorded.
    static func malformed(_ session: UUID, hub: String) -> Diagnostic {
        Diagnostic(
            "malformed-event",
            severity: .warning,
            at: .init(file: hub),
            "session \(session.uuidString.lowercased()) has an event that evalrun did not record",
            fix: "the session was left out; ask the lab how it was pushed"
        )
    }

    /// A session has rows that a results file refuses.
    static func refused(_ session: UUID, _ problem: String, hub: String) -> Diagnostic {
        Diagnostic(
            "malformed-session",
            severity: .warning,
            at: .init(file: hub),
            "session \(session.uuidString.lowercased()) cannot be taken: \(problem)",
            fix: "the session was left out; ask the lab how it was pushed"
        )
    }

    /// Two labs have pushed a session of one identity.
    static func severalLabs(_ session: UUID, hub: String) -> Diagnostic {
        Diagnostic(
            "session-of-two-labs",
            severity: .warning,
            at: .init(file: hub),
            "several labs have session \(session.uuidString.lowercased())",
            expected: "a session of one lab",
            fix: "a results file was copied from one to the other: the lab that did not record it "
                + "erases its copy"
        )
    }

    /// Labs have fixed different parts of one study.
    static func locks(_ study: String, of labs: [String], hub: String) -> Diagnostic {
        Diagnostic(
            "two-locks",
            severity: .warning,
            at: .init(file: hub),
            "\(labs.joined(separator: " and ")) have locked different rules of the study \"\(study)\"",
            expected: "one lock, made before the first session and copied to every lab",
            fix: "the earliest one is used in reports; ask the labs which one was registered"
        )
    }

    /// A session was erased in this file, and the hub has it.
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

    /// An erased participant has a session that runs now.
    static func erasureWaits(_ session: UUID, hub: String) -> Diagnostic {
        Diagnostic(
            "erasure-waits",
            severity: .warning,
            at: .init(file: hub),
            "session \(session.uuidString.lowercased()) was erased elsewhere, and its participant has a "
                + "session that runs now",
            fix: "synchronise again when it has ended"
        )
    }

    /// A session ended before the hub answered.
    static func notPushed(hub: String) -> Diagnostic {
        Diagnostic(
            "not-pushed",
            severity: .warning,
            at: .init(file: hub),
            "the hub has not answered yet",
            fix: "synchronise again later; everything recorded is in the results file"
        )
    }

    /// Bytes at the hub do not have the hash that names them.
    static func contents(_ session: UUID, hub: String) -> Diagnostic {
        Diagnostic(
            "broken-contents",
            severity: .warning,
            at: .init(file: hub),
            "files of session \(session.uuidString.lowercased()) are not as they were recorded",
            fix: "the session was not pulled; compare it with the lab's results file"
        )
    }
}
