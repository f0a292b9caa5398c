import Scenarios
import Testing

@Suite(.timeLimit(.minutes(5))) struct SigninTests {
    private let diagram = """
        stateDiagram-v2
            [*] --> SignedOut
            SignedOut --> SignedIn: SignInPressed / Authenticate → Authenticated, LoadCities → LoadCitiesAnswer
            SignedOut --> Locked: SignInPressed / Authenticate → Authenticated, LoadCities → LoadCitiesAnswer
            SignedIn --> SignedOut: SignOutPressed
            SignedIn --> SignedIn: RefreshPressed / LoadCities → LoadCitiesAnswer
            SignedIn --> SignedIn: HelpPressed
            Locked --> SignedOut: Entered / Wait → Waited
        """

    private var declared: [Scenario] {
        let facade = ScenarioFacade()
        declareSignin(facade)
        return facade.scenarios
    }

    private let calls = SigninCalls(
        authenticate: { _ in Authenticated() },
        loadCities: { _ in LoadCitiesAnswer() },
        wait: { _ in Waited() }
    )

    @Test func theCodeIsAsItIsDrawn() throws {
        let drawn = try StateDiagram(mermaid: diagram)
        let code = declared.stateDiagram(start: SignedOut.self)
        #expect(drawn.differences(from: code) == [])
    }

    @Test func nothingIsLeftUndeclared() {
        let faults = declared.faults(
            processor: SigninProcessor(),
            service: SigninService(calls),
            repository: SigninRepository(SignedOut())
        )
        #expect(faults.isEmpty, "\(faults)")
    }

    @Test func signInPressedInSignedOut() async throws {
        let rehearsal = Rehearsal(
            repository: SigninRepository(SignedOut()),
            processor: SigninProcessor(),
            scenarios: declareSignin
        )
        try await rehearsal.start(from: SignedOut())
            .react(to: SignInPressed())
            .with(call: Authenticate(), expecting: Authenticated())
            .with(call: LoadCities(), expecting: LoadCitiesAnswer())
            .process(SignInPressedInSignedOut())
            .start(from: SignedIn())
        try await rehearsal.finish()
    }

    @Test func signOutPressedInSignedIn() async throws {
        let rehearsal = Rehearsal(
            repository: SigninRepository(SignedIn()),
            processor: SigninProcessor(),
            scenarios: declareSignin
        )
        try await rehearsal.start(from: SignedIn())
            .react(to: SignOutPressed())
            .process(SignOutPressedInSignedIn())
            .start(from: SignedOut())
        try await rehearsal.finish()
    }

    @Test func refreshPressedInSignedIn() async throws {
        let rehearsal = Rehearsal(
            repository: SigninRepository(SignedIn()),
            processor: SigninProcessor(),
            scenarios: declareSignin
        )
        try await rehearsal.start(from: SignedIn())
            .react(to: RefreshPressed())
            .with(call: LoadCities(), expecting: LoadCitiesAnswer())
            .process(RefreshPressedInSignedIn())
            .start(from: SignedIn())
        try await rehearsal.finish()
    }

    @Test func helpPressedInSignedIn() async throws {
        let rehearsal = Rehearsal(
            repository: SigninRepository(SignedIn()),
            processor: SigninProcessor(),
            scenarios: declareSignin
        )
        try await rehearsal.start(from: SignedIn())
            .react(to: HelpPressed())
            .process(HelpPressedInSignedIn())
            .start(from: SignedIn())
        try await rehearsal.finish()
    }

    @Test func enteredInLocked() async throws {
        let rehearsal = Rehearsal(
            repository: SigninRepository(Locked()),
            processor: SigninProcessor(),
            scenarios: declareSignin
        )
        try await rehearsal.start(from: Locked())
            .with(call: Wait(), expecting: Waited())
            .process(EnteredInLocked())
            .start(from: SignedOut())
        try await rehearsal.finish()
    }
}
