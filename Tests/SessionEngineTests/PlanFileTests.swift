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
                condition: "c\($0 % 2)",
                taskSet: "",
                session: 1
            )
        }
    )

    private func read(_ text: String) throws -> ExperimentPlan {
        let url = FileManager.default.temporaryDirectory
            .appendingPathComponent("plan-\(UUID().uuidString).csv")
        try Data(text.utf8).write(to: url)
        defer { try? FileManager.default.removeItem(at: url) }
        return try PlanFile.read(url)
    }

    private func refusal(_ text: String) -> String {
        do { return "read: \(try read(text).rows.count)" } catch {
            return (error as? DiagnosticError)?.diagnostics.map {
                "\($0.place?.line ?? 0): \($0.problem)"
            }
            .joined(separator: "; ") ?? "\(error)"
        }
    }

    @Test func aWrittenPlanIsReadAgain() throws {
        #expect(try read(PlanFile.text(plan)) == plan)
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

    @Test func aMissingPlanIsSaid() {
        let error = #expect(throws: DiagnosticError.self) {
            try PlanFile.read(URL(fileURLWithPath: "/nowhere/plan.csv"))
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
        return try PlanFile.read(url)
    }

    private static let twoConditions = Study(
        id: "s",
        title: "S",
        version: "1",
        product: .init(name: "p", version: "1"),
        assistants: "",
        feedback: .none,
        conditions: ["a", "b"].map { .init(id: $0, title: $0) },
        project: .init(folder: "p", links: [:], tools: [], build: [], ignore: [], open: []),
        phases: [],
        questionnaires: [],
        tasks: [],
        checks: [],
        method: .init(path: "", text: "")
    )
}
