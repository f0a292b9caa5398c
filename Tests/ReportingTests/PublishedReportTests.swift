import Foundation
import Reporting
import TestSupport
import Testing

/// The committed report on the published experiment.
@Suite struct PublishedReportTests {
    private let folder = repository.appending(path: "Reports/published/radwani-zein-2020")

    @Test func theCommittedReportIsWhatTheDataGives() async throws {
        let files = try await publishedReport().files
        let differences = try Golden.differences(
            data: files.map { ($0.path, Data($0.bytes)) },
            in: folder
        )
        #expect(differences == [])
    }

    @Test func twoReportsOfTheSameDataAreTheSame() async throws {
        let first = try await publishedReport()
        let second = try await publishedReport()
        #expect(first.files.map(\.bytes) == second.files.map(\.bytes))
    }
}
