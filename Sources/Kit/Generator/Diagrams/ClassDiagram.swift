/// A class diagram in Mermaid's language.
///
/// Names that are words of that language, or that it does not take as they are, are quoted; members and
/// labels keep all characters but those that would end them.
struct ClassDiagram {
    private var lines = ["classDiagram"]

    var text: String { lines.joined(separator: "\n") + "\n" }

    /// - Parameters:
    ///   - name: Name of the class.
    ///   - stereotype: Its kind, such as "abstract".
    ///   - members: One line each.
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

    /// An association: `counts` of records at both ends; the arrow leads to `other` unless both
    /// ends are named.
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

    /// Letters, digits and underscores are a name, if it begins with a capital letter: no word of the
    /// language does. Anything else is quoted.
    private func identifier(_ name: String) -> String {
        let isPlain =
            name.utf8.allSatisfy {
                $0 == UInt8(ascii: "_") || Character(Unicode.Scalar($0)).isLetter && $0 < 0x80
                    || (0x30...0x39).contains($0)
            } && name.first.map { $0.isUppercase } == true
        // Quotes hold one character at least.
        return isPlain ? name : "`\(name.isEmpty ? " " : plain(name, without: "`"))`"
    }

    /// Braces would end the class, and a line that ends in a dollar sign or an asterisk is static or
    /// abstract. Type parameters are between tildes: what is between angle brackets is taken for HTML.
    private func member(_ text: String) -> String {
        let line = plain(text, without: "{}~").replacing("<", with: "~").replacing(">", with: "~")
        return line.hasSuffix("$") || line.hasSuffix("*") ? line + " " : line
    }

    private func plain(_ text: String, without excluded: String) -> String {
        String(text.map { $0.isNewline || excluded.contains($0) ? " " : $0 })
    }
}
