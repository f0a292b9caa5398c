/// The name of a command and the names of its subcommands, as the user types them.
package struct CommandNames {
    package var name: String
    package var subcommands: [CommandNames]

    package init(_ name: String, _ subcommands: [CommandNames] = []) {
        self.name = name
        self.subcommands = subcommands
    }

    /// Throws an error if `words`, the arguments of this command, begin with an unknown subcommand.
    /// Without this check, the argument parser would report the subcommand's options as unknown, or
    /// run a default subcommand. For `help` with an unknown subcommand, the parser would print the
    /// help of the whole program.
    ///
    /// - Parameter path: The names of the enclosing commands, separated by spaces; nil for the
    ///   program itself.
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
