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

extension CSVTable {
    /// Adds a problem if the table has a header but no rows.
    func requireRows(problems: inout [Diagnostic]) {
        guard rows.isEmpty else { return }
        problems.add("no-rows", at: .init(file: file), "has a header but no participants")
    }

    /// Adds a problem for each column that means the same as an earlier column.
    ///
    /// - Parameters:
    ///   - kind: the word for a meaning, such as `task`.
    ///   - meanings: the meaning of each column; nil for columns that may be repeated.
    ///   - key: a function that returns the same text for equal meanings.
    ///   - id: a function that returns the id of a meaning, for messages.
    func refuseTwice<Meaning>(
        _ kind: String,
        _ meanings: [Meaning?],
        key: (Meaning) -> String,
        id: (Meaning) -> String,
        problems: inout [Diagnostic]
    ) {
        var seen: [String: String] = [:]
        for (meaning, cell) in zip(meanings, header) {
            guard let meaning else { continue }
            let heading = folded(cell.text)
            guard let first = seen[key(meaning)] else {
                seen[key(meaning)] = heading
                continue
            }
            problems.add(
                "\(kind)-twice",
                at: cell.place,
                "the headings \"\(first)\" and \"\(heading)\" both mean \(kind) \"\(id(meaning))\"",
                fix: "leave one of the columns out"
            )
        }
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
            fix: "fill in the code in each row; in merged cells, only the first cell has a value"
        )
    }

    /// Returns the error for a code that looks like an earlier code
    /// (``ParticipantCode/likeness(_:)``). For example, the codes may differ only in case or
    /// leading zeros.
    static func problem(
        _ code: String,
        at place: Diagnostic.Place,
        alike earlier: (code: String, place: Diagnostic.Place)
    ) -> Diagnostic {
        Diagnostic(
            "codes-alike",
            at: place,
            "participant \"\(code)\" has nearly the same code as \"\(earlier.code)\" at "
                + earlier.place.text,
            expected: "codes that differ in more than case and leading zeros",
            fix: "write each participant's code in the same way in all rows and files"
        )
    }
}
