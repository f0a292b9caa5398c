import Foundation
import TestSupport
import TestTraits
import Testing

private func model(_ body: String, in folder: TemporaryFolder) throws -> String {
    let version = folder.path("Small.xcdatamodel")
    try FileManager.default.createDirectory(atPath: version, withIntermediateDirectories: true)
    try Data("<model>\(body)</model>".utf8).write(to: URL(fileURLWithPath: version + "/contents"))
    return version
}

@Test(.blocking) func inspectPrintsJSONAndLeavesWithZeroWhateverTheDiagnostics() throws {
    let folder = try TemporaryFolder()
    let path = try model("<entity name=\"A\" parentEntity=\"B\"/>", in: folder)
    let result = try Tool("cdgen").run(["inspect", path])
    #expect(result.status == 0)
    let root = try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any]
    #expect((root?["entities"] as? [[String: Any]])?.first?["name"] as? String == "A")
    let diagnostics = root?["diagnostics"] as? [[String: Any]]
    #expect(diagnostics?.first?["id"] as? String == "unknown-parent")
    #expect(
        try Tool("cdgen").run(["inspect", path, "--format", "yaml"]).output.contains(
            "\nentities:\n"
        )
    )
}

@Test(.blocking) func inspectOfMalformedXMLPrintsWhatItReadAndFails() throws {
    let folder = try TemporaryFolder()
    let path = try model("<entity name=\"A\"/><entity", in: folder)
    for arguments in [[], ["--version", "all"]] {
        let result = try Tool("cdgen").run(["inspect", path] + arguments)
        #expect(result.status == 65)
        #expect(result.output.contains("\"name\": \"A\""))
        #expect(result.errors.contains("/contents:1:"))
    }
}

@Test(.blocking) func inspectOfNoModelSaysSo() throws {
    let result = try Tool("cdgen").run(["inspect", "/nowhere.xcdatamodeld"])
    #expect(result.status == 66)
    #expect(result.output == "")
    #expect(result.errors.hasPrefix("/nowhere.xcdatamodeld: there is no such file or folder"))
}

@Test(.blocking) func lintFailsAtTheSeverityThatIsAskedFor() throws {
    let folder = try TemporaryFolder()
    let warned = try model(
        "<entity name=\"A\"><attribute name=\"in\" attributeType=\"Float\"/></entity>",
        in: folder
    )
    let strict = try Tool("cdgen").run(["lint", warned])
    #expect(strict.status == 1)
    #expect(strict.output.contains("[reserved-word]"))
    #expect(strict.errors == "")
    #expect(try Tool("cdgen").run(["lint", warned, "--fail-on", "error"]).status == 0)
    let noted = try model("<entity name=\"A\"/>", in: folder)
    #expect(try Tool("cdgen").run(["lint", noted]).status == 0)
    let broken = try model("<entity name=\"A\"/><entity name=\"A\"/>", in: folder)
    #expect(try Tool("cdgen").run(["lint", broken, "--fail-on", "error"]).status == 1)
}

/// A full disk is an error, not a crash. `/dev/full` is Linux's.
@Test(.blocking, .enabled(if: FileManager.default.fileExists(atPath: "/dev/full")))
func aFullDiskIsSaidInOneLine() throws {
    let folder = try TemporaryFolder()
    let path = try model("<entity name=\"A\"/>", in: folder)
    let tool = Tool.root.appendingPathComponent(".build/debug/cdgen").path
    for command in ["inspect", "inspect --version all", "lint"] {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = [
            "-c", "\"$0\" \(command) \"$1\" >/dev/full 2>\"$1/errors\"", tool, path,
        ]
        try process.run()
        process.waitUntilExit()
        #expect(process.terminationStatus == 74)
        let errors = try String(contentsOfFile: path + "/errors", encoding: .utf8)
        #expect(errors.hasPrefix("standard output: the text cannot be written\n"))
    }
}
