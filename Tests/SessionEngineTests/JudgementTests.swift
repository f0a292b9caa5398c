import Foundation
import ResultsStore
import Testing

@testable import SessionEngine
@testable import StudyDefinition

@Suite struct JudgementTests {
    private func verdict(
        matching pattern: String,
        _ output: String,
        status: Int = 0
    ) throws -> CheckResult? {
        var expect = Check.Expectation()
        expect.matches = [pattern]
        return try verdict(expecting: expect, output, status: status)
    }

    private func verdict(
        expecting expect: Check.Expectation,
        _ output: String,
        status: Int = 0
    ) throws -> CheckResult? {
        let runner = try runner
        var step = try #require(runner.study.study.checks.first?.steps.first)
        step.expect = expect
        step.timeout = 1
        return runner.judge(step, Command.Result(end: .exited(status), output: output))
    }

    private var runner: CheckRunner {
        get throws {
            let fixture = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
                .deletingLastPathComponent()
                .appendingPathComponent("StudyDefinitionTests/Fixtures/greeting")
            let folder = FileManager.default.temporaryDirectory
            return CheckRunner(
                study: try StudyReader.read(fixture),
                resources: Resources(executables: folder, store: nil, studies: nil, cache: folder),
                environment: [:]
            )
        }
    }

    /// A participant can remove only programs of the workspace.
    @Test func aMissingProgramOfTheStudyIsAFaultOfTheChecker() throws {
        let runner = try runner
        var step = try #require(runner.study.study.checks.first?.steps.first)
        func verdict(_ program: String) -> String? {
            step.run = [program]
            let result = Command.Result(end: .notStarted("it was not found"), output: "")
            return runner.judge(step, result)?.verdict.rawValue
        }
        for program in ["{data}/check", "/usr/bin/none", "none"] {
            #expect(verdict(program) == "fault")
        }
        #expect(verdict("./count") == "failed")
        #expect(verdict("{scratch}/count") == "failed")
    }

    @Test func aPatternIsMatched() throws {
        #expect(try verdict(matching: "^a+$", "aaa") == nil)
        #expect(try verdict(matching: "^a+$", "aab")?.verdict == .failed)
    }

    /// The text `reason: |` or `reason: >` ends with a line break.
    @Test func aReasonInABlockIsContinuedOnTheSameLine() throws {
        let runner = try runner
        var step = try #require(runner.study.study.checks.first?.steps.first)
        step.reason = "the greeting differs\n"
        let result = Command.Result(end: .exited(step.expect.exit + 1), output: "")
        let reason = try #require(runner.judge(step, result)?.reason)
        #expect(reason.hasPrefix("the greeting differs: "), "\(reason)")
    }

    /// A program may print the fields of a file that has such line ends.
    @Test func aRowMayEndWithACarriageReturn() throws {
        var expect = Check.Expectation()
        expect.rows = ["a 2", "b 1"]
        #expect(try verdict(expecting: expect, "a 2\r\nb 1\r\n") == nil)
        expect.rows = ["a\u{2028}b"]
        #expect(try verdict(expecting: expect, "a\u{2028}b\n") == nil)
    }

    /// The reason is one line, and shows the difference.
    @Test func aReasonShowsTheCarriageReturnsOfTheOutput() throws {
        var expect = Check.Expectation()
        expect.output = "5\n"
        let reason = try #require(try verdict(expecting: expect, "5\r\n")?.reason)
        #expect(reason.hasSuffix("it printed “5␍⏎” instead of “5⏎”"), "\(reason)")
    }

    @Test func aCompilerErrorIsShownWithoutItsFolder() throws {
        let error = "F.swift:3:9: error: binary operator '/' cannot be applied to 'String'"
        for output in ["note: x\n/home/p/Sources/\(error)\n", error] {
            let reason = try #require(try verdict(matching: "x", output, status: 1)?.reason)
            #expect(reason.hasSuffix(error) && !reason.contains("/home"), "\(reason)")
        }
    }

    /// Matching takes about 3 s, and three times as long for each further letter.
    @Test func aSlowPatternIsAFaultOfTheChecker() throws {
        let output = String(repeating: "a", count: 17) + "b"
        let found = try #require(try verdict(matching: "^(a+)+$", output))
        #expect(found.verdict == .fault)
        #expect(found.reason == "comparing the output took more than 1 s")
    }
}
