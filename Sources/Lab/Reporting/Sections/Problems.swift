import Diagnostics
import Statistics

extension ReportAnalysis {
    /// Problems by participant; empty if no problem was marked.
    @ListBuilder<Block> var problemsBlocks: [Block] {
        for part in parts where !part.problems.problems.isEmpty {
            matrix(part.problems, part)
            cells(part.problems, part)
            curve(part.problems, part)
            discovery(part.problems)
        }
    }

    private func matrix(_ problems: Problems, _ part: Part) -> Table {
        let names = problems.participants.count <= 12 ? problems.participants : []
        let total = problems.participants.count
        return Table(
            caption: title("Problems by participant", part),
            columns: [.init("Problem"), .init("Kind"), .init("Task")]
                + (problems.isGraded ? [.init("Severity", .figure)] : [])
                + names.map { .init(Phrase(words: $0)) }
                + [.init("Participants", .figure), .init("95 % interval", .figure)],
            rows: problems.problems.enumerated().map { index, problem in
                let words: Phrase =
                    problem.words.isEmpty ? "without words" : Phrase(words: problem.words)
                let count = problems.count(of: index)
                let interval = completionInterval(count, of: total).value
                return [words, "\(problem.kind.words)", "\(place(of: problem, part))"]
                    + (problems.isGraded ? ["\(problem.severityWords)"] : [])
                    + names.indices.map { problems.matrix[$0][index] ? "met" : "-" }
                    + ["\(count) of \(total)", .orDash(interval.map(percentages))]
            },
            notes: [
                """
                Marks of the kinds “problem”, “mistake”, “tool failure” and “assist” count as \
                problems, except undone marks and marks in practice. Marks with the same codebook \
                entry are the same problem, even in different tasks. Other marks are the same \
                problem if they have the same task, kind and words. \
                \(grades(problems))The interval of the share of participants who had the problem \
                is \(IntervalRule(attempts: total).words).
                """
            ]
        )
    }

    private func grades(_ problems: Problems) -> String {
        problems.isGraded
            ? """
            Severity as the facilitator graded it: 1 cosmetic, 2 minor, 3 major, 4 catastrophic; \
            the most severe come first. 
            """ : ""
    }

    private func place(of problem: Problems.Problem, _ part: Part) -> String {
        if problem.tasks.count == 1,
            let task = part.tasks.first(where: { $0.number == problem.tasks[0] })
        {
            return "Task \(task.number): \(task.title)"
        }
        if problem.tasks.isEmpty { return "-" }
        return "Tasks \(listed(problem.tasks.map { "\($0)" }))"
    }

    /// Returns figures of the first 40 problems. Each figure fits on one page; all have similar
    /// heights.
    private func cells(_ problems: Problems, _ part: Part) -> [Figure] {
        let shown = Array(problems.problems.indices.prefix(40))
        let pieces = (shown.count + ReportAnalysis.mostCells - 1) / ReportAnalysis.mostCells
        let rest = problems.problems.count - shown.count
        return (0..<pieces).map { piece in
            let rows = shown[shown.count * piece / pieces..<shown.count * (piece + 1) / pieces]
            let number = pieces > 1 ? ", \(piece + 1) of \(pieces)" : ""
            let isLast = piece + 1 == pieces
            let more = isLast && rest > 0 ? " The table contains \(rest) more." : ""
            return cells(Array(rows), problems, part, number: number, more: more)
        }
    }

    private static let mostCells = 20

    private func cells(
        _ rows: [Int],
        _ problems: Problems,
        _ part: Part,
        number: String,
        more: String
    ) -> Figure {
        let cells = ProblemCells(
            participants: problems.participants,
            problems: rows.map { index in
                let problem = problems.problems[index]
                let words = problem.words.isEmpty ? "without words" : problem.words
                return (
                    problem.tasks.isEmpty
                        ? words
                        : """
                        Task \(problem.tasks.map { "\($0)" }.joined(separator: ", ")), \
                        \(problem.kind.words): \(words)
                        """,
                    problems.matrix.map { $0[index] }
                )
            }
        )
        let marks =
            problems.participants.count > ProblemCells.most
            ? "The bar is the share of participants who had the problem; the number is their count."
            : """
            Each cell is a participant, coloured if the participant had the problem; the number is \
            the count of coloured cells.
            """
        var figure = Figure(
            caption: title("Participants who had each problem\(number). \(marks)\(more)", part),
            name: "Problems by participant\(number)",
            description: cells.description,
            canvas: cells.canvas
        )
        figure.hasWords = true
        return figure
    }

    private func curve(_ problems: Problems, _ part: Part) -> Figure? {
        guard let found = problems.discovery else { return nil }
        let total = found.estimatedTotal.value
        let count = min(max(10, 2 * found.participants), found.participants + 20)
        let curve = DiscoveryCurve(
            seen: found.rarefaction,
            expected: total.map { total in
                (1...count).map { total * ProblemDiscovery.share(found: found.combined, by: $0) }
            },
            total: total
        )
        let expected =
            total == nil
            ? " No estimate is computable."
            : " Dashed line: the expected number, from the adjusted probability of a problem."
        return Figure(
            caption: title(
                """
                Number of problems seen, by number of participants, averaged over all orders of \
                the participants.\(expected)
                """,
                part
            ),
            name: "Discovery of problems",
            description: curve.description,
            canvas: curve.canvas
        )
    }

    private func discovery(_ problems: Problems) -> Phrase {
        guard let found = problems.discovery else {
            return "An estimate of unseen problems needs two participants or more."
        }
        let once =
            switch found.singletons {
            case 0 where found.problems == 1: "seen in several participants"
            case 0: "each of them seen in several participants"
            case found.problems where found.problems == 1: "seen in one participant only"
            default: "\(found.singletons) of them seen in one participant only"
            }
        let kinds = problems.kinds
        let counted =
            "\(counted(found.problems, "problem")), \(once)"
            + (kinds.isEmpty ? "" : ". Counted as problems: \(kinds)")
        guard let total = found.estimatedTotal.value else {
            return """
                \(counted). Unseen problems cannot be estimated, because hardly any problem was \
                seen twice.
                """
        }
        // A total that rounds to the number seen would contradict a share below 100 %.
        let isClose = fixed(total, 0) == "\(found.problems)" && found.discoveredShare < 0.995
        return """
            \(counted). A participant has a problem of average frequency with a probability \
            of \(fixed(found.combined, 2)), the average of two adjusted estimates (Good–Turing \
            and deflation). The unadjusted estimate, \(fixed(found.observed, 2)), is too high for \
            few participants. By the adjusted estimate, \(percent(found.discoveredShare)) of about \
            \(fixed(total, isClose ? 1 : 0)) problems were seen; Chao's lower bound is \
            \(fixed(found.chao2, 0)). This is rough: problems are not equally frequent, and one \
            problem in different words counts as several.
            """
    }
}
