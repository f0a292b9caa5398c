/// A state diagram of scenarios. It can be read from Mermaid's language, or created from
/// declarations.
public struct StateDiagram: Sendable, Hashable {
    /// A query of a scenario, with its expected answer.
    public struct Ask: Sendable, Hashable {
        public var query: String
        /// The expected answer; nil if the diagram does not name it.
        public var reply: String?

        public init(query: String, reply: String? = nil) {
            (self.query, self.reply) = (query, reply)
        }

        var words: String { reply.map { "\(query) → \($0)" } ?? query }
    }

    /// An arrow: in the state `from`, `message` leads to the state `to`.
    public struct Arrow: Sendable, Hashable {
        public var from: String
        public var to: String
        public var message: String
        /// The queries that are executed before the state changes; nil if the diagram does not show
        /// queries.
        public var asks: [Ask]?
        /// Line in the text, counted from 1; 0 if the arrow was not read from a text.
        public var line: Int

        public init(from: String, to: String, message: String, asks: [Ask]? = nil, line: Int = 0) {
            (self.from, self.to, self.message) = (from, to, message)
            (self.asks, self.line) = (asks, line)
        }
    }

    /// Name of the state in which the diagram starts.
    public var start: String
    /// All arrows. An arrow from a state to itself is a scenario that leaves the state unchanged.
    public var arrows: [Arrow]

    public init(start: String, arrows: [Arrow]) { (self.start, self.arrows) = (start, arrows) }

    /// All states, each once. The start state is first; the others are in the order of the arrows.
    public var states: [String] {
        var seen: Set<String> = []
        return ([start] + arrows.flatMap { [$0.from, $0.to] }).filter { seen.insert($0).inserted }
    }

    /// The diagram in Mermaid's language, which `init(mermaid:)` can read. Each arrow with queries
    /// has its own line. The other arrows from one state to another share a line, which lists their
    /// messages.
    public var mermaid: String {
        var lines: [(arrow: Arrow, label: String)] = []
        for arrow in arrows {
            let asks = (arrow.asks ?? []).map(\.words)
            let same = lines.firstIndex {
                $0.arrow.from == arrow.from && $0.arrow.to == arrow.to
                    && ($0.arrow.asks ?? []).isEmpty
            }
            if asks.isEmpty, let same {
                lines[same].label += ", \(arrow.message)"
            } else {
                let queries = asks.isEmpty ? "" : " / \(asks.joined(separator: ", "))"
                lines.append((arrow, arrow.message + queries))
            }
        }
        let drawn = lines.map { "    \($0.arrow.from) --> \($0.arrow.to): \($0.label)" }
        return (["stateDiagram-v2", "    [*] --> \(start)"] + drawn).joined(separator: "\n") + "\n"
    }
}

extension [Scenario] {
    /// Returns the declarations as a diagram with queries and answers. A scenario that does not
    /// declare its destinations has no arrow. If types have the same name, the names of their outer
    /// types are added: `Heater.Off` and `Fan.Off` become `HeaterOff` and `FanOff`.
    ///
    /// - Parameter omitted: states that the diagram does not show; their arrows are omitted, too.
    public func stateDiagram(
        start: any GeneralState.Type,
        omitting omitted: [any GeneralState.Type] = []
    ) -> StateDiagram {
        let names = ScenarioNames(self)
        let isDrawn = { (state: any GeneralState.Type) in !omitted.contains { $0 == state } }
        let arrows = filter { isDrawn($0.state) }.flatMap { scenario -> [StateDiagram.Arrow] in
            guard let destinations = scenario.destinations else { return [] }
            let named = destinations.named + back(destinations)
            let states = named.isEmpty ? [scenario.state] : named.filter(isDrawn)
            return states.map { state in
                .init(
                    from: names.states[scenario.state],
                    to: names.states[state],
                    message: names.messages[scenario.message],
                    asks: scenario.calls.map {
                        .init(
                            query: names.queries[$0.query],
                            reply: names.messages[$0.expecting]
                        )
                    }
                )
            }
        }
        return StateDiagram(start: names.states[start], arrows: arrows)
    }
}
