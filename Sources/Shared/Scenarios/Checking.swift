extension [Scenario] {
    /// Returns a fault for each missing or repeated declaration, without running any scenario.
    public func faults(processor: BaseActionProcessor, service: BaseActionService)
        -> [ScenarioFault]
    {
        var seen: Set<Pair> = []
        return flatMap { scenario -> [ScenarioFault] in
            var faults: [ScenarioFault] = []
            let (state, action) = (scenario.state, scenario.action)
            if !seen.insert(Pair(state, scenario.message)).inserted {
                faults.append(.declaredTwice(state: state, message: scenario.message))
            }
            let declared = processor.declared
            if declared.initials[Pair(state, action)] == nil {
                faults.append(.noInitialState(action, from: state))
            }
            for message in [scenario.message] + scenario.calls.map(\.expecting)
            where declared.reducers[Pair(action, message)] == nil {
                faults.append(.noReducer(action, on: message))
            }
            for call in scenario.calls {
                if declared.creators[Pair(action, call.query)] == nil {
                    faults.append(.noQuery(call.query, from: action))
                }
                if service.calls.closures[ObjectIdentifier(call.query)] == nil {
                    faults.append(.noCall(call.query))
                }
            }
            return faults
        }
    }

    /// Returns the types of the states in which a scenario may end, including the state in which it
    /// begins. Returns nil if the scenario does not declare its destinations.
    func destinations(of scenario: Scenario) -> Set<ObjectIdentifier>? {
        guard let destinations = scenario.destinations else { return nil }
        let states = [scenario.state] + destinations.named + back(destinations)
        return Set(states.map { ObjectIdentifier($0) })
    }

    /// Returns the states from which declared scenarios lead to `destinations.back`; empty if
    /// `destinations.back` is nil.
    func back(_ destinations: Destinations) -> [any GeneralState.Type] {
        destinations.back.map { sources(of: $0) } ?? []
    }

    /// Returns a Markdown table made of the lines `head` and the cells `rows`.
    func markdown(_ head: [String], _ rows: [[String]]) -> String {
        let lines = rows.map { "| \($0.joined(separator: " | ")) |" }
        return (head + lines).joined(separator: "\n") + "\n"
    }

    /// Returns the states from which declared scenarios lead to `state`, in the order of the
    /// declarations.
    func sources(of state: any GeneralState.Type) -> [any GeneralState.Type] {
        var seen: Set<ObjectIdentifier> = []
        return filter { scenario in
            scenario.destinations?.named.contains { $0 == state } ?? false
        }.map(\.state).filter { seen.insert(ObjectIdentifier($0)).inserted }
    }
}
