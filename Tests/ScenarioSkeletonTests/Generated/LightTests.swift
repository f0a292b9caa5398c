import Scenarios
import Testing

@Suite(.timeLimit(.minutes(5))) struct LightTests {
    private let diagram = """
        stateDiagram-v2
            [*] --> Starting
            Starting --> Red: Entered
            Red --> Green: Entered / Pause → Paused
            Green --> Yellow: Entered / Pause → Paused
            Green --> Blinking: FaultFound
            Green --> Green: Checked
            Yellow --> Red: Entered / Pause → Paused
            Blinking --> Blinking: Entered
            Blinking --> Starting: Repaired
        """

    private var declared: [Scenario] {
        let facade = ScenarioFacade()
        declareLight(facade)
        return facade.scenarios
    }

    private let calls = LightCalls(
        pause: { _ in Paused() }
    )

    @Test func theCodeIsAsItIsDrawn() throws {
        let drawn = try StateDiagram(mermaid: diagram)
        let code = declared.stateDiagram(start: Starting.self)
        #expect(drawn.differences(from: code) == [])
    }

    @Test func nothingIsLeftUndeclared() {
        let faults = declared.faults(
            processor: LightProcessor(),
            service: LightService(calls),
            repository: LightRepository(Starting())
        )
        #expect(faults.isEmpty, "\(faults)")
    }

    @Test func enteredInStarting() async throws {
        let rehearsal = Rehearsal(
            repository: LightRepository(Starting()),
            processor: LightProcessor(),
            scenarios: declareLight
        )
        try await rehearsal.process(EnteredInStarting())
            .start(from: Red())
            .with(call: Pause())
        try await rehearsal.finish()
    }

    @Test func enteredInRed() async throws {
        let rehearsal = Rehearsal(
            repository: LightRepository(Red()),
            processor: LightProcessor(),
            scenarios: declareLight
        )
        try await rehearsal.start(from: Red())
            .with(call: Pause(), expecting: Paused())
            .process(EnteredInRed())
            .start(from: Green())
            .with(call: Pause())
        try await rehearsal.finish()
    }

    @Test func enteredInGreen() async throws {
        let rehearsal = Rehearsal(
            repository: LightRepository(Green()),
            processor: LightProcessor(),
            scenarios: declareLight
        )
        try await rehearsal.start(from: Green())
            .with(call: Pause(), expecting: Paused())
            .process(EnteredInGreen())
            .start(from: Yellow())
            .with(call: Pause())
        try await rehearsal.finish()
    }

    @Test func faultFoundInGreen() async throws {
        let rehearsal = Rehearsal(
            repository: LightRepository(Green()),
            processor: LightProcessor(),
            scenarios: declareLight
        )
        try await rehearsal.start(from: Green())
            .with(call: Pause())
            .react(to: FaultFound())
            .process(FaultFoundInGreen())
            .drop(EnteredInGreen.self)
            .start(from: Blinking())
            .process(EnteredInBlinking())
        try await rehearsal.finish()
    }

    @Test func checkedInGreen() async throws {
        let rehearsal = Rehearsal(
            repository: LightRepository(Green()),
            processor: LightProcessor(),
            scenarios: declareLight
        )
        try await rehearsal.start(from: Green())
            .with(call: Pause())
            .react(to: Checked())
            .process(CheckedInGreen())
            .start(from: Green())
        try await rehearsal.finish()
    }

    @Test func enteredInYellow() async throws {
        let rehearsal = Rehearsal(
            repository: LightRepository(Yellow()),
            processor: LightProcessor(),
            scenarios: declareLight
        )
        try await rehearsal.start(from: Yellow())
            .with(call: Pause(), expecting: Paused())
            .process(EnteredInYellow())
            .start(from: Red())
            .with(call: Pause())
        try await rehearsal.finish()
    }

    @Test func enteredInBlinking() async throws {
        let rehearsal = Rehearsal(
            repository: LightRepository(Blinking()),
            processor: LightProcessor(),
            scenarios: declareLight
        )
        try await rehearsal.process(EnteredInBlinking())
            .start(from: Blinking())
        try await rehearsal.finish()
    }

    // Scenarios without a rehearsal, since Entered ends their first or last state at once:
    // - RepairedInBlinking
}
