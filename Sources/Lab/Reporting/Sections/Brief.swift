import Diagnostics
import ResultsStore
import Statistics
import StudyDefinition

extension Document {
    /// Returns a short version of the report for one screen of a terminal: the first notices, and
    /// the blocks of ``ReportAnalysis/briefBlocks``.
    func brief(_ findings: ReportAnalysis) -> Document {
        var brief = self
        let further = notices.count - Document.mostBriefNotices
        if further > 0 {
            let more = "\(counted(further, "more notice")): see the report." as Phrase
            brief.notices = notices.prefix(Document.mostBriefNotices) + [more]
        }
        brief.sections = [
            Section(id: Document.briefID, title: "", blocks: findings.briefBlocks)
        ]
        return brief
    }

    private static let mostBriefNotices = 2
}

extension ReportAnalysis {
    /// The blocks of the short report, in this order:
    ///
    /// - the included and excluded participants;
    /// - the number of results changed by repeated checks;
    /// - the results of comparisons;
    /// - the tasks with their average times and successes;
    /// - if there are no comparisons, the key figures with their uncertainty;
    /// - the first registered tests whose results are on no card (key figure) of the report.
    @ListBuilder<Block> var briefBlocks: [Block] {
        if !entries.isEmpty { extent }
        briefExclusions
        changedResults
        if !comparisons.isEmpty { briefVerdicts }
        briefTasks
        if comparisons.isEmpty {
            for part in parts {
                let figures = keyFigures(of: part).prefix(3).map { sentence($0, of: part) }
                if !figures.isEmpty { Block.list(figures) }
            }
        }
        furtherRegistered(most: 2)
    }

    private static let mostBriefReasons = 3

    private var briefExclusions: [Block] {
        let left = sample.exclusionItems.map { "left out: \($0)" as Phrase }
        let further = left.count - ReportAnalysis.mostBriefReasons
        let more: [Phrase] =
            further > 0 ? ["\(counted(further, "more reason")): see the report"] : []
        return left.isEmpty
            ? [] : [.list(left.prefix(ReportAnalysis.mostBriefReasons) + more)]
    }

    /// Size limits of the table of tasks: the maximum number of tasks, and the maximum number of
    /// groups of participants.
    private static let (mostBriefTasks, mostBriefParts) = (10, 3)

    /// The results of comparisons: for each version of the study, the first two cards (key
    /// figures), without the lines about certainty, participants, tasks and method.
    private var briefVerdicts: [Block] {
        verdictBlocks.flatMap { block -> [Block] in
            switch block {
            case .heading: return [block]
            case .keyFigures(let figures):
                return figures.prefix(2).map { figure in
                    var figure = figure
                    figure.lines.removeAll {
                        ["How sure", "Who", "Tasks", "Method"].contains($0.label)
                    }
                    return .keyFigures([figure])
                }
            default: return []
            }
        }
    }

    private func sentence(_ figure: KeyFigure, of part: Part) -> Phrase {
        let sure = figure.lines.first { ["How sure", ""].contains($0.label) }
        let name: Phrase = part.name.isEmpty ? "" : "\(part.name), "
        // A dash means that the value is not computable.
        if let sure, figure.value == "-" {
            return "\(name)\(figure.label): \(sure.words)"
        }
        let words: Phrase = sure.map { ", \($0.words)" } ?? ""
        return "\(name)\(figure.label): \(figure.value)\(words)"
    }

    /// A table of the tasks with average times and successes; nil if there are no tasks. With
    /// several groups of participants, each group has a column.
    private var briefTasks: Table? {
        let timed = parts.filter { !$0.tasks.isEmpty }
        let tasks = timed.flatMap(\.tasks).grouped(by: \.task.id).map { $0.elements[0] }
        guard !timed.isEmpty else { return nil }
        let shown = tasks.prefix(ReportAnalysis.mostBriefTasks)
        let columns = timed.prefix(ReportAnalysis.mostBriefParts)
        let left = [
            tasks.count > shown.count ? counted(tasks.count - shown.count, "more task") : nil,
            timed.count > columns.count ? counted(timed.count - columns.count, "more column") : nil,
        ].compactMap(\.self)
        let notes: [Phrase] = [
            timed.count == 1
                ? "Average: mean time of successful attempts, minutes:seconds."
                : """
                Mean time of successful attempts, minutes:seconds; in parentheses: successes out of \
                attempts.
                """
        ]
        return Table(
            caption: "",
            columns: ["Task"],
            figures: timed.count == 1
                ? ["Completed", "Average"]
                : columns.map { $0.name.isEmpty ? "No condition" : "\($0.name)" },
            rows: shown.map { task in
                if timed.count == 1 {
                    return [
                        label(task), "\(outOf(task.successes, task.attempts))", average(task),
                    ]
                }
                return [label(task)]
                    + columns.map { part in
                        part.tasks.first { $0.task.id == task.task.id }.map { own -> Phrase in
                            "\(average(own)) (\(outOf(own.successes, own.attempts)))"
                        } ?? "-"
                    }
            },
            notes: notes + (left.isEmpty ? [] : ["\(listed(left)): see the report."]),
            isMain: true
        )
    }
}
