/// Names of types in diagrams.
///
/// A name is that of the type alone, in the form in which ``StateDiagram/init(mermaid:)`` reads it:
/// `Loading<Int>` is `LoadingInt`. If several types have the same name, the names of their outer
/// types are added, such as `HeaterOff` and `FanOff`, or else the names of their modules.
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

/// The names of everything that scenarios declare.
struct ScenarioNames {
    let states: TypeNames
    /// The names of messages and answers.
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

/// Returns the words of a name as one word. Each begins with a capital letter.
private func nameInDiagrams(_ text: String) -> String {
    let words = text.split { !$0.isLetter && !$0.isNumber && $0 != "_" }
    return words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
}

/// Returns the names of a type's module, of its outer types and of the type. A private type also
/// has a part that differs from run to run; that part is left out.
private func path(of type: any Any.Type) -> [Substring] {
    String(reflecting: type).split(separator: ".").filter { !$0.hasPrefix("(unknown context") }
}
