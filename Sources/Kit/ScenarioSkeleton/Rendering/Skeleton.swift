extension ScenarioOutline {
    /// Returns a Swift file that declares everything in the outline. The file compiles as it is.
    /// The application's developers then complete it.
    ///
    /// - Parameter source: Name of the outline's file, for the comment at the beginning.
    package func skeleton(source: String) -> String {
        let parts = [
            """
            // Begun by cdgen from \(source): states, messages and queries of \(name). Give them their
            // values, and the reducers their work.

            import Scenarios
            """,
            declarations("GeneralState", states),
            declarations("Message", events + replies) + failure,
            declarations("Query", queries),
            actions, processor, repository, calls, service, mapper, declaration,
        ]
        return parts.filter { !$0.isEmpty }.joined(separator: "\n\n") + "\n"
    }

    private func declarations(_ base: String, _ names: [String]) -> String {
        names.map { "struct \($0): \(base) {}" }.joined(separator: "\n")
    }

    private var failure: String {
        if asks.isEmpty { return "" }
        return "\n/// A query failed.\nstruct \(name)Failed: Message { let reason: String }"
    }

    // MARK: One run of a scenario

    private var actions: String {
        scenarios.map { scenario in
            var lines = scenario.asks.isEmpty ? [] : ["var failure: String?"]
            if scenario.destinations.count > 1 {
                let cases = scenario.destinations.map(caseName).joined(separator: ", ")
                lines = ["enum End { case \(cases) }", ""] + lines
                lines.append("var end = End.\(caseName(scenario.destinations[0]))")
            }
            let words = "/// In \(scenario.state), on \(scenario.message)."
            let body = lines.map { $0.isEmpty ? "" : "    \($0)" }.joined(separator: "\n")
            let declared = "struct \(scenario.action): ActionState"
            return lines.isEmpty
                ? "\(words)\n\(declared) {}" : "\(words)\n\(declared) {\n\(body)\n}"
        }
        .joined(separator: "\n\n")
    }

    private var processor: String {
        let bodies = scenarios.map { scenario -> String in
            let action = scenario.action
            var steps = [".reduce(\(scenario.message).self) { _, _ in }"]
            for ask in scenario.asks {
                steps.append(".create(\(ask.query).self) { _ in \(ask.query)() }")
                steps.append(".reduce(\(ask.reply).self) { _, _ in }")
            }
            if !scenario.asks.isEmpty {
                steps.append(".reduce(\(name)Failed.self) { $0.failure = $1.reason }")
            }
            let chain = steps.map { "\n            \($0)" }.joined()
            return """
                        facade.from(\(scenario.state).self)
                            .start(\(action).self) { _ in \(action)() }
                        facade.on(\(action).self)\(chain)
                """
        }
        return subclass(
            "Processor",
            "BaseActionProcessor",
            "onDeclareActions(_ facade: ActionFacade)",
            bodies
        )
    }

    private var repository: String {
        let bodies = scenarios.filter { !$0.destinations.isEmpty }.map { scenario -> String in
            let failed = "            guard action.failure == nil else { return }\n"
            let change =
                scenario.destinations.count == 1
                ? "            state = \(scenario.destinations[0])()"
                : """
                            switch action.end {
                \(scenario.destinations.map {
                    let change = $0 == scenario.state ? "break" : "state = \($0)()"
                    return "            case .\(caseName($0)): \(change)"
                }.joined(separator: "\n"))
                            }
                """
            let usesAction = !scenario.asks.isEmpty || scenario.destinations.count > 1
            return """
                        facade.on(\(scenario.action).self) { state, \(usesAction ? "action" : "_") in
                \(scenario.asks.isEmpty ? "" : failed)\(change)
                        }
                """
        }
        return subclass(
            "Repository",
            "BaseRepository",
            "onDeclareUpdates(_ facade: UpdateFacade)",
            bodies
        )
    }

    /// Swift code of a class that overrides `method`. The class is `@unchecked Sendable` because
    /// its superclass is. It adds no stored property.
    func subclass(
        _ suffix: String,
        _ base: String,
        _ method: String,
        _ bodies: [String]
    ) -> String {
        let head = "final class \(name)\(suffix): \(base), @unchecked Sendable {"
        if bodies.isEmpty { return "\(head)}" }
        return "\(head)\n    override func \(method) {\n\(bodies.joined(separator: "\n"))\n    }\n}"
    }
}

/// Returns the name of the enum case for a type, such as `signedOut`, in backticks if Swift needs
/// them.
func caseName(_ type: String) -> String {
    let name = type.prefix(1).lowercased() + type.dropFirst()
    return keywords.contains(name) ? "`\(name)`" : name
}

/// Returns the label of the argument for a type. Of all keywords, only `inout` needs backticks in
/// an argument list; for the others, Swift warns about them.
func argumentLabel(_ type: String) -> String {
    let name = caseName(type)
    return name == "`inout`" ? name : name.filter { $0 != "`" }
}

private let keywords: Set = [
    "as", "associatedtype", "break", "case", "catch", "class", "continue", "default", "defer",
    "deinit", "do", "else", "enum", "extension", "fallthrough", "false", "fileprivate", "for",
    "func", "guard", "if", "import", "in", "init", "inout", "internal", "is", "let", "nil",
    "operator", "private", "precedencegroup", "protocol", "public", "repeat", "rethrows", "return",
    "self", "static", "struct", "subscript", "super", "switch", "throw", "throws", "true", "try",
    "typealias", "var", "where", "while",
]
