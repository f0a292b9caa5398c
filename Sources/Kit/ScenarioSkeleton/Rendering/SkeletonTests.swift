import Scenarios

extension ScenarioOutline {
    /// The source of the diagram with which the tests compare the code.
    package enum Drawing: Sendable {
        /// A file in Mermaid's language, given as the path relative to the folder of the tests.
        case file(String)
        /// The outline's own diagram, included in the tests as text.
        case text
    }

    /// Returns a Swift file with tests of the skeleton. They check that the skeleton's scenarios
    /// have the diagram's arrows, that no declaration is missing, and that each scenario leads to
    /// the states in the diagram.
    ///
    /// - Parameters:
    ///   - drawing: The source of the diagram.
    ///   - module: Module of the skeleton; nil if the tests belong to that module.
    package func tests(_ drawing: Drawing, module: String?) -> String {
        let service = asks.isEmpty ? "BaseActionService()" : "\(name)Service(calls)"
        let calls = asks.map { "        \(caseName($0.query)): { _ in \($0.reply)() }" }
        let made =
            asks.isEmpty
            ? ""
            : "\n    private let calls = \(name)Calls(\n\(calls.joined(separator: ",\n"))\n    )\n"
        let rehearsals = scenarios.filter(isRehearsed).map { "\n\n\(rehearsal($0))" }.joined()
        return """
            \(drawing.imports)import Scenarios
            import Testing
            \(module.map { "\n@testable import \($0)\n" } ?? "")
            @Suite(.timeLimit(.minutes(5))) struct \(name)Tests {
            \(declaration(of: drawing))

                private var declared: [Scenario] {
                    let facade = ScenarioFacade()
                    declare\(name)(facade)
                    return facade.scenarios
                }
            \(made)
                @Test func theCodeIsAsItIsDrawn() throws {
                    let drawn = try StateDiagram(mermaid: \(drawing.expression))
                    let code = declared.stateDiagram(start: \(start).self)
                    #expect(drawn.differences(from: code) == [])
                }

                @Test func nothingIsLeftUndeclared() {
                    let faults = declared.faults(
                        processor: \(name)Processor(),
                        service: \(service)
                    )
                    #expect(faults.isEmpty, "\\(faults)")
                }\(rehearsals)
            }

            """
    }

    private func declaration(of drawing: Drawing) -> String {
        switch drawing {
        case .file(let path):
            let literal = path.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
            return """
                    private let diagram = URL(
                        fileURLWithPath: "\(literal)",
                        relativeTo: URL(fileURLWithPath: #filePath)
                    )
                """
        case .text:
            let lines = diagram.mermaid.split(separator: "\n").map { "        \($0)\n" }
            return "    private let diagram = \"\"\"\n\(lines.joined())        \"\"\""
        }
    }

    /// Returns whether one of the tests runs the scenario. A test can run only one scenario. If
    /// entering a scenario's first or last state starts a second scenario, no test is generated.
    private func isRehearsed(_ scenario: Scenario) -> Bool {
        let working = Set(scenarios.filter { $0.message == entered }.map(\.state))
        let end = scenario.destinations.first ?? scenario.state
        let begins = scenario.message == entered || !working.contains(scenario.state)
        return begins && (end == scenario.state || !working.contains(end))
    }

    private func rehearsal(_ scenario: Scenario) -> String {
        let react =
            scenario.message == entered ? "" : "\n            .react(to: \(scenario.message)())"
        let asks = scenario.asks.map {
            "\n            .with(call: \($0.query)(), expecting: \($0.reply)())"
        }.joined()
        let end = scenario.destinations.first ?? scenario.state
        return """
                @Test func \(caseName(scenario.action))() async throws {
                    let rehearsal = Rehearsal(
                        repository: \(name)Repository(\(scenario.state)()),
                        processor: \(name)Processor(),
                        scenarios: declare\(name)
                    )
                    try await rehearsal.start(from: \(scenario.state)())\(react)\(asks)
                        .process(\(scenario.action)())
                        .start(from: \(end)())
                    try await rehearsal.finish()
                }
            """
    }
}

extension ScenarioOutline.Drawing {
    fileprivate var imports: String { if case .file = self { "import Foundation\n" } else { "" } }

    fileprivate var expression: String {
        if case .file = self { "String(contentsOf: diagram, encoding: .utf8)" } else { "diagram" }
    }
}
