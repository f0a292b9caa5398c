import Reporting
import ResultsStore
import Testing

@testable import StudyDefinition

/// What the Common Industry Format asks and this study does not have is named.
@Suite struct ConformanceTests {
    private func report(method: String) async throws -> Report {
        try await withStore { store in
            var folder = smallStudy()
            folder.study.method = .init(path: "m.md", text: method)
            try await Played(participant: "P1", runs: [.init(task: "first", seconds: 5)])
                .record(in: store, study: folder)
            var options = Report.Options()
            options.conformsToCIF = true
            return try Report(store: store, study: "small", date: "2026-03-31", options: options)
        }
    }

    @Test func whatIsMissingIsNamedWithTheWayToSupplyIt() async throws {
        let report = try await report(method: "Nothing.")
        let missing = try #require(report.conformance?.missing)
        let contact = try #require(missing.first { $0.requirement == "Contact" })
        #expect(contact.words.contains("**Contact.**"))
        #expect(missing.contains { $0.section == "Satisfaction" })
        #expect(!missing.contains { $0.requirement == "Date of the report" })
        #expect(report.text("report.md").contains("| Title | Contact | missing |"))
    }

    @Test func paragraphsOfTheMethodPageSupplyIt() async throws {
        let report = try await report(method: "* **Contact.** lab@example.org\n\nConducted by: us")
        let missing = try #require(report.conformance?.missing.map(\.requirement))
        #expect(!missing.contains("Contact"))
        #expect(!missing.contains("Who led the test"))
        #expect(missing.contains("Facility"))
    }

    @Test(arguments: [Outcome.success, .assistedSuccess])
    func onlyWhatImportedFilesLackIsNamed(_ outcome: Outcome) async throws {
        let start = SessionStart(
            participant: "P1",
            study: "h1",
            conditions: ["only"],
            source: .import,
            environment: SessionEnvironment()
        )
        let time = TimeImported(
            run: 1,
            task: "first",
            condition: "only",
            duration: 20_000_000_000,
            outcome: outcome,
            raw: ""
        )
        let report = try await withStore { store in
            try await store.importSessions(
                [
                    [
                        .sessionStarted(start), .timeImported(time),
                        .sessionFinished(Closing(complete: true)),
                    ]
                ],
                study: smallStudy()
            )
            var options = Report.Options()
            options.conformsToCIF = true
            return try Report(store: store, study: "small", options: options)
        }
        let missing = try #require(report.conformance?.missing)
            .filter { $0.section == "Effectiveness" }
        if outcome == .assistedSuccess {
            #expect(missing.map(\.requirement) == ["Errors and assists"])
            #expect(
                missing.map(\.words) == [
                    "imported files contain no errors, and no assists in attempts that failed"
                ]
            )
        } else {
            #expect(
                missing.map(\.words) == [
                    "imported files do not state who was assisted",
                    "imported files contain no errors and no assists",
                ]
            )
        }
    }

    @Test func theTemplateOfAStudyNamesTheParagraphs() async throws {
        let files = StudyTemplate.files(hasTwoConditions: false)
        let template = try #require(files.first { $0.path == "study.yaml" }?.text)
        let report = try await report(method: "Nothing.")
        let names = try #require(
            report.conformance?.missing.compactMap { item in
                item.words.firstMatch(of: /\*\*.+?\*\*/).map { String($0.output) }
            }
        )
        #expect(names.count > 10)
        for name in names { #expect(template.contains(name), "\(name)") }
    }

    @Test func withoutBeingAskedNothingIsChecked() async throws {
        let report = try await withStore { store in
            try await Played(participant: "P1").record(in: store)
            return try Report(store: store, study: "small")
        }
        #expect(report.conformance == nil)
        #expect(!report.text("report.md").contains("Common Industry Format"))
    }
}
