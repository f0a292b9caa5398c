import Diagnostics
import ResultsStore
import Statistics
import StudyDefinition

extension ReportAnalysis {
    /// Limitations of the results. Each limitation is printed only if the data show that it
    /// applies.
    var threatsBlocks: [Block] {
        guard !entries.isEmpty else { return [] }
        return Document.list(
            "Limitations that the data show; the method section names others.",
            chance + order + imports + conduct
        )
    }

    @ListBuilder<Phrase> private var chance: [Phrase] {
        let count = Set(entries.map(\.participant)).count
        if count == 1 {
            "One participant: nothing is known about how much others would differ."
        } else if count < 10 {
            let seen = ProblemDiscovery.share(found: 0.1, by: count)
            """
            \(count) participants: intervals are wide, and a problem that affects one in ten \
            people had a \(percent(seen)) chance of being seen at all.
            """
        }
        let wide = parts.flatMap(\.tasks).filter { task in
            let interval =
                task.rule == .median ? medianInterval(task.times).map(\.interval) : task.interval
            return interval.value.map { $0.high > 4 * $0.low } ?? false
        }
        if !wide.isEmpty {
            """
            In \(counted(Set(wide.map(\.task.id)).count, "task")) the upper end of the interval of \
            the typical time is more than four times its lower end.
            """
        }
    }

    @ListBuilder<Phrase> private var order: [Phrase] {
        if let study {
            if taskCount > 1, parts.contains(where: \.isTried) {
                let witnessed = entries.filter { !$0.isImported }
                if !witnessed.isEmpty, parts.allSatisfy(\.isInStudyOrder) {
                    """
                    \(hasImported ? "In sessions that were not imported, everybody" : "Everybody") \
                    did the tasks in the same order: practice from one task helps in the next, and \
                    fatigue affects the last.
                    """
                }
                if hasImported {
                    "Imported files do not state the order in which the tasks were done."
                }
            }
            if study.conditions.count > 1 { conditionOrder }
        }
    }

    @ListBuilder<Phrase> private var conditionOrder: [Phrase] {
        let people = entries.grouped(by: \.participant).map(\.elements)
        let several = people.filter { $0.flatMap(sample.reachedConditions).count > 1 }
        if several.isEmpty,
            entries.allSatisfy({ $0.start.conditions.count == 1 && $0.start.plan == nil })
        {
            """
            Each participant worked in one condition; whether the condition was assigned at \
            random is not recorded.
            """
        }
        let known = several.filter { $0.allSatisfy(\.start.isOrderKnown) }
        let unknown = several.count - known.count
        if unknown > 0 {
            let whose = known.isEmpty ? "participants" : counted(unknown, "participant")
            """
            The order in which \(whose) worked in the conditions is not known: the effect of \
            practice or fatigue on the difference between the conditions is unknown.
            """
        }
        let orders = known.map { $0.flatMap(\.start.conditions) }
        let counts = orders.grouped { $0 }.map(\.elements.count)
        if counts.count == 1, unknown == 0, known.count > 1 {
            if known.count == people.count {
                """
                Everybody worked in the conditions in the same order: the difference between the \
                conditions cannot be separated from practice or fatigue.
                """
            } else {
                """
                The \(known.count) participants with several conditions worked in the same order: \
                a difference between conditions within these participants cannot be separated from \
                practice or fatigue.
                """
            }
        } else if let least = counts.min(), let most = counts.max(), least != most {
            "The orders of conditions are not equally frequent (\(least) to \(most) participants)."
        }
    }

    @ListBuilder<Phrase> private var imports: [Phrase] {
        if hasImported {
            let help = importsStateAssists ? "how" : "whether"
            """
            evalrun did not observe the imported sessions. It has no record of how times were \
            measured, what counted as success, or \(help) participants were helped.
            """
            doubtfulTimes
        }
    }

    /// A note on imported times that do not meet this report's definition of time on task; nil if
    /// there are none.
    var doubtfulTimes: Phrase? {
        // `unused` counts the zeros among repeated observations, which the tables leave out.
        var (zeros, unused, late) = (0, 0, 0)
        for part in parts {
            let entries = part.group.entries
            for task in part.tasks {
                let limits = Dictionary(
                    task.variants.map { ($0.id, $0.timeLimit) },
                    uniquingKeysWith: { first, _ in first }
                )
                for place in entries.indices
                where entries[place].isImported && task.cells[place].outcome.isSuccess {
                    let cell = task.cells[place]
                    for time in successes(cell, of: task, in: part, entries[place]) {
                        let limit = limits.count == 1 ? task.task.timeLimit : limits[time.task]
                        if time.seconds <= 0 {
                            zeros += 1
                            if cell.repeats != nil { unused += 1 }
                        }
                        let most = limit ?? task.task.timeLimit
                        if most > 0, time.seconds > most { late += 1 }
                    }
                }
            }
        }
        let zero = """
            \(counted(zeros, "imported time")) \(zeros == 1 ? "is" : "are") zero, which is \
            impossible.
            """
        let included = "The mean and the median include such times; a geometric mean does not."
        let omitted = """
            If a participant has several observations of a task, a time of zero is left out.
            """
        let over = """
            \(counted(late, "imported time")) \(late == 1 ? "is" : "are") above the limit of the \
            task, at which evalrun would have stopped the attempt.
            """
        let sentences =
            (zeros > 0 ? [zero] : []) + (zeros > unused ? [included] : [])
            + (unused > 0 ? [omitted] : []) + (late > 0 ? [over] : [])
        return sentences.isEmpty ? nil : Phrase(sentences.joined(separator: " "))
    }

    /// Returns the times of a participant's successful runs of a task, each with the id of the task
    /// or parallel task. Runs without a time are left out.
    private func successes(
        _ cell: TaskResult.Cell,
        of task: TaskResult,
        in part: Part,
        _ entry: Entry
    ) -> [(task: String, seconds: Double)] {
        guard cell.repeats != nil else {
            return cell.seconds.map { [(task: cell.task, seconds: $0)] } ?? []
        }
        return entry.observations(
            of: task.variants.map(\.id),
            condition: part.group.conditionID
        )
        .filter { $0.outcome?.isSuccess == true && $0.isTimed }
        .map { (task: $0.task, seconds: Double($0.running) / 1e9) }
    }

    @ListBuilder<Phrase> private var conduct: [Phrase] {
        let flagged = entries.filter { !$0.isImported }.flatMap {
            $0.record.runs.filter { $0.isFlagged && !$0.practice }
        }
        if !flagged.isEmpty {
            "A part of \(counted(flagged.count, "task time")) could not be measured."
        }
        let faults = parts.flatMap(\.tasks).reduce(0) { $0 + $1.count(.checkerError) }
        if faults > 0 {
            """
            The checker could not judge \(counted(faults, "attempt")). No rate includes such \
            attempts.
            """
        }
        if differences.found.contains(where: { !Differences.planned.contains($0.aspect) }) {
            """
            Not everybody worked under the same circumstances; see “Differences between \
            participants”.
            """
        }
        let left = sample.exclusions.filter { $0.reason == .unfinished }.count
        if left > 0 {
            """
            \(counted(left, "session")) did not finish and \(left == 1 ? "is" : "are") left out: those who stop may be \
            those who struggle.
            """
        }
        if sample.declined > 0 {
            "\(counted(sample.declined, "person", "persons")) declined to take part."
        }
    }
}
