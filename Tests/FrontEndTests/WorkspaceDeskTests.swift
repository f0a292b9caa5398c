import Foundation
import Testing

@testable import FrontEnd

@Suite struct WorkspaceDeskTests {
    /// Runs what the desk gives to the shell, and returns the output.
    private func output(_ open: [String], _ environment: [String: String]) throws -> String {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = ["-c"] + WorkspaceDesk.script(.editor, open, environment)
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let data = try pipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return String(decoding: data, as: UTF8.self)
    }

    @Test func anArgumentOfTheStudysEditorMayHaveSpaces() throws {
        let open = ["printf", "<%s>", "-a", "Visual Studio Code", "$HOME", "a;b"]
        #expect(try output(open, [:]) == "<-a><Visual Studio Code><$HOME><a;b>")
    }

    /// Otherwise, evalrun could not continue a shell that stops itself.
    @Test func aShellReplacesTheShellThatStartsIt() {
        let script = WorkspaceDesk.script(.shell, ["vi"], ["SHELL": "/bin/a b", "VISUAL": "vi"])
        #expect(script == ["exec \"$@\"", "sh", "/bin/a b"])
    }

    @Test func theUsersEditorIsAShellCommand() throws {
        let variables = ["VISUAL": "printf '<%s>' --wait"]
        #expect(try output(["vi"], variables) == "<--wait><.>")
    }
}
