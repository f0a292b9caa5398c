import Diagnostics
import Foundation
import StudyDefinition
import TestSupport
import Testing

@testable import SessionEngine

/// A study whose project links to the CacheStore library, where that library is not installed.
@Suite struct MissingStoreTests {
    private let home: TemporaryFolder
    private let study: StudyFolder
    private let resources: Resources

    init() throws {
        home = try TemporaryFolder()
        var study = try StudyReader.read(
            Tool.root.appendingPathComponent("Tests/StudyDefinitionTests/Fixtures/greeting")
        )
        study.study.project.links = ["vendor/store": "{store}"]
        self.study = study
        resources = Resources(executables: home.url, store: nil, studies: nil, cache: home.url)
    }

    @Test func aSessionIsRefusedBeforeItStarts() async throws {
        let options = SessionRunner.Options(
            participant: "P1",
            conditions: ["shell"],
            results: home.path("x.sqlite"),
            environment: ProcessInfo.processInfo.environment
        )
        let runner = SessionRunner(options, study: study, resources: resources)
        let error = await #expect(throws: DiagnosticError.self) { _ = try await runner.run() }
        #expect(error?.diagnostics.first?.id == "no-store")
        #expect(!FileManager.default.fileExists(atPath: options.results))
    }

    /// The error keeps its words and its fix.
    @Test func theBuildOfTheStarterNamesTheStore() async throws {
        let runner = CheckRunner(
            study: study,
            resources: resources,
            environment: ProcessInfo.processInfo.environment
        )
        let error = await #expect(throws: DiagnosticError.self) { try await runner.warm() }
        #expect(error?.diagnostics.first?.id == "no-store")
    }
}
