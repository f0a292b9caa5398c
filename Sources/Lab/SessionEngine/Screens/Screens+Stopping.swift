import Diagnostics
import ResultsStore
import StudyDefinition

extension Unsaved {
    var screen: Screen {
        var screen = taskPage(.unsaved, task, "stopped", told: "Is everything saved?")
        screen.say("Unsaved work? \(reason)\n\nAsk the participant whether everything is saved.")
        screen.keys =
            [
                .init(.enter, "yes, run the check", shared: "it is saved") { Continue(at: $0) },
                goOnKey,
            ] + markingKeys
        return screen
    }
}

extension SessionState {
    fileprivate var goOnKey: Screen.Key {
        .shared("c", "continue the task", detail: "go on with the task: the clock runs again") {
            GoOn(at: $0)
        }
    }
}

extension Checking {
    /// Text for the participant until the verdict.
    static let told = "Your work is being checked."

    var screen: Screen {
        var screen = taskPage(.busy, task, "checking", told: Self.told)
        screen.keys = markingKeys
        return screen
    }
}

extension Judging {
    var screen: Screen { taskPage(.busy, task, "checking", told: Checking.told) }
}

extension Failed {
    var screen: Screen {
        var screen = taskPage(.failed, task, "stopped", told: feedback)
        screen.say(
            """
            The check failed: \(finished.reason)

            \(seenWords)

            To let the participant continue, press c. The participant may work only while the \
            clock runs.
            """
        )
        screen.keys =
            [
                goOnKey,
                .init(
                    "x",
                    "accept as partial …",
                    detail: "end the task; the work counts as partly done (asks for confirmation)"
                ) { Accept(at: $0) },
                .init(
                    "e",
                    "end the task …",
                    detail: "end the task with the failed check (asks for confirmation)"
                ) { EndTask(at: $0) },
            ] + markingKeys
        return screen
    }

    /// The feedback that the study allows the participant to see.
    private var feedback: String {
        switch session.study.feedback {
        case .none: next
        case .verdict: "The check failed.\n\n\(next)"
        case .reason: "The check failed: \(stepReason).\n\n\(next)"
        }
    }

    private var seenWords: String {
        switch session.study.feedback {
        case .none: "This study gives the participant no feedback."
        case .verdict: "The participant sees only that the check failed."
        case .reason: "The participant sees this reason: \(stepReason)."
        }
    }

    /// The study's message for the failed step of the check, without hidden test data. A general
    /// message if the study has none.
    private var stepReason: String {
        let check = session.study.checks.first { $0.id == task.check }
        let step = check?.steps.first { $0.name == finished.step }
        return step?.reason.trimmed ?? "the check failed"
    }
}

extension Faulty {
    var screen: Screen {
        var screen = taskPage(
            .faulty,
            task,
            "stopped",
            told: "Your work could not be checked. This is not your fault.\n\n\(next)"
        )
        screen.say(
            """
            The work could not be checked: \(finished.reason)

            This is not the participant's fault and does not count as a failure.\(choice)
            """
        )
        screen.keys =
            [
                .shared("r", "check again") { CheckAgain(at: $0) }, goOnKey,
                .init("e", "end the task (checker error) …") { EndTask(at: $0) },
            ] + markingKeys
        return screen
    }

    /// A paragraph for a check that could not be completed because a step reached its time limit.
    /// The paragraph explains how the study can count such a time-out as a failure of the
    /// participant's work. Empty if the check had a different problem.
    private var choice: String {
        let check = session.study.checks.first { $0.id == task.check }
        guard finished.reason.hasPrefix(CheckResult.noAnswer),
            let step = check?.steps.first(where: { $0.name == finished.step }),
            step.onTimeout == .fault
        else { return "" }
        return """


            The reason is in the study: the step “\(step.name)” has no “on_timeout: failure”. If \
            a program that hangs should count as a failure, correct study.yaml after the session. \
            Then repeat the task's check: evalrun recheck --task \(task.id) --apply.
            """
    }
}

extension EndingTask {
    /// The screen of the previous state, with a question instead of its text. The participant's own
    /// page does not change.
    var screen: Screen {
        var screen = previous.with(session).screen
        screen.moment = .ending
        screen.say("\(question)\n\nThe participant cannot continue the task afterwards.")
        screen.keys = [
            .shared("y", "yes, end the task") { Agree(at: $0) },
            .shared("n", "no, go back") { Refuse(at: $0) },
        ]
        var shared = screen.participant
        shared.body = "End this task?"
        screen.shared = shared
        return screen
    }

    private var question: String {
        switch ending {
        case .failureAccepted: "End this task and accept the work, although the check failed?"
        case .checkerFault: "End this task, although the work could not be checked?"
        default: "End this task, although the check failed?"
        }
    }
}

extension GivingUp {
    /// The screen that asks the facilitator whether the participant gives up. The participant's own
    /// page has no key to answer this question, and therefore does not ask it.
    var screen: Screen {
        var screen = taskPage(.givingUp, task, "stopped", told: next)
        screen.say("Does the participant give up this task?")
        screen.keys = [
            .shared("y", "yes, end the task") { EndTask(at: $0) },
            .shared("n", "no, continue the task") { GoOn(at: $0) },
        ]
        var shared = screen.participant
        shared.body = "Give up this task?"
        screen.shared = shared
        return screen
    }
}

extension AtLimit {
    var screen: Screen {
        var screen = taskPage(
            .limit,
            task,
            "time is up",
            told: "The time for this task is over.\n\n\(next)"
        )
        screen.say("The time limit is reached. The clock stopped at the limit.")
        screen.keys =
            [
                .init("e", "end the task (timed out)", shared: "end the task") { EndTask(at: $0) },
                .shared("+", "five minutes more …") { Extend(at: $0) }.opening,
            ] + markingKeys
        return screen
    }
}

/// The last sentence for the participant on a page where only the facilitator has keys.
private let next = "The facilitator will tell you how to continue."

extension OverlaidState {
    /// The clock of the previous screen, stopped while the facilitator answers the question.
    fileprivate var stoppedClock: Screen.Clock? {
        var clock = previous.with(session).screen.clock
        if previous is Running { clock?.word = "stopped" }
        return clock
    }
}

private let stayKey = Screen.Key.shared("n", "stay") { Refuse(at: $0) }

extension Leaving {
    var screen: Screen {
        let isUnrecorded = (previous.with(session) as? Asking)?.isUnrecorded ?? false
        let recorded =
            isUnrecorded
            ? "The answer on this page is not recorded yet; everything else is."
            : "Everything is recorded."
        var screen = page(
            .leaving,
            "Leave the session?",
            "\(recorded) To continue here later, run the same command again."
        )
        screen.clock = stoppedClock
        screen.keys = [
            .shared("y", "leave") { Agree(at: $0) }, stayKey,
            .shared("e", "end the session for good …") { EndSession(at: $0) },
        ]
        screen.share()
        return screen
    }
}

extension EndingForGood {
    var screen: Screen {
        var screen = page(
            .leaving,
            "End the session for good?",
            """
            \(session.start.participant) cannot continue the session afterwards. Recorded data \
            are kept, and the session counts as ended early.
            """
        )
        screen.clock = stoppedClock
        screen.keys = [.shared("y", "end it for good …") { Agree(at: $0) }.opening, stayKey]
        screen.share()
        return screen
    }
}

extension Unrecorded {
    var screen: Screen {
        var screen = page(.trouble, "Not recorded", render(error.diagnostics))
        screen.trouble = error
        screen.takesNotes = false
        if session.record.start != nil {
            screen.notice = "The last key press and its time are kept until they can be written."
        }
        screen.keys = [.shared(.enter, "try to save again") { Continue(at: $0) }]
        screen.share(notice: screen.notice)
        return screen
    }
}

extension Waking {
    var screen: Screen {
        page(.busy, "One moment", "The machine was asleep. The interruption is being recorded.")
    }
}

extension LeavingUnrecorded {
    var screen: Screen {
        var screen = page(
            .leaving,
            "Leave without saving the last key press?",
            """
            The last key press could not be written and is lost if you leave now. Everything before \
            it is recorded. If you leave and run the same command again, the session continues \
            from the moment before that key press.
            """
        )
        screen.takesNotes = false
        screen.keys = [.shared("y", "leave without it") { Agree(at: $0) }, stayKey]
        screen.share()
        return screen
    }
}

extension Over {
    var screen: Screen {
        let participant = session.start.participant
        let body =
            switch how {
            case .finished:
                [finished, session.notice?.remark].compactMap { $0 }.joined(separator: " ")
            case .ended:
                ["The session of \(participant) was ended early.", session.notice?.words]
                    .compactMap { $0 }.joined(separator: " ")
            case .interrupted where session.start.source == .script:
                "You left. Add --resume to the same command to continue \(participant)'s session."
            case .interrupted:
                "You left. Run the same command again to continue \(participant)'s session."
            case .declined where session.record.start != nil:
                """
                The person declined after the session had begun. To remove the earlier records, \
                erase \(participant) with evalrun erase.
                """
            case .declined:
                "The person declined; only the number of people who declined was recorded."
            case .notBegun where session.record.start != nil:
                """
                You left. Everything recorded so far is kept. Run the same command again to \
                continue \(participant)'s session.
                """
            case .notBegun: "You left. Nothing was recorded."
            case .incomplete:
                "You left. Everything but the last key press is recorded. Run the same command again to "
                    + "continue from the moment before that key press."
            }
        var screen = page(.over, "", body)
        screen.participant.title = isFinal ? "Thank you" : "A break"
        screen.participant.body = isFinal ? "" : "The session continues later."
        screen.takesNotes = false
        screen.over = Screen.Over(status: status, isFinal: isFinal)
        return screen
    }

    private var finished: String {
        let participant = session.start.participant
        guard let plan = session.start.plan, let number = plan.period, let count = plan.sessions,
            number < count
        else { return "The session of \(participant) is complete." }
        return "Session \(number) of \(count) of \(participant) is complete. Run the same command "
            + "again for session \(number + 1)."
    }

    /// Whether the session cannot be continued.
    private var isFinal: Bool {
        switch how {
        case .finished, .ended, .declined: true
        case .interrupted, .notBegun, .incomplete: false
        }
    }

    private var status: ExitStatus? {
        switch how {
        case .finished, .ended, .interrupted, .declined: nil
        case .notBegun: .tryAgain
        case .incomplete: .inputOutput
        }
    }
}
