/// A call of evalrun that a person is advised to make: complete, and quoted for a shell.
package struct EvalrunCommand: Sendable, Hashable {
    package static let standardStudy = "countries-cities"
    package static let standardResults = "Results/evalrun.sqlite"

    private var words: [String]

    /// - Parameters:
    ///   - arguments: subcommand, arguments and options.
    ///   - study: the path as typed; nil if the subcommand takes none.
    ///   - results: the results file; nil if the subcommand takes none.
    package init(_ arguments: [String], study: String? = nil, results: String? = nil) {
        words = ["evalrun"] + arguments
        if let study, study != Self.standardStudy { add("--study", study) }
        if let results, results != Self.standardResults { add("--results", results) }
    }

    /// Adds an option with its value.
    package mutating func add(_ option: String, _ value: String) {
        // A value that begins like an option is taken for one.
        words += value.hasPrefix("-") ? ["\(option)=\(value)"] : [option, value]
    }

    /// The command as a line to be copied into a shell.
    package var line: String { words.map(shellWord).joined(separator: " ") }
}

/// `text` as a word of a command line for a POSIX shell.
package func shellWord(_ text: String) -> String {
    let isPlain = text.wholeMatch(of: #/[A-Za-z0-9_.,\/=+-]+/#) != nil
    return isPlain ? text : "'" + text.replacing("'", with: "'\\''") + "'"
}
