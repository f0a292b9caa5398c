import Diagnostics
import Foundation
import ResultsStore
import StudyDefinition

extension SessionState {
    /// Returns a screen with the parts common to all screens of a session, such as the head and the
    /// notice.
    func page(_ moment: Screen.Moment, _ title: String, _ body: String) -> Screen {
        let session = session
        let condition = session.step?.condition ?? ""
        let shown = session.study.conditions.first { $0.id == condition }?.title
        let words = [session.study.title, session.start.participant, shown].compactMap { $0 }
        var participant = ParticipantPage(study: session.study.title)
        (participant.code, participant.progress) = (session.start.participant, session.progress)
        participant.notice = session.notice?.shared
        var screen = Screen(
            moment: moment,
            left: words.joined(separator: " · "),
            right: session.progress,
            title: title,
            body: body,
            notice: session.notice?.words,
            participant: participant
        )
        screen.isBegun = session.record.start != nil
        screen.reply = session.notice?.reply
        screen.takesNotes = session.record.start != nil
        screen.marks = session.marks
        return screen
    }
}

extension Session {
    /// The facilitator's marks in the current run of a task, one line each. If no task is in
    /// progress, the marks between tasks. For speed, considers only the session's last 100 marks.
    fileprivate var marks: [String] {
        let (run, titles) = (markedRun, study.codeTitles)
        return record.marks.suffix(100).filter { $0.run == run }.map { $0.line(titles) }
    }

    /// Position in the session as text, such as `task 3 of 6` or `question 2 of 14`.
    var progress: String {
        switch step {
        case .task(_, _, let practice):
            guard let place = plan.position(of: position) else { return "" }
            return "\(practice ? "practice" : "task") \(place.number) of \(place.count)"
        case .question(let id, let number, _, _):
            let count = study.questionnaires.first { $0.id == id }?.items.count ?? 0
            return "question \(number + 1) of \(count)"
        case .reading(let reading, _): return reading.kind.rawValue
        case .consent: return "consent"
        case nil: return ""
        }
    }
}

extension Confirming {
    var screen: Screen {
        guard let failure else { return question }
        var screen = page(.trouble, "The session cannot start", render(failure.diagnostics))
        screen.trouble = failure
        screen.keys = [.shared(.enter, "try again") { Continue(at: $0) }]
        screen.share()
        return screen
    }

    private var question: Screen {
        let study = session.study
        let titles = session.start.conditions.map { id in
            study.conditions.first { $0.id == id }?.title ?? id
        }
        var facts = [
            "Study        \(study.title), version \(study.version)",
            "Condition    \(titles.isEmpty ? "none" : titles.joined(separator: ", then "))",
            "Participant  \(session.start.participant)",
            "Results      \(results)",
        ]
        if let period = session.start.plan?.period, let count = session.start.plan?.sessions {
            facts.append("Session      \(period) of \(count) planned")
        }
        if session.start.pilot { facts.append("Pilot        never analysed") }
        if session.start.source == .script {
            facts.append("Scripted     run by a script; never analysed with real sessions")
        }
        if let resumption {
            let progress = session.progress
            let place = progress.isEmpty ? "" : "at \(progress); "
            facts.append("Unfinished   \(place)\(resumption.words)")
        }
        facts += remarks.map { "Note         \($0)" }
        let title =
            resumption == nil ? "Ready to start" : "Go on with \(session.start.participant)?"
        var screen = page(.confirm, title, facts.joined(separator: "\n"))
        let word = resumption == nil ? "start" : "go on"
        screen.right = ""
        (screen.takesNotes, screen.marks) = (false, [])
        screen.participant.progress = ""
        if resumption == nil {
            screen.participant.title = "Welcome"
            screen.participant.body = "The facilitator begins in a moment."
        }
        screen.keys = [.shared(.enter, word) { Continue(at: $0) }]
        screen.share()
        return screen
    }
}

extension Resumption {
    /// A phrase with the local time at which the session was interrupted, such as `interrupted at
    /// 14:03`. Includes the date if the session continues on another day. If the time is unknown,
    /// states the length of the interruption.
    ///
    /// The page does not state the length otherwise, because it grows while the page is shown.
    fileprivate var words: String {
        guard lastAlive.wall != Stamp.unknown.wall else {
            let reboot = spansReboot ? ", during which the machine restarted" : ""
            return "interrupted for \(duration(Int64(gap * 1e9)))\(reboot)"
        }
        let stop = Date(timeIntervalSince1970: Double(lastAlive.wall) / 1e6)
        let style = Date.ISO8601FormatStyle(timeZone: .current)
        let day = style.year().month().day()
        let isSameDay = stop.formatted(day) == stop.addingTimeInterval(gap).formatted(day)
        let date = isSameDay ? "" : "on \(stop.formatted(day)) "
        let time = stop.formatted(style.time(includingFractionalSeconds: false)).prefix(5)
        let reboot = spansReboot ? "; the machine has restarted since then" : ""
        return "interrupted \(date)at \(time)\(reboot)"
    }
}

extension ReadingConsent {
    var screen: Screen {
        var screen = page(.consent, "Consent", "")
        screen.prose = consent.prose.text
        let yes = consent.options.isEmpty ? "I agree to take part" : "I have read this"
        screen.keys = [
            .shared("y", yes) { Agree(at: $0) },
            .shared("n", "I do not want to take part") { Refuse(at: $0) },
        ]
        screen.ask()
        return screen
    }
}

extension ChoosingConsent {
    var screen: Screen {
        var screen = page(.consentOption(option.id), "Consent", option.text)
        screen.right = "statement \(chosen.count + 1) of \(consent.options.count)"
        screen.participant.progress = screen.right
        screen.notice = option.required ? "Required to take part." : "Optional."
        screen.keys = [
            .shared("y", "I agree") { Agree(at: $0) },
            .shared("n", "I do not agree") { Refuse(at: $0) },
            .shared("b", "back") { Back(at: $0) },
        ]
        screen.ask()
        return screen
    }
}

extension Declining {
    var screen: Screen {
        guard let failure else { return question }
        var screen = page(.trouble, "Not recorded", render(failure.diagnostics))
        screen.trouble = failure
        screen.keys = [
            .shared(.enter, "try to save again") { Continue(at: $0) },
            .shared("b", "back") { Back(at: $0) },
        ]
        screen.share()
        return screen
    }

    private var question: Screen {
        var screen = page(
            .decline,
            "Not taking part",
            """
            Thank you for your time. Nothing about you is kept; only the number of people who \
            declined is counted.
            """
        )
        screen.keys = [
            .shared(.enter, "end here") { Continue(at: $0) },
            .shared("b", "back") { Back(at: $0) },
        ]
        screen.ask()
        return screen
    }
}

extension Beginning {
    var screen: Screen {
        page(.busy, "One moment", "The session is being written to the results file.")
    }
}
