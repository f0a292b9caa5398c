import Foundation

/// A complete `evalrun` command line to suggest to a person, quoted for a shell.
package struct EvalrunCommand: Sendable, Hashable {
    /// The study that a command without `--study` uses. This is the study in the current folder or,
    /// if the folder has no `study.yaml`, the study that is shipped with evalrun.
    package static var standardStudy: String {
        FileManager.default.fileExists(atPath: "study.yaml") ? "." : "countries-cities"
    }
    package static let standardResults = "Results/evalrun.sqlite"

    /// Names of the folders in the current folder that contain a study. If there are any, a command
    /// uses the shipped study only if `--study` names it.
    package static var studiesHere: [String] {
        let files = FileManager.default
        let names = (try? files.contentsOfDirectory(atPath: ".")) ?? []
        // A folder whose name begins with "." may remain from an `evalrun init` that was killed.
        return names.filter {
            !$0.hasPrefix(".") && files.fileExists(atPath: "\($0)/study.yaml")
        }
    }

    private var words: [String]

    /// - Parameters:
    ///   - arguments: subcommand, arguments and options.
    ///   - study: the study's path as the person typed it; nil if the subcommand has no study.
    ///   - results: the results file; nil if the subcommand has no results file.
    package init(_ arguments: [String], study: String? = nil, results: String? = nil) {
        words = ["evalrun"] + arguments
        if let study, study != Self.standardStudy || !(study == "." || Self.studiesHere.isEmpty) {
            add("--study", study)
        }
        if let results, results != Self.standardResults { add("--results", results) }
    }

    /// Adds an option with its value.
    package mutating func add(_ option: String, _ value: String) {
        // A value that begins with "-" needs the form "--option=value". Otherwise, the parser would
        // read the value as another option.
        words += value.hasPrefix("-") ? ["\(option)=\(value)"] : [option, value]
    }

    /// The command line as text to copy into a shell.
    package var line: String { words.map(shellWord).joined(separator: " ") }
}

/// Returns `text` quoted as one word for a POSIX shell.
package func shellWord(_ text: String) -> String {
    let isPlain = text.wholeMatch(of: #/[A-Za-z0-9_.,:@\/=+-]+/#) != nil
    return isPlain ? text : "'" + text.replacing("'", with: "'\\''") + "'"
}
