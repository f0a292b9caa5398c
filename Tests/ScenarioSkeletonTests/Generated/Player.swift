// Begun by cdgen from player.yaml: states, messages and queries of Player. Give them their
// values, and the reducers their work.

import Scenarios

struct Idle: GeneralState {}
struct Playing: GeneralState {}

struct PlayPressed: Message {}
struct PausePressed: Message {}
struct VolumeChanged: Message {}
struct TrackOpened: Message {}
/// A query failed.
struct PlayerFailed: Message { let reason: String }

struct OpenTrack: Query {}

/// In Idle, on PlayPressed.
struct PlayPressedInIdle: ActionState {
    var failure: String?
}

/// In Playing, on PausePressed.
struct PausePressedInPlaying: ActionState {}

/// In Playing, on VolumeChanged.
struct VolumeChangedInPlaying: ActionState {}

final class PlayerProcessor: BaseActionProcessor, @unchecked Sendable {
    override func onDeclareActions(_ facade: ActionFacade) {
        facade.from(Idle.self)
            .start(PlayPressedInIdle.self) { _ in PlayPressedInIdle() }
        facade.on(PlayPressedInIdle.self)
            .reduce(PlayPressed.self) { _, _ in }
            .create(OpenTrack.self) { _ in OpenTrack() }
            .reduce(TrackOpened.self) { _, _ in }
            .reduce(PlayerFailed.self) { $0.failure = $1.reason }
        facade.from(Playing.self)
            .start(PausePressedInPlaying.self) { _ in PausePressedInPlaying() }
        facade.on(PausePressedInPlaying.self)
            .reduce(PausePressed.self) { _, _ in }
        facade.from(Playing.self)
            .start(VolumeChangedInPlaying.self) { _ in VolumeChangedInPlaying() }
        facade.on(VolumeChangedInPlaying.self)
            .reduce(VolumeChanged.self) { _, _ in }
    }
}

final class PlayerRepository: BaseRepository, @unchecked Sendable {
    override func onDeclareUpdates(_ facade: UpdateFacade) {
        facade.on(PlayPressedInIdle.self) { state, action in
            guard action.failure == nil else { return }
            state = Playing()
        }
        facade.on(PausePressedInPlaying.self) { state, _ in
            state = Idle()
        }
    }
}

/// Closures that carry out the queries of Player.
struct PlayerCalls: Sendable {
    var openTrack: @Sendable (OpenTrack) async throws -> TrackOpened
}

final class PlayerService: BaseActionService, @unchecked Sendable {
    private let work: PlayerCalls

    init(_ work: PlayerCalls, clock: any Clock<Duration> = ContinuousClock()) {
        self.work = work
        super.init(clock: clock)
    }

    override func onDeclareCalls(_ facade: CallFacade) {
        facade.on(
            OpenTrack.self,
            timeout: .seconds(10),
            retries: 0,
            call: work.openTrack,
            success: { $0 },
            failure: { PlayerFailed(reason: "\($0)") }
        )
    }
}

enum PlayerSight: Sendable, Equatable {
    case idle
    case playing
}

final class PlayerMapper: BaseEffectMapper<PlayerSight>, @unchecked Sendable {
    override func onDeclareMap(_ facade: MapFacade<PlayerSight>) {
        facade.map(state: Idle.self) { _ in .idle }
        facade.map(state: Playing.self) { _ in .playing }
    }
}

@Sendable func declarePlayer(_ facade: ScenarioFacade) {
    facade.start(from: Idle.self)
        .react(to: PlayPressed.self)
        .with(call: OpenTrack.self, expecting: TrackOpened.self)
        .process(PlayPressedInIdle.self, leads: .to(Playing.self))
    facade.start(from: Playing.self)
        .react(to: PausePressed.self)
        .skip()
        .process(PausePressedInPlaying.self, leads: .to(Idle.self))
        .react(to: VolumeChanged.self)
        .skip()
        .process(VolumeChangedInPlaying.self, leads: .nowhere)
}
