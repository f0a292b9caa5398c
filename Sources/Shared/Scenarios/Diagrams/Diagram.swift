extension [Scenario] {
    /// Returns the declarations as a state diagram in Mermaid's language. Transitions between the
    /// same two states in the same direction share one arrow. Its label lists their messages. The
    /// same declarations always result in the same text.
    ///
    /// - Parameter omitted: states that the diagram does not show; their arrows are omitted, too.
    public func diagram(
        start: any GeneralState.Type,
        omitting omitted: [any GeneralState.Type] = []
    )
        -> String
    {
        let names = ScenarioNames(self)
        var arrows = Arrows()
        var groups: [String: [any GeneralState.Type]] = [:]
        let isDrawn = { (state: any GeneralState.Type) in !omitted.contains { $0 == state } }
        for scenario in self where isDrawn(scenario.state) {
            let from = names.states[scenario.state]
            let message = names.messages[scenario.message]
            guard let destinations = scenario.destinations else { continue }
            if let group = destinations.group {
                groups[group.name] = group.states
                arrows.draw(from, group.name, message)
            }
            for state in destinations.states + back(destinations) where isDrawn(state) {
                arrows.draw(from, names.states[state], message)
            }
        }
        var lines = ["stateDiagram-v2", "    [*] --> \(names.states[start])"]
        for (name, states) in groups.sorted(by: { $0.key < $1.key }) {
            lines.append("    state \(name) <<choice>>")
            lines += states.filter(isDrawn).map { "    \(name) --> \(names.states[$0])" }
        }
        return (lines + arrows.lines).joined(separator: "\n") + "\n"
    }

    /// Returns a Markdown table with one row for each scenario, in the order of the declarations.
    public func table() -> String {
        let rows = map { scenario in
            let asks = scenario.calls.map { "\($0.query) → \($0.expecting)" }
            return [
                "\(scenario.state)", "\(scenario.message)", asks.joined(separator: ", "),
                words(of: scenario.destinations), scenario.turn == .atOnce ? "at once" : "in turn",
            ]
        }
        let head = ["| in the state | on | asks → expects | leads to | |", "|---|---|---|---|---|"]
        return markdown(head, rows)
    }

    private func words(of destinations: Destinations?) -> String {
        guard let destinations else { return "not declared" }
        var words = destinations.group.map { [$0.name] } ?? []
        words += destinations.states.map { "\($0)" }
        if let back = destinations.back { words.append("back to the state that led to \(back)") }
        return words.isEmpty ? "stays" : words.joined(separator: ", ")
    }
}

private struct Arrows {
    private var all: [(from: String, to: String, messages: [String])] = []

    mutating func draw(_ from: String, _ to: String, _ message: String) {
        guard let index = all.firstIndex(where: { $0.from == from && $0.to == to }) else {
            return all.append((from, to, [message]))
        }
        if !all[index].messages.contains(message) { all[index].messages.append(message) }
    }

    var lines: [String] {
        all.map { "    \($0.from) --> \($0.to): \($0.messages.joined(separator: ", "))" }
    }
}
