import Foundation
import Statistics
import StudyDefinition

extension ReportAnalysis {
    /// Omnibus statistics for each version of the study that has three or more conditions. They
    /// compare ln time between the conditions, using only tasks that all conditions have. They
    /// include statistics that other programs print but the report does not.
    var overAllConditions: [(version: String, CSVExport.Compared)] {
        parts.map(\.group.version).distinct.flatMap {
            version -> [(version: String, CSVExport.Compared)] in
            let compared = parts.filter {
                $0.group.version == version && $0.group.condition != nil
                    && !$0.countedTasks.isEmpty
            }
            guard compared.count > 2 else { return [] }
            let common = ReportAnalysis.commonTasks(of: compared)
            let values = compared.map { $0.logarithmsByParticipant(in: common) }
            let met = Dictionary(values.flatMap { $0.keys.map { ($0, 1) } }, uniquingKeysWith: +)
            let complete = met.filter { $0.value == values.count }.keys.sorted()
            let found = repeatedMeasures(complete.map { name in values.compactMap { $0[name] } })
            let groups = values.map { group in
                group.filter { met[$0.key] == 1 }.sorted { $0.key < $1.key }.map(\.value)
            }
            let ranks = kruskalWallis(groups)
            let within: [CSVExport.Described] = [
                .init("repeated measures, F", found.flatMap(\.test).map(\.f)),
                .init(
                    "repeated measures, p",
                    found.flatMap(\.test).map(\.p),
                    unit: .probability
                ),
                .init(
                    "p with Greenhouse and Geisser's ε",
                    found.flatMap(\.adjustedP),
                    unit: .probability
                ),
                .init("Huynh and Feldt's ε", found.flatMap(\.huynhFeldt)),
                .init("partial η²", found.flatMap(\.partialEtaSquared)),
                .init("generalized η²", found.flatMap(\.generalizedEtaSquared)),
                .init("intraclass correlation", found.flatMap(\.intraclass)),
            ]
            let between: [CSVExport.Described] = [
                .init("η² of ranks between groups", ranks.flatMap(\.etaSquared))
            ]
            let count = groups.reduce(0) { $0 + $1.count }
            return [
                (version, .init(isWithin: true, counts: (complete.count, nil), statistics: within)),
                (version, .init(isWithin: false, counts: (count, nil), statistics: between)),
            ]
        }
    }
}

extension ReportAnalysis.Part {
    /// Returns the mean of ln time over the tasks with these ids, keyed by participant. Contains
    /// only participants with a timed success in every such task.
    fileprivate func logarithmsByParticipant(in ids: Set<String>) -> [String: Double] {
        let common = tasks.filter { ids.contains($0.task.id) }
        var values: [String: Double] = [:]
        for (place, entry) in group.entries.enumerated() where !common.isEmpty {
            let times = common.compactMap { $0.cells[place].successTime }
            guard times.count == common.count else { continue }
            values[entry.participant] = times.reduce(0) { $0 + log($1) } / Double(times.count)
        }
        return values
    }
}

extension SignedRank {
    var afterPratt: Computed<Double> {
        pratt.map { .value($0) } ?? .notComputable(because: "none of the differences is zero")
    }
}
