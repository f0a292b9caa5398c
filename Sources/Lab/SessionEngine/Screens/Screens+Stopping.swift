import Diagnostics
import ResultsStore
import StudyDefinition

extension Inspecting {
    var screen: Screen { taskPage(.busy, task, "stopped") }
}

extension Unsaved {
    var screen: Screen {
        var screen = taskPage(.unsaved, task, "stopped")
        screen.participant.body = "Is everything saved? Tell the facilitator."
        screen.say("Unsaved? \(reason)\n\nAsk the participant whether everything is saved.")
        screen.keys = [
            .init(.enter, "it is saved, check it") { Continue(at: $0) },
            .init("c", "clock runs on") { GoOn(at: $0) },
        ]
        return screen
    }
}

extension Checking {
    var screen: Screen {
        var screen = taskPage(.busy, task, "checking")
        screen.participant.body = "Your work is being looked at."
        screen.keys = markingKeys
        return screen
    }
}

extension Judging {
    var screen: Screen { taskPage(.busy, task, "checking") }
}

extension Failed {
    var screen: Screen {
        var screen = taskPage(.failed, task, "stopped")
        screen.participant.body = feedback
        screen.participant.isAtWork = true
        screen.say(
            """
            The check failed: \(finished.reason)

            \(toldWords)
            """
        )
        screen.keys =
            [
                .init("c", "clock runs on") { GoOn(at: $0) },
                .init("x", "accept it (partial)") { Accept(at: $0) },
                .init("e", "end the task") { EndTask(at: $0) },
            ] + markingKeys
        return screen
    }

    /// What the study lets the participant be told.
    private var feedback: String {
        switch session.study.feedback {
        case .none: "The facilitator says how it goes on."
        case .verdict: "The check failed."
        case .reason: "The check failed: \(stepReason)."
        }
    }

    private var toldWords: String {
        switch session.study.feedback {
        case .none: "This study tells the participant nothing."
        case .verdict: "Tell the participant only that the check failed."
        case .reason: "Tell the participant: \(stepReason)."
        }
    }

    /// What the study says of the step that failed, without the hidden data that it was tried with.
    private var stepReason: String {
        let check = session.study.checks.first { $0.id == task.check }
        return check?.steps.first { $0.name == finished.step }?.reason ?? "the check failed"
    }
}

extension Faulty {
    var screen: Screen {
        var screen = taskPage(.faulty, task, "stopped")
        screen.say(
            """
            The checker could not judge: \(finished.reason)

            This is no failure of the participant and is not counted as one.
            """
        )
        screen.keys = [
            .init("r", "check again") { CheckAgain(at: $0) },
            .init("c", "clock runs on") { GoOn(at: $0) },
            .init("e", "end the task (checker error)") { EndTask(at: $0) },
        ]
        return screen
    }
}

extension GivingUp {
    var screen: Screen {
        var screen = taskPage(.givingUp, task, "stopped")
        screen.say("Does the participant give up this task?")
        screen.keys = [
            .init("e", "yes, end the task") { EndTask(at: $0) },
            .init("c", "no, clock runs on") { GoOn(at: $0) },
        ]
        return screen
    }
}

extension AtLimit {
    var screen: Screen {
        var screen = taskPage(.limit, task, "time is up")
        screen.say("The time limit is reached. The clock has stopped at it.")
        screen.participant.body = "The time for this task is over."
        screen.keys = [
            .init("e", "end the task (timed out)") { EndTask(at: $0) },
            .init("+", "five minutes more …") { Extend(at: $0) },
            .init("x", "five minutes more …", isListed: false) { Extend(at: $0) },
        ]
        return screen
    }
}

extension Leaving {
    var screen: Screen {
        var screen = page(
            .leaving,
            "Leave the session?",
            "Everything is recorded. Called again, evalrun goes on at this place."
        )
        screen.clock = previous.with(session).screen.clock
        screen.keys = [
            .init("y", "leave") { Agree(at: $0) }, .init("n", "stay") { Refuse(at: $0) },
            .init("e", "end the session for good …") { EndSession(at: $0) },
        ]
        return screen
    }
}

extension EndingForGood {
    var screen: Screen {
        var screen = page(
            .leaving,
            "End the session for good?",
            """
            \(session.start.participant) cannot go on with it afterwards. What was recorded is kept, \
            and the session counts as ended early.
            """
        )
        screen.clock = previous.with(session).screen.clock
        screen.keys = [
            .init("y", "end it for good …") { Agree(at: $0) },
            .init("n", "stay") { Refuse(at: $0) },
        ]
        return screen
    }
}

extension Unrecorded {
    var screen: Screen {
        var screen = page(.trouble, "Not recorded", render(error.diagnostics))
        screen.trouble = error
        screen.notice = "The last key and its time are kept here until they are written."
        screen.keys = [.init(.enter, "write it again") { Continue(at: $0) }]
        return screen
    }
}

extension LeavingUnrecorded {
    var screen: Screen {
        var screen = page(
            .leaving,
            "Leave without it?",
            """
            The last key could not be written: left now, it is lost. All before it is recorded. \
            Called again, evalrun goes on before that key.
            """
        )
        screen.keys = [
            .init("y", "leave without it") { Agree(at: $0) }, .init("n", "stay") { Refuse(at: $0) },
        ]
        return screen
    }
}

extension Over {
    var screen: Screen {
        let participant = session.start.participant
        let body =
            switch how {
            case .finished: "The session of \(participant) is complete."
            case .ended: "The session of \(participant) was ended early."
            case .interrupted:
                "Left. The same command goes on where \(participant) stands."
            case .declined: "Not taking part. Nothing was recorded but the count."
            case .notBegun: "Left. Nothing was recorded."
            case .incomplete:
                "Left: all but the last key is recorded. The same command goes on before that key."
            }
        var screen = page(.over, "", body)
        screen.participant.title = "Thank you"
        screen.participant.body = ""
        screen.over = Screen.Over(status: status, isComplete: how == .finished)
        return screen
    }

    private var status: ExitStatus? {
        switch how {
        case .finished, .ended, .interrupted, .declined: nil
        case .notBegun: .tryAgain
        case .incomplete: .inputOutput
        }
    }
}
