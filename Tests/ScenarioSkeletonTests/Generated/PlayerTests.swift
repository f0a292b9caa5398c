import Scenarios
import Testing

@Suite(.timeLimit(.minutes(5))) struct PlayerTests {
    private let diagram = """
        stateDiagram-v2
            [*] --> Idle
            Idle --> Playing: PlayPressed / OpenTrack → TrackOpened
            Playing --> Idle: PausePressed
            Playing --> Playing: VolumeChanged
        """

    private var declared: [Scenario] {
        let facade = ScenarioFacade()
        declarePlayer(facade)
        return facade.scenarios
    }

    private let calls = PlayerCalls(
        openTrack: { _ in TrackOpened() }
    )

    @Test func theCodeIsAsItIsDrawn() throws {
        let drawn = try StateDiagram(mermaid: diagram)
        let code = declared.stateDiagram(start: Idle.self)
        #expect(drawn.differences(from: code) == [])
    }

    @Test func nothingIsLeftUndeclared() {
        let faults = declared.faults(
            processor: PlayerProcessor(),
            service: PlayerService(calls),
            repository: PlayerRepository(Idle())
        )
        #expect(faults.isEmpty, "\(faults)")
    }

    @Test func playPressedInIdle() async throws {
        let rehearsal = Rehearsal(
            repository: PlayerRepository(Idle()),
            processor: PlayerProcessor(),
            scenarios: declarePlayer
        )
        try await rehearsal.start(from: Idle())
            .react(to: PlayPressed())
            .with(call: OpenTrack(), expecting: TrackOpened())
            .process(PlayPressedInIdle())
            .start(from: Playing())
        try await rehearsal.finish()
    }

    @Test func pausePressedInPlaying() async throws {
        let rehearsal = Rehearsal(
            repository: PlayerRepository(Playing()),
            processor: PlayerProcessor(),
            scenarios: declarePlayer
        )
        try await rehearsal.start(from: Playing())
            .react(to: PausePressed())
            .process(PausePressedInPlaying())
            .start(from: Idle())
        try await rehearsal.finish()
    }

    @Test func volumeChangedInPlaying() async throws {
        let rehearsal = Rehearsal(
            repository: PlayerRepository(Playing()),
            processor: PlayerProcessor(),
            scenarios: declarePlayer
        )
        try await rehearsal.start(from: Playing())
            .react(to: VolumeChanged())
            .process(VolumeChangedInPlaying())
            .start(from: Playing())
        try await rehearsal.finish()
    }
}
