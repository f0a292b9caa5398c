import Diagnostics
import ResultsStore
import StudyDefinition

extension SessionState {
    /// Returns the screen of a task whose clock has already started. It shows the instruction, the
    /// clock and the marks.
    ///
    /// - Parameter told: text for the participant. If nil, the participant sees the instruction.
    ///   Nil is allowed only while the clock runs.
    func taskPage(
        _ moment: Screen.Moment,
        _ task: StudyTask,
        _ word: String,
        told: String? = nil
    ) -> Screen {
        var screen = page(moment, task.title, "")
        screen.prose = task.instruction(in: session.step?.condition ?? "").text
        screen.participant.title = task.title
        screen.participant.prose = told == nil ? screen.prose : ""
        screen.participant.body = told ?? ""
        guard let run = session.record.currentRun, run.hasStarted else { return screen }
        let open = run.openSegment.flatMap { $0.kind == .running ? $0 : nil }
        screen.clock = Screen.Clock(
            elapsed: run.segments.filter { $0.kind == .running }.reduce(0) { $0 + $1.length() },
            since: open?.from,
            limit: run.timeLimit,
            word: word
        )
        return screen
    }
}

extension SessionRecord.Mark {
    /// Returns the mark as a line, such as `0:25  assist  "it is in the generated folder"`.
    ///
    /// - Parameter titles: titles of the codebook's entries. An entry without a title is shown with
    ///   its id.
    func line(_ titles: [String: String] = [:]) -> String {
        kind.line(
            code.map { titles[$0] ?? $0 },
            severity ?? level,
            at: elapsed,
            isUndone ? "(undone)" : "",
            text
        )
    }
}

extension Marked.Kind {
    package var words: String {
        switch self {
        case .assist: "assist"
        case .mistake: "mistake"
        case .toolFailure: "tool failure"
        case .note: "note"
        case .problem: "problem"
        case .question: "question"
        }
    }

    /// Returns a mark of this kind as a line with its time, kind, code and grade, followed by
    /// `notes`.
    func line(_ code: String?, _ grade: Int?, at elapsed: Int64?, _ notes: String...) -> String {
        let grade = grade.flatMap { grades?.element(number: $0) }
        let words = [self.words, code, grade].compactMap { $0 }.joined(separator: " · ")
        return ([elapsed.map { duration($0) } ?? "", words] + notes).filter { !$0.isEmpty }
            .joined(separator: "  ")
    }

    /// The keys that grade a mark of this kind. Empty if the kind has no grades.
    var gradeKeys: [Screen.Key] {
        (grades ?? []).enumerated().map { index, grade in
            .init(
                .character(Character("\(index + 1)")),
                grade,
                detail: "grade the last mark: \(words), \(grade)",
                isListed: false
            ) { Grade(number: index + 1, at: $0) }
        }
    }

    /// A hint on how to grade a mark of this kind: the severity of a problem or the extent of an
    /// assist. Nil if the kind has no grades.
    var gradeNotice: String? {
        grades.map { grades in
            let words = grades.enumerated().map { "\($0.offset + 1) \($0.element)" }
            return "\(self.words): \(words.joined(separator: "   "))"
        }
    }
}

extension Ending {
    /// A phrase for the way in which the task ended, such as `skipped.`, shown on the next screen.
    var words: String {
        switch self {
        case .checkPassed: "the check passed."
        case .failureAccepted: "accepted, although the check failed."
        case .failureEnded: "ended after the check failed."
        case .gaveUp: "given up."
        case .timedOut: "ended at the time limit."
        case .skipped: "skipped."
        case .checkerFault: "ended after a checker error."
        case .facilitator: "ended by the facilitator."
        }
    }

    /// Returns a phrase that includes the time on task, if the check passed or the time limit ended
    /// the task. Otherwise, returns ``words``.
    func words(after time: String) -> String {
        switch self {
        case .checkPassed: "passed after \(time)."
        case .timedOut: "ended at the time limit (\(time))."
        default: words
        }
    }
}

extension Marked.Kind {
    /// The keys that set marks, both in a session and in a rating.
    package static let keys: [Screen.Key] = [
        .init("a", "assist", detail: "mark an assist: the participant got help") {
            MarkPressed(kind: .assist, at: $0)
        },
        .init("m", "mistake", detail: "mark a mistake of the participant") {
            MarkPressed(kind: .mistake, at: $0)
        },
        .init("i", "problem", detail: "mark a problem that the participant has") {
            MarkPressed(kind: .problem, at: $0)
        },
        .init("f", "tool failure", detail: "mark a failure of a tool, not of the participant") {
            MarkPressed(kind: .toolFailure, at: $0)
        },
        .init("n", "note", detail: "write a note") { MarkPressed(kind: .note, at: $0) }
            .opening,
        .init("q", "question", detail: "mark a question of the participant") {
            MarkPressed(kind: .question, at: $0)
        }.opening,
        .init("u", "undo", detail: "undo the last mark") { Undo(at: $0) },
    ]

    /// The key that opens the input field for the text of the last mark. It opens the field only if
    /// there is a mark.
    static let wordsKey = Screen.Key(
        "t",
        "words",
        detail: "write or change the words of the last mark"
    ) { WordLast(at: $0) }

    /// The key that opens the study's codebook.
    static let codebookKey = Screen.Key(
        "l",
        "codebook",
        detail: "choose a mark from the study's codebook"
    ) { OpenCodes(at: $0) }.opening
}

extension SessionState {
    /// The keys for marking in this state: kinds of marks, the codebook, the grades of the last
    /// mark, and its text.
    var markingKeys: [Screen.Key] {
        let wordsKey = Marked.Kind.wordsKey
        var keys = Marked.Kind.keys + [lastMark == nil ? wordsKey : wordsKey.opening]
        if session.study.codebook?.isEmpty == false {
            keys.insert(Marked.Kind.codebookKey, at: 0)
        }
        return keys + (lastMark?.kind.gradeKeys ?? [])
    }

    /// The tutorials of the current condition. They can be read again during the condition's tasks.
    var tutorial: String { session.tutorial(at: session.position) }

    var recordingKey: Screen.Key {
        .init(
            "v",
            "recording starts",
            detail: "record that a recording of the screen or sound starts now",
            isListed: false
        ) { StartRecording(at: $0) }
    }

    /// The key to repeat the previous task. Empty if that task cannot be repeated.
    var repeatKeys: [Screen.Key] {
        guard session.repeatable != nil else { return [] }
        return [.init("r", "repeat the previous task", isListed: false) { Repeat(at: $0) }.opening]
    }

    /// A hint on how to grade the last mark, if the mark still needs a grade; otherwise nil.
    var gradeNotice: String? {
        guard let mark = lastMark, mark.severity == nil, mark.level == nil else { return nil }
        return mark.kind.gradeNotice
    }
}

extension Preparing {
    var screen: Screen {
        var screen = page(.busy, task.title, "The workspace is being prepared and built.")
        screen.right = session.progress
        return screen
    }
}

extension NotReady {
    var screen: Screen {
        var screen = page(.trouble, "The task cannot start yet", render(error.diagnostics))
        screen.trouble = error
        screen.keys = [
            .shared(.enter, "try again") { Continue(at: $0) },
            .shared("k", "skip this task …") { Skip(at: $0) }.opening,
        ]
        screen.share()
        return screen
    }
}

extension Ready {
    /// The screen before the clock starts: the task's title, and advice on how to work. The
    /// instruction is shown only when the clock runs.
    var screen: Screen {
        var screen = page(.ready(task: task.id, condition: condition), task.title, needed)
        screen.clock = Screen.Clock(elapsed: 0, since: nil, limit: task.timeLimit, word: "ready")
        if session.study.room?.showsClock == true { screen.participant.clock = screen.clock }
        (screen.participant.title, screen.participant.body) = (task.title, needed)
        (screen.tutorial, screen.participant.tutorial) = (tutorial, tutorial)
        screen.keys =
            [
                .shared(.enter, "start the clock") { Continue(at: $0) },
                .shared("k", "skip this task …") { Skip(at: $0) }.opening,
                recordingKey,
            ] + repeatKeys + backKeys
        screen.offer(.enter)
        return screen
    }

    private var condition: String { session.step?.condition ?? "" }

    private var needed: String {
        """
        The clock starts when you are ready. The task is then shown, and is also in TASK.md in \
        the workspace.\(tutorial.isEmpty ? "" : " The tutorial is in TUTORIAL.md.")

        To use the tools in a shell, run this in the workspace:

            . ./env
        """
    }
}

extension Running {
    var screen: Screen {
        var screen = taskPage(.running, task, "running")
        screen.participant.isAtWork = true
        if session.study.room?.showsClock == true { screen.participant.clock = screen.clock }
        screen.notice = screen.notice ?? gradeNotice
        (screen.tutorial, screen.participant.tutorial) = (tutorial, tutorial)
        screen.keys =
            [
                .shared("d", "done", detail: "done: stop the clock and run the check") {
                    Done(at: $0)
                },
                .shared("p", "pause", detail: "pause: stop the clock") { Pause(at: $0) },
            ] + markingKeys
            + [
                .shared(
                    "g",
                    "give up",
                    detail: "the participant gives up (asks for confirmation)"
                ) { GiveUp(at: $0) },
                recordingKey,
            ]
        screen.offer(.character("d"))
        return screen
    }
}

extension Paused {
    var screen: Screen {
        var screen = taskPage(
            .paused,
            task,
            "paused",
            told: "A break: the clock is stopped. The task is shown again when the clock runs."
        )
        screen.notice = screen.notice ?? gradeNotice
        screen.keys =
            [
                .shared("p", "go on", detail: "go on: the clock runs again") {
                    Continue(at: $0)
                },
                .init("r", "reason for the pause …") { Explain(at: $0) }.opening,
            ] + markingKeys + [recordingKey]
        return screen
    }
}

extension Held {
    var screen: Screen {
        let words = "The session was interrupted here. The clock has not run since."
        var screen = taskPage(.held, task, "stopped", told: words)
        screen.notice = screen.notice ?? words
        screen.keys = [.shared(.enter, "resume the clock") { Continue(at: $0) }] + markingKeys
        return screen
    }
}

extension OverlaidState {
    /// The screen of the previous state, without the hint on grades. While the dialog is open,
    /// digits do not grade the last mark.
    fileprivate var previousScreen: Screen {
        var screen = previous.with(session).screen
        if screen.notice == gradeNotice { screen.notice = nil }
        return screen
    }
}

extension Wording {
    var screen: Screen {
        var screen = previousScreen
        screen.moment = .wording
        if previous is Running { screen.covered = screen.pageKeys }
        screen.keys = []
        screen.line = .words(of: text)
        return screen
    }
}

extension Coding {
    var screen: Screen {
        var screen = previousScreen
        let isOvertaken = session.record.lastStamp.map { at.nanoseconds(to: $0) ?? 0 > 0 } ?? false
        screen.say(
            isOvertaken
                ? "Which code? The mark gets the time of the event that came after you opened this list."
                : "Which code? The mark gets the time at which you opened this list."
        )
        screen.listCodes(of: session.study)
        if previous is Running { screen.covered = screen.pageKeys }
        screen.keys = [.init("b", "back without a mark", shared: "back") { Back(at: $0) }]
        return screen
    }
}

extension Screen {
    /// Lists the codes of the codebook as numbered options.
    mutating func listCodes(of study: Study) {
        moment = .coding
        options = (study.codebook ?? []).map { "\($0.title) (\($0.kind.rawValue))" }
        if options.count > 9 { line = Line(label: "number") }
    }
}

extension Explaining {
    var screen: Screen {
        var screen = previous.with(session).screen
        screen.moment = .explaining
        screen.say(question)
        (screen.options, screen.keys) = ([], [])
        screen.notice = refusal
        screen.scale = nil
        screen.participant.isAsked = false
        screen.participant.control = nil
        // Both persons may see the question, but only the facilitator sees the reason.
        var shared = screen.participant
        (shared.title, shared.prose, shared.body) = (screen.title, "", question)
        shared.notice = refusal
        screen.shared = shared
        screen.isRefusal = refusal != nil
        screen.line = Screen.Line(label: "reason", escape: "back")
        return screen
    }

    private var question: String {
        switch purpose {
        case .pause: "Why is there a pause? Press Enter to leave the reason empty."
        case .skip: "Why is this task skipped? \(printing)"
        case .extend: "Why are five minutes added? The clock runs again after the answer."
        case .endSession: "Why does the session end here? \(printing)"
        case .repeatTask:
            """
            Why is the previous task repeated? Only its last run counts; earlier runs are kept. \
            The workspace keeps its files, including the work of the earlier run.
            """
        }
    }

    /// A sentence on whether the report prints the typed reason. The report prints no words by or
    /// about a participant who refused to be quoted.
    private var printing: String {
        session.record.consent?.refuses(.quote) == true
            ? "The reason is recorded, but not printed: this participant must not be quoted."
            : "The report prints the reason."
    }
}
