import Diagnostics
import ResultsStore
import StudyDefinition

extension RatingState {
    fileprivate func page(_ moment: Screen.Moment, _ title: String, _ body: String) -> Screen {
        let blind = desk.isBlind ? ", blind" : ""
        return Screen(
            moment: moment,
            left: "\(desk.study.title) · \(desk.participant) · rater \(desk.rater)\(blind)",
            right: "moment \(desk.index + 1) of \(desk.moments.count)",
            title: title,
            body: body,
            notice: desk.notice,
            participant: ParticipantPage(study: desk.study.title)
        )
    }

    fileprivate var momentPage: Screen {
        let moment = desk.moment
        let time = (desk.elapsed ?? moment.elapsed).map { duration($0) + "  " } ?? ""
        var screen = page(
            .wording,
            time + (desk.elapsed == nil ? moment.title : "(your time)  \(moment.title)"),
            [moment.instruction.isEmpty ? moment.task : "", moment.detail]
                .filter { !$0.isEmpty }.joined(separator: "\n\n")
        )
        if !moment.instruction.isEmpty {
            screen.prose = "# \(moment.task)\n\n\(moment.instruction)"
        }
        screen.marks = desk.codes.filter { $0.value.run == moment.run }.map { rating in
            (rating.value.about == moment.number ? "▸ " : "  ")
                + rating.line(desk.study.codeTitles)
        }
        return screen
    }
}

extension SessionRecord.Rating {
    /// Returns the rater's code as a line, such as `0:25  mistake · Wrong method  looked in a wrong
    /// file`.
    ///
    /// - Parameter titles: titles of the codebook's entries.
    func line(_ titles: [String: String]) -> String {
        let code = value.code.map { titles[$0] ?? $0 }
        return value.kind.line(code, value.severity ?? value.level, at: value.elapsed, value.text)
    }
}

extension Rating {
    var screen: Screen {
        var screen = momentPage
        screen.moment = .rating(moment: desk.index)
        screen.keys =
            [.init(.enter, "next") { Continue(at: $0) }, .init("b", "back") { Back(at: $0) }]
            + Marked.Kind.keys.map { key in
                // The text of a mark is asked for only by the key `t`.
                var key = key
                key.opensField = false
                return key
            }
        let timeKey = Screen.Key("w", "set another time …") { OpenTime(at: $0) }
        screen.keys += [
            desk.last == nil ? Marked.Kind.wordsKey : Marked.Kind.wordsKey.opening,
            desk.moment.run == nil ? timeKey : timeKey.opening,
            .init("e", "finish: I have seen everything …") { EndSession(at: $0) },
        ]
        if desk.study.codebook?.isEmpty == false {
            screen.keys.insert(Marked.Kind.codebookKey, at: 2)
        }
        if let value = desk.last?.value {
            screen.keys += value.kind.gradeKeys
            if value.severity == nil, value.level == nil {
                screen.notice = value.kind.gradeNotice ?? screen.notice
            }
        }
        return screen
    }
}

extension RatingWords {
    var screen: Screen {
        var screen = momentPage
        screen.line = .words(of: desk.last?.value.text ?? "")
        return screen
    }
}

extension RatingCodes {
    var screen: Screen {
        var screen = momentPage
        screen.say("Which code?")
        (screen.notice, screen.isRefusal) = (refusal, refusal != nil)
        screen.listCodes(of: desk.study)
        screen.keys = [.init("b", "back without a code") { Back(at: $0) }]
        return screen
    }
}

extension RatingTime {
    var screen: Screen {
        var screen = momentPage
        screen.moment = .explaining
        screen.say(
            "Type the time on task for new codes, or press Enter to use the time of the moment that "
                + "is shown."
        )
        (screen.notice, screen.isRefusal) = (refusal, refusal != nil)
        screen.line = Screen.Line(label: "M:SS", escape: "back")
        return screen
    }
}

extension RatingClosing {
    var screen: Screen {
        let count = desk.codes.count
        let runs = desk.record.runs.filter { !$0.practice }.map(\.number)
        let marks = desk.record.marks.filter {
            !$0.isUndone && $0.kind.isCode($0.code, run: $0.run, in: runs)
        }
        let ratings = desk.codes.map(\.value).filter {
            $0.kind.isCode($0.code, run: $0.run, in: runs)
        }
        let coded = Set(ratings.compactMap(\.mark))
        // A blind rater does not see the number of marks, which would tell how many are left to
        // find.
        let compared =
            desk.isBlind
            ? ""
            : """
             Marks by the facilitator: \(marks.count); marks for which you gave no code: \
            \(marks.count { !coded.contains($0.number) }).
            """
        var screen = page(
            .leaving,
            "Have you seen the whole session?",
            """
            \(unseen)You gave \(counted(count, "code")).\(compared) The report compares your codes \
            with the facilitator's marks. A mark for which you gave no code counts as missed. \
            The comparison leaves out practice tasks, the time between tasks, and notes without a \
            codebook entry.
            """
        )
        screen.keys = [
            .init("y", "yes, the rating is finished") { Agree(at: $0) },
            .init("n", "no, go on") { Refuse(at: $0) },
        ]
        return screen
    }

    /// A sentence with the number of recorded events (moments) that the rater has not seen. Empty if
    /// the rater has seen all.
    private var unseen: String {
        let left = desk.moments.count - desk.furthest - 1
        guard left > 0 else { return "" }
        let rest = "from moment \(desk.furthest + 2) on"
        return "You have not seen \(left) of the \(desk.moments.count) recorded moments, \(rest). "
    }
}

extension RatingUnrecorded {
    var screen: Screen {
        var screen = page(.trouble, "Not recorded", render(error.diagnostics))
        screen.trouble = error
        screen.keys = [.init(.enter, "try to save again") { Continue(at: $0) }]
        return screen
    }
}

extension RatingOver {
    var screen: Screen {
        let who = "\(desk.rater)'s rating of \(desk.participant)"
        let body =
            switch how {
            case .finished: "\(who) is finished: \(counted(desk.codes.count, "code"))."
            case .left: "You left. Run the same command again to continue \(who)."
            case .incomplete:
                "You left. Everything but the last key press is recorded. Run the same command again to "
                    + "continue \(who)."
            }
        var screen = page(.over, "", body)
        screen.over = Screen.Over(
            status: how == .incomplete ? .inputOutput : nil,
            isFinal: how == .finished
        )
        return screen
    }
}
