import ResultsStore
import StudyDefinition

extension Group {
    /// The group's questionnaires, in their order in the study. A questionnaire that the study asks
    /// only in other conditions is left out.
    var questionnaires: [Questionnaire] {
        study.placedQuestionnaires.filter { $0.perCondition == (condition != nil) }
            .map(\.questionnaire).filter(isAsked)
    }

    /// The questionnaire that is asked after each of the group's tasks; nil if there is none.
    var afterTask: Questionnaire? {
        guard let id = study.afterTask, !tasks.isEmpty else { return nil }
        return definition(of: id).flatMap { isAsked($0) ? $0 : nil }
    }

    /// Returns whether the questionnaire is asked in the group's condition, or has answers in this
    /// condition. An imported session can have answers even if the questionnaire is not asked
    /// there.
    private func isAsked(_ questionnaire: Questionnaire) -> Bool {
        guard let condition, let only = questionnaire.onlyIn else { return true }
        return only.contains(condition.id)
            || questions.keys.contains {
                $0.questionnaire == questionnaire.id && $0.condition == condition.id
            }
    }

    /// Returns the questionnaire with this id in the group's version of the study; nil if there is
    /// none.
    func definition(of id: String) -> Questionnaire? {
        study.questionnaires.first { $0.id == id }
    }

    /// Questionnaires asked before the first analyzed task; they describe the participants.
    var introductory: [Questionnaire] {
        guard condition == nil else { return [] }
        return study.places.prefix { place in
            if case .task = place.subject { false } else { true }
        }
        .compactMap { place in
            if case .questionnaire(let value) = place.subject, !place.perCondition {
                value
            } else {
                nil
            }
        }
    }

    /// Returns the index of the question's answer in a session's array of answers; nil if nobody
    /// answered the question. The index is the same for all sessions.
    func column(
        _ questionnaire: String,
        _ item: String,
        condition: String? = nil,
        task: String = "",
        run: Int = 0
    ) -> Int? {
        questions[
            .init(
                condition: condition ?? conditionID,
                questionnaire: questionnaire,
                item: item,
                task: task,
                run: run
            )
        ]
    }

    func answer(
        _ entry: Entry,
        _ questionnaire: Questionnaire,
        _ item: Questionnaire.Item
    ) -> SessionRecord.Answer? {
        entry.answer(column(questionnaire.id, item.id))
    }

    /// Returns the answers to an item, one element per participant; nil for a participant without
    /// an answer.
    func answers(
        _ questionnaire: Questionnaire,
        _ item: Questionnaire.Item
    ) -> [SessionRecord.Answer?] {
        let column = column(questionnaire.id, item.id)
        return entries.map { $0.answer(column) }
    }

    /// Returns whether the participant's answers meet the item's display condition; true if the
    /// item has none. The display condition tests the answer to another question. If that question
    /// has several answers, the first in this order is tested:
    ///
    /// - an answer in the group's condition, after `task`;
    /// - an answer in the group's condition, not after a task;
    /// - an answer without a condition, after `task`;
    /// - an answer without a condition, not after a task.
    ///
    /// Returns false if that question has none of these answers.
    func isShown(
        _ item: Questionnaire.Item,
        to entry: Entry,
        after task: String = ""
    ) -> Bool {
        guard let showIf = item.showIf else { return true }
        let (questionnaire, item) = (showIf.questionnaire, showIf.item)
        func answer(_ condition: String, _ task: String) -> SessionRecord.Answer? {
            entry.answer(column(questionnaire, item, condition: condition, task: task))
        }
        let answer =
            answer(conditionID, task) ?? answer(conditionID, "") ?? answer("", task)
            ?? answer("", "")
        return showIf.isMet(by: answer?.value.meaning)
    }
}

extension Entry {
    func answer(_ column: Int?) -> SessionRecord.Answer? {
        guard let column, record.answers.indices.contains(column) else { return nil }
        return record.answers[column]
    }

    /// Returns a copy of the session, with missing answers copied from `other`. Only answers at the
    /// indices `columns` are copied.
    func adding(_ columns: [Int], of other: Entry) -> Entry {
        let missing = columns.filter { answer($0) == nil && other.answer($0) != nil }
        guard let last = missing.max() else { return self }
        var record = record
        let lacking = max(0, last + 1 - record.answers.count)
        record.answers += [SessionRecord.Answer?](repeating: nil, count: lacking)
        for column in missing { record.answers[column] = other.answer(column) }
        return Entry(record, as: participant, earlier: earlier)
    }

    /// Returns whether the session's answer at index `column` needs attention: it contradicts the
    /// item's display condition, was corrected, or is required but missing.
    func isOdd(_ column: Int?, isRequired: Bool) -> Bool {
        guard let column, record.answers.indices.contains(column),
            record.answers[column] != nil
        else { return isRequired }
        if record.answers[column]?.contradicts == true { return true }
        if let corrections = record.answers[column]?.corrections, corrections > 0 { return true }
        return isRequired && record.answers[column]?.value.meaning == .missing
    }
}

extension AnswerValue {
    /// The answer in decimal notation; nil if the answer is not a number. For example, `1,5`
    /// becomes `1.5`. An answer that is already in this notation is unchanged.
    var numberText: String? {
        guard case .number(let number) = meaning else { return nil }
        let isPlain = raw.utf8.allSatisfy {
            (0x30...0x39).contains($0) || $0 == 0x2D || $0 == 0x2E
        }
        if isPlain, Double(raw) == number { return raw }
        return number == number.rounded() ? fixed(number, 0) : "\(number)"
    }
}

extension Questionnaire.Item {
    /// The options of a choice item; empty for other types of items.
    var options: [Questionnaire.Option] {
        switch kind {
        case .single(let options), .multiple(let options): options
        case .scale, .number, .text: []
        }
    }

    /// Heading of the item's column in a table.
    var heading: String { short ?? text }

    /// Returns the answer as text: option labels for a choice, the number in decimal notation for a
    /// question about a number, the participant's words otherwise. Nil if there is no answer.
    func words(for value: AnswerValue?) -> Phrase? {
        guard let value, let text = text(for: value) else { return nil }
        if case .options = value.meaning { return Phrase(text) }
        if value.isWithheld { return "withheld" }
        return Phrase(words: text)
    }

    /// Returns the answer as a plain string; nil if there is no answer.
    func text(for value: AnswerValue?) -> String? {
        guard let value else { return nil }
        switch value.meaning {
        case .missing: return nil
        case .text(let text): return text
        case .number:
            // A table's own notation, such as `1.200` for 1200, could be misread.
            if case .number = kind { return value.numberText }
            return value.raw
        case .options(let ids):
            let options = options
            func label(_ id: String) -> String { options.first { $0.id == id }?.label ?? id }
            return ids.count == 1 ? label(ids[0]) : ids.map(label).joined(separator: ", ")
        }
    }

    /// Returns each possible answer with the number of times that it was given, which is 0 for an
    /// unused answer. Nil for items without a fixed list of answers.
    func counts(of values: [AnswerValue]) -> [(answer: String, count: Int)]? {
        switch kind {
        case .single(let options), .multiple(let options):
            var counts: [String: Int] = [:]
            for value in values {
                guard case .options(let ids) = value.meaning else { continue }
                if ids.count == 1 {
                    counts[ids[0], default: 0] += 1
                } else {
                    for id in Set(ids) { counts[id, default: 0] += 1 }
                }
            }
            return options.map { ($0.label, counts[$0.id] ?? 0) }
        case .scale(let min, let max, _, _):
            guard min <= max, max - min < 100 else { return nil }
            var counts: [Double: Int] = [:]
            for value in values {
                if case .number(let number) = value.meaning { counts[number, default: 0] += 1 }
            }
            return (min...max).map { (String($0), counts[Double($0)] ?? 0) }
        case .number, .text: return nil
        }
    }
}
