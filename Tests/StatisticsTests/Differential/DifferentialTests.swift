import Foundation
import TestSupport
import Testing

/// Every procedure against SciPy, statsmodels, pingouin or R on twenty random data sets, drawn and
/// stored by `Scripts/compare-statistics`. Prints the largest difference of each procedure, which
/// the page Statistics lists.
@Suite struct DifferentialTests {
    static let file = Tool.root
        .appendingPathComponent("Tests/StatisticsTests/Fixtures/random-sets.json")
    static let page = Tool.root
        .appendingPathComponent("Sources/Lab/Statistics/Statistics.docc/Statistics.md")

    @Test func everyProcedureAgrees() throws {
        let data = try JSON(Data(contentsOf: Self.file))
        let procedures = DifferentialProcedure.all
        #expect(data["references"].keys == procedures.keys.sorted())
        let rows = try String(contentsOf: Self.page, encoding: .utf8).split(separator: "\n")
        for (name, procedure) in procedures.sorted(by: { $0.key < $1.key }) {
            let reference = data["references"][name]
            let sets = data["sets"][reference["kind"].string ?? ""].elements
            #expect(sets.count >= 20)
            var (worst, place, compared) = (0.0, "", 0)
            for (index, set) in sets.enumerated() {
                let ours = procedure.answers(set)
                let known = reference["values"][index]
                for key in known.keys {
                    guard let expected = known[key].number else { continue }
                    let mine = ours[key] ?? .nan
                    let scaled = abs(mine - expected) / max(abs(expected), 1e-3)
                    let difference = scaled.isNaN ? .infinity : scaled
                    compared += 1
                    if difference > worst {
                        (worst, place) = (difference, "set \(index), \(key): \(mine), \(expected)")
                    }
                }
            }
            print(String(format: "%@: %.1e over %d numbers, %@", name, worst, compared, place))
            #expect(compared >= 20, "\(name)")
            #expect(worst <= procedure.tolerance, "\(name), \(place)")
            let row = rows.first { $0.hasPrefix("| `\(name)` |") }
            #expect(row != nil, "the page Statistics has no row of \(name)")
        }
    }
}
