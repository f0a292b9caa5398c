import Scenarios

/// Delivers input from the person at the keyboard, or from a script, to the engine.
final class SessionInputs: BaseActor, @unchecked Sendable {
    // Unchecked because the superclass is; this property is immutable.
    let keys: MessageSource

    init(_ keys: MessageSource = MessageSource()) {
        self.keys = keys
        super.init()
    }

    override func onProvideEvents(_ facade: EventFacade) { facade.provide(events: keys) }
}

/// Maps each state of the session to its screen.
final class ScreenMapper: BaseEffectMapper<Screen>, @unchecked Sendable {
    // Unchecked because the superclass is; there are no properties.
    override func onDeclareMap(_ facade: MapFacade<Screen>) {
        facade.mapOtherStates { ($0 as? any SessionState)?.screen }
    }
}

extension SessionRules {
    /// Returns a core that runs a session, starting with the state `first`.
    func core(
        from first: any SessionState,
        inputs: SessionInputs,
        service: any ActionService,
        onNotice: @escaping @Sendable (Core<Screen>.Notice) -> Void = { _ in }
    ) -> Core<Screen> {
        Core(
            actor: inputs,
            repository: BaseRepository(first, updates: updates),
            processor: BaseActionProcessor(declared: actions),
            service: service,
            mapper: ScreenMapper(),
            declared: scenarios.scenarios,
            onNotice: onNotice
        )
    }
}
