/// A declared scenario: in this state, on this message, ask these queries, leave this action state.
package struct Scenario: Sendable {
    package struct Call: Sendable {
        package let query: any Query.Type
        package let expecting: any Message.Type
    }

    package let state: any GeneralState.Type
    package let message: any Message.Type
    package let calls: [Call]
    package let action: any ActionState.Type
    /// Whether further messages are taken while its queries run.
    package let isConcurrent: Bool
}

/// Scenarios as they are declared:
///
///     scenarios.start(from: Running.self)
///         .react(to: MarkPressed.self).with(call: Record.self, expecting: Recorded.self)
///         .process(Transition<Running>.self)
///         .react(to: HelpPressed.self).skip().process(Help.self)
package final class Declarations {
    package private(set) var scenarios: [Scenario] = []

    package init() {}

    package func start(from state: any GeneralState.Type) -> Starter {
        Starter(declarations: self, state: state)
    }

    fileprivate func declare(_ scenario: Scenario) { scenarios.append(scenario) }
}

package struct Starter {
    fileprivate let declarations: Declarations
    fileprivate let state: any GeneralState.Type

    package func react(to message: any Message.Type) -> Reactor {
        Reactor(starter: self, message: message)
    }
}

package struct Reactor {
    fileprivate let starter: Starter
    fileprivate let message: any Message.Type

    /// The scenario asks nothing.
    package func skip() -> Processor {
        Processor(starter: starter, message: message, calls: [])
    }

    /// The scenario asks `query`; an answer of any other type than `expecting` stops it.
    package func with(call query: any Query.Type, expecting: any Message.Type) -> Processor {
        skip().with(call: query, expecting: expecting)
    }
}

package struct Processor {
    fileprivate let starter: Starter
    fileprivate let message: any Message.Type
    fileprivate var calls: [Scenario.Call]

    package func with(call query: any Query.Type, expecting: any Message.Type) -> Processor {
        var copy = self
        copy.calls.append(.init(query: query, expecting: expecting))
        return copy
    }

    /// - Parameter concurrently: let other scenarios of the state run while this one's queries do.
    @discardableResult
    package func process(_ action: any ActionState.Type, concurrently: Bool = false) -> Starter {
        starter.declarations.declare(
            Scenario(
                state: starter.state,
                message: message,
                calls: calls,
                action: action,
                isConcurrent: concurrently
            )
        )
        return starter
    }
}
