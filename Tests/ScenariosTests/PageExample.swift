import Scenarios
import Testing

// The code of the page Scenarios, in its order.

struct SignedOut: GeneralState { var notice = "" }
struct SignedIn: GeneralState { var name: String; var token: Int; var cities: [String] }

struct SignInPressed: Message { let name: String; let password: String }
struct Authenticate: Query { let name: String; let password: String }
struct Authenticated: Message { let token: Int }
struct LoadCities: Query { let token: Int }
struct CitiesLoaded: Message { let cities: [String] }
struct Failed: Message { let reason: String }

struct SigningIn: ActionState {
    var name = ""
    var password = ""
    var token = 0
    var cities: [String] = []
    var problem: String?
}

final class SignInProcessor: BaseActionProcessor, @unchecked Sendable {
    override func onDeclareActions(_ facade: ActionFacade) {
        facade.from(SignedOut.self).start(SigningIn.self) { _ in SigningIn() }
        facade.on(SigningIn.self)
            .reduce(SignInPressed.self) { ($0.name, $0.password) = ($1.name, $1.password) }
            .create(Authenticate.self) { Authenticate(name: $0.name, password: $0.password) }
            .reduce(Authenticated.self) { $0.token = $1.token }
            .create(LoadCities.self) { LoadCities(token: $0.token) }
            .reduce(CitiesLoaded.self) { $0.cities = $1.cities }
            .reduce(Failed.self) { $0.problem = $1.reason }
    }
}

final class SignInRepository: BaseRepository, @unchecked Sendable {
    override func onDeclareUpdates(_ facade: UpdateFacade) {
        facade.on(SigningIn.self) { state, action in
            if let problem = action.problem {
                state = SignedOut(notice: problem)
            } else {
                state = SignedIn(name: action.name, token: action.token, cities: action.cities)
            }
        }
    }
}

final class SignInService: BaseActionService, @unchecked Sendable {
    override func onDeclareCalls(_ facade: CallFacade) {
        facade.on(
            Authenticate.self,
            timeout: .seconds(5),
            retries: 0,
            call: { try await Server.signIn($0.name, $0.password) },
            success: { Authenticated(token: $0) },
            failure: { Failed(reason: "\($0)") }
        )
        facade.on(
            LoadCities.self,
            timeout: .seconds(20),
            retries: 3,
            backOff: BackOff(first: .milliseconds(200), jitter: 0.5),
            call: { try await Server.cities($0.token) },
            success: { CitiesLoaded(cities: $0) },
            failure: { Failed(reason: "\($0)") }
        )
    }
}

enum Sight: Sendable, Equatable {
    case form(notice: String)
    case busy(String)
    case list([String])
}

final class SignInMapper: BaseEffectMapper<Sight>, @unchecked Sendable {
    override func onDeclareMap(_ facade: MapFacade<Sight>) {
        facade.map(state: SignedOut.self) { .form(notice: $0.notice) }
        facade.map(state: SignedIn.self) { .list($0.cities) }
        facade.map(query: Authenticate.self) { .busy("Signing in as \($0.name)") }
        facade.map(query: LoadCities.self) { _ in .busy("Loading") }
    }
}

final class SignInForm: BaseActor, @unchecked Sendable {
    let buttons: MessageSource

    init(_ buttons: MessageSource = MessageSource()) {
        self.buttons = buttons
        super.init()
    }

    override func onProvideEvents(_ facade: EventFacade) { facade.provide(events: buttons) }
}

let declareSignIn: @Sendable (ScenarioFacade) -> Void = { facade in
    facade.start(from: SignedOut.self)
        .react(to: SignInPressed.self)
        .with(call: Authenticate.self, expecting: Authenticated.self)
        .with(call: LoadCities.self, expecting: CitiesLoaded.self)
        .process(SigningIn.self, leads: .to(SignedIn.self))
}

@Test func theExampleOfThePageRuns() async {
    let form = SignInForm()
    let core = Core(
        actor: form,
        repository: SignInRepository(SignedOut()),
        processor: SignInProcessor(),
        service: SignInService(),
        mapper: SignInMapper(),
        scenarios: declareSignIn
    )
    let running = Task { await core.run() }
    form.buttons.send(SignInPressed(name: "ada", password: "wrong"))
    var sights: [Sight] = []
    for await sight in core.effects {
        sights.append(sight)
        switch sight {
        case .form(notice: "wrongPassword"):
            form.buttons.send(SignInPressed(name: "ada", password: "engine"))
        case .list: form.buttons.finish()
        default: break
        }
    }
    await running.value
    #expect(sights.first == .form(notice: ""))
    #expect(sights.contains(.form(notice: "wrongPassword")))
    #expect(sights.last == .list(["Nablus", "Ramallah"]))
}

@Test func theRehearsalOfThePageHolds() async throws {
    let rehearsal = Rehearsal(
        repository: SignInRepository(SignedOut()),
        processor: SignInProcessor(),
        scenarios: declareSignIn
    )
    let pressed = SignInPressed(name: "ada", password: "engine")
    try await rehearsal.start(from: SignedOut())
        .react(to: pressed)
        .with(
            call: Authenticate(name: "ada", password: "engine"),
            expecting: Authenticated(token: 7)
        )
        .with(call: LoadCities(token: 7), expecting: Failed(reason: "no network"))
        .process(
            SigningIn(name: "ada", password: "engine", token: 7, problem: "no network")
        )
        .start(from: SignedOut(notice: "no network"))
    try await rehearsal.finish()
}

enum Server {
    enum Refusal: Error { case wrongPassword }

    static func signIn(_ name: String, _ password: String) async throws -> Int {
        guard password == "engine" else { throw Refusal.wrongPassword }
        return 7
    }

    static func cities(_ token: Int) async throws -> [String] { ["Nablus", "Ramallah"] }
}
