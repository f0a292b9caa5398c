import Diagnostics
package import StudyDefinition

extension ExperimentPlan {
    /// The participants in the order of the plan, including drop-outs who were replaced.
    package var participants: [String] {
        var seen: Set<String> = []
        return rows.map(\.participant).filter { seen.insert($0).inserted }
    }

    /// The participants in the order of the plan, without drop-outs who were replaced.
    package var currentParticipants: [String] {
        let current = Set(places.values.compactMap { $0.last?.participant })
        return participants.filter { current.contains($0) }
    }

    /// Returns the drop-out whose rows the participant was given; nil if there is none.
    func dropout(replacedBy participant: String) -> String? {
        guard let own = rows.first(where: { $0.participant == participant }) else { return nil }
        return rows.prefix { $0.participant != participant }
            .last { $0.block == own.block && $0.sequence == own.sequence }?.participant
    }

    /// The plan's rows, grouped by block and sequence. The rows of replaced drop-outs are omitted;
    /// a replacement has the same block and sequence as the drop-out, and comes later in the plan.
    private var places: [Place: [Row]] {
        Dictionary(grouping: rows) { Place(block: $0.block, sequence: $0.sequence) }
            .mapValues { rows in rows.filter { $0.participant == rows.last?.participant } }
    }

    /// Returns the study with only the conditions for which the plan was drawn.
    package func planned(_ study: Study) -> Study {
        let met = Set(rows.map(\.condition))
        var planned = study
        planned.conditions.removeAll { !met.contains($0.id) }
        guard table == .randomisedBlocks else { return planned }
        // Each participant has only one condition. If the first block is incomplete, some
        // conditions of the plan may therefore have no row. The first block is complete if a second
        // block follows.
        let isComplete = rows.contains { $0.block > 1 }
        let isReduced = isComplete || (isDrawn(from: planned) && !isDrawn(from: study))
        return isReduced ? planned : study
    }

    /// Returns whether a plan drawn for `study`, with this plan's seed and order table, has the
    /// same sequences as this plan. Used only for plans with one block.
    private func isDrawn(from study: Study) -> Bool {
        let design = Design(participants: currentParticipants.count, seed: seed, table: table)
        guard !study.conditions.isEmpty, let drawn = try? ExperimentPlan(design, study: study)
        else { return false }
        // A replacement repeats the sequence of the drop-out.
        var seen: Set<Int> = []
        let sequences = rows.map(\.sequence).filter { seen.insert($0).inserted }
        return sequences == drawn.rows.map(\.sequence)
    }

    /// Returns the number of sequences in a plan for all conditions of the study.
    func sequenceCount(_ study: Study) -> Int {
        table.rows(study.conditions.count).count * max(study.taskSets?.count ?? 1, 1)
    }

    private struct Place: Hashable {
        var block: Int
        var sequence: Int
    }

    /// Returns whether every possible sequence occurs equally often. Also returns lines of text
    /// that describe the balance of sequences, conditions and labs. Replaced drop-outs do not
    /// count.
    package func balance(_ study: Study) -> (isBalanced: Bool, words: [String]) {
        let (sets, places) = (max(study.taskSets?.count ?? 1, 1), places)
        let possible = sequenceCount(study)
        let counts = (1...possible).map { number in places.keys.count { $0.sequence == number } }
        let isBalanced = Set(counts).count == 1
        let total = places.count
        let replaced = participants.count - total
        var words = [
            "\(counted(possible, "sequence")) (\(table.rawValue)), "
                + counted(total, "participant")
                + (replaced > 0 ? " (plus replaced drop-outs: \(replaced)): " : ": ")
                + (isBalanced
                    ? "each sequence occurs \(counted(counts[0], "time"))"
                    : "the sequences occur "
                        + "\(counts.map(String.init).joined(separator: ", ")) times")
        ]
        if !isBalanced {
            let below = total / possible * possible
            words.append(
                "not balanced: \(total) is not a multiple of \(possible); "
                    + "use \(below > 0 ? "\(below) or " : "")\(below + possible) participants"
            )
        }
        words += limits(study, sets: sets)
        let rows = places.values.flatMap(\.self)
        for condition in study.conditions {
            let periods = Set(rows.map(\.period)).sorted().map { period in
                rows.count { $0.period == period && $0.condition == condition.id }
            }
            words.append(
                periods.allSatisfy { $0 == 0 }
                    ? "condition \(condition.id): no participants"
                    : "condition \(condition.id): participants per position (1, 2, …): "
                        + "\(periods.map(String.init).joined(separator: ", "))"
            )
        }
        let labs = places.values.compactMap { rows in rows.first { !$0.lab.isEmpty }?.lab }
        for lab in Set(labs).sorted() {
            words.append("lab \(lab): \(counted(labs.count { $0 == lab }, "participant"))")
        }
        return (isBalanced, words)
    }

    /// Returns descriptions of the properties that the plan's order table cannot balance with any
    /// number of participants.
    private func limits(_ study: Study, sets: Int) -> [String] {
        let count = study.conditions.count
        var words: [String] = []
        if table == .latinSquare, count > 2 {
            words.append(
                "the order in which conditions follow each other is not balanced; to balance it, "
                    + "use --table williams, with a number of participants that is a multiple of "
                    + "\(OrderTable.williams.rows(count).count * sets)"
            )
        }
        if table != .randomisedBlocks, count > 1, sets > 2 {
            words.append(
                "the order in which task sets follow each other is not balanced: "
                    + "everyone gets the same cyclic order"
            )
        }
        // With at most one task set, all conditions have the tasks that the phases list.
        if table != .randomisedBlocks, count > 1, sets == 1,
            study.analysedTasks.contains(where: { $0.perCondition })
        {
            words.append(
                "everyone does the same tasks in each condition, so practice affects the later "
                    + "conditions; to avoid this, add \"task_sets\" to study.yaml, or use --table "
                    + "randomised-blocks"
            )
        }
        return words
    }
}
