package import Diagnostics
package import ResultsStore
import SeededRandom
package import StudyDefinition

/// A plan that assigns conditions and task sets to participants, in order.
package struct ExperimentPlan: Sendable, Hashable {
    /// A row of the plan: one participant in one condition.
    package struct Row: Sendable, Hashable {
        package var participant: String
        package var block: Int
        package var sequence: Int
        /// Position of the condition in the participant's order, from 1.
        package var period: Int
        package var condition: String
        /// The parallel task set. Empty if the study has no parallel sets.
        package var taskSet: String
        /// Number of the participant's session that contains this condition, from 1.
        package var session = 1
        /// The lab that the row is reserved for; empty if any lab may use it.
        package var lab = ""
    }

    package var study: String
    package var table: OrderTable
    package var seed: Int
    package var rows: [Row]

    package init(study: String, table: OrderTable, seed: Int, rows: [Row]) {
        (self.study, self.table, self.seed, self.rows) = (study, table, seed, rows)
    }
}

extension ExperimentPlan {
    /// Parameters for drawing a plan at random.
    package struct Design: Sendable {
        package var participants: Int
        package var seed: Int
        /// The order table. If nil, the plan uses `oneOrder` for a study with one condition. With
        /// several conditions, it normally uses a Williams table. It uses a Latin square instead if
        /// only the Latin square is balanced for this number of participants.
        package var table: OrderTable?
        /// Prefix of the participant codes, for example "P" for the codes P1, P2, ….
        package var prefix = "P"
        /// Whether each condition has its own session.
        package var separatesSessions = false
        /// Labs to which the blocks are assigned in rotation. All participants of a block are in
        /// the same lab.
        package var labs: [String] = []

        package init(participants: Int, seed: Int, table: OrderTable? = nil) {
            (self.participants, self.seed, self.table) = (participants, seed, table)
        }
    }

    /// Creates a plan by random draw. Each sequence combines an order of conditions with a rotation
    /// of the task sets.
    ///
    /// Participants are divided into blocks. A block contains every sequence once, shuffled with
    /// the seed. The last block is incomplete if there are not enough participants for it.
    ///
    /// - Throws: `DiagnosticError` if there are fewer blocks than labs, or fewer task sets than
    ///   conditions. The number of task sets is not checked if the study has none, or if the order
    ///   table is `randomisedBlocks`.
    package init(_ design: Design, study: Study) throws(DiagnosticError) {
        let conditions = study.conditions.map(\.id)
        let sets = study.taskSets?.map(\.id) ?? []
        if sets.count > 0, sets.count < conditions.count, design.table != .randomisedBlocks {
            throw DiagnosticError(
                "too-few-sets",
                "\(conditions.count) conditions need at least as many task sets; "
                    + "the study has \(sets.count)",
                fix: "add task sets, or use a between-participants plan: --table randomised-blocks",
                status: .usage
            )
        }
        let table = Self.table(design, conditions: conditions.count, sets: max(sets.count, 1))
        let sequences = Self.sequences(table, conditions: conditions, sets: sets)
        let labs = design.labs.count
        if labs > 1, design.participants <= sequences.count * (labs - 1) {
            // With more participants, the plan may use a Williams table instead of a Latin square.
            // The blocks of a Williams table can be larger.
            let larger = table == .latinSquare && design.table == nil ? OrderTable.williams : table
            let block = Self.sequences(larger, conditions: conditions, sets: sets).count
            throw DiagnosticError(
                "lab-without-rows",
                "the plan has too few participants for \(labs) labs: each lab gets blocks of "
                    + counted(sequences.count, "participant"),
                fix: "plan \(block * labs) participants, or name fewer labs",
                status: .usage
            )
        }
        var chance = SplitMix64(seed: UInt64(bitPattern: Int64(design.seed)))
        var rows: [Row] = []
        var drawn: [Int] = []
        for index in 0..<design.participants {
            if drawn.isEmpty { drawn = sequences.indices.shuffled(using: &chance) }
            let sequence = drawn.removeFirst()
            for (period, cell) in sequences[sequence].enumerated() {
                rows.append(
                    Row(
                        participant: "\(design.prefix)\(index + 1)",
                        block: index / sequences.count + 1,
                        sequence: sequence + 1,
                        period: period + 1,
                        condition: cell.condition,
                        taskSet: cell.set,
                        session: design.separatesSessions ? period + 1 : 1,
                        lab: design.labs.isEmpty
                            ? "" : design.labs[index / sequences.count % design.labs.count]
                    )
                )
            }
        }
        self.init(study: study.id, table: table, seed: design.seed, rows: rows)
    }

    private static func table(_ design: Design, conditions: Int, sets: Int) -> OrderTable {
        if let table = design.table { return table }
        guard conditions > 1 else { return .oneOrder }
        let isWhole = { (table: OrderTable) in
            design.participants % (table.rows(conditions).count * sets) == 0
        }
        return isWhole(.williams) || !isWhole(.latinSquare) ? .williams : .latinSquare
    }

    private static func sequences(
        _ table: OrderTable,
        conditions: [String],
        sets: [String]
    ) -> [[(condition: String, set: String)]] {
        table.rows(conditions.count).flatMap { order in
            (0..<max(sets.count, 1)).map { turn in
                order.enumerated().map { place, index in
                    (conditions[index], sets.isEmpty ? "" : sets[(turn + place) % sets.count])
                }
            }
        }
    }
}

// MARK: - Following

extension ExperimentPlan {
    /// Returns the lab for which the participant is reserved. Nil if the participant may take part
    /// in any lab.
    package func lab(of participant: String) -> String? {
        rows.first { $0.participant == participant && !$0.lab.isEmpty }?.lab
    }

    /// Returns the planned sessions of the participant, in order, with their conditions and task
    /// sets. Empty if the participant is not in the plan.
    package func sessions(
        of participant: String
    ) -> [(conditions: [String], planned: PlannedSession)] {
        let own = rows.filter { $0.participant == participant }
        let numbers = Set(own.map(\.session)).sorted()
        return numbers.map { number in
            let rows = own.filter { $0.session == number }.sorted { $0.period < $1.period }
            let sets = rows.filter { !$0.taskSet.isEmpty }.map { ($0.condition, $0.taskSet) }
            let planned = PlannedSession(
                table: table.rawValue,
                seed: seed,
                sequence: rows[0].sequence,
                taskSets: Dictionary(sets, uniquingKeysWith: { first, _ in first }),
                period: numbers.count > 1 ? number : nil,
                sessions: numbers.count > 1 ? numbers.count : nil,
                replaces: dropout(replacedBy: participant)
            )
            return (rows.map(\.condition), planned)
        }
    }

    /// Returns the plan with rows for `newcomer` added at the end. They are copies of the rows of
    /// `dropout`, which remain in the plan.
    package func replacing(
        _ dropout: String,
        by newcomer: String
    ) throws(DiagnosticError) -> ExperimentPlan {
        let own = rows.filter { $0.participant == dropout }
        guard !own.isEmpty else {
            throw DiagnosticError(
                "not-in-plan",
                "the plan does not contain \"\(dropout)\"",
                fix: suggestion(for: dropout, among: participants),
                status: .usage
            )
        }
        let place = own[0]
        let last = rows.last { $0.block == place.block && $0.sequence == place.sequence }
        if let current = last?.participant, current != dropout {
            throw DiagnosticError(
                "replaced-already",
                "\"\(dropout)\" was already replaced; the plan gives the order of \"\(dropout)\" to "
                    + "\"\(current)\"",
                fix: "to replace \"\(current)\", use --replace \(current)",
                status: .usage
            )
        }
        guard !participants.contains(newcomer) else {
            throw DiagnosticError(
                "in-plan-already",
                "the plan already contains \"\(newcomer)\"",
                fix: "give the new participant another code with --by CODE",
                status: .usage
            )
        }
        var plan = self
        plan.rows += own.map { row in
            var copy = row
            copy.participant = newcomer
            return copy
        }
        return plan
    }
}
