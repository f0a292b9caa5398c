import Foundation
import Statistics
import TestSupport
import Testing

/// Every worked example and data set of the shared reference, leaf by leaf, at 1e-9 relative (mixed
/// models 1e-6). The reference stands beside the repository, or at `EVALRUN_SHARED`; where it is
/// missing this is skipped, and the other tests of this target prove the same ground.
@Suite struct ReferenceTests {
    static let folder =
        ProcessInfo.processInfo.environment["EVALRUN_SHARED"].map { URL(fileURLWithPath: $0) }
        ?? Tool.root.deletingLastPathComponent().appendingPathComponent("shared")
    static let file = folder.appendingPathComponent("stats/reference.json")
    static var isThere: Bool { FileManager.default.fileExists(atPath: file.path) }
    static let reason: Comment = "skipped: no stats/reference.json beside the repository"

    var reference: JSON { get throws { try JSON(Data(contentsOf: Self.file)) } }

    @Test(.enabled(if: ReferenceTests.isThere, ReferenceTests.reason))
    func dataSetsAgree() throws {
        let reference = try reference
        var comparison = Comparison()
        let sets =
            [reference["table_a"], reference["table_a_split"]] + reference["datasets_b"].elements
        for set in sets {
            let name = set["input"]["name"].string ?? "?"
            let expected = set["result"]
            let analysis = Analysis(
                input: set["input"],
                levels: expected["within"]["levels"].strings
            )
            var ours = analysis.answers
            for key in ours.keys where !expected.keys.contains(key) { ours.set(key, .null) }
            comparison.compare(expected, ours, name, procedure: "other")
        }
        report(comparison, "data sets", sets.count)
    }

    func report(_ comparison: Comparison, _ name: String, _ count: Int) {
        let total = comparison.agreed.values.reduce(0, +)
        let refusals = comparison.refused.values.reduce(0, +)
        print("\(name): \(count), \(total) numbers agree, \(refusals) have no value in both")
        for procedure in Set(comparison.agreed.keys).union(comparison.refused.keys).sorted() {
            let worst =
                comparison.worst[procedure].map {
                    String(format: "%.1e", $0.difference) + " at \($0.path)"
                } ?? "0"
            print(
                "  \(procedure): \(comparison.agreed[procedure] ?? 0) agree, "
                    + "\(comparison.refused[procedure] ?? 0) without value, worst \(worst)"
            )
        }
        let additional = Dictionary(grouping: comparison.additional) { line in
            let path = line.split(separator: ":").first ?? ""
            return String(path.split(separator: "/").last ?? "")
        }
        for (name, lines) in additional.sorted(by: { $0.key < $1.key }) {
            print("  only ours: \(name), \(lines.count) times")
        }
        for line in comparison.differences.prefix(60) { print("  DIFFERS \(line.prefix(200))") }
        let count = comparison.differences.count
        #expect(count == 0)
    }
}
