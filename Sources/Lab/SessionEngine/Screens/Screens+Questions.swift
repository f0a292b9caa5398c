import ResultsStore
import StudyDefinition

extension Asking {
    var key: SessionRecord.AnswerKey {
        .init(condition: condition, questionnaire: questionnaire.id, item: item.id, task: task)
    }

    /// The recorded answer, which Enter keeps; nil if there is none. Also nil if a required
    /// question has the answer `missing`. The session records `missing` when it skips a question
    /// that was answered before, for example after the correction of another answer.
    var earlier: AnswerValue? {
        let value = session.record.answers[key]?.value
        return item.required && value?.meaning == .missing ? nil : value
    }

    /// Whether the question may have an answer that is not recorded. Without a recorded answer, the
    /// person may have typed one without submitting it; the engine receives only submitted answers.
    var isUnrecorded: Bool { echo.map { $0 != earlier } ?? (earlier == nil) }

    var screen: Screen {
        let earlier = earlier
        var screen = page(
            echo == nil ? .question(key) : .answered(key),
            questionnaire.title,
            item.text
        )
        screen.options = options
        screen.chosen = chosen(echo ?? earlier)
        let answer =
            refusal ?? doubt ?? echo.map(words) ?? earlier.map { "Answered before: \(words($0))" }
        screen.notice = answer ?? session.notice?.shared
        screen.isRefusal = refusal != nil || doubt != nil
        screen.keys = keys(earlier)
        screen.line = line(earlier)
        screen.scale = scale
        if scale != nil {
            screen.options = []
            screen.body = ([item.text, ""] + options).joined(separator: "\n")
        }
        screen.ask()
        // Only the facilitator's own screen states how the last task ended.
        screen.notice = answer ?? session.notice?.words
        screen.participant.control = control(doubt == nil ? echo ?? earlier : earlier)
        screen.participant.isRequired = item.required
        return screen
    }

    private func control(_ value: AnswerValue?) -> ParticipantPage.Control {
        let given = value?.meaning == .missing ? nil : value
        switch item.kind {
        case .single(let options):
            return .single(options.map(\.label), chosen: chosen(given))
        case .multiple(let options):
            guard case .options(let ids) = given?.meaning else {
                return .multiple(options.map(\.label), chosen: [])
            }
            let places = options.indices.filter { ids.contains(options[$0].id) }
            return .multiple(options.map(\.label), chosen: Array(places))
        case .scale(let min, let max, let low, let high):
            let number = given.flatMap { Int($0.raw) }
            return .scale(min: min, max: max, low: low, high: high, chosen: number)
        case .number(let min, let max, let unit):
            return .number(min: min, max: max, step: item.step, unit: unit, value: given?.raw ?? "")
        case .text: return .text(given?.raw ?? "")
        }
    }

    private var options: [String] {
        switch item.kind {
        case .single(let options), .multiple(let options): options.map(\.label)
        case .scale(let min, let max, let low, let high):
            [
                low.map { "\(min)  \($0)" } ?? "from \(min)",
                high.map { "\(max)  \($0)" } ?? "to \(max)",
            ]
        default: []
        }
    }

    private func chosen(_ value: AnswerValue?) -> Int? {
        guard case .single(let options) = item.kind, case .options(let ids) = value?.meaning else {
            return nil
        }
        return options.firstIndex { ids.contains($0.id) }
    }

    private func words(_ value: AnswerValue) -> String {
        switch value.meaning {
        case .missing: "no answer"
        case .number(let number) where number.formatted != value.raw:
            "\(value.raw) (read as \(number.formatted))"
        default: value.raw
        }
    }

    private func keys(_ earlier: AnswerValue?) -> [Screen.Key] {
        let enter: String? =
            if echo != nil { "confirm" } else if earlier != nil { "keep it" } else if !item.required
            { "skip this question" } else { nil }
        let back = session.backWords.map { words in
            Screen.Key.shared("b", words) { Back(at: $0) }
        }
        let keys = [enter.map { .init(.enter, $0, shared: $0) { Continue(at: $0) } }, back]
            .compactMap { $0 }
        return line(earlier) == nil ? keys + removingKeys + scaleKeys + repeatKeys : keys
    }

    /// The key that removes the answer to an optional question. Used for questions without an input
    /// field; in an input field, the person deletes the text instead. The person must confirm the
    /// removal, like any other answer. Empty if there is no answer to remove.
    private var removingKeys: [Screen.Key] {
        guard !item.required, let value = echo ?? earlier, value.meaning != .missing else {
            return []
        }
        return [
            .shared(.delete, "remove the answer") { Typed(text: "", numbered: false, at: $0) }
        ]
    }

    /// The range of a scale that is answered by pressing a single digit key; nil for other
    /// questions. The digit also submits the answer, except in the session's last step. In that
    /// step, Enter must confirm the answer, because nobody can go back from the end of the session
    /// to correct it.
    private var scale: Screen.Scale? {
        guard case .scale(let min, let max, _, _) = item.kind, min >= 0, max <= 9 else {
            return nil
        }
        return Screen.Scale(min: min, max: max)
    }

    private var scaleKeys: [Screen.Key] {
        guard let scale, scale.min <= scale.max else { return [] }
        let isLast =
            session.next(after: session.position, record: session.record)
            >= session.plan.steps.count
        return (scale.min...scale.max).map { number in
            let digit = Screen.Key.Trigger.character(Character("\(number)"))
            return Screen.Key(digit, "\(number)", shared: "", isListed: false) {
                Typed(text: "\(number)", numbered: false, confirms: !isLast, at: $0)
            }
        }
    }

    /// Returns the input field of the question; nil if the question is answered with one key.
    ///
    /// - A field for free text contains the answer that awaits confirmation or, if there is none,
    ///   the earlier answer. Typing extends this text.
    /// - Any other field contains the earlier answer, and typing replaces it. While a typed answer
    ///   awaits confirmation, the field is empty.
    private func line(_ earlier: AnswerValue?) -> Screen.Line? {
        let kept = echo == nil ? earlier.map(typed) ?? "" : ""
        func field(_ label: String, confirms: Bool = false) -> Screen.Line {
            Screen.Line(label: label, initial: kept, isReplaced: true, confirms: confirms)
        }
        return switch item.kind {
        case .single(let options) where options.count < 10: nil
        case .single: field("number")
        case .multiple: field("numbers, separated by commas")
        case .scale where scale != nil: nil
        case .scale(let min, let max, _, _): field("\(min) to \(max)", confirms: true)
        case .number(_, _, let unit): field(unit ?? "number")
        case .text: Screen.Line(label: "", initial: (echo ?? earlier)?.raw ?? "", confirms: true)
        }
    }

    /// Returns the answer as a person types it: options as their numbers.
    private func typed(_ value: AnswerValue) -> String {
        guard case .options(let ids) = value.meaning else { return value.raw }
        switch item.kind {
        case .single(let options), .multiple(let options):
            let chosen = options.indices.filter { ids.contains(options[$0].id) }
            return chosen.map { "\($0 + 1)" }.joined(separator: ", ")
        default: return value.raw
        }
    }
}

extension Session {
    /// Label of the key `b`, which goes back to the previous question or to the consent. Nil if the
    /// key has no effect.
    var backWords: String? {
        if previousQuestion(before: position) != nil { return "back" }
        return reviewableConsent == nil ? nil : "back to the consent"
    }
}

extension ReviewingConsent {
    var screen: Screen {
        var screen = page(.consentReview, "Consent", "Your replies to the consent statements:")
        let given = session.record.consent?.options ?? [:]
        screen.options = consent.options.map { option in
            (given[option.id] == true ? "agreed      " : "not agreed  ") + option.text
        }
        screen.notice = refusal ?? "Type the number of a statement to change your reply."
        screen.isRefusal = refusal != nil
        screen.keys = [.shared(.enter, "these replies are right") { Continue(at: $0) }]
        screen.ask()
        screen.participant.control = .review(
            consent.options.map(\.text),
            agreed: consent.options.indices.filter { given[consent.options[$0].id] == true }
        )
        return screen
    }
}

extension Showing {
    var screen: Screen {
        let titles: [Reading.Kind: String] = [
            .tutorial: "Tutorial", .instructions: "Instructions", .thanks: "The end",
        ]
        var screen = page(.reading, titles[reading.kind] ?? "", "")
        screen.prose = reading.prose(in: session.step?.condition ?? "").text
        let word = reading.kind == .thanks ? "finish" : "go on"
        screen.keys =
            [.shared(.enter, word) { Continue(at: $0) }, recordingKey] + repeatKeys
            + backKeys
        let notice = screen.participant.notice
        screen.ask()
        screen.participant.notice = notice
        return screen
    }
}

extension SessionState {
    /// The key that goes back to the previous question or to the consent. Empty if there is no
    /// previous question and no consent to go back to.
    var backKeys: [Screen.Key] {
        session.backWords.map { words in
            let words = words == "back" ? "back to the questions" : words
            return [.shared("b", words) { Back(at: $0) }]
        } ?? []
    }
}
