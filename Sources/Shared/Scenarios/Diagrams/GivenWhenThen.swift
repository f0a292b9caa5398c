extension [Scenario] {
    /// Returns the declarations as a Markdown table for designers: the given state, the message,
    /// and then the queries and the states that follow. The table has one row for each scenario, in
    /// the order of the declarations. Names are printed as words: `SignInPressed` is "sign in
    /// pressed".
    ///
    /// - Parameter processor: The processor with the scenarios' reducers. If it is not nil, each
    ///   row also lists the errors that the scenario handles. An error is an answer other than the
    ///   expected ones.
    public func givenWhenThen(processor: BaseActionProcessor? = nil) -> String {
        let head = ["| given | when | then | otherwise |", "|---|---|---|---|"]
        let rows = map { scenario in
            [
                words("\(scenario.state)"), words("\(scenario.message)"), then(scenario),
                processor.map { otherwise(scenario, $0) } ?? "",
            ]
        }
        return markdown(head, rows)
    }

    private func then(_ scenario: Scenario) -> String {
        let asks = scenario.calls.map {
            "ask: \(words("\($0.query)")); on \(words("\($0.expecting)")):"
        }
        return (asks + [ending(scenario)]).joined(separator: " ")
    }

    private func ending(_ scenario: Scenario) -> String {
        guard let destinations = scenario.destinations else { return "not declared" }
        let states = (destinations.named + back(destinations)).map { words("\($0)") }
        return states.isEmpty ? "stay" : "go to \(states.joined(separator: " or "))"
    }

    /// Returns the errors that the scenario handles. An error is an answer other than the expected
    /// ones; it ends the scenario.
    private func otherwise(_ scenario: Scenario, _ processor: BaseActionProcessor) -> String {
        if scenario.calls.isEmpty { return "" }
        let expected = [scenario.message] + scenario.calls.map(\.expecting)
        let known = processor.declared.messages(of: scenario.action).filter { message in
            !expected.contains { $0 == message } && !starts(message, scenario.action)
        }
        return known.map { "on \(words("\($0)")): end" }.joined(separator: "; ")
    }

    /// Whether a scenario with this action state begins with `message`; such a message is not an
    /// answer.
    private func starts(_ message: any Message.Type, _ action: any ActionState.Type) -> Bool {
        contains { $0.message == message && $0.action == action }
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
