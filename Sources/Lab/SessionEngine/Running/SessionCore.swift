import Scenarios

/// The mapping from each state to its screen.
final class ScreenMapper: BaseEffectMapper<Screen>, @unchecked Sendable {
    // The class is `@unchecked Sendable` only because its superclass is. It has no properties.
    override func onDeclareMap(_ facade: MapFacade<Screen>) {
        facade.mapOtherStates { ($0 as? any ScreenState)?.screen }
    }
}

extension SessionRules {
    /// Returns the engine core that runs a session, starting in the state `first`.
    ///
    /// - Parameter inputs: input from the person at the keyboard, or from a script.
    func core(
        from first: any SessionState,
        inputs: MessageSource,
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
