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

final class Feed: BaseActor, @unchecked Sendable {
    private let lines: AsyncThrowingStream<String, any Error>

    init(_ lines: AsyncThrowingStream<String, any Error>) {
        self.lines = lines
        super.init()
    }

    override func onProvideEvents(_ facade: EventFacade) {
        let lines = lines
        let stream = AsyncStream<any Message> { messages in
            let reading = Task {
                do {
                    for try await line in lines { messages.yield(TextTyped(text: line)) }
                } catch {
                    messages.yield(Failed(reason: "\(error)"))
                }
                messages.finish()
            }
            messages.onTermination = { _ in reading.cancel() }
        }
        facade.provide(events: stream)
    }
}

struct Search: GeneralState {
    var text = ""
    var hits: [String] = []
}
struct Restart: GeneralState { let text: String }

struct TextTyped: Message { let text: String }
struct Find: Query { let text: String }
struct Found: Message { let hits: [String] }

struct Typing: ActionState { var text = "" }
struct Restarting: ActionState { let text: String }
struct Looking: ActionState {
    let text: String
    var hits: [String] = []
}

let declareSearch: @Sendable (ScenarioFacade) -> Void = { facade in
    facade.start(from: Search.self)
        .react(to: TextTyped.self).skip().process(Typing.self, leads: .to(Restart.self))
        .react(to: Entered.self)
        .with(call: Find.self, expecting: Found.self).process(Looking.self, leads: .nowhere)
    facade.start(from: Restart.self)
        .react(to: Entered.self).skip().process(Restarting.self, leads: .to(Search.self))
}

final class SearchProcessor: BaseActionProcessor, @unchecked Sendable {
    override func onDeclareActions(_ facade: ActionFacade) {
        facade.from(Search.self)
            .start(Typing.self) { _ in Typing() }
            .start(Looking.self) { Looking(text: $0.text) }
        facade.from(Restart.self).start(Restarting.self) { Restarting(text: $0.text) }
        facade.on(Typing.self).reduce(TextTyped.self) { $0.text = $1.text }
        facade.on(Restarting.self).reduce(Entered.self) { _, _ in }
        facade.on(Looking.self)
            .reduce(Entered.self) { _, _ in }
            .create(Find.self) { Find(text: $0.text) }
            .reduce(Found.self) { $0.hits = $1.hits }
            .reduce(Failed.self) { looking, _ in looking.hits = [] }
    }
}

final class SearchRepository: BaseRepository, @unchecked Sendable {
    override func onDeclareUpdates(_ facade: UpdateFacade) {
        facade.on(Typing.self) { state, typing in state = Restart(text: typing.text) }
        facade.on(Restarting.self) { state, restarting in state = Search(text: restarting.text) }
        facade.on(Looking.self) { state, looking in
            state = Search(text: looking.text, hits: looking.hits)
        }
    }
}

@Test func aSourceThatFailsEndsWithAMessage() async {
    let lines = AsyncThrowingStream<String, any Error> { lines in
        lines.yield("s")
        lines.finish(throwing: Server.Refusal.wrongPassword)
    }
    let feed = Feed(lines)
    var words: [String] = []
    for await event in feed.events {
        if let typed = event as? TextTyped { words.append(typed.text) }
        if let failed = event as? Failed { words.append(failed.reason) }
    }
    #expect(words == ["s", "wrongPassword"])
    withExtendedLifetime(feed) {}
}

@Test(.timeLimit(.minutes(15))) func onlyTheLatestSearchIsAnswered() async throws {
    let rehearsal = Rehearsal(
        repository: SearchRepository(Restart(text: "s")),
        processor: SearchProcessor(),
        scenarios: declareSearch
    )
    try await rehearsal.process(Restarting(text: "s"))
        .with(call: Find(text: "s"))
        .react(to: TextTyped(text: "sw"))
        .process(Typing(text: "sw"))
        .process(Restarting(text: "sw"))
        .drop(Looking.self)
        .with(call: Find(text: "sw"), expecting: Found(hits: ["swift"]))
        .process(Looking(text: "sw", hits: ["swift"]))
        .start(from: Search(text: "sw", hits: ["swift"]))
    try await rehearsal.finish()
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
