import YAMLFields

extension StudyReading {
    /// Warns if a command contains shell syntax, such as the word `&&`. Reports only the first
    /// such word. The commands of a study are started without a shell, so the program gets the word
    /// as an argument.
    func warnOfShellSyntax(in command: Entry?) {
        guard let command else { return }
        let arguments = command.listed("an argument", expected: "text")
        let words = arguments.map { $0.scalar ?? "" }
        guard !ShellSyntax.startsShell(words),
            let index = words.indices.first(where: { ShellSyntax.isNeeded(at: $0, in: words) })
        else { return }
        findings.warning(
            "shell-syntax",
            at: arguments[index].place,
            "\(command.name) contains \(quoted(words[index])), but commands run without a shell",
            fix: "write the whole command as one argument of a shell: [sh, -c, \"…\"]"
        )
    }
}

private enum ShellSyntax {
    private static let shells: Set = ["sh", "ash", "bash", "dash", "fish", "ksh", "zsh"]
    private static let operators: Set = [
        "|", "|&", "||", "&", "&&", ";", ">", ">>", "<", "<<", "&>", "2>", "2>>", "2>&1",
    ]
    /// Options whose value may be an operator or contain one: a script, a pattern or a separator,
    /// as in `cut -d "|"`.
    private static let options: Set = ["-c", "-e", "-E", "--eval", "-d", "-F", "-t"]
    /// Number of operands of a program that are patterns or scripts and may contain an operator, as
    /// in `grep "|" file`.
    private static let patterns = [
        "awk": 1, "egrep": 1, "fgrep": 1, "grep": 1, "rg": 1, "sed": 1, "tr": 2,
    ]
    /// Options of `find` whose command ends with `;`.
    private static let executing: Set = ["-exec", "-execdir", "-ok", "-okdir"]

    /// Returns whether the command gives a script to a shell, as in `sh -c` or `env bash -ec`.
    static func startsShell(_ words: [String]) -> Bool {
        let shell = words.firstIndex { shells.contains(name($0)) }
        guard let shell else { return false }
        return words[(shell + 1)...].contains { word in
            word.hasPrefix("-") && !word.hasPrefix("--") && word.contains("c")
        }
    }

    /// Returns whether the word at `index` is probably shell syntax, so that the command needs a
    /// shell.
    static func isNeeded(at index: Int, in words: [String]) -> Bool {
        let word = words[index]
        if index > 0, options.contains(words[index - 1]) { return false }
        if isPattern(at: index, in: words) { return word.contains("$(") }
        if word == ";", !executing.isDisjoint(with: words) { return false }
        if operators.contains(word) || word.contains("$(") || word.contains("`") { return true }
        if word.hasPrefix("2>") || word.hasPrefix(">/dev/") { return true }
        return word.hasSuffix(";") && !word.contains(where: \.isWhitespace)
    }

    /// Returns whether the word at `index` is a pattern or script for the program of the command.
    private static func isPattern(at index: Int, in words: [String]) -> Bool {
        guard index > 0, let count = patterns[name(words[0])] else { return false }
        return words[1..<index].count { !$0.hasPrefix("-") } < count
    }

    /// Returns the last component of a program's path.
    private static func name(_ program: String) -> String {
        program.split(separator: "/").last.map(String.init) ?? ""
    }
}
