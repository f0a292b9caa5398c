import Diagnostics
import QueryCompiler
import QueryLanguage

/// The predicate in `source`; its warnings go to standard error.
func parsed(_ source: QuerySource, isQuiet: Bool = false) throws -> PredicateNode {
    let reading = readPredicate(source.text)
    if !isQuiet {
        say(
            warnings: reading.warnings.map {
                $0.diagnostic(in: source.text, file: source.file, severity: .warning)
            }
        )
    }
    if let node = reading.node { return node }
    throw DiagnosticError(
        reading.errors.map { $0.diagnostic(in: source.text, file: source.file) }
    )
}

/// `key`, `key:ascending` or `key:descending`; `owner` is what diagnostics call where it stands.
func parsedSort(_ text: String, _ owner: String) throws -> QueryRequest.Sort {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    let direction = parts.count == 2 ? parts[1] : "ascending"
    guard parts.count <= 2, !parts[0].isEmpty, ["ascending", "descending"].contains(direction)
    else {
        throw DiagnosticError(
            "bad-sort",
            at: .init(file: owner),
            "\"\(text)\" is not a sort key",
            expected: "key, key:ascending or key:descending",
            status: .usage
        )
    }
    return QueryRequest.Sort(
        path: parts[0].split(separator: ".").map(String.init),
        isDescending: direction == "descending"
    )
}

func checkMethodName(_ name: String, _ owner: String) throws {
    let isName =
        name.first.map { $0.isLetter || $0 == "_" } == true
        && name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
    if isName { return }
    throw DiagnosticError(
        "bad-name",
        at: .init(file: owner),
        "\"\(name)\" cannot name a Swift method",
        expected: "a letter, then letters and digits",
        status: .usage
    )
}
