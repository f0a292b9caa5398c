import CSV
import Instruments
import Statistics
import StudyDefinition

extension CSVExport {
    /// Writes Cronbach's α of each score, and each item's correlation with the sum of the other
    /// items.
    func reliability(to text: inout CSVText) {
        text.addRow([
            "study_version", "condition", "questionnaire", "score", "statistic", "value", "low",
            "high", "not_computable",
        ])
        for part in findings.parts {
            for result in part.satisfaction {
                for score in result.scores {
                    let about = [
                        part.group.version, part.group.conditionID, result.questionnaire.id,
                        score.score.id,
                    ]
                    guard case .items(let items) = score.score.source else { continue }
                    for described in result.alpha(of: score.score)?.descriptions(of: items) ?? [] {
                        described.addRow(after: about, to: &text)
                    }
                }
            }
        }
    }

    /// Writes the statistics of problem discovery that the report does not print, such as coverage
    /// and the number of participants needed.
    func discovery(to text: inout CSVText) {
        text.addRow([
            "study_version", "condition", "statistic", "value", "low", "high", "not_computable",
        ])
        for part in findings.parts {
            let about = [part.group.version, part.group.conditionID]
            for described in part.problems.discovery?.descriptions ?? [] {
                described.addRow(after: about, to: &text)
            }
        }
    }
}

extension Computed<Alpha> {
    /// Returns Cronbach's α of a score, and each item's correlation with the sum of the other
    /// items.
    ///
    /// - Parameter items: positions of the score's items in the instrument, from 1.
    fileprivate func descriptions(of items: [Int]) -> [CSVExport.Described] {
        let all: [CSVExport.Described] = [
            .init("alpha", map(\.alpha), flatMap(\.interval)),
            .init("participants who answered every item", map { Double($0.rows) }),
            .init("standardized alpha", flatMap(\.standardized)),
            .init("mean correlation of two items", flatMap(\.meanCorrelation)),
        ]
        return (value?.itemTotal.indices ?? 0..<0).reduce(into: all) { all, item in
            let name = "item \(items[item])"
            all.append(
                .init("\(name), correlation with the others", flatMap { $0.itemTotal[item] })
            )
            all.append(.init("\(name), alpha without it", flatMap { $0.withoutItem[item] }))
        }
    }
}

extension ProblemDiscovery {
    /// Maximum number of participants for which ``anyTwoAgreement`` is computed.
    private static let mostCompared = 500

    fileprivate var descriptions: [CSVExport.Described] {
        let needed = ProblemDiscovery.participantsNeeded(finding: 0.85, at: combined)
        let most = ProblemDiscovery.mostCompared
        return [
            .init("mean share of participants with a problem", .value(observed)),
            .init("mean share with a problem, Good-Turing", .value(goodTuring)),
            .init("mean share with a problem, deflated", .value(deflated)),
            .init("mean of the Good-Turing and the deflated share", .value(combined)),
            .init("coverage, Good-Turing", .value(turingCoverage)),
            .init("participants to find 85 % of problems", needed.map { Double($0) }),
            .init(
                "any-two agreement",
                participants <= most
                    ? anyTwoAgreement
                    : .notComputable(because: "there are more than \(most) participants")
            ),
        ]
    }
}
