import ArgumentParser
import Diagnostics
import ResultsStore
import SessionEngine

struct LabCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "lab",
        abstract: "Record the lab (the site of a multi-site study) to which a results file "
            + "belongs. Run this before the first session if the plan reserves rows for labs, and "
            + "before you merge files of several labs. evalrun sync records the lab automatically."
    )

    @Argument(
        help: """
            The lab's short name, such as uppsala, which distinguishes participants with the same \
            code in different labs. If omitted, the lab of the results file is printed.
            """
    )
    var name: String?
    @OptionGroup var results: ResultsOptions

    func run() throws {
        guard let name else { return try sayLab() }
        if let problem = ParticipantCode.problem(withLab: name) {
            throw DiagnosticError([problem], status: .usage)
        }
        let store = try ResultsStore(path: results.results, access: .create)
        defer { store.close() }
        let before = try store.lab()
        try store.setLab(name, isReplacing: true)
        let change = ["", name].contains(before) ? "" : ", no longer to \(before)"
        say("\(results.results) belongs to the lab \(name)\(change)")
    }

    private func sayLab() throws {
        let store = try ResultsStore(path: results.results, access: .read)
        defer { store.close() }
        let lab = try store.lab()
        let command = EvalrunCommand(["lab", "NAME"], results: results.results)
        say(
            lab.isEmpty
                ? "\(results.results) belongs to no lab; to set one: \(command.line)"
                : "\(results.results) belongs to the lab \(lab)"
        )
    }
}
