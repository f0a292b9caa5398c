// Begun by cdgen from light.mmd: states, messages and queries of Light. Give them their
// values, and the reducers their work.

import Scenarios

struct Starting: GeneralState {}
struct Red: GeneralState {}
struct Green: GeneralState {}
struct Yellow: GeneralState {}
struct Blinking: GeneralState {}

struct FaultFound: Message {}
struct Checked: Message {}
struct Repaired: Message {}
struct Paused: Message {}
/// A query failed.
struct LightFailed: Message { let reason: String }

struct Pause: Query {}

/// In Starting, on Entered.
struct EnteredInStarting: ActionState {}

/// In Red, on Entered.
struct EnteredInRed: ActionState {
    var failure: String?
}

/// In Green, on Entered.
struct EnteredInGreen: ActionState {
    var failure: String?
}

/// In Green, on FaultFound.
struct FaultFoundInGreen: ActionState {}

/// In Green, on Checked.
struct CheckedInGreen: ActionState {}

/// In Yellow, on Entered.
struct EnteredInYellow: ActionState {
    var failure: String?
}

/// In Blinking, on Entered.
struct EnteredInBlinking: ActionState {}

/// In Blinking, on Repaired.
struct RepairedInBlinking: ActionState {}

final class LightProcessor: BaseActionProcessor, @unchecked Sendable {
    override func onDeclareActions(_ facade: ActionFacade) {
        facade.from(Starting.self)
            .start(EnteredInStarting.self) { _ in EnteredInStarting() }
        facade.on(EnteredInStarting.self)
            .reduce(Entered.self) { _, _ in }
        facade.from(Red.self)
            .start(EnteredInRed.self) { _ in EnteredInRed() }
        facade.on(EnteredInRed.self)
            .reduce(Entered.self) { _, _ in }
            .create(Pause.self) { _ in Pause() }
            .reduce(Paused.self) { _, _ in }
            .reduce(LightFailed.self) { $0.failure = $1.reason }
        facade.from(Green.self)
            .start(EnteredInGreen.self) { _ in EnteredInGreen() }
        facade.on(EnteredInGreen.self)
            .reduce(Entered.self) { _, _ in }
            .create(Pause.self) { _ in Pause() }
            .reduce(Paused.self) { _, _ in }
            .reduce(LightFailed.self) { $0.failure = $1.reason }
        facade.from(Green.self)
            .start(FaultFoundInGreen.self) { _ in FaultFoundInGreen() }
        facade.on(FaultFoundInGreen.self)
            .reduce(FaultFound.self) { _, _ in }
        facade.from(Green.self)
            .start(CheckedInGreen.self) { _ in CheckedInGreen() }
        facade.on(CheckedInGreen.self)
            .reduce(Checked.self) { _, _ in }
        facade.from(Yellow.self)
            .start(EnteredInYellow.self) { _ in EnteredInYellow() }
        facade.on(EnteredInYellow.self)
            .reduce(Entered.self) { _, _ in }
            .create(Pause.self) { _ in Pause() }
            .reduce(Paused.self) { _, _ in }
            .reduce(LightFailed.self) { $0.failure = $1.reason }
        facade.from(Blinking.self)
            .start(EnteredInBlinking.self) { _ in EnteredInBlinking() }
        facade.on(EnteredInBlinking.self)
            .reduce(Entered.self) { _, _ in }
        facade.from(Blinking.self)
            .start(RepairedInBlinking.self) { _ in RepairedInBlinking() }
        facade.on(RepairedInBlinking.self)
            .reduce(Repaired.self) { _, _ in }
    }
}

final class LightRepository: BaseRepository, @unchecked Sendable {
    override func onDeclareUpdates(_ facade: UpdateFacade) {
        facade.on(EnteredInStarting.self) { state, _ in
            state = Red()
        }
        facade.on(EnteredInRed.self) { state, action in
            guard action.failure == nil else { return }
            state = Green()
        }
        facade.on(EnteredInGreen.self) { state, action in
            guard action.failure == nil else { return }
            state = Yellow()
        }
        facade.on(FaultFoundInGreen.self) { state, _ in
            state = Blinking()
        }
        facade.on(EnteredInYellow.self) { state, action in
            guard action.failure == nil else { return }
            state = Red()
        }
        facade.on(RepairedInBlinking.self) { state, _ in
            state = Starting()
        }
    }
}

/// Closures that carry out the queries of Light.
struct LightCalls: Sendable {
    var pause: @Sendable (Pause) async throws -> Paused
}

final class LightService: BaseActionService, @unchecked Sendable {
    private let work: LightCalls

    init(_ work: LightCalls, clock: any Clock<Duration> = ContinuousClock()) {
        self.work = work
        super.init(clock: clock)
    }

    override func onDeclareCalls(_ facade: CallFacade) {
        facade.on(
            Pause.self,
            timeout: .seconds(10),
            retries: 0,
            call: work.pause,
            success: { $0 },
            failure: { LightFailed(reason: "\($0)") }
        )
    }
}

enum LightSight: Sendable, Equatable {
    case starting
    case red
    case green
    case yellow
    case blinking
}

final class LightMapper: BaseEffectMapper<LightSight>, @unchecked Sendable {
    override func onDeclareMap(_ facade: MapFacade<LightSight>) {
        facade.map(state: Starting.self) { _ in .starting }
        facade.map(state: Red.self) { _ in .red }
        facade.map(state: Green.self) { _ in .green }
        facade.map(state: Yellow.self) { _ in .yellow }
        facade.map(state: Blinking.self) { _ in .blinking }
    }
}

@Sendable func declareLight(_ facade: ScenarioFacade) {
    facade.start(from: Starting.self)
        .react(to: Entered.self)
        .skip()
        .process(EnteredInStarting.self, leads: .to(Red.self))
    facade.start(from: Red.self)
        .react(to: Entered.self)
        .with(call: Pause.self, expecting: Paused.self)
        .process(EnteredInRed.self, leads: .to(Green.self))
    facade.start(from: Green.self)
        .react(to: Entered.self)
        .with(call: Pause.self, expecting: Paused.self)
        .process(EnteredInGreen.self, leads: .to(Yellow.self))
        .react(to: FaultFound.self)
        .skip()
        .process(FaultFoundInGreen.self, leads: .to(Blinking.self))
        .react(to: Checked.self)
        .skip()
        .process(CheckedInGreen.self, leads: .nowhere)
    facade.start(from: Yellow.self)
        .react(to: Entered.self)
        .with(call: Pause.self, expecting: Paused.self)
        .process(EnteredInYellow.self, leads: .to(Red.self))
    facade.start(from: Blinking.self)
        .react(to: Entered.self)
        .skip()
        .process(EnteredInBlinking.self, leads: .nowhere)
        .react(to: Repaired.self)
        .skip()
        .process(RepairedInBlinking.self, leads: .to(Starting.self))
}
