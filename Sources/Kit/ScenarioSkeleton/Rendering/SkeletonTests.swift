import Scenarios

extension ScenarioOutline {
    /// The source of the diagram with which the generated tests compare the code.
    package enum Drawing: Sendable {
        /// A file in Mermaid's language. The path is relative to the folder of the tests.
        case file(String)
        /// The diagram in the outline. It is copied into the tests as text.
        case text
    }

    /// Returns a Swift file with tests of the skeleton. The tests check that the skeleton has the
    /// same transitions as the diagram, that no declaration is missing, and that each scenario
    /// leads to the right states. A comment lists the scenarios that no test runs.
    ///
    /// - Parameters:
    ///   - drawing: The source of the diagram.
    ///   - module: Module of the skeleton; nil if the tests belong to that module.
    package func tests(_ drawing: Drawing, module: String?) -> String {
        let service = asks.isEmpty ? "BaseActionService()" : "\(name)Service(calls)"
        let calls = asks.map { "        \(argumentLabel($0.query)): { _ in \($0.reply)() }" }
        let made =
            asks.isEmpty
            ? ""
            : "\n    private let calls = \(name)Calls(\n\(calls.joined(separator: ",\n"))\n    )\n"
        let rehearsals = scenarios.compactMap(rehearsal).map { "\n\n\($0)" }.joined()
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
                        service: \(service),
                        repository: \(name)Repository(\(start)())
                    )
                    #expect(faults.isEmpty, "\\(faults)")
                }\(rehearsals)\(omissions)
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

    /// A comment that lists the scenarios that no test runs; empty if there are none.
    private var omissions: String {
        let omitted = scenarios.filter { rehearsal($0) == nil }.map { "\n    // - \($0.action)" }
        if omitted.isEmpty { return "" }
        let reason = "since Entered ends their first or last state at once"
        return "\n\n    // Scenarios without a rehearsal, \(reason):\(omitted.joined())"
    }

    /// Returns a test that runs `scenario`; nil if a test cannot observe the scenario's first or
    /// last state. A test cannot observe a state in which `Entered` starts a scenario that
    /// immediately leads to a different state.
    private func rehearsal(_ scenario: Scenario) -> String? {
        let isWork = scenario.message == entered
        let end = scenario.destinations.first ?? scenario.state
        let isLeaving = end != scenario.state
        let arrivals = (
            first: isWork ? [String]() : arrival(in: scenario.state),
            last: isLeaving ? arrival(in: end) : [String]()
        )
        guard let first = arrivals.first, let last = arrivals.last else { return nil }
        // If `Entered` starts a scenario without queries, the state may change before the test
        // compares it.
        var steps = isWork && scenario.asks.isEmpty ? [] : ["start(from: \(scenario.state)())"]
        steps += first
        if !isWork { steps.append("react(to: \(scenario.message)())") }
        steps += scenario.asks.map { "with(call: \($0.query)(), expecting: \($0.reply)())" }
        steps.append("process(\(scenario.action)())")
        if isLeaving, !isWork, let stopped = work(in: scenario.state), !stopped.asks.isEmpty {
            steps.append("drop(\(stopped.action).self)")
        }
        steps.append("start(from: \(end)())")
        steps += last
        return """
                @Test func \(testName(scenario))() async throws {
                    let rehearsal = Rehearsal(
                        repository: \(name)Repository(\(scenario.state)()),
                        processor: \(name)Processor(),
                        scenarios: declare\(name)
                    )
                    try await rehearsal.\(steps.joined(separator: "\n            ."))
                    try await rehearsal.finish()
                }
            """
    }

    /// Returns the name of the test that runs `scenario`. In a script without letter case, the first
    /// letter of the action state does not change. A function of that name would hide the type.
    private func testName(_ scenario: Scenario) -> String {
        let name = caseName(scenario.action)
        return name == scenario.action ? "test\(name)" : name
    }

    /// Returns the steps that a test must expect when `state` begins. The steps depend on the
    /// scenario that `Entered` starts in `state`:
    ///
    /// - Without such a scenario, there are no steps.
    /// - If the scenario has queries, the only step is the first query, which remains unanswered.
    /// - If the scenario has no queries and stays in `state`, the only step is its end.
    /// - If the scenario has no queries and leads to a different state, returns nil.
    private func arrival(in state: String) -> [String]? {
        guard let begun = work(in: state) else { return [] }
        if let ask = begun.asks.first { return ["with(call: \(ask.query)())"] }
        return begun.destinations.isEmpty ? ["process(\(begun.action)())"] : nil
    }

    /// Returns the scenario that `Entered` starts in `state`; nil if there is none.
    private func work(in state: String) -> Scenario? {
        scenarios.first { $0.state == state && $0.message == entered }
    }
}

extension ScenarioOutline.Drawing {
    fileprivate var imports: String { if case .file = self { "import Foundation\n" } else { "" } }

    fileprivate var expression: String {
        if case .file = self { "String(contentsOf: diagram, encoding: .utf8)" } else { "diagram" }
    }
}
