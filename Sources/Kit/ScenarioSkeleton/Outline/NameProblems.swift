import Diagnostics
import Scenarios

extension ScenarioOutline {
    /// Returns a diagnostic for each of these problems:
    ///
    /// - a name that is also the name of a type in Swift or in the `Scenarios` module
    /// - a name that the outline uses for two different things
    /// - a query with two different answers
    /// - a scenario in which a message or a query occurs twice
    /// - an arrow whose queries differ from those of an earlier arrow of the same scenario
    func problems(in file: String) -> [Diagnostic] {
        var problems: [Diagnostic] = []
        func report(_ name: String, _ problem: String, _ fix: String) {
            problems.append(
                Diagnostic(
                    "scenario-name",
                    at: .init(file: file, line: line(of: name)),
                    problem,
                    fix: fix
                )
            )
        }
        var meanings: [String: String] = [:]
        for (meaning, names) in types {
            for name in names {
                if Self.taken.contains(name) {
                    report(
                        name,
                        "\(meaning) cannot be named \"\(name)\": "
                            + "Swift or the Scenarios module has a type with this name",
                        "choose another name"
                    )
                } else if let other = meanings.updateValue(meaning, forKey: name) {
                    report(
                        name,
                        "\"\(name)\" is both \(other) and \(meaning)",
                        "use a different name for one of the two"
                    )
                }
            }
        }
        for query in queries where Set(asks.filter { $0.query == query }.map(\.reply)).count > 1 {
            report(
                query,
                "the query \"\(query)\" has two different answers",
                "give the query the same answer in all scenarios"
            )
        }
        for scenario in scenarios {
            let messages = [scenario.message] + scenario.asks.map(\.reply)
            if Set(messages).count < messages.count
                || Set(scenario.asks.map(\.query)).count
                    < scenario.asks.count
            {
                report(
                    scenario.message,
                    "in the scenario for \"\(scenario.message)\", two queries or two messages share a name",
                    "use a different name for each query and each answer of this scenario"
                )
            }
        }
        for arrow in drawn.arrows {
            guard let asks = arrow.asks, !asks.isEmpty,
                let scenario = scenarios.first(where: {
                    $0.state == arrow.from && $0.message == arrow.message
                }), scenario.asks != asks.map(Ask.init)
            else { continue }
            problems.append(
                Diagnostic(
                    "scenario-queries",
                    at: .init(file: file, line: arrow.line),
                    "the arrows for \"\(arrow.message)\" from \"\(arrow.from)\" have different queries",
                    fix: """
                        either write the same queries on all of these arrows, or write queries on \
                        only one arrow
                        """
                )
            )
        }
        return problems
    }

    /// The names of all types that the skeleton declares, grouped by kind. `meaning` describes the
    /// kind, such as `a state`.
    private var types: [(meaning: String, names: [String])] {
        [
            ("a state", states), ("a message", events), ("an answer", replies),
            ("a query", queries), ("a generated scenario type", scenarios.map(\.action)),
            (
                "a generated type",
                ["Failed", "Processor", "Repository", "Calls", "Service", "Mapper", "Sight"]
                    .map { name + $0 }
            ),
        ]
    }

    private func line(of name: String) -> Int? {
        scenarios.first { scenario in
            [scenario.state, scenario.message].contains(name)
                || scenario.destinations.contains(name)
                || scenario.asks.contains { $0.query == name || $0.reply == name }
        }?.line
    }

    private static let taken: Set = [
        "ActionFacade", "ActionProcessor", "ActionService", "ActionState", "Actor", "Any",
        "BackOff", "BaseActionProcessor", "BaseActionService", "BaseActor", "BaseEffectMapper",
        "BaseRepository", "Bool", "CallFacade", "Clock", "ContinuousClock", "Core", "Duration",
        "EffectMapper", "Entered", "Equatable", "Error", "GeneralState", "MapFacade", "Message",
        "Never", "Query", "Rehearsal", "Repository", "Scenario", "ScenarioFacade", "Self",
        "Sendable", "StateDiagram", "String", "Type", "URL", "UpdateFacade", "Void", "Protocol",
    ]
}

extension ScenarioOutline.Scenario {
    /// The name of the scenario's `ActionState` type, such as `SignInPressedInSignedOut`.
    var action: String { "\(message)In\(state)" }
}
