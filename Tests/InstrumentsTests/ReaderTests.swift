import Diagnostics
import Instruments
import Statistics
import Testing

@Suite struct ReaderTests {
    private func diagnostics(_ text: String) -> [Diagnostic] {
        do {
            _ = try InstrumentReader.read(text, file: "own.yaml")
            return []
        } catch {
            return error.diagnostics
        }
    }

    @Test func anInstrumentOfOnesOwn() throws {
        let own = try InstrumentReader.read(
            """
            id: own
            name: Trust in generated code
            better: high
            scale: { min: 0, max: 4 }
            items:
              - text: I trust it.
              - { text: I check every line., reversed: true }
            scores:
              - { id: trust, items: all, range: [0, 100], may-miss: 1 }
            """,
            file: "own.yaml"
        )
        #expect(own.value(of: "trust", Response([4, 1])) == .value(87.5))
        #expect(own.value(of: "trust", Response([nil, 1])) == .value(75))
    }

    @Test func everyFindingNamesItsLineAndAFix() {
        let found = diagnostics(
            """
            id: own
            name: Own
            beter: high
            scale: { min: 5, max: 1 }
            items:
              - txt: I trust it.
            """
        )
        #expect(found.map(\.place?.line).contains(3))
        #expect(
            found.contains {
                $0.problem.contains("\"beter\"") && $0.fix == "did you mean \"better\"?"
            }
        )
        #expect(found.contains { $0.problem == "the scale is invalid" && $0.place?.line == 4 })
    }

    @Test func scoresNameItemsAndScoresThatExist() {
        let found = diagnostics(
            """
            id: own
            name: Own
            scale: { min: 1, max: 5 }
            items: [{ text: A }, { text: B }]
            scores:
              - { id: one, items: [1, 3] }
              - { id: two, from: [oen] }
              - { id: one, items: all }
            """
        )
        #expect(
            found.contains {
                $0.problem == "a score refers to an item that does not exist" && $0.place?.line == 6
            }
        )
        #expect(
            found.contains { $0.problem.contains("\"oen\"") && $0.fix == "did you mean \"one\"?" }
        )
        #expect(found.contains { $0.problem == "two scores have the id \"one\"" })
    }

    @Test func trapsNameItemsThatExist() {
        let found = diagnostics(
            """
            id: own
            name: Own
            scale: { min: 1, max: 5 }
            items: [{ text: A }, { text: B }]
            scores: [{ id: s, items: all }]
            traps:
              - { kind: opposed-item, item: 3, by: 2 }
            """
        )
        let problem = "an entry of \"traps\" refers to an item that does not exist"
        #expect(found.map(\.problem) == [problem])
        #expect(found.first?.expected == "1 to 2")
        #expect(found.first?.place?.line == 7)
    }

    @Test func normsNeedASource() {
        let found = diagnostics(
            """
            id: own
            name: Own
            scale: { min: 1, max: 5 }
            items: [{ text: A }]
            scores: [{ id: s, items: all }]
            norms: { score: s, mean: 3.2 }
            """
        )
        #expect(found.map(\.problem) == ["the norm \"mean\" does not name its publication"])
        #expect(found.first?.fix == "add \"mean-source\"")
    }

    @Test(arguments: ["", "- 1", "id: [", "id: own\nscale: 3\n", "\u{0}", "{}", "items: {a: b}"])
    func whatIsNoInstrumentIsDiagnosed(text: String) {
        let found = diagnostics(text)
        #expect(!found.isEmpty)
        #expect(found.allSatisfy { $0.place?.file == "own.yaml" && !$0.problem.isEmpty })
    }
}
