import Foundation
import Reporting
import Testing

/// The page ReportFiles names every file and every member of `report.json`.
@Suite struct ReportFilesPageTests {
    private func page() throws -> String {
        try String(
            contentsOf: repository.appending(
                path: "Sources/Lab/Reporting/Reporting.docc/ReportFiles.md"
            ),
            encoding: .utf8
        )
    }

    private func report() async throws -> Report {
        try await ReportingTests.report(
            Played(participant: "P1", runs: [.init(task: "first", seconds: 31.4)]),
            Played(participant: "P2", editor: "ed", runs: [.init(task: "first", seconds: 20)]),
            Played(participant: "P3", pilot: true)
        )
    }

    /// Names of members, at any depth, below which the report's readers choose the names.
    private func members(of value: Any) -> Set<String> {
        if let list = value as? [Any] {
            return list.reduce(into: []) { $0.formUnion(members(of: $1)) }
        }
        guard let object = value as? [String: Any] else { return [] }
        return object.reduce(into: Set(object.keys)) { names, member in
            if member.key != "counts", member.key != "tools" {
                names.formUnion(members(of: member.value))
            }
        }
    }

    @Test func everyMemberIsOnThePage() async throws {
        let (page, report) = (try page(), try await report())
        let object = try JSONSerialization.jsonObject(with: Data(report.text("report.json").utf8))
        let names = members(of: object).map {
            $0.hasSuffix("_why") ? String($0.dropLast(4)) : $0
        }
        #expect(names.count > 30)
        for name in names { #expect(page.contains("`\(name)`"), "\(name)") }
    }

    @Test func everyFileIsOnThePage() async throws {
        let (page, report) = (try page(), try await report())
        let questionnaires = ["tables/before.csv", "tables/after.csv"]
        for path in report.files.map(\.path) {
            #expect(page.contains("`\(questionnaires.contains(path) ? "tables/<id>.csv" : path)`"))
        }
    }
}
