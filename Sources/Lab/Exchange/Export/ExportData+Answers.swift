import ResultsStore
import StudyDefinition

extension ExportData {
    var answers: ExportTable {
        let keys = questions.sorted { $0.key < $1.key }
        return table(
            "answers",
            row: "an answer to a question",
            columns: [
                .init("questionnaire", .text, "Id of the questionnaire."),
                .init("item", .text, "Id of the question; its text is in the table `questions`."),
                .init("condition", .text, "Id of the condition; empty if there is none."),
                .init("task", .text, "Task after which the question was asked; empty if none."),
                .init(
                    "run",
                    .integer,
                    "Number of the attempt after which the question was asked; empty unless "
                        + "several attempts at the task were imported."
                ),
                .init(
                    "raw",
                    .text,
                    "The answer as given; empty for free text of participants who refused to be quoted."
                ),
                .init(
                    "value",
                    .text,
                    "Ids of the chosen options, separated by spaces; for a scale or a number, the "
                        + "number; empty for text and for missing answers."
                ),
                .init("missing", .yesNo, "yes if the question was shown and left empty."),
                .init(
                    "contradicts",
                    .yesNo,
                    "yes if earlier answers do not meet the question's condition `show_if`."
                ),
                .init("amended", .yesNo, "yes if the answer was corrected after the session."),
            ],
            items: { answers(of: $0, to: keys) }
        ) { item, _ in
            let (key, answer) = item
            return [
                key.questionnaire, key.item, key.condition, key.task,
                key.run > 0 ? "\(key.run)" : "", answer.value.raw, answer.value.meaning.plain,
                answer.value.meaning == .missing ? "yes" : "no", answer.contradicts ? "yes" : "no",
                answer.amendment == nil ? "no" : "yes",
            ]
        }
    }

    /// Returns a session's answers to `questions`, in the order of `questions`. Questions without
    /// an answer are left out.
    ///
    /// - Parameter questions: pairs of a question's key and the index of its answer in
    ///   `session.answers`.
    func answers(
        of session: SessionResults,
        to questions: [(key: SessionRecord.AnswerKey, value: Int)]
    ) -> [(key: SessionRecord.AnswerKey, answer: SessionRecord.Answer)] {
        questions.compactMap { key, place in
            guard session.answers.indices.contains(place), let answer = session.answers[place]
            else { return nil }
            return (key, answer)
        }
    }

    /// Table of the questions of the study, with their wordings and options. Includes the questions
    /// of all versions that the exported sessions used. Each question occurs once. If the latest
    /// version has the question, its wording is from that version.
    var codebook: ExportTable {
        let others = definitions.sorted { $0.key < $1.key }.map(\.value)
        var seen: Set<[String]> = []
        return ExportTable(
            name: "questions",
            row: "a question of the study",
            columns: [
                .init("questionnaire", .text, "Id of the questionnaire."),
                .init("questionnaire_title", .text, "Title of the questionnaire."),
                .init("item", .text, "Id of the question."),
                .init("text", .text, "Wording of the question."),
                .init("kind", .text, "single, multiple, scale, number or text."),
                .init("levels", .text, "Options, each as `id = label`, or the ends of the scale."),
                .init("required", .yesNo, "yes if an answer was required."),
                .init("per_condition", .yesNo, "yes if the question was asked once per condition."),
            ],
            rows: ([study] + others).flatMap(questionRows(of:)).filter { row in
                seen.insert([row[0], row[2]]).inserted
            }
        )
    }

    /// Returns the rows of ``codebook`` for one version of the study.
    private func questionRows(of study: Study) -> [[String]] {
        let placed = study.placedQuestionnaires
        let afterTask = study.questionnaires.filter { questionnaire in
            questionnaire.id == study.afterTask
                && !placed.contains { $0.questionnaire.id == questionnaire.id }
        }
        let isPerCondition = study.analysedTasks.contains { $0.perCondition }
        let asked = placed + afterTask.map { (questionnaire: $0, perCondition: isPerCondition) }
        return asked.flatMap { questionnaire, perCondition in
            questionnaire.items.map { item in
                [
                    questionnaire.id, questionnaire.title, item.id, item.text, item.kindName,
                    item.levels, item.required ? "yes" : "no", perCondition ? "yes" : "no",
                ]
            }
        }
    }
}

/// Returns the number as text. A whole number has no fraction.
func plainNumber(_ number: Double) -> String {
    number == number.rounded() && abs(number) < 1e15 ? "\(Int64(number))" : "\(number)"
}

extension AnswerValue.Meaning {
    var plain: String {
        switch self {
        case .options(let ids): ids.joined(separator: " ")
        case .number(let number):
            plainNumber(number)
        case .text, .missing: ""
        }
    }
}

extension Questionnaire.Item {
    var kindName: String {
        switch kind {
        case .single: "single"
        case .multiple: "multiple"
        case .scale: "scale"
        case .number: "number"
        case .text: "text"
        }
    }

    var levels: String {
        switch kind {
        case .single(let options), .multiple(let options):
            options.map { "\($0.id) = \($0.label)" }.joined(separator: "; ")
        case .scale(let min, let max, let low, let high):
            "\(min)\(low.map { " (\($0))" } ?? "") to \(max)\(high.map { " (\($0))" } ?? "")"
        case .number(let min, let max, let unit):
            numbers(min, max, unit)
        case .text: ""
        }
    }

    private func numbers(_ min: Double?, _ max: Double?, _ unit: String?) -> String {
        let range = [min.map { "from \(plainNumber($0))" }, max.map { "to \(plainNumber($0))" }]
            .compactMap(\.self).joined(separator: " ")
        guard let unit, !unit.isEmpty else { return range }
        return range.isEmpty ? unit : "\(range) (\(unit))"
    }
}
