import Diagnostics
import Testing

@testable import SessionEngine
@testable import StudyDefinition

/// Plans for every number of participants up to 72, of one to six conditions, with and without
/// task sets: what a plan says of its balance is counted again here, from its rows alone.
@Suite struct ExperimentPlanTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var conditions: Int
        var sets: Int
        var table: OrderTable?

        var testDescription: String {
            "\(conditions) conditions, \(sets) sets, \(table?.rawValue ?? "chosen")"
        }

        static let all = (1...6).flatMap { conditions in
            [0, conditions, conditions + 1].flatMap { sets in
                [nil, .latinSquare, .williams, .randomisedBlocks].map { table in
                    Case(conditions: conditions, sets: sets, table: table)
                }
            }
        }

        var study: Study {
            .bare(
                (0..<conditions).map { "c\($0)" },
                taskSets: sets == 0 ? nil : (0..<sets).map { .init(id: "t\($0)", tasks: []) }
            )
        }
    }

    private func even(_ counts: [Int], cells: Int) -> Bool {
        counts.count == cells && Set(counts).count == 1
    }

    private func counts(_ keys: [String]) -> [Int] {
        Dictionary(grouping: keys) { $0 }.values.map(\.count)
    }

    @Test(arguments: Case.all)
    func aPlanIsBalancedWhereItSaysSoAndSaysSoWhereItIsNot(_ made: Case) throws {
        let study = made.study
        var wholes: Set<Int> = []
        for participants in 1...72 {
            let design = ExperimentPlan.Design(
                participants: participants,
                seed: participants,
                table: made.table
            )
            let plan = try ExperimentPlan(design, study: study)
            let (isBalanced, words) = plan.balance(study)
            let people = Dictionary(grouping: plan.rows, by: \.participant)
            let isWithin = plan.table != .randomisedBlocks
            #expect(people.count == participants)
            for rows in people.values {
                let met = Set(rows.map(\.condition)).count
                #expect(met == (isWithin ? made.conditions : 1) && met == rows.count)
                #expect(made.sets == 0 || Set(rows.map(\.taskSet)).count == rows.count)
            }
            // Sequences differ by one at most, whatever the number.
            let had = people.values.map { rows in
                rows.map { "\($0.condition) \($0.taskSet)" }.joined(separator: ", ")
            }
            let often = counts(had)
            #expect((often.max() ?? 0) - (often.min() ?? 0) <= 1)
            #expect(isBalanced == !words.joined().contains("not balanced: \(participants) is no"))
            guard isBalanced else { continue }
            wholes.insert(participants)
            #expect(even(often, cells: often.count))
            let cells = plan.rows.map { "\($0.period) \($0.condition) \($0.taskSet)" }
            let places = isWithin ? made.conditions : 1
            #expect(
                even(counts(cells), cells: places * made.conditions * max(made.sets, 1)),
                "\(participants)"
            )
            guard plan.table == .williams, made.conditions > 1 else { continue }
            let followers = people.values.flatMap { rows in
                zip(rows, rows.dropFirst()).map { "\($0.condition) \($1.condition)" }
            }
            #expect(
                even(counts(followers), cells: made.conditions * (made.conditions - 1)),
                "\(participants)"
            )
        }
        // Every number that can be balanced is: a Latin square has as many rows as conditions.
        let rows = made.conditions * max(made.sets, 1)
        let odd = made.conditions % 2 == 1 && made.conditions > 1
        let step = made.table == .williams && odd ? 2 * rows : rows
        #expect(wholes == Set(stride(from: step, through: 72, by: step)))
    }

    @Test func theStrongerTableIsChosenWhereBothAreBalanced() throws {
        func table(_ participants: Int) throws -> OrderTable {
            let study = Case(conditions: 3, sets: 0).study
            return try ExperimentPlan(.init(participants: participants, seed: 1), study: study)
                .table
        }
        #expect(
            try (table(6), table(12), table(9), table(7)) == (
                .williams, .williams, .latinSquare, .williams
            )
        )
    }

    @Test func whatNoNumberBalancesIsSaid() throws {
        let made = Case(conditions: 3, sets: 3)
        let plan = try ExperimentPlan(.init(participants: 9, seed: 1), study: made.study)
        let (isBalanced, words) = plan.balance(made.study)
        #expect(isBalanced && plan.table == .latinSquare)
        let said = words.joined(separator: "\n")
        #expect(said.contains("the order in which conditions follow each other is not balanced"))
        #expect(said.contains("with a number of participants that is a multiple of 18"))
        #expect(said.contains("the order in which task sets follow each other is not balanced"))
    }

    @Test func conditionsThatNobodyHasCountForTheBalance() throws {
        var study = Case(conditions: 4, sets: 2).study
        func drawn(_ participants: Int) throws -> ExperimentPlan {
            let design = ExperimentPlan.Design(
                participants: participants,
                seed: 1,
                table: .randomisedBlocks
            )
            return try ExperimentPlan(design, study: study)
        }
        // With this seed, the first four of the eight sequences are those of c2 and c3.
        let half = try drawn(4)
        #expect(Set(half.rows.map(\.condition)) == ["c2", "c3"])
        #expect(half.planned(study).conditions.count == 4)
        let (isBalanced, words) = half.balance(study)
        #expect(!isBalanced)
        #expect(words.contains("not balanced: 4 is not a multiple of 8; use 8 participants"))
        #expect(words.contains("condition c0: no participants"))
        // A complete block has every condition for which the plan was drawn.
        let whole = study
        study.conditions.removeLast(2)
        #expect(try drawn(4).planned(whole).conditions.map(\.id) == ["c0", "c1"])
    }

    @Test(arguments: [(2, 1), (3, 1), (3, 2), (4, 3)])
    func anIncompleteBlockIsNotBalancedAfterAReplacement(conditions: Int, drawn: Int) throws {
        let study = Case(conditions: conditions, sets: 0).study
        for seed in 1...20 {
            let design = ExperimentPlan.Design(
                participants: drawn,
                seed: seed,
                table: .randomisedBlocks
            )
            let plan = try ExperimentPlan(design, study: study).replacing("P1", by: "P9")
            #expect(!plan.balance(plan.planned(study)).isBalanced, "seed \(seed)")
        }
    }

    @Test(arguments: [(2, 2, 4), (3, 3, 12)])
    func eachLabHasParticipants(conditions: Int, tooFew: Int, enough: Int) throws {
        let study = Case(conditions: conditions, sets: 0).study
        var design = ExperimentPlan.Design(participants: tooFew, seed: 1)
        design.labs = ["oslo", "uppsala"]
        let error = #expect(throws: DiagnosticError.self) {
            try ExperimentPlan(design, study: study)
        }
        let fix = error?.diagnostics.first?.fix ?? ""
        #expect(fix.hasPrefix("plan \(enough) participants"), "\(fix)")
        design.participants = enough
        let half = counted(enough / 2, "participant")
        let words = try ExperimentPlan(design, study: study).balance(study).words
        #expect(words.suffix(2) == ["lab oslo: \(half)", "lab uppsala: \(half)"])
        // The third block is that of the first lab.
        design.participants = enough + enough / 2
        let more = try ExperimentPlan(design, study: study).balance(study).words
        #expect(more.contains("lab oslo: \(enough) participants"), "\(more)")
    }

    @Test func aPlanWithAReplacedDropOutIsAsBalancedAsBefore() throws {
        let study = Case(conditions: 2, sets: 0).study
        var plan = try ExperimentPlan(.init(participants: 4, seed: 1), study: study)
        plan = try plan.replacing("P3", by: "P5").replacing("P5", by: "P6")
        let (isBalanced, words) = plan.balance(study)
        #expect(isBalanced)
        #expect(
            words[0].contains(
                "4 participants (plus replaced drop-outs: 2): each sequence occurs 2 times"
            )
        )
        #expect(words.contains("condition c0: participants per position (1, 2, …): 2, 2"))
        #expect(plan.currentParticipants == ["P1", "P2", "P4", "P6"])
        let earlier: [(String, String?)] = [("P3", nil), ("P4", nil), ("P5", "P3"), ("P6", "P5")]
        for (code, dropout) in earlier {
            #expect(plan.sessions(of: code).map(\.planned.replaces) == [dropout], "\(code)")
        }
        let replaced = plan
        let error = #expect(throws: DiagnosticError.self) {
            try replaced.replacing("P3", by: "P7")
        }
        #expect(error?.diagnostics.first?.fix == "to replace \"P6\", use --replace P6")
    }
}
