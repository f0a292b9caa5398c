extension Diagnostic {
    /// The diagnostic as a person reads it in a terminal:
    ///
    ///     study.yaml:7:1: "fedback" is not a key of study "greeting"
    ///       did you mean "feedback"?
    package var text: String {
        var lines = [header + problem]
        if let expected { lines.append("  expected \(expected)") }
        if let fix { lines.append("  \(fix)") }
        return lines.joined(separator: "\n")
    }

    private var header: String {
        let prefix = place.map { "\($0.text): " } ?? ""
        return severity == .error ? prefix : "\(prefix)\(severity.rawValue): "
    }
}

extension Diagnostic.Place {
    /// The position as `file:line:column`. A line or column that is not known is omitted.
    package var text: String {
        ([file] + [line, column].prefix { $0 != nil }.compactMap { $0.map(String.init) })
            .joined(separator: ":")
    }
}

/// Returns the texts of all diagnostics, separated by line breaks.
package func render(_ diagnostics: [Diagnostic]) -> String {
    diagnostics.map(\.text).joined(separator: "\n")
}
