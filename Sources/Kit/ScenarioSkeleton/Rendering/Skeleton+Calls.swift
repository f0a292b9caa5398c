extension ScenarioOutline {
    /// Swift code of a structure that has one closure for each query. The application supplies the
    /// closures.
    var calls: String {
        if asks.isEmpty { return "" }
        let lines = asks.map {
            "    var \(caseName($0.query)): @Sendable (\($0.query)) async throws -> \($0.reply)"
        }
        return """
            /// Closures that carry out the queries of \(name).
            struct \(name)Calls: Sendable {
            \(lines.joined(separator: "\n"))
            }
            """
    }

    /// Swift code of the service that executes the queries. The application's developers can change
    /// the time-outs and numbers of retries in this code.
    var service: String {
        if asks.isEmpty { return "" }
        let bodies = asks.map { ask in
            """
                    facade.on(
                        \(ask.query).self,
                        timeout: .seconds(10),
                        retries: 0,
                        call: work.\(caseName(ask.query)),
                        success: { $0 },
                        failure: { \(name)Failed(reason: "\\($0)") }
                    )
            """
        }
        // The generated class is `@unchecked Sendable` because its superclass is. The property that
        // the class adds never changes.
        return """
            final class \(name)Service: BaseActionService, @unchecked Sendable {
                private let work: \(name)Calls

                init(_ work: \(name)Calls, clock: any Clock<Duration> = ContinuousClock()) {
                    self.work = work
                    super.init(clock: clock)
                }

                override func onDeclareCalls(_ facade: CallFacade) {
            \(bodies.joined(separator: "\n"))
                }
            }
            """
    }

    /// Swift code of the mapper, which determines the contents of the screen for each state.
    var mapper: String {
        let cases = states.map { "    case \(caseName($0))" }
        let maps = states.map { "        facade.map(state: \($0).self) { _ in .\(caseName($0)) }" }
        let mapper = subclass(
            "Mapper",
            "BaseEffectMapper<\(name)Sight>",
            "onDeclareMap(_ facade: MapFacade<\(name)Sight>)",
            maps
        )
        return """
            enum \(name)Sight: Sendable, Equatable {
            \(cases.joined(separator: "\n"))
            }

            \(mapper)
            """
    }

    /// Swift code that declares the scenarios, state by state.
    var declaration: String {
        let chains = states.compactMap { state -> String? in
            let own = scenarios.filter { $0.state == state }
            if own.isEmpty { return nil }
            let steps = own.map { scenario -> String in
                let calls =
                    scenario.asks.isEmpty
                    ? "\n        .skip()"
                    : scenario.asks.map {
                        "\n        .with(call: \($0.query).self, expecting: \($0.reply).self)"
                    }.joined()
                let states = scenario.destinations.map { "\($0).self" }.joined(separator: ", ")
                let leads = states.isEmpty ? ".nowhere" : ".to(\(states))"
                return """
                            .react(to: \(scenario.message).self)\(calls)
                            .process(\(scenario.action).self, leads: \(leads))
                    """
            }
            return "    facade.start(from: \(state).self)\n\(steps.joined(separator: "\n"))"
        }
        return """
            @Sendable func declare\(name)(_ facade: ScenarioFacade) {
            \(chains.joined(separator: "\n"))
            }
            """
    }
}
