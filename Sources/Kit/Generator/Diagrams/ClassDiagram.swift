/// A class diagram in Mermaid's language.
///
/// Class names are quoted if Mermaid might not accept them unquoted, for example keywords. In
/// members and labels, only characters with a meaning in Mermaid's language are replaced.
struct ClassDiagram {
    private var lines = ["classDiagram"]

    var text: String { lines.joined(separator: "\n") + "\n" }

    /// Adds a class.
    ///
    /// - Parameters:
    ///   - name: Name of the class.
    ///   - stereotype: Annotation of the class, such as "abstract"; nil for no annotation.
    ///   - members: Members of the class, each on one line.
    mutating func add(_ name: String, _ stereotype: String? = nil, members: [String]) {
        let rows = (stereotype.map { ["<<\($0)>>"] } ?? []) + members.map(member)
        if rows.isEmpty { return lines.append("    class \(identifier(name))") }
        lines.append("    class \(identifier(name)) {")
        lines += rows.map { "        \($0)" }
        lines.append("    }")
    }

    mutating func inherit(_ child: String, from parent: String) {
        lines.append("    \(identifier(parent)) <|-- \(identifier(child))")
    }

    /// Adds an association between two classes, with the allowed number of records at both ends. If
    /// the relationship has an inverse (`isMutual`), the line has no arrowhead. Otherwise, it has
    /// an arrowhead at `other`.
    mutating func associate(
        _ one: String,
        _ counts: (one: String, other: String),
        _ other: String,
        label: String,
        isMutual: Bool
    ) {
        let line = isMutual ? "--" : "-->"
        let ends = [counts.one, counts.other].map { $0.isEmpty ? "" : "\"\($0)\" " }
        lines.append(
            """
                \(identifier(one)) \(ends[0])\(line) \(ends[1])\(identifier(other)) \
            : \(plain(label, without: ";"))
            """
        )
    }

    mutating func depend(_ one: String, on other: String, label: String) {
        lines.append(
            "    \(identifier(one)) ..> \(identifier(other)) : \(plain(label, without: ";"))"
        )
    }

    /// Returns the name as an identifier. The name is quoted unless it begins with a capital letter
    /// and contains only ASCII letters, digits and underscores. No keyword of Mermaid begins with a
    /// capital letter.
    private func identifier(_ name: String) -> String {
        let isPlain =
            name.utf8.allSatisfy {
                $0 == UInt8(ascii: "_") || Character(Unicode.Scalar($0)).isLetter && $0 < 0x80
                    || (0x30...0x39).contains($0)
            } && name.first.map { $0.isUppercase } == true
        // A quoted name must have at least one character.
        return isPlain ? name : "`\(name.isEmpty ? " " : plain(name, without: "`"))`"
    }

    /// Returns a member's text without the characters that Mermaid would interpret. A brace would
    /// end the class. A dollar sign or an asterisk at the end would mark the member as static or
    /// abstract. Angle brackets become tildes, because Mermaid would read them as HTML.
    private func member(_ text: String) -> String {
        let line = plain(text, without: "{}~").replacing("<", with: "~").replacing(">", with: "~")
        return line.hasSuffix("$") || line.hasSuffix("*") ? line + " " : line
    }

    private func plain(_ text: String, without excluded: String) -> String {
        String(text.map { $0.isNewline || excluded.contains($0) ? " " : $0 })
    }
}
