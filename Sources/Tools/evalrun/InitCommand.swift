import ArgumentParser
import Diagnostics
import Foundation
import ResultsStore
import SessionEngine
import StudyDefinition

struct InitCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "init",
        abstract: "Create a small working study as a starting point."
    )

    @Argument(help: "The study's name, which becomes its id and the name of its folder.")
    var name: String
    @Option(help: "Number of conditions: 1, or 2 to compare two groups of participants.")
    var conditions = 1

    func validate() throws {
        guard (1...2).contains(conditions) else {
            throw ValidationError("--conditions must be 1 or 2; add more in study.yaml.")
        }
    }

    func run() async throws {
        let url = URL(fileURLWithPath: name)
        // If the name is empty, the URL's last component is the name of the current folder.
        let id = name.isEmpty ? "" : url.lastPathComponent
        guard isID(id) else {
            let near = id.split(whereSeparator: \.isWhitespace).joined(separator: "-")
            throw DiagnosticError(
                "study-name",
                "\"\(id)\" cannot be a study's id",
                expected:
                    "letters, digits, \"-\", \"_\" and \".\", beginning with a letter or digit",
                fix: isID(near) ? "did you mean \"\(near)\"?" : nil,
                status: .usage
            )
        }
        guard !FileManager.default.fileExists(atPath: url.path) else {
            // An earlier command may have been killed after it created the folder.
            ScratchFolder.removeAbandoned(in: url.deletingLastPathComponent())
            throw folderExists
        }
        let files = StudyTemplate.files(hasTwoConditions: conditions == 2).map { path, text in
            (path: path, bytes: Data(text.replacing("NAME", with: id).utf8))
        }
        do throws(SystemFault) { try ScratchFolder.publish(files, as: url) } catch {
            // Another process may have created the folder meanwhile.
            if [ENOTEMPTY, EEXIST].contains(error.code) { throw folderExists }
            throw notWritten(name, error, fix: "check the folder's permissions and the disk")
        }
        let folder = String(name.reversed().drop { $0 == "/" }.reversed())
        // A name without a slash could also mean a shipped study.
        let place = folder.contains("/") ? folder : "./\(folder)"
        // The trial session has its own results file, and is therefore not a session of the study.
        let trial = place + "-try"
        say("\(folder)/ contains a study with one task. Next:")
        let script = ["--script", "\(folder)/session.yaml", "--clock", "simulated"]
        for (command, results) in [
            (["validate"], nil),
            (["session", "--participant", "TRY"] + script, "\(trial)/evalrun.sqlite"),
            (["report", "--output", "\(trial)/report"], "\(trial)/evalrun.sqlite"),
        ] as [([String], String?)] {
            say("  \(EvalrunCommand(command, study: place, results: results).line)")
        }
        say("The second command runs a trial session that a script plays.")
        say("After the trial, write your study in \(folder)/study.yaml.")
        if conditions == 2 {
            say("Before the first session, plan who has which condition:")
            let plan = ["plan", "--table", "randomised-blocks", "--participants", "20"]
            say("  \(EvalrunCommand(plan, study: place, results: nil).line)")
        }
    }

    private var folderExists: DiagnosticError {
        DiagnosticError(
            "folder-exists",
            at: .init(file: name),
            "already exists",
            fix: "choose another name; nothing was written",
            status: .cannotCreate
        )
    }

    private func isID(_ text: String) -> Bool {
        ParticipantCode.problem(with: text) == nil
            && (text.first?.isLetter == true || text.first?.isNumber == true)
    }
}
