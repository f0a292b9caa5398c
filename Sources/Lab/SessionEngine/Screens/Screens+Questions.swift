import ResultsStore
import StudyDefinition

extension Asking {
    private var key: SessionRecord.AnswerKey {
        .init(condition: condition, questionnaire: questionnaire.id, item: item.id, task: task)
    }

    var screen: Screen {
        let earlier = session.record.answers[key]?.value
        var screen = page(
            echo == nil ? .question(key) : .answered(key),
            questionnaire.title,
            item.text
        )
        screen.participant.isShared = true
        screen.options = options
        screen.chosen = chosen(echo ?? earlier)
        screen.notice =
            refusal ?? echo.map(words) ?? earlier.map { "Answered before: \(words($0))" }
        screen.isRefusal = refusal != nil
        screen.keys = keys(earlier)
        screen.line = line(earlier)
        return screen
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
        value.meaning == .missing ? "no answer" : value.raw
    }

    private func keys(_ earlier: AnswerValue?) -> [Screen.Key] {
        let enter: String? =
            if echo != nil { "confirm" } else if earlier != nil { "keep it" } else if !item.required
            { "leave it out" } else { nil }
        let back = session.backWords.map { words in Screen.Key("b", words) { Back(at: $0) } }
        let keys = [enter.map { .init(.enter, $0) { Continue(at: $0) } }, back].compactMap { $0 }
        return line(earlier) == nil ? keys + repeatKeys : keys
    }

    /// Options are chosen by a key; everything else is typed.
    private func line(_ earlier: AnswerValue?) -> Screen.Line? {
        switch item.kind {
        case .single(let options) where options.count < 10: nil
        case .single: Screen.Line(label: "number", initial: "", confirms: false)
        case .multiple: Screen.Line(label: "numbers, with commas", initial: "", confirms: false)
        case .scale(let min, let max, _, _):
            Screen.Line(label: "\(min) to \(max)", initial: "", confirms: false)
        case .number(_, _, let unit):
            Screen.Line(label: unit ?? "number", initial: "", confirms: false)
        case .text: Screen.Line(label: "", initial: earlier?.raw ?? "", confirms: true)
        }
    }
}

extension Session {
    /// Where `b` leads from a question or a text; nil where it leads nowhere.
    fileprivate var backWords: String? {
        if previousQuestion(before: position) != nil { return "back" }
        return reviewableConsent == nil ? nil : "consent"
    }
}

extension ReviewingConsent {
    var screen: Screen {
        var screen = page(.consentReview, "Consent", "What was agreed to:")
        let given = session.record.consent?.options ?? [:]
        screen.options = consent.options.map { option in
            (given[option.id] == true ? "agreed      " : "not agreed  ") + option.text
        }
        screen.participant.isShared = true
        screen.notice = refusal ?? "The number of a statement changes it."
        screen.isRefusal = refusal != nil
        screen.keys = [.init(.enter, "it is so") { Continue(at: $0) }]
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
        screen.participant.isShared = true
        screen.keys =
            [
                .init(.enter, reading.kind == .thanks ? "finish" : "go on") { Continue(at: $0) },
                recordingKey,
            ] + repeatKeys
        if let words = session.backWords {
            screen.keys.append(.init("b", "\(words) to the questions") { Back(at: $0) })
        }
        return screen
    }
}
