// Begun by cdgen from signin.mmd: states, messages and queries of Signin. Give them their
// values, and the reducers their work.

import Scenarios

struct SignedOut: GeneralState {}
struct SignedIn: GeneralState {}
struct Locked: GeneralState {}

struct SignInPressed: Message {}
struct SignOutPressed: Message {}
struct RefreshPressed: Message {}
struct HelpPressed: Message {}
struct Authenticated: Message {}
struct LoadCitiesAnswer: Message {}
struct Waited: Message {}
/// A query failed.
struct SigninFailed: Message { let reason: String }

struct Authenticate: Query {}
struct LoadCities: Query {}
struct Wait: Query {}

/// In SignedOut, on SignInPressed.
struct SignInPressedInSignedOut: ActionState {
    enum End { case signedIn, locked }

    var failure: String?
    var end = End.signedIn
}

/// In SignedIn, on SignOutPressed.
struct SignOutPressedInSignedIn: ActionState {}

/// In SignedIn, on RefreshPressed.
struct RefreshPressedInSignedIn: ActionState {
    var failure: String?
}

/// In SignedIn, on HelpPressed.
struct HelpPressedInSignedIn: ActionState {}

/// In Locked, on Entered.
struct EnteredInLocked: ActionState {
    var failure: String?
}

final class SigninProcessor: BaseActionProcessor, @unchecked Sendable {
    override func onDeclareActions(_ facade: ActionFacade) {
        facade.from(SignedOut.self)
            .start(SignInPressedInSignedOut.self) { _ in SignInPressedInSignedOut() }
        facade.on(SignInPressedInSignedOut.self)
            .reduce(SignInPressed.self) { _, _ in }
            .create(Authenticate.self) { _ in Authenticate() }
            .reduce(Authenticated.self) { _, _ in }
            .create(LoadCities.self) { _ in LoadCities() }
            .reduce(LoadCitiesAnswer.self) { _, _ in }
            .reduce(SigninFailed.self) { $0.failure = $1.reason }
        facade.from(SignedIn.self)
            .start(SignOutPressedInSignedIn.self) { _ in SignOutPressedInSignedIn() }
        facade.on(SignOutPressedInSignedIn.self)
            .reduce(SignOutPressed.self) { _, _ in }
        facade.from(SignedIn.self)
            .start(RefreshPressedInSignedIn.self) { _ in RefreshPressedInSignedIn() }
        facade.on(RefreshPressedInSignedIn.self)
            .reduce(RefreshPressed.self) { _, _ in }
            .create(LoadCities.self) { _ in LoadCities() }
            .reduce(LoadCitiesAnswer.self) { _, _ in }
            .reduce(SigninFailed.self) { $0.failure = $1.reason }
        facade.from(SignedIn.self)
            .start(HelpPressedInSignedIn.self) { _ in HelpPressedInSignedIn() }
        facade.on(HelpPressedInSignedIn.self)
            .reduce(HelpPressed.self) { _, _ in }
        facade.from(Locked.self)
            .start(EnteredInLocked.self) { _ in EnteredInLocked() }
        facade.on(EnteredInLocked.self)
            .reduce(Entered.self) { _, _ in }
            .create(Wait.self) { _ in Wait() }
            .reduce(Waited.self) { _, _ in }
            .reduce(SigninFailed.self) { $0.failure = $1.reason }
    }
}

final class SigninRepository: BaseRepository, @unchecked Sendable {
    override func onDeclareUpdates(_ facade: UpdateFacade) {
        facade.on(SignInPressedInSignedOut.self) { state, action in
            guard action.failure == nil else { return }
            switch action.end {
            case .signedIn: state = SignedIn()
            case .locked: state = Locked()
            }
        }
        facade.on(SignOutPressedInSignedIn.self) { state, _ in
            state = SignedOut()
        }
        facade.on(EnteredInLocked.self) { state, action in
            guard action.failure == nil else { return }
            state = SignedOut()
        }
    }
}

/// Closures that carry out the queries of Signin.
struct SigninCalls: Sendable {
    var authenticate: @Sendable (Authenticate) async throws -> Authenticated
    var loadCities: @Sendable (LoadCities) async throws -> LoadCitiesAnswer
    var wait: @Sendable (Wait) async throws -> Waited
}

final class SigninService: BaseActionService, @unchecked Sendable {
    private let work: SigninCalls

    init(_ work: SigninCalls, clock: any Clock<Duration> = ContinuousClock()) {
        self.work = work
        super.init(clock: clock)
    }

    override func onDeclareCalls(_ facade: CallFacade) {
        facade.on(
            Authenticate.self,
            timeout: .seconds(10),
            retries: 0,
            call: work.authenticate,
            success: { $0 },
            failure: { SigninFailed(reason: "\($0)") }
        )
        facade.on(
            LoadCities.self,
            timeout: .seconds(10),
            retries: 0,
            call: work.loadCities,
            success: { $0 },
            failure: { SigninFailed(reason: "\($0)") }
        )
        facade.on(
            Wait.self,
            timeout: .seconds(10),
            retries: 0,
            call: work.wait,
            success: { $0 },
            failure: { SigninFailed(reason: "\($0)") }
        )
    }
}

enum SigninSight: Sendable, Equatable {
    case signedOut
    case signedIn
    case locked
}

final class SigninMapper: BaseEffectMapper<SigninSight>, @unchecked Sendable {
    override func onDeclareMap(_ facade: MapFacade<SigninSight>) {
        facade.map(state: SignedOut.self) { _ in .signedOut }
        facade.map(state: SignedIn.self) { _ in .signedIn }
        facade.map(state: Locked.self) { _ in .locked }
    }
}

@Sendable func declareSignin(_ facade: ScenarioFacade) {
    facade.start(from: SignedOut.self)
        .react(to: SignInPressed.self)
        .with(call: Authenticate.self, expecting: Authenticated.self)
        .with(call: LoadCities.self, expecting: LoadCitiesAnswer.self)
        .process(SignInPressedInSignedOut.self, leads: .to(SignedIn.self, Locked.self))
    facade.start(from: SignedIn.self)
        .react(to: SignOutPressed.self)
        .skip()
        .process(SignOutPressedInSignedIn.self, leads: .to(SignedOut.self))
        .react(to: RefreshPressed.self)
        .with(call: LoadCities.self, expecting: LoadCitiesAnswer.self)
        .process(RefreshPressedInSignedIn.self, leads: .nowhere)
        .react(to: HelpPressed.self)
        .skip()
        .process(HelpPressedInSignedIn.self, leads: .nowhere)
    facade.start(from: Locked.self)
        .react(to: Entered.self)
        .with(call: Wait.self, expecting: Waited.self)
        .process(EnteredInLocked.self, leads: .to(SignedOut.self))
}
