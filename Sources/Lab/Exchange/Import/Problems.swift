import CSV
import Diagnostics
import ResultsStore

extension [Diagnostic] {
    mutating func add(
        _ id: String,
        at place: Diagnostic.Place? = nil,
        _ problem: String,
        expected: String? = nil,
        fix: String? = nil
    ) {
        append(Diagnostic(id, at: place, problem, expected: expected, fix: fix))
    }
}

extension ParticipantCode {
    /// Returns the error about `code`, a participant code read from `cell`; nil if the code is
    /// valid.
    static func problem(with code: String, in cell: CSVTable.Cell) -> Diagnostic? {
        guard code.isEmpty else { return problem(with: code, at: cell.place) }
        return Diagnostic(
            "participant-empty",
            at: cell.place,
            "the cell with the participant's code is empty",
            fix: "fill in the code in each row; if cells are merged, only the first has a value"
        )
    }
}
