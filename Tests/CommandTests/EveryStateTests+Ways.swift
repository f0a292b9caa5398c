/// The ways through a session that ``EveryStateTests`` walks.
extension EveryStateTests {
    /// A state of the engine as a person meets it.
    struct Stop: Sendable {
        enum Kind: Sendable {
            /// Keys mean something; `line`: text is typed; `help`: most keys go back.
            case keys, line, help
        }

        /// What Ctrl-C does.
        enum Interrupt: Sendable {
            case asks
            case goesBack(to: String)
            case nothing
            /// Nothing is recorded yet: the session ends.
            case ends
        }

        var shows: String
        var kind = Kind.keys
        var interrupt = Interrupt.asks
        /// What brings it back after Ctrl-C went back.
        var again = ""
        /// What leads to the next stop.
        var keys: String
        /// A file that is put into the workspace before.
        var file: String?
    }

    static let long = String(repeating: "مرحبا ", count: 1666) + "آخر."

    static let opening = [
        Stop(shows: "Ready to start", interrupt: .ends, keys: "\r"),
        Stop(shows: "Taking part", interrupt: .ends, keys: "y"),
        Stop(shows: "I take part.", interrupt: .ends, keys: "n"),
        Stop(shows: "Not taking part", interrupt: .ends, keys: "b"),
        // What was refused by mistake is asked again.
        Stop(shows: "I take part.", interrupt: .ends, keys: "y"),
        Stop(shows: "My words may be quoted.", interrupt: .ends, keys: "y"),
    ]

    static let questions = [
        Stop(shows: "Have you written shell scripts", keys: "b"),
        Stop(shows: "Your replies to", keys: "\r"),
        Stop(shows: "Have you written shell scripts", keys: "1"),
        Stop(shows: "Enter confirm", keys: "\r"),
        Stop(shows: "Which shells", kind: .line, keys: "1,3\r"),
        Stop(shows: "Bash, Another", kind: .line, keys: "\r"),
        Stop(shows: "How sure are you", keys: "4"),
        Stop(shows: "For how many years", kind: .line, keys: "12\r"),
        Stop(shows: "Enter confirm", kind: .line, keys: "\r"),
        Stop(shows: "Anything else?", kind: .line, keys: long + "\r"),
    ]

    static let firstTask = [
        Stop(shows: "The shell, in one minute", keys: "\r"),
        Stop(shows: "start the clock", keys: "\r"),
        Stop(shows: "d done", keys: "?"),
        Stop(shows: "Any key that does not scroll closes this page.", kind: .help, keys: "x"),
        Stop(shows: "d done", keys: "\t"),
        Stop(shows: "Tab close", keys: "mt"),
        Stop(
            shows: "words>",
            kind: .line,
            interrupt: .goesBack(to: "d done"),
            again: "t",
            keys: "لا يجد القائمة\r"
        ),
        Stop(shows: "لا يجد القائمة", keys: "l"),
        Stop(
            shows: "Quotes forgotten",
            interrupt: .goesBack(to: "d done"),
            again: "l",
            keys: "1"
        ),
        Stop(shows: "mistake · Quotes forgotten", keys: "p"),
        Stop(shows: "p go on", keys: "r"),
        Stop(
            shows: "Why is there a pause?",
            kind: .line,
            interrupt: .goesBack(to: "p go on"),
            again: "r",
            keys: "مكالمة\r"
        ),
        Stop(shows: "p go on", keys: "p"),
        Stop(shows: "d done", keys: "g"),
        Stop(shows: "Does the participant give up", keys: "\u{1b}"),
        Stop(shows: "d done", keys: "d"),
        Stop(shows: "Unsaved work?", keys: "c"),
        Stop(shows: "d done", keys: "d", file: "slow"),
        Stop(shows: "checking", keys: ""),
        Stop(shows: "The check failed", keys: "e"),
        Stop(
            shows: "End this task",
            interrupt: .goesBack(to: "The check failed"),
            again: "x",
            keys: "\u{1b}"
        ),
        Stop(shows: "The check failed", keys: "e"),
        Stop(shows: "End this task", keys: "y"),
        Stop(shows: "How easy was it?", keys: "2"),
        Stop(shows: "Enter confirm", keys: "\r"),
    ]

    static let secondTask = [
        Stop(shows: "start the clock", keys: "\r"),
        Stop(shows: "The time for this task is over.", keys: "\t"),
        Stop(shows: "The time limit is reached", keys: "+"),
        Stop(
            shows: "Why are five minutes added?",
            kind: .line,
            interrupt: .goesBack(to: "The time limit is reached"),
            again: "+",
            keys: "انقطع التيار\r"
        ),
        Stop(shows: "d done", keys: "d"),
        Stop(shows: "Unsaved work?", keys: "\r"),
        Stop(shows: "The work could not be checked", keys: "e"),
        Stop(
            shows: "End this task",
            interrupt: .goesBack(to: "The work could not be checked"),
            again: "e",
            keys: "y"
        ),
        Stop(shows: "How easy was it?", keys: "1"),
        Stop(shows: "Enter confirm", keys: "\r"),
        Stop(shows: "What was hardest?", kind: .line, keys: "لا شيء\r"),
        Stop(shows: "That was all.", keys: "\u{3}"),
        Stop(shows: "Leave the session?", interrupt: .nothing, keys: "e"),
        Stop(shows: "End the session for good?", interrupt: .nothing, keys: "\ty"),
        Stop(
            shows: "Why does the session end here?",
            kind: .line,
            interrupt: .goesBack(to: "End the session for good?"),
            again: "y",
            keys: "\u{1b}"
        ),
        Stop(shows: "End the session for good?", interrupt: .nothing, keys: "n"),
        Stop(shows: "That was all.", keys: "\r"),
    ]
}
