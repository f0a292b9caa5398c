extension [Scenario] {
    /// Returns the declarations as a Markdown table for designers. Each row contains the state, the
    /// message, the queries and the following states of one scenario. The rows are in the order of
    /// the declarations. Names are written as words: `SignInPressed` is "sign in pressed".
    ///
    /// - Parameter processor: The processor with the scenarios' reducers. If it is not nil, each
    ///   row also lists the errors that the scenario handles. An error is an answer that is not
    ///   expected.
    public func givenWhenThen(processor: BaseActionProcessor? = nil) -> String {
        let head = ["| given | when | then | otherwise |", "|---|---|---|---|"]
        let names = ScenarioNames(self)
        let rows = map { scenario in
            [
                words(names.states[scenario.state]), words(names.messages[scenario.message]),
                then(scenario, names), processor.map { otherwise(scenario, $0, names) } ?? "",
            ]
        }
        return markdown(head, rows)
    }

    private func then(_ scenario: Scenario, _ names: ScenarioNames) -> String {
        let asks = scenario.calls.map {
            "ask: \(words(names.queries[$0.query])); on \(words(names.messages[$0.expecting])):"
        }
        return (asks + [ending(scenario, names)]).joined(separator: " ")
    }

    private func ending(_ scenario: Scenario, _ names: ScenarioNames) -> String {
        guard let destinations = scenario.destinations else { return "not declared" }
        let states = (destinations.named + back(destinations)).map { words(names.states[$0]) }
        return states.isEmpty ? "stay" : "go to \(states.joined(separator: " or "))"
    }

    /// Returns the errors that the scenario handles. An error is an answer that is not expected,
    /// and ends the scenario. Messages and expected answers of other scenarios with the same action
    /// state are not errors.
    private func otherwise(
        _ scenario: Scenario,
        _ processor: BaseActionProcessor,
        _ names: ScenarioNames
    ) -> String {
        if scenario.calls.isEmpty { return "" }
        let expected = filter { $0.action == scenario.action }
            .flatMap { [$0.message] + $0.calls.map(\.expecting) }
        let known = processor.declared.messages(of: scenario.action).filter { message in
            !expected.contains { $0 == message }
        }
        return known.map { "on \(words(names.messages[$0])): end" }.joined(separator: "; ")
    }

    /// Returns a type's name as words: `SignInPressed` as "sign in pressed", `URLChanged` as "URL
    /// changed".
    private func words(_ name: String) -> String {
        let letters = [Character](name)
        var words = [""]
        for (place, letter) in letters.enumerated() {
            let isFirstOfWord =
                place > 0 && letter.isUppercase
                && (letters[place - 1].isLowercase || letters[place - 1].isNumber
                    || (place + 1 < letters.count && letters[place + 1].isLowercase))
            if isFirstOfWord { words.append("") }
            words[words.count - 1].append(letter)
        }
        return words.map { word in
            let isAbbreviation = word.count > 1 && word.allSatisfy { !$0.isLowercase }
            return isAbbreviation ? word : word.lowercased()
        }.joined(separator: " ")
    }
}
