import Foundation
import TestSupport
import TestTraits
import Testing

/// The same results file gives the same bytes wherever and whenever the report is made.
@Suite(.blocking) struct ReportBytesTests {
    private func report(
        _ results: String,
        into folder: String,
        environment: [String: String],
        from place: URL
    ) throws -> [String: Data] {
        let study = Tool.root.appendingPathComponent("Tasks/countries-cities").path
        let run = try Tool("evalrun").run(
            ["report", "--study", study, "--results", results, "--output", folder],
            in: place,
            environment: environment
        )
        #expect(run.status == 0, "\(run.errors)")
        var files: [String: Data] = [:]
        for path in try FileManager.default.subpathsOfDirectory(atPath: folder) {
            let url = URL(fileURLWithPath: folder).appendingPathComponent(path)
            if let data = try? Data(contentsOf: url) { files[path] = data }
        }
        return files
    }

    @Test func zoneLocalePathAndHashSeedLeaveNoTrace() throws {
        let folder = try TemporaryFolder()
        let data = "Results/published/radwani-zein-2020"
        let imported = try Tool("evalrun").run([
            "import", "--results", folder.path("r.sqlite"),
            "--answers", "\(data)/Questionnaire Answers.csv", "--times", "\(data)/task-times.csv",
        ])
        #expect(imported.status == 0, "\(imported.errors)")
        let elsewhere = folder.url.appendingPathComponent("else where/ü")
        try FileManager.default.createDirectory(at: elsewhere, withIntermediateDirectories: true)
        let copy = elsewhere.appendingPathComponent("other.sqlite")
        try FileManager.default.copyItem(
            at: URL(fileURLWithPath: folder.path("r.sqlite")),
            to: copy
        )
        let first = try report(
            folder.path("r.sqlite"),
            into: folder.path("first"),
            environment: ["TZ": "Asia/Kathmandu", "LANG": "de_DE.UTF-8", "LC_ALL": "de_DE.UTF-8"],
            from: folder.url
        )
        let second = try report(
            copy.path,
            into: elsewhere.appendingPathComponent("second").path,
            environment: [
                "TZ": "America/St_Johns", "LANG": "C", "LC_ALL": "C",
                "SWIFT_DETERMINISTIC_HASHING": "1",
            ],
            from: elsewhere
        )
        #expect(first.keys.contains("report.html"))
        #expect(first == second)
    }
}
