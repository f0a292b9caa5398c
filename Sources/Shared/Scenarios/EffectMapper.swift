/// A mapper that converts states, messages and queries to effects, such as the contents of a
/// screen. Each function returns nil if there is no effect.
public protocol EffectMapper<Effect>: AnyObject, Sendable {
    associatedtype Effect: Sendable

    func map(state: any GeneralState) -> Effect?
    func map(msg: any Message) -> Effect?
    func map(query: any Query) -> Effect?
}

/// A mapper with a separately declared effect for each type of state, message and query. Types
/// without a declaration produce no effect.
///
/// `@unchecked Sendable`: closures are declared in `init` and only read afterwards; subclasses are
/// responsible for the safety of their own properties.
nonisolated open class BaseEffectMapper<Effect: Sendable>: EffectMapper, @unchecked Sendable {
    private let facade = MapFacade<Effect>()

    public init() { onDeclareMap(facade) }

    /// Declares the effect of each type of state, message and query. Subclasses override this
    /// function, which `init` calls once.
    open func onDeclareMap(_ facade: MapFacade<Effect>) {}

    public final func map(state: any GeneralState) -> Effect? {
        facade.states[ObjectIdentifier(type(of: state))]?(state) ?? facade.anyState?(state)
    }

    public final func map(msg: any Message) -> Effect? {
        facade.messages[ObjectIdentifier(type(of: msg))]?(msg)
    }

    public final func map(query: any Query) -> Effect? {
        facade.queries[ObjectIdentifier(type(of: query))]?(query)
    }
}

/// Declarations of effects for types of states, messages and queries.
public final class MapFacade<Effect: Sendable> {
    fileprivate(set) var states: [ObjectIdentifier: @Sendable (any GeneralState) -> Effect?] = [:]
    fileprivate(set) var messages: [ObjectIdentifier: @Sendable (any Message) -> Effect?] = [:]
    fileprivate(set) var queries: [ObjectIdentifier: @Sendable (any Query) -> Effect?] = [:]
    fileprivate(set) var anyState: (@Sendable (any GeneralState) -> Effect?)?

    /// Declares the effect of each state of the type `State`.
    public func map<State: GeneralState>(
        state _: State.Type,
        _ make: @escaping @Sendable (State) -> Effect
    ) {
        states[ObjectIdentifier(State.self)] = { ($0 as? State).map(make) }
    }

    /// Declares the effect of each message of the type `Event`. The message either starts a
    /// scenario or answers a query.
    public func map<Event: Message>(
        msg _: Event.Type,
        _ make: @escaping @Sendable (Event) -> Effect
    ) {
        messages[ObjectIdentifier(Event.self)] = { ($0 as? Event).map(make) }
    }

    /// Declares the effect of each query of the type `Asked`. The core emits the effect before it
    /// executes the query.
    public func map<Asked: Query>(
        query _: Asked.Type,
        _ make: @escaping @Sendable (Asked) -> Effect
    ) {
        queries[ObjectIdentifier(Asked.self)] = { ($0 as? Asked).map(make) }
    }

    /// Declares the effect for each state whose type has no declaration of its own.
    public func mapOtherStates(_ make: @escaping @Sendable (any GeneralState) -> Effect?) {
        anyState = make
    }
}
