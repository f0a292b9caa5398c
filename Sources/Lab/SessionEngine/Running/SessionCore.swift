import Scenarios

/// Input of the person at the keyboard, or of a script.
final class SessionInputs: BaseActor, @unchecked Sendable {
    // Unchecked as its class is; this property is immutable.
    let keys: MessageSource

    init(_ keys: MessageSource = MessageSource()) {
        self.keys = keys
        super.init()
    }

    override func onProvideEvents(_ facade: EventFacade) { facade.provide(events: keys) }
}

/// Every change of the state is shown as its screen.
final class ScreenMapper: BaseEffectMapper<Screen>, @unchecked Sendable {
    // Unchecked as its class is; there are no properties.
    override func onDeclareMap(_ facade: MapFacade<Screen>) {
        facade.mapOtherStates { ($0 as? any SessionState)?.screen }
    }
}

extension SessionRules {
    /// A core that plays a session from its first state.
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
