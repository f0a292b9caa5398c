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
            // Only participants with a timed success in every such task have a value.
            let values = compared.map { part in
                part.byParticipant(inTasks: common) { cells in
                    let times = cells.compactMap(\.successTime)
                    return times.count < cells.count ? nil : meanLogarithm(times)
                }
            }
            let complete = OmnibusTest.completeRows(values)
            let found = repeatedMeasures(complete)
            let groups = OmnibusTest.separateGroups(values, compared)
            let ranks = kruskalWallis(groups)
            let within: [CSVExport.Described] = [
                .init("repeated measures, F", found.flatMap(\.test).map(\.f)),
                .probability("repeated measures, p", found.flatMap(\.test).map(\.p)),
                .probability("p with Greenhouse and Geisser's ε", found.flatMap(\.adjustedP)),
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

extension SignedRank {
    var afterPratt: Computed<Double> {
        pratt.map { .value($0) } ?? .notComputable(because: "none of the differences is zero")
    }
}
