extension [Scenario] {
    /// Returns a fault for each missing or repeated declaration, without running any scenario.
    ///
    /// Also checks that the action state has a reducer for the message that each call returns after
    /// a time-out.
    ///
    /// - Parameters:
    ///   - processor: The processor with the initial states, reducers and queries.
    ///   - service: The service with the calls.
    ///   - repository: The repository with the updates; nil to omit their check. An action state
    ///     needs an update if its scenario is declared to change the type of the state.
    public func faults(
        processor: BaseActionProcessor,
        service: BaseActionService,
        repository: BaseRepository? = nil
    ) -> [ScenarioFault] {
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
            let expected = [scenario.message] + scenario.calls.map(\.expecting)
            for message in expected + failures(of: scenario, service, besides: expected)
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
            if let repository, leadsElsewhere(scenario),
                repository.updates.closures[ObjectIdentifier(action)] == nil
            {
                faults.append(.noUpdate(action, from: state))
            }
            return faults
        }
    }

    /// Returns the types of the messages with which the calls of a scenario report a time-out,
    /// without duplicates. Omits the types in `expected`.
    private func failures(
        of scenario: Scenario,
        _ service: BaseActionService,
        besides expected: [any Message.Type]
    ) -> [any Message.Type] {
        var failures: [any Message.Type] = []
        for call in scenario.calls {
            guard let failure = service.calls.failures[ObjectIdentifier(call.query)] else {
                continue
            }
            let message = type(of: failure())
            if !(expected + failures).contains(where: { $0 == message }) {
                failures.append(message)
            }
        }
        return failures
    }

    /// Returns whether a declared destination of a scenario has a different type from the state in
    /// which the scenario begins.
    private func leadsElsewhere(_ scenario: Scenario) -> Bool {
        guard let destinations = scenario.destinations else { return false }
        return (destinations.named + back(destinations)).contains { $0 != scenario.state }
    }

    /// Returns the types of the states in which a scenario may end, including the state in which it
    /// begins. Returns nil if the scenario's destinations are not declared.
    func destinations(of scenario: Scenario) -> Set<ObjectIdentifier>? {
        guard let destinations = scenario.destinations else { return nil }
        let states = [scenario.state] + destinations.named + back(destinations)
        return Set(states.map { ObjectIdentifier($0) })
    }

    /// Returns the states from which declared scenarios lead to `destinations.back`. Returns no
    /// states if `destinations.back` is nil.
    func back(_ destinations: Destinations) -> [any GeneralState.Type] {
        destinations.back.map { sources(of: $0) } ?? []
    }

    /// Returns a Markdown table. `head` contains its first lines, and `rows` contains the cells of
    /// the other lines.
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
