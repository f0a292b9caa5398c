package import Diagnostics
package import JSON

/// A form parsed from JSON, with the positions of its conditions and keys.
package struct FormFile: Sendable {
    package var form: QueryForm
    package var text: String
    /// Name of the file, for diagnostics.
    package var file: String
    /// The byte offset of each condition in the JSON text, in the order of the form. Groups are
    /// omitted.
    package var offsets: [Int]
    /// The byte offset of each top-level key in the JSON text.
    package var keys: [String: Int]

    /// Creates a form from its JSON text.
    ///
    /// - Throws: `DiagnosticError` with all errors, each with its line and column.
    package init(_ text: String, file: String) throws {
        try self.init(try readFormJSON(text, file: file), text: text, file: file)
    }

    package init(_ node: JSONNode, text: String, file: String) throws {
        var reader = FormReader(text: text, file: file)
        let form = reader.form(node)
        if !reader.found.isEmpty { throw DiagnosticError(reader.found) }
        self.form = form
        self.text = text
        self.file = file
        offsets = reader.offsets
        keys = [:]
        for member in node.members ?? [] { keys[member.key] = member.offset }
    }

    package func place(ofKey key: String) -> Diagnostic.Place {
        Diagnostic.Place(file: file, offset: keys[key] ?? 0, in: text)
    }

    package func place(ofCondition position: Int) -> Diagnostic.Place {
        let offset = offsets.indices.contains(position) ? offsets[position] : keys["where"] ?? 0
        return Diagnostic.Place(file: file, offset: offset, in: text)
    }
}

/// Parses the JSON text of a form.
///
/// - Throws: `DiagnosticError` if the text is larger than 1 MiB or is not JSON. The error for
///   invalid JSON contains the line and column of the syntax error.
package func readFormJSON(_ text: String, file: String) throws -> JSONNode {
    if text.utf8.count > 1 << 20 {
        throw DiagnosticError(
            "too-large",
            at: .init(file: file),
            "the form is larger than 1 MiB",
            expected: "a form of at most 1 MiB"
        )
    }
    do {
        return try JSONNode(reading: text)
    } catch {
        throw DiagnosticError(
            "bad-json",
            at: .init(file: file, line: error.line, column: error.column),
            error.problem,
            expected: error.expected
        )
    }
}
