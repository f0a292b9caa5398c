import Diagnostics
import Foundation
import SessionEngine
import StudyDefinition
import Terminal

/// Access to the participant's workspace from a terminal.
package struct WorkspaceDesk: Sendable {
    enum Tool: Sendable {
        case editor, shell
    }

    let workspace: Workspace
    let environment: [String: String]

    var path: String { workspace.root.path }

    /// Path of the workspace. Nil before the first task, because the folder does not exist yet.
    var existingPath: String? { FileManager.default.fileExists(atPath: path) ? path : nil }

    /// Environment of the editor and the shell, without the account's history files. These contain
    /// the commands of earlier participants. The shell's history file is in the workspace, and is
    /// erased with it; fish and `less` have no history file.
    private var toolEnvironment: [String: String] {
        let history = workspace.root.appendingPathComponent(".evalrun-history").path
        return environment.merging(
            ["HISTFILE": history, "fish_history": "", "LESSHISTFILE": "-"]
        ) { $1 }
    }

    /// Text for the page that is shown before a task's clock starts.
    var introduction: String {
        """
        While the clock runs, the key "s" opens a shell with the tools in its PATH.

        Workspace  \(path)
        """
    }

    /// Opens the workspace in an editor (`$VISUAL` or the study's editor) or in a shell. In both
    /// cases, `PATH` contains the shipped tools. The task's clock keeps running meanwhile.
    func open(_ tool: Tool, in terminal: RawTerminal) async {
        let script = Self.script(tool, workspace.study.study.project.open, environment)
        await terminal.lend {
            if tool == .shell {
                try? Output.write(
                    "Shell in the workspace. The clock runs; \"exit\" goes back to the session.\n"
                )
            }
            let problem = await Command.lendTerminal(
                to: ["/bin/sh", "-c"] + script,
                in: workspace.root,
                environment: toolEnvironment
            )
            // A shell's exit status is that of its last command, so it does not show a problem.
            guard tool == .editor, let problem else { return }
            Output.complain(problem)
            try? await Task.sleep(for: .seconds(2))
        }
    }

    /// Returns the arguments of `/bin/sh -c` that start the tool: a script and, for a shell or the
    /// study's editor, the script's name and arguments.
    ///
    /// - Parameter open: the study's editor and its arguments. The script passes on each of them as
    ///   one argument, even if it contains spaces.
    static func script(_ tool: Tool, _ open: [String], _ environment: [String: String]) -> [String]
    {
        if tool == .editor, let own = environment["VISUAL"], !own.trimmed.isEmpty {
            return ["\(own) ."]
        }
        let program = tool == .shell ? [environment["SHELL"] ?? "/bin/sh"] : open
        return ["exec \"$@\"", "sh"] + program
    }
}
