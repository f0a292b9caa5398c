import CSV
import Diagnostics
import ResultsStore

/// The participants of an import, each with their row in the answers and their row in the times.
struct Pairing {
    enum Basis {
        /// The answers have no participant ids, so they are matched by position. The first row of
        /// answers belongs to the first row of times, and so on.
        case rowOrder
        case ids
    }

    struct Participant {
        var id: String
        /// Index of the participant's row in the table of answers; nil if there is none.
        var answerRow: Int?
        var timeRow: Int?
    }

    let basis: Basis
    let participants: [Participant]

    init(answers: AnswerSheet?, times: TimeTable?) throws(DiagnosticError) {
        let answerIDs = answers.map { $0.rows.compactMap(\.participant) } ?? []
        let timeIDs = times.map { $0.rows.map(\.participant) } ?? []
        let problems = [answerIDs, timeIDs].flatMap(Pairing.problems(of:))
        guard problems.isEmpty else { throw DiagnosticError(problems) }
        if let answers, answerIDs.isEmpty {
            basis = .rowOrder
            participants = try Pairing.byOrder(answers, times)
        } else {
            basis = .ids
            participants = try Pairing.byID(answerIDs, timeIDs, answers, times)
        }
    }

    private static func byOrder(
        _ answers: AnswerSheet,
        _ times: TimeTable?
    ) throws(DiagnosticError) -> [Participant] {
        if let times, times.rows.count != answers.rows.count {
            throw DiagnosticError(
                "participant-count",
                at: .init(file: times.file),
                "has \(counted(times.rows.count, "participant")), and \(answers.file) has "
                    + counted(answers.rows.count, "row"),
                expected: "the same number of rows in both files, which are matched by row order",
                fix: "add the missing rows, or add a column \"participant\" to the answers"
            )
        }
        return answers.rows.indices.map { index in
            Participant(
                id: times.map { code($0.rows[index].participant) } ?? "P\(index + 1)",
                answerRow: index,
                timeRow: times == nil ? nil : index
            )
        }
    }

    private static func byID(
        _ answerIDs: [CSVTable.Cell],
        _ timeIDs: [CSVTable.Cell],
        _ answers: AnswerSheet?,
        _ times: TimeTable?
    ) throws(DiagnosticError) -> [Participant] {
        let (left, right) = (answerIDs.map(code), timeIDs.map(code))
        if let answers, let times {
            let problems =
                alone(answerIDs, without: right, in: times.file)
                + alone(timeIDs, without: left, in: answers.file)
            guard problems.isEmpty else { throw DiagnosticError(problems) }
        }
        return (answers == nil ? right : left).map { id in
            Participant(
                id: id,
                answerRow: left.firstIndex(of: id),
                timeRow: right.firstIndex(of: id)
            )
        }
    }

    private static func alone(
        _ cells: [CSVTable.Cell],
        without others: [String],
        in file: String
    ) -> [Diagnostic] {
        cells.filter { !others.contains(folded($0.text)) }.map { cell in
            Diagnostic(
                "participant-alone",
                at: cell.place,
                "participant \"\(folded(cell.text))\" is not in \(file)",
                fix: suggestion(for: folded(cell.text), among: others)
            )
        }
    }

    private static func code(_ cell: CSVTable.Cell) -> String {
        ParticipantCode.entered(folded(cell.text))
    }

    private static func problems(of cells: [CSVTable.Cell]) -> [Diagnostic] {
        // The first of several similar codes, with the location of its cell; keyed by
        // `ParticipantCode.likeness`.
        var seen: [String: (code: String, place: Diagnostic.Place)] = [:]
        return cells.compactMap { cell in
            let id = code(cell)
            if let problem = ParticipantCode.problem(with: id, in: cell) { return problem }
            let likeness = ParticipantCode.likeness(id)
            guard let earlier = seen[likeness] else {
                seen[likeness] = (id, cell.place)
                return nil
            }
            guard earlier.code == id else {
                return ParticipantCode.problem(id, at: cell.place, alike: earlier)
            }
            return Diagnostic(
                "participant-twice",
                at: cell.place,
                "participant \"\(id)\" appears twice",
                expected: "one row for each participant"
            )
        }
    }
}
