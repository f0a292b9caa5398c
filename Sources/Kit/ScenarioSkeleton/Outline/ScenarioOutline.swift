package import Scenarios

/// The states, messages and queries of a feature's scenarios, with names that a designer chose.
package struct ScenarioOutline: Sendable, Hashable {
    /// A scenario, which handles the message `message` in the state `state`. It executes the
    /// queries `asks`. Afterwards, the state is unchanged or one of `destinations`.
    package struct Scenario: Sendable, Hashable {
        package var state: String
        package var message: String
        package var asks: [Ask]
        /// The states to which the scenario may lead; empty if the state never changes. Contains
        /// `state` itself only if the scenario may lead to other states, too.
        package var destinations: [String]
        /// Line in the file, counted from 1.
        package var line: Int
    }

    /// A query and the message that answers it.
    package struct Ask: Sendable, Hashable {
        package var query: String
        package var reply: String

        init(_ drawn: StateDiagram.Ask) {
            query = drawn.query
            reply = drawn.reply ?? "\(drawn.query)Answer"
        }
    }

    /// Name of the feature, such as `SignIn`. The names of types for the whole feature begin with
    /// this name.
    package var name: String
    package var start: String
    /// The state diagram from which this outline was created.
    package var drawn: StateDiagram
    /// The scenarios in the order of the file, one for each combination of a state and a message.
    package var scenarios: [Scenario]

    /// Creates an outline from `diagram`. All arrows with the same message from the same state
    /// become one scenario. A query without an answer gets the answer `<Query>Answer`.
    package init(_ diagram: StateDiagram, name: String) {
        self.name = name
        (start, drawn) = (diagram.start, diagram)
        scenarios = []
        for arrow in diagram.arrows {
            let asks = (arrow.asks ?? []).map(Ask.init)
            let place = scenarios.firstIndex {
                $0.state == arrow.from && $0.message == arrow.message
            }
            if let place {
                if scenarios[place].asks.isEmpty { scenarios[place].asks = asks }
                if !scenarios[place].destinations.contains(arrow.to) {
                    scenarios[place].destinations.append(arrow.to)
                }
            } else {
                scenarios.append(
                    .init(
                        state: arrow.from,
                        message: arrow.message,
                        asks: asks,
                        destinations: [arrow.to],
                        line: arrow.line
                    )
                )
            }
        }
        for place in scenarios.indices
        where scenarios[place].destinations == [scenarios[place].state] {
            scenarios[place].destinations = []
        }
    }

    /// The scenarios of this outline as a state diagram.
    package var diagram: StateDiagram {
        StateDiagram(
            start: start,
            arrows: scenarios.flatMap { scenario in
                (scenario.destinations.isEmpty ? [scenario.state] : scenario.destinations).map {
                    .init(
                        from: scenario.state,
                        to: $0,
                        message: scenario.message,
                        asks: scenario.asks.map { .init(query: $0.query, reply: $0.reply) },
                        line: scenario.line
                    )
                }
            }
        )
    }

    /// All states, each once: the start state, then the others in the order of the scenarios.
    package var states: [String] {
        unique([start] + scenarios.flatMap { [$0.state] + $0.destinations })
    }

    /// The messages that start a scenario, each once. `Entered` is omitted, because the framework
    /// declares it.
    var events: [String] { unique(scenarios.map(\.message)).filter { $0 != entered } }
    var asks: [Ask] { unique(scenarios.flatMap(\.asks)) }
    var queries: [String] { unique(asks.map(\.query)) }
    /// The messages that answer a query but start no scenario.
    var replies: [String] { unique(asks.map(\.reply)).filter { !events.contains($0) } }
}

/// Name of the message that the Scenarios module's `Core` sends to itself when a new state begins.
let entered = "Entered"

private func unique<Value: Hashable>(_ values: [Value]) -> [Value] {
    var seen: Set<Value> = []
    return values.filter { seen.insert($0).inserted }
}
