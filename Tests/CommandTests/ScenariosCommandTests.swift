import Foundation
import TestSupport
import TestTraits
import Testing

/// `cdgen scenarios` and `cdgen diagram`, as a person types them.
@Suite(.blocking) struct ScenariosCommandTests {
    private let drawn = """
        stateDiagram-v2
            [*] --> Off
            Off --> On: SwitchPressed / Light → Lit
            On --> Off: SwitchPressed
        """

    private func write(_ text: String, _ path: String) throws {
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    }

    private func text(_ path: String) -> String {
        (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
    }

    @Test func filesAreWrittenOnce() throws {
        let folder = try TemporaryFolder()
        let (code, tests) = (
            folder.path("Sources/Lamp.swift"), folder.path("Tests/L/LampTests.swift")
        )
        try write(drawn, folder.path("lamp.mmd"))
        let arguments = [
            "scenarios", folder.path("lamp.mmd"), "--output", code, "--tests", tests, "--module",
            "App",
        ]
        let run = try Tool("cdgen").run(arguments)
        #expect(run.status == 0, "\(run.errors)")
        #expect(run.output == "wrote \(code)\nwrote \(tests)\n")
        #expect(text(code).contains("final class LampProcessor"))
        #expect(text(tests).contains("@testable import App"))
        #expect(text(tests).contains("fileURLWithPath: \"../../lamp.mmd\""))
        // As after a run that was killed between the two files.
        let whole = text(tests)
        try FileManager.default.removeItem(atPath: tests)
        let second = try Tool("cdgen").run(arguments)
        #expect(second.status == 0, "\(second.errors)")
        #expect(second.output == "\(code) is already up to date\nwrote \(tests)\n")
        #expect(text(tests) == whole)
        try write("mine", code)
        let again = try Tool("cdgen").run(arguments)
        #expect(again.status == 73)
        #expect(again.errors.hasPrefix("\(code): the file already exists"))
        #expect(text(code) == "mine")
    }

    /// Such as `/dev/stdout` at a terminal.
    @Test func aPipeIsRefusedAndNotRead() throws {
        let folder = try TemporaryFolder()
        let (file, pipe) = (folder.path("lamp.mmd"), folder.path("pipe"))
        try write(drawn, file)
        #expect(mkfifo(pipe, 0o600) == 0)
        let run = try Tool("cdgen").run(["scenarios", file, "--output", pipe])
        #expect(run.status == 73)
        #expect(run.errors.hasPrefix("\(pipe): the file already exists"))
    }

    @Test func aDiagramIsComparedWithThatOfTheCode() throws {
        let folder = try TemporaryFolder()
        let (file, code) = (folder.path("lamp.mmd"), folder.path("code.mmd"))
        try write(drawn, file)
        try write(drawn, code)
        let same = try Tool("cdgen").run(["scenarios", file, "--against", code])
        #expect(same.status == 0 && same.output == "", "\(same.errors)")
        try write(drawn.replacing("On --> Off: SwitchPressed", with: "On --> Off: Timer"), code)
        let other = try Tool("cdgen").run(["scenarios", file, "--against", code])
        #expect(other.status == 1)
        #expect(
            other.output == """
                \(file): the code has no transition On --> Off: SwitchPressed (line 4)
                \(file): the diagram has no arrow On --> Off: Timer

                """
        )
    }

    @Test func anOutlineIsPrintedAsADiagram() throws {
        let folder = try TemporaryFolder()
        let file = folder.path("lamp.yml")
        try write("start: off\nscenarios:\n  - {in: off, on: press, to: on}\n", file)
        let run = try Tool("cdgen").run(["scenarios", file, "--diagram"])
        #expect(run.status == 0, "\(run.errors)")
        #expect(run.output == "stateDiagram-v2\n    [*] --> Off\n    Off --> On: Press\n")
        let missing = try Tool("cdgen").run(["scenarios", folder.path("none.mmd")])
        #expect(missing.status == 66)
        #expect(missing.errors.hasPrefix("\(folder.path("none.mmd")): the file does not exist"))
    }

    /// The command did one of the two things.
    @Test(arguments: [
        ["--diagram", "--output", "Lamp.swift"], ["--against", "code.mmd", "--tests", "T.swift"],
        ["--diagram", "--against", "code.mmd"], ["--module", "App"],
    ])
    func optionsThatWouldHaveNoEffectAreRefused(_ options: [String]) throws {
        let run = try Tool("cdgen").run(["scenarios", "/none.mmd"] + options)
        #expect(run.status == 64, "\(run.errors)")
        #expect(run.errors.contains(options[0]), "\(run.errors)")
    }

    @Test func aModelIsPrintedAsAClassDiagram() throws {
        let model = "Tests/ManagedCodeTests/Fixtures/Library.xcdatamodel"
        let schema = try Tool("cdgen").run(["diagram", model])
        #expect(schema.status == 0, "\(schema.errors)")
        #expect(schema.output.hasPrefix("classDiagram\n    class Author {\n"))
        let code = try Tool("cdgen").run(["diagram", model, "--of", "code"])
        #expect(code.status == 0, "\(code.errors)")
        #expect(code.output.contains("        <<struct>>\n        authors: any AuthorDAO\n"))
        let none = try Tool("cdgen").run(["diagram", "/nowhere.xcdatamodeld"])
        #expect(none.status == 66)
        #expect(none.errors.hasPrefix("/nowhere.xcdatamodeld: there is no such file"))
    }
}
