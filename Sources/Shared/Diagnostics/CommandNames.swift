/// The name of a command and of its subcommands, as they are typed.
package struct CommandNames {
    package var name: String
    package var subcommands: [CommandNames]

    package init(_ name: String, _ subcommands: [CommandNames] = []) {
        self.name = name
        self.subcommands = subcommands
    }

    /// Throws an error if `words`, the command line after the name of this command, begin with a
    /// word that names no subcommand. An argument parser would report the options of the misspelled
    /// subcommand as unknown, or run a default subcommand. After the program's command `help`, it
    /// would print the help of the program.
    ///
    /// - Parameter path: The words that lead to this command; nil for the command of the program.
    package func require(
        _ words: ArraySlice<String>,
        after path: String? = nil
    ) throws(DiagnosticError) {
        guard !subcommands.isEmpty, let word = words.first, !word.hasPrefix("-") else { return }
        if word == "help" { return path == nil ? try require(words.dropFirst()) : () }
        let path = path.map { "\($0) \(name)" } ?? name
        if let command = subcommands.first(where: { $0.name == word }) {
            return try command.require(words.dropFirst(), after: path)
        }
        let near = nearestName(to: word, among: subcommands.map(\.name))
        throw DiagnosticError(
            "unknown-command",
            "\(path) has no command \"\(word)\"",
            fix: near.map { "did you mean \"\($0)\"?" } ?? "\(path) --help lists the commands",
            status: .usage
        )
    }
}
