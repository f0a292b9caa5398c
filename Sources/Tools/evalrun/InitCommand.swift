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

    func run() async throws {
        let url = URL(fileURLWithPath: name)
        // The URL of an empty name is the working folder.
        let id = name.isEmpty ? "" : url.lastPathComponent
        guard ParticipantCode.problem(with: id) == nil,
            id.first?.isLetter == true || id.first?.isNumber == true
        else {
            throw DiagnosticError(
                "study-name",
                "\"\(id)\" cannot be a study's id",
                expected:
                    "letters, digits, \"-\", \"_\" and \".\", beginning with a letter or digit",
                status: .usage
            )
        }
        guard !FileManager.default.fileExists(atPath: url.path) else {
            throw DiagnosticError(
                "folder-exists",
                at: .init(file: name),
                "already exists",
                fix: "choose another name; nothing was written",
                status: .cannotCreate
            )
        }
        let files = StudyTemplate.files.map { path, text in
            (path: path, bytes: Data(text.replacing("NAME", with: id).utf8))
        }
        do throws(SystemFault) { try ScratchFolder.publish(files, as: url) } catch {
            throw notWritten(name, error, fix: "check the folder's permissions and the disk")
        }
        // A name without a slash could also mean a shipped study.
        let place = name.contains("/") ? name : "./\(name)"
        say("\(name)/ contains a study with one task. Next:")
        for command in [
            ["validate"],
            ["session", "--participant", "TRY", "--script", "\(name)/session.yaml"],
        ] {
            say("  \(EvalrunCommand(command, study: place).line)")
        }
    }
}
