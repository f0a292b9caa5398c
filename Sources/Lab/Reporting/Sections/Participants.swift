import Diagnostics
import ResultsStore
import Statistics
import StudyDefinition

extension ReportAnalysis {
    @ListBuilder<Block> var participantsBlocks: [Block] {
        if !entries.isEmpty { who }
        held
        Document.list("Sessions that are not included in the report:", sample.exclusionItems)
        Document.list(
            "Sessions that were excluded by a decision, and included again by a later decision:",
            reversedExclusions
        )
        if sample.declined > 0 {
            let persons = counted(sample.declined, "person", "persons")
            "\(persons) declined to take part; nothing else about them is stored."
        }
        if sample.erased > 0 {
            let sessions = counted(sample.erased, "session was", "sessions were")
            "\(sessions) erased on request, including all data."
        }
        for part in parts {
            for questionnaire in part.group.introductory { answers(to: questionnaire, in: part) }
        }
    }

    private var who: Phrase {
        let kinds: [SessionStart.Source] = [.live, .import, .script, .simulated]
        let sources = kinds.compactMap { source -> String? in
            let count = entries.count { $0.start.source == source }
            return count == 0 ? nil : "\(count) \(source.words)"
        }
        let ended = entries.filter { $0.record.state == .ended }.map(\.participant)
        let closing =
            ended.isEmpty
            ? ""
            : """
             Ended by the facilitator before the last step: \
            \(ended.count > 20 ? "\(ended.count) sessions" : listed(ended.distinct)).
            """
        let names = Document.names(entries.map(\.participant))
        return """
            \(counted(entries.count, "session")) (\(sources.joined(separator: ", "))): \
            \(names).\(closing)
            """
    }

    private var reversedExclusions: [Phrase] {
        func words(_ reason: String) -> Phrase {
            reason.isEmpty ? "for a reason that is withheld" : "“\(words: reason)”"
        }
        return entries.flatMap { entry in
            entry.record.reversedExclusions.map { reversed -> Phrase in
                """
                \(words: entry.participant): excluded, \(words(reversed.excluded)); \
                included again, \(words(reversed.included))
                """
            }
        }
    }

    var evaluationBlocks: [Block] {
        parts.flatMap { part in
            let introductory = Set(part.group.introductory.map(\.id))
            return part.group.questionnaires.filter { !introductory.contains($0.id) }
                .flatMap { answers(to: $0, in: part) }
        }
    }

    // MARK: - Answers

    @ListBuilder<Block> private func answers(
        to questionnaire: Questionnaire,
        in part: Part
    ) -> [Block] {
        let count = part.group.entries.count
        if count <= Document.mostInPlace {
            answerTables(questionnaire, part)
        } else {
            let isListed = count <= Document.mostRows
            let place = isListed ? "the appendix" : CSVExport(self).path(of: questionnaire.id)
            """
            \(title("\(questionnaire.title): each participant's answers are in \(place)", part)).
            """
        }
        // With a single participant, the list of answers is enough and needs no summary.
        if count > 1 {
            counts(of: questionnaire, in: part)
            numbers(of: questionnaire, in: part)
        }
        scaleFigures(questionnaire, part)
    }

    /// Returns tables of each participant's answers. The first tables contain the items for which
    /// `inTable` is true; further tables contain the other items. No table is wider than a page.
    func answerTables(_ questionnaire: Questionnaire, _ part: Part) -> [Table] {
        let main = questionnaire.items.filter(\.inTable)
        let further = questionnaire.items.filter { !$0.inTable }
        let isTurned = part.group.entries.count <= ReportAnalysis.mostTurned
        let most = isTurned ? Int.max : ReportAnalysis.mostQuestions
        let caption = main.isEmpty ? "answers" : "further answers"
        return [("answers", main, true), (caption, further, false)].flatMap {
            caption,
            items,
            isMain in
            let pieces = ReportAnalysis.pieces(of: items, most: most)
            return pieces.enumerated().map { place, items in
                let number = pieces.count > 1 ? ", \(place + 1) of \(pieces.count)" : ""
                var table = table(
                    title("\(questionnaire.title): \(caption)\(number)", part),
                    questionnaire,
                    items,
                    part
                )
                if isTurned, items.count > ReportAnalysis.mostQuestions { table = table.turned }
                table.isMain = isMain
                return table
            }
        }
    }

    /// Maximum number of questions in a table that has questions as columns.
    private static let mostQuestions = 9
    /// Maximum number of participants in a transposed table, in which participants are columns. A
    /// table is transposed only if it has more than `mostQuestions` questions.
    private static let mostTurned = 6

    /// Splits the items into groups of about equal size, each with at most `most` items. The number
    /// of groups is as small as possible.
    private static func pieces(
        of items: [Questionnaire.Item],
        most: Int
    ) -> [[Questionnaire.Item]] {
        guard !items.isEmpty else { return [] }
        let count = (items.count - 1) / most + 1
        return (0..<count).map { place in
            Array(items[items.count * place / count..<items.count * (place + 1) / count])
        }
    }

    private func table(
        _ caption: Phrase,
        _ questionnaire: Questionnaire,
        _ items: [Questionnaire.Item],
        _ part: Part
    ) -> Table {
        let group = part.group
        let rows = group.entries.map { entry in
            [Phrase(words: entry.participant)]
                + items.map { item in
                    item.words(for: group.answer(entry, questionnaire, item)?.value) ?? "-"
                }
        }
        let isSilent = rows.contains { $0.contains("withheld") }
        let notes: [Phrase] =
            (rows.contains { $0.contains("-") } ? ["A dash means no answer."] : [])
            + (isSilent ? ["Withheld: the participant did not agree to be quoted."] : [])
            + items.compactMap { item in
                let who = zip(group.entries, group.answers(questionnaire, item)).filter {
                    $1?.contradicts == true
                }
                guard !who.isEmpty else { return nil }
                let names = Document.names(who.map(\.0.participant))
                return """
                    “\(item.heading)”: according to an earlier answer, this question does not \
                    apply to \(names).
                    """
            }
        return Table(
            caption: caption,
            columns: ["Participant"] + items.map { Phrase($0.heading) },
            rows: rows,
            notes: notes
        )
    }

    private func counts(of questionnaire: Questionnaire, in part: Part) -> Table? {
        let rows = questionnaire.items.compactMap { item -> [Phrase]? in
            let values = part.group.answers(questionnaire, item).compactMap { $0?.value }
            guard let counts = item.counts(of: values) else { return nil }
            let given = values.count { $0.meaning != .missing }
            let words = counts.map { "\($0.answer) (\($0.count))" }.joined(separator: " · ")
            return ["\(questionnaire.heading(of: item))", "\(given)", "\(words)"]
        }
        guard !rows.isEmpty else { return nil }
        return Table(
            caption: title("\(questionnaire.title): answers counted", part),
            columns: [
                .init("Question"), .init("Answered", .figure), .init("Answers, with counts"),
            ],
            rows: rows,
            isMain: part.group.entries.count > Document.mostInPlace
        )
    }

    /// Returns a table that describes the answers to questions that ask for a number, such as the
    /// age. Nil if no such question has at least two answers.
    private func numbers(of questionnaire: Questionnaire, in part: Part) -> Table? {
        let rows = questionnaire.items.compactMap { item -> [Phrase]? in
            guard case .number(_, _, let unit) = item.kind else { return nil }
            let values = part.group.answers(questionnaire, item).compactMap { $0?.value.number }
            guard values.count > 1, let low = values.min(), let high = values.max() else {
                return nil
            }
            // The fewest decimals that show every answer exactly; at most three.
            let digits =
                (0...2).first { digits in
                    values.allSatisfy { abs((Double(fixed($0, digits)) ?? 0) - $0) < 1e-9 }
                } ?? 3
            let further = max(1, digits)
            let name = item.heading + (unit.map { " (\($0))" } ?? "")
            return [
                "\(name)", "\(values.count)", .number(mean(values).value, further),
                .number(standardDeviation(values).value, further),
                .number(median(values).value, further), "\(fixed(low, digits))",
                "\(fixed(high, digits))",
            ]
        }
        guard !rows.isEmpty else { return nil }
        return Table(
            caption: title("\(questionnaire.title): numbers", part),
            columns: ["Question"],
            figures: ["Answered", "Mean", "SD", "Median", "Minimum", "Maximum"],
            rows: rows,
            isMain: part.group.entries.count > Document.mostInPlace
        )
    }
}

extension Table {
    /// The table with rows and columns exchanged; for tables of text.
    fileprivate var turned: Table {
        var table = self
        table.columns = [.init("Question")] + rows.map { .init($0[0]) }
        table.rows = columns.indices.dropFirst().map { column in
            [columns[column].heading] + rows.map { $0[column] }
        }
        return table
    }
}

extension Sample {
    /// Lines that list the excluded participants, grouped by the reason for the exclusion. If the
    /// facilitator excluded participants, each reason that the facilitator wrote has a separate
    /// line.
    var exclusionItems: [Phrase] {
        Exclusion.Reason.allCases.flatMap { reason in
            exclusions.filter { $0.reason == reason }.grouped(by: \.decision)
                .map { decision, left -> Phrase in
                    let why: Phrase =
                        switch decision {
                        case nil: ""
                        case ""?: ", for a reason that is withheld"
                        case let words?: ", “\(words: words)”"
                        }
                    let names = Document.names(left.map(\.participant))
                    return "\(reason.words)\(why) (\(left.count)): \(names)"
                }
        }
    }
}
