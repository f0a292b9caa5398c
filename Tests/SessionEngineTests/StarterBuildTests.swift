import Foundation
import StudyDefinition
import TestSupport
import Testing

@testable import SessionEngine

@Suite struct StarterBuildTests {
    /// Sessions of several participants begin at the same time.
    @Test func aSessionThatWaitedForTheFirstBuildDoesNotBuildAgain() async throws {
        let home = try TemporaryFolder()
        let built = home.path("built")
        var study = try StudyReader.read(
            Tool.root.appendingPathComponent("Tests/StudyDefinitionTests/Fixtures/greeting")
        )
        study.study.project.build = ["sh", "-c", "echo built >> '\(built)'"]
        let runner = CheckRunner(
            study: study,
            resources: Resources(executables: home.url, store: nil, studies: nil, cache: home.url),
            environment: ProcessInfo.processInfo.environment
        )
        #expect(!runner.isWarm("one"))
        async let first: Void = runner.warm(task: "one", again: false)
        async let second: Void = runner.warm(task: "one", again: false)
        _ = try await (first, second)
        #expect(try String(contentsOfFile: built, encoding: .utf8) == "built\n")
        #expect(runner.isWarm("one"))
        try await runner.warm(task: "one")
        #expect(try String(contentsOfFile: built, encoding: .utf8) == "built\nbuilt\n")
    }
}
