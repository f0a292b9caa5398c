import Diagnostics
import Foundation
import TestSupport
import Testing

@testable import SessionEngine
@testable import StudyDefinition

/// `plan.csv` as evalrun writes it, and as a spreadsheet saves it again.
@Suite struct PlanFileTests {
    private let plan = ExperimentPlan(
        study: "s",
        table: .latinSquare,
        seed: -7,
        rows: (1...4).map {
            .init(
                participant: "P\($0)",
                block: 1,
                sequence: $0,
                period: 1,
                condition: "c\($0 % 4)",
                taskSet: "",
                session: 1
            )
        }
    )

    private func read(
        _ text: String,
        for study: Study = Self.fourConditions,
        participant: String? = nil
    ) throws -> ExperimentPlan {
        let url = FileManager.default.temporaryDirectory
            .appendingPathComponent("plan-\(UUID().uuidString).csv")
        try Data(text.utf8).write(to: url)
        defer { try? FileManager.default.removeItem(at: url) }
        return try PlanFile.read(url, for: study, participant: participant)
    }

    private func refusal(
        _ text: String,
        for study: Study = Self.fourConditions,
        participant: String? = nil
    ) -> String {
        do {
            let plan = try read(text, for: study, participant: participant)
            return "read: \(plan.rows.count)"
        } catch {
            return (error as? DiagnosticError)?.diagnostics.map {
                "\($0.place?.line ?? 0): \($0.problem)"
            }
            .joined(separator: "; ") ?? "\(error)"
        }
    }

    @Test func aWrittenPlanIsReadAgain() throws {
        #expect(try read(PlanFile.text(plan)) == plan)
    }

    /// The last row of a participant would be missing.
    @Test func aPlanThatIsCutOffIsRefused() {
        let text = PlanFile.text(plan).trimmingCharacters(in: .newlines)
        let last = text.lastIndex(of: "\n") ?? text.endIndex
        #expect(refusal("\(text[..<last])\ns\n") == "5: the row has 1 cell")
    }

    /// Excel in German or French saves semicolons, CRLF and a byte order mark.
    @Test func aPlanThatASpreadsheetSavedAgainIsTheSame() throws {
        let saved =
            "\u{FEFF}"
            + PlanFile.text(plan).replacing(",", with: ";")
            .replacing("\n", with: "\r\n")
        #expect(try read(saved) == plan)
        let quoted = PlanFile.text(plan).replacing("P1", with: "\"P1\"")
        #expect(try read(quoted) == plan)
    }

    @Test func aPlanOfBeforeHadNoColumnForTheSession() throws {
        let lines = PlanFile.text(plan).split(separator: "\n").map {
            String($0[..<($0.lastIndex(of: ",") ?? $0.endIndex)])
        }
        #expect(try read(lines.joined(separator: "\n")) == plan)
    }

    /// A plan with labs has one more column, and an older plan one less.
    @Test func aWrongRowIsToldTheCellsOfItsOwnPlan() throws {
        let text = PlanFile.text(plan).replacing("P2", with: "")
        let lines = text.split(separator: "\n").map(String.init)
        let older = lines.map { String($0[..<($0.lastIndex(of: ",") ?? $0.endIndex)]) }
        let labs = lines.enumerated().map { "\($1),\($0 == 0 ? "lab" : "x")" }
        let numbers = "cells, with whole numbers in \"seed\", \"block\", \"sequence\""
        for (lines, expected) in [
            (lines, "10 \(numbers), \"period\" and \"session\""),
            (labs, "11 \(numbers), \"period\" and \"session\""),
            (older, "9 \(numbers) and \"period\""),
        ] {
            let error = try #require(throws: DiagnosticError.self) {
                try read(lines.joined(separator: "\n"))
            }
            #expect(error.diagnostics.first?.expected == expected)
        }
    }

    @Test func aWrongRowIsNamed() {
        let text = PlanFile.text(plan)
        #expect(refusal("a,b\n1,2\n") == "1: the file is not a plan")
        #expect(
            refusal(text.replacing("P2", with: "")) == "3: a cell of this row is empty or invalid"
        )
        #expect(
            refusal(text.replacing("s,P3", with: "t,P3"))
                == "4: the study, table or seed differs from that of the rows above"
        )
        #expect(refusal(text.replacing("P4,", with: "")) == "5: the row has 9 cells")
        #expect(refusal(String(text.prefix { $0 != "\n" })) == "1: the plan has no rows")
        #expect(refusal("").hasSuffix("has no rows"))
    }

    private static let edited = """
        study,participant,table,seed,block,sequence,period,condition,task_set,session
        s,P1,williams,1,1,1,1,a,,1
        s,P1,williams,1,1,1,2,b,,1

        """

    @Test(arguments: [
        ("2,b", "2,a", "3: P1 has condition \"a\" twice"),
        ("2,b", "1,b", "3: P1 has period 1 twice"),
        ("2,b", "3,b", "3: P1 has period 3, but no period 2"),
        ("2,b", "-4,b", "3: the period is -4"),
        ("b,,1", "b,,0", "3: the session is 0"),
        ("b,,1", "b,,3", "3: P1 has session 3, but no session 2"),
        (
            "1,1,2,b", "1,2,2,b",
            "3: the block or sequence of P1 differs from that of the rows above"
        ),
        ("P1", "P 1", "2: \"P 1\" cannot be a participant's code"),
        ("2,b", "2,c", "3: the study has no condition \"c\""),
        ("b,,1", "b,x,1", "3: the study has no task set \"x\""),
        ("1,1,1,a", "1,99,1,a", "2: the plan has no sequence 99"),
        ("s,P1", "t,P1", "0: is a plan for study \"t\""),
        // Rows of another study are not checked.
        ("s,P1", "t,P 1", "0: is a plan for study \"t\""),
    ])
    func aContradictionInARowIsNamed(old: String, new: String, words: String) {
        var text = Self.edited.replacing(old, with: new)
        // The rows of one participant have the same sequence.
        if new.contains("99") { text = text.replacing("1,1,2,b", with: "1,99,2,b") }
        #expect(refusal(Self.edited, for: Self.twoConditions) == "read: 2")
        #expect(refusal(text, for: Self.twoConditions) == words)
    }

    /// P1 and P2 finished before the study dropped condition c1 and task set t2.
    @Test(
        arguments: [
            ("P3", "read: 3"), ("P9", "read: 3"),
            ("P1", "2: the study has no condition \"c1\""),
            ("P2", "3: the study has no task set \"t2\""),
            (nil, "2: the study has no condition \"c1\""),
        ] as [(String?, String)]
    )
    func onlyRowsOfTheParticipantMustFitTheStudy(participant: String?, words: String) {
        let text = """
            study,participant,table,seed,block,sequence,period,condition,task_set,session
            s,P1,randomised-blocks,1,1,3,1,c1,t1,1
            s,P2,randomised-blocks,1,1,2,1,c0,t2,1
            s,P3,randomised-blocks,1,1,5,1,c2,t1,1

            """
        var study = Study.bare(["c0", "c2"])
        study.taskSets = [.init(id: "t1", tasks: [])]
        #expect(refusal(text, for: study, participant: participant) == words)
        let outside = text.replacing("1,5,1,c2", with: "1,7,1,c2")
        #expect(
            refusal(outside, for: study, participant: "P3") == "4: the plan has no sequence 7"
        )
    }

    @Test func aValidPlanOfEveryKindIsRead() throws {
        var design = ExperimentPlan.Design(participants: 4, seed: 1)
        (design.separatesSessions, design.labs) = (true, ["oslo", "uppsala"])
        let drawn = try ExperimentPlan(design, study: Self.twoConditions)
        let plan = try drawn.replacing("P3", by: "P5")
        #expect(try read(PlanFile.text(plan), for: Self.twoConditions) == plan)
    }

    @Test func aMissingPlanIsSaid() {
        let error = #expect(throws: DiagnosticError.self) {
            try PlanFile.read(
                URL(fileURLWithPath: "/nowhere/plan.csv"),
                for: Self.twoConditions
            )
        }
        #expect(error?.diagnostics.first?.problem == "there is no such file")
    }

    /// Every row is one lab's, and each lab has whole blocks.
    @Test func rowsAreReservedForLabsInWholeBlocks() throws {
        var design = ExperimentPlan.Design(participants: 12, seed: 1)
        design.labs = ["oslo", "uppsala"]
        let drawn = try ExperimentPlan(design, study: Self.twoConditions)
        let read = try reread(drawn)
        #expect(read == drawn)
        let labs = read.participants.map { read.lab(of: $0) ?? "" }
        #expect(labs.count { $0 == "oslo" } == 6)
        for lab in design.labs {
            let sequences = read.rows.filter { $0.lab == lab && $0.period == 1 }.map(\.sequence)
            #expect(sequences.count { $0 == 1 } == sequences.count { $0 == 2 })
        }
        design.labs = []
        let plain = try ExperimentPlan(design, study: Self.twoConditions)
        #expect(!PlanFile.text(plain).contains("lab"))
        #expect(plain.lab(of: "P1") == nil)
        #expect(plain.rows.map(\.sequence) == drawn.rows.map(\.sequence))
    }

    private func reread(_ plan: ExperimentPlan) throws -> ExperimentPlan {
        let url = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).csv")
        defer { try? FileManager.default.removeItem(at: url) }
        try PlanFile.text(plan).write(to: url, atomically: true, encoding: .utf8)
        return try PlanFile.read(url, for: Self.twoConditions)
    }

    private static let twoConditions = Study.bare(["a", "b"])
    private static let fourConditions = Study.bare(["c0", "c1", "c2", "c3"])
}
