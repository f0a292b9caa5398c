import Foundation
import Reporting
import Testing

/// The committed report on the published experiment.
@Suite struct PublishedReportTests {
    private let folder = repository.appending(path: "Reports/published/radwani-zein-2020")

    /// With `EVALRUN_REGENERATE=1` in the environment the folder is written anew; look at the
    /// difference before you commit it.
    @Test func theCommittedReportIsWhatTheDataGives() async throws {
        let report = try await publishedReport()
        if ProcessInfo.processInfo.environment["EVALRUN_REGENERATE"] == "1" {
            try? FileManager.default.removeItem(at: folder)
            for file in report.files {
                let url = folder.appending(path: file.path)
                try FileManager.default.createDirectory(
                    at: url.deletingLastPathComponent(),
                    withIntermediateDirectories: true
                )
                try Data(file.bytes).write(to: url)
            }
        }
        for file in report.files {
            let committed = try? Data(contentsOf: folder.appending(path: file.path))
            #expect(
                committed.map(Array.init) == file.bytes,
                "\(file.path) differs; run the tests once with EVALRUN_REGENERATE=1"
            )
        }
        let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
            .filter { !$0.hasSuffix("tables") }
        #expect(Set(names) == Set(report.files.map(\.path)))
    }

    @Test func twoReportsOfTheSameDataAreTheSame() async throws {
        let first = try await publishedReport()
        let second = try await publishedReport()
        #expect(first.files.map(\.bytes) == second.files.map(\.bytes))
    }
}
