import ResultsStore
import Statistics
import StudyDefinition

extension Findings {
    /// What limits these numbers, each line only where the data say so.
    var threatsSection: Section {
        guard !entries.isEmpty else {
            return Section(id: "threats", title: "Threats to validity", blocks: [])
        }
        return Section(
            id: "threats",
            title: "Threats to validity",
            blocks: [
                .paragraph(
                    "What the data themselves show to be a limit; others are in the method."
                ),
                .list(chance + order + imports + conduct),
            ]
        )
    }

    private var chance: [Phrase] {
        let count = Set(entries.map(\.participant)).count
        var lines: [Phrase] = []
        if count == 1 {
            lines.append("One participant: nothing is known of how much others would differ.")
        } else if count < 10 {
            let seen = ProblemDiscovery.share(found: 0.1, by: count)
            lines.append(
                """
                \(count) participants: intervals are wide, and something that one in ten people \
                meets had a chance of \(percent(seen)) to be seen at all.
                """
            )
        }
        let wide = parts.flatMap(\.tasks).filter { task in
            task.interval.value.map { $0.high > 4 * $0.low } ?? false
        }
        if !wide.isEmpty {
            lines.append(
                """
                In \(counted(wide.count, "task")) the upper end of the interval of the typical \
                time is more than four times its lower end.
                """
            )
        }
        return lines
    }

    private var order: [Phrase] {
        guard let study else { return [] }
        var lines: [Phrase] = []
        if study.analysedTasks.count > 1 {
            lines.append(
                """
                Everybody met the tasks in one order; what was learned in one helps in the next, \
                and the last is done tired.
                """
            )
        }
        let orders = Set(entries.map(\.start.conditions)).filter { $0.count > 1 }
        if study.conditions.count > 1, orders.count == 1 {
            lines.append(
                """
                Everybody met the conditions in one order: their difference cannot be told from \
                practice or fatigue.
                """
            )
        } else if orders.count > 1 {
            let counts = Dictionary(grouping: entries.filter { $0.start.conditions.count > 1 }) {
                $0.start.conditions
            }
            .values.map(\.count)
            if let least = counts.min(), let most = counts.max(), least != most {
                lines.append(
                    "The orders of conditions are not equally frequent (\(least) to \(most) participants)."
                )
            }
        } else if study.conditions.count > 1, entries.allSatisfy({ $0.start.conditions.count == 1 })
        {
            lines.append(
                """
                Each participant met one condition; whether chance decided which is not recorded.
                """
            )
        }
        return lines
    }

    private var imports: [Phrase] {
        guard hasImported else { return [] }
        var lines: [Phrase] = [
            """
            Imported sessions were not witnessed: how times were taken, what counted as success \
            and whether anybody was helped is known from elsewhere or not at all.
            """
        ]
        if let doubtful = doubtfulTimes { lines.append(doubtful) }
        return lines
    }

    /// Imported times that cannot be what a time on task is here.
    var doubtfulTimes: Phrase? {
        var (zeros, late) = (0, 0)
        for part in parts {
            let imported = part.group.entries.map(\.isImported)
            for task in part.tasks {
                let limits = Dictionary(
                    task.variants.map { ($0.id, $0.timeLimit) },
                    uniquingKeysWith: { first, _ in first }
                )
                for place in imported.indices
                where imported[place] && task.cells[place].outcome.isSuccess {
                    guard let seconds = task.cells[place].seconds else { continue }
                    let limit =
                        limits.count == 1 ? task.task.timeLimit : limits[task.cells[place].task]
                    if seconds <= 0 { zeros += 1 }
                    if seconds > limit ?? task.task.timeLimit { late += 1 }
                }
            }
        }
        guard zeros + late > 0 else { return nil }
        let zero =
            zeros == 0
            ? []
            : [
                """
                \(counted(zeros, "time")) of zero, which no task can take: in the mean and the \
                median, in no geometric mean
                """
            ]
        let over =
            late == 0
            ? []
            : [
                """
                \(counted(late, "time")) above the limit of the task, where a session held here \
                would have been stopped
                """
            ]
        return """
            Among the imported times, all of which count as successes, are \
            \((zero + over).joined(separator: "; and ")).
            """
    }

    private var conduct: [Phrase] {
        var lines: [Phrase] = []
        let flagged = entries.flatMap { $0.record.runs.filter { $0.isFlagged && !$0.practice } }
        if !flagged.isEmpty {
            lines.append("\(counted(flagged.count, "time")) could not be measured without a gap.")
        }
        let faults = parts.flatMap(\.tasks).reduce(0) { $0 + $1.count(.checkerError) }
        if faults > 0 {
            lines.append(
                "The checker could not judge \(counted(faults, "attempt")); these are in no rate."
            )
        }
        if differences.found.contains(where: { $0.aspect != "order of conditions" }) {
            lines.append(
                "Not everybody worked under the same circumstances; see “Differences between participants”."
            )
        }
        let left = sample.exclusions.filter { $0.reason == .unfinished }.count
        if left > 0 {
            lines.append(
                """
                \(counted(left, "session")) did not finish and did not enter: those who stop may \
                be those who struggle.
                """
            )
        }
        if sample.declined > 0 {
            lines.append("\(counted(sample.declined, "person", "persons")) declined to take part.")
        }
        return lines
    }
}
