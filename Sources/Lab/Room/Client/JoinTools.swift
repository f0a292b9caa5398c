import Foundation
import ResultsStore
import SessionEngine

/// The study's tools, symbolic links and editor on the participant's machine.
struct JoinTools {
    let resources: Resources
    let environment: [String: String]

    static let environmentFile = "env"

    /// Environment of the participant's programs, with evalrun's tools first in `PATH`.
    var commands: [String: String] { resources.commandEnvironment(environment) }

    /// Returns the tools that are not in `PATH` on this machine.
    func missing(_ tools: [String]) -> [String] {
        let folders = (commands["PATH"] ?? "").split(separator: ":")
        return tools.filter { tool in !folders.contains { access("\($0)/\(tool)", X_OK) == 0 } }
    }

    /// Writes a script that adds the tools to a shell's `PATH`. Returns false and writes nothing if
    /// the study has a file with the script's name.
    func writeEnvironment(in folder: URL) throws -> Bool {
        let open = try OpenFolder(folder)
        guard open.status(Self.environmentFile) == nil else { return false }
        let path = resources.executables.path.replacing("'", with: "'\\''")
        let text = """
            # To put the study's tools on the PATH of your shell, run:  . ./env
            export PATH='\(path)':"$PATH"

            """
        try open.replace(Self.environmentFile, with: Data(text.utf8), mode: 0o644)
        return true
    }

    /// Creates the study's symbolic links to the compiled CacheStore library that is shipped with
    /// evalrun. Refuses other targets and paths that may leave `folder`, because the list of links
    /// comes from another machine, which is not trusted. Keeps existing entries.
    ///
    /// - Returns: a line for each link that was refused, or for which the library is missing.
    func link(_ links: [String: String], in folder: URL) throws -> [String] {
        let open = try OpenFolder(folder)
        var lines: [String] = []
        for (path, target) in links.sorted(by: { $0.key < $1.key }) {
            let parts = path.split(separator: "/", omittingEmptySubsequences: false)
            guard !parts.contains(where: { $0.isEmpty || $0 == "." || $0 == ".." }),
                target == "{store}"
            else {
                lines.append(
                    "the study's symbolic link \"\(path)\" was not created: its path or target is "
                        + "not allowed"
                )
                continue
            }
            guard let store = resources.store else {
                lines.append(
                    "the study's symbolic link \"\(path)\" was not created: evalrun's compiled "
                        + "CacheStore library is missing; install the whole evalrun package"
                )
                continue
            }
            if open.status(path) != nil { continue }
            try open.makeFolder(parts.dropLast().joined(separator: "/"))
            guard symlinkat(store.path, open.descriptor, path) == 0 else { throw SystemFault(path) }
        }
        return lines
    }

    /// Editors that open a separate window and do not use the terminal.
    private static let editors: Set = [
        "code", "code-insiders", "codium", "cursor", "zed", "subl", "kate", "gedit",
        "gnome-text-editor", "xed", "mate", "bbedit", "nova", "idea", "clion", "fleet",
    ]

    /// Opens `folder` in `$VISUAL` or in the study's editor. The study's command comes from another
    /// machine, so a command is run only if it names a known editor and has no options.
    ///
    /// - Returns: a line for the participant.
    func openEditor(_ command: [String], in folder: URL) -> String {
        let own = (environment["VISUAL"] ?? "").split(separator: " ").map(String.init)
        guard let program = [own, command].first(where: { Self.mayRun($0) })?.first else {
            return "open this folder in your editor: \(folder.path)"
        }
        guard missing([program]).isEmpty else {
            return "\(program) is not installed; open this folder in your editor: \(folder.path)"
        }
        let shell = Process()
        shell.executableURL = URL(fileURLWithPath: "/bin/sh")
        // Uses a separate process group, so that Ctrl-C ends evalrun and not an editor with unsaved
        // work.
        shell.arguments = ["-c", "set -m; \"$0\" . </dev/null >/dev/null 2>&1 &", program]
        shell.currentDirectoryURL = folder
        shell.environment = commands
        do { try shell.run() } catch { return "\(program) could not be opened: \(error)" }
        shell.waitUntilExit()
        return "opened in \(program)"
    }

    private static func mayRun(_ command: [String]) -> Bool {
        guard let program = command.first else { return false }
        return editors.contains(program) && command.dropFirst().allSatisfy { $0 == "." }
    }
}
