/// Names of types in diagrams.
///
/// The name of a type does not include its outer types. It has the form that
/// ``StateDiagram/init(mermaid:)`` reads: `Loading<Int>` becomes `LoadingInt`. If several types
/// have the same name, the names of their outer types are added, such as in `HeaterOff` and
/// `FanOff`. If the resulting names are still equal, the names of the modules are added, too.
struct TypeNames {
    private var names: [ObjectIdentifier: String] = [:]

    init(_ types: [any Any.Type]) {
        var seen: Set<ObjectIdentifier> = []
        let distinct = types.filter { seen.insert(ObjectIdentifier($0)).inserted }
        for alike in Dictionary(grouping: distinct, by: { nameInDiagrams("\($0)") }).values {
            let short = alike.map { nameInDiagrams("\($0)") }
            let paths = alike.map { path(of: $0) }
            let outer = paths.map { nameInDiagrams($0.dropFirst().joined(separator: ".")) }
            let full = paths.map { nameInDiagrams($0.joined(separator: ".")) }
            let unique = [short, outer].first { Set($0).count == alike.count } ?? full
            for (type, name) in zip(alike, unique) { names[ObjectIdentifier(type)] = name }
        }
    }

    subscript(type: any Any.Type) -> String {
        names[ObjectIdentifier(type)] ?? nameInDiagrams("\(type)")
    }
}

/// The names of all types in scenarios.
struct ScenarioNames {
    let states: TypeNames
    /// The names of messages, including the answers to queries.
    let messages: TypeNames
    let queries: TypeNames

    init(_ scenarios: [Scenario]) {
        var states: [any Any.Type] = []
        var messages: [any Any.Type] = []
        var queries: [any Any.Type] = []
        for scenario in scenarios {
            states.append(scenario.state)
            for state in scenario.destinations?.named ?? [] { states.append(state) }
            messages.append(scenario.message)
            for call in scenario.calls {
                queries.append(call.query)
                messages.append(call.expecting)
            }
        }
        self.states = TypeNames(states)
        self.messages = TypeNames(messages)
        self.queries = TypeNames(queries)
    }
}

/// Joins the words of a name, and capitalizes each: `Loading<Int>` becomes `LoadingInt`.
private func nameInDiagrams(_ text: String) -> String {
    let words = text.split { !$0.isLetter && !$0.isNumber && $0 != "_" }
    return words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
}

/// Returns the names of the type's module, of its outer types and of the type itself. The name of a
/// private type contains a part that changes from run to run. This part is omitted.
private func path(of type: any Any.Type) -> [Substring] {
    String(reflecting: type).split(separator: ".").filter { !$0.hasPrefix("(unknown context") }
}
