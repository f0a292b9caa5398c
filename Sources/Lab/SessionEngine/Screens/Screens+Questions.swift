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
        let back = session.previousQuestion(before: session.position).map { _ in
            Screen.Key("b", "back") { Back(at: $0) }
        }
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
        if session.previousQuestion(before: session.position) != nil {
            screen.keys.append(.init("b", "back to the questions") { Back(at: $0) })
        }
        return screen
    }
}
