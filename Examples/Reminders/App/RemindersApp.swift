import ArgumentParser
import DataAccess
import Diagnostics
import Foundation
import ReminderData
import Scenarios
import Terminal

/// An application for reminders that works without a network.
@main
struct RemindersApp: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "Reminders",
        abstract: "Reminders that work without a network.",
        discussion: "Its server is the program RemindersServer; start it in another terminal."
    )

    @Option(help: "Whose reminders.")
    var user = ProcessInfo.processInfo.environment["USER"] ?? "me"

    @Option(help: "Implementation of the data access object.")
    var backend = Backend.store

    @Option(help: "Folder of the documents, one for each user.", completion: .directory)
    var folder = "reminders"

    @Option(help: "Address of the server.")
    var server = "http://127.0.0.1:8017"

    @Flag(help: "Print the state diagram of the declared scenarios, for Mermaid.")
    var diagram = false

    func run() async throws {
        if diagram { return print(try drawn(), terminator: "") }
        do {
            guard let address = URL(string: server), address.scheme?.hasPrefix("http") == true,
                address.host() != nil
            else {
                throw ValidationError(
                    "--server \(server) is no address such as http://127.0.0.1:8017"
                )
            }
            let terminal = try RawTerminal()
            let book = try backend.open(
                user: user,
                folder: URL(fileURLWithPath: folder),
                server: address
            )
            let place = backend == .memory ? "in memory" : "\(backend.rawValue), \(server)"
            await show(book, place, terminal)
        } catch let error as DiagnosticError {
            let words = error.diagnostics.flatMap { [$0.problem, $0.fix].compactMap(\.self) }
            Output.complain("error: \(words.joined(separator: "; "))")
            throw ExitCode(error.status.rawValue)
        } catch let error as StoreError {
            Output.complain("error: \(error)")
            throw ExitCode(ExitStatus.cannotCreate.rawValue)
        }
    }

    private func show(_ book: any Book, _ place: String, _ terminal: RawTerminal) async {
        let environment = Environment(book)
        let core = Core(
            actor: environment,
            repository: Repository(Opening()),
            processor: Processor(),
            service: Service(book),
            mapper: Mapper(user: user, place: place),
            scenarios: declareReminders
        )
        let running = Task { await core.run() }
        let keys = environment.keys
        await ListPageFrontEnd<any Message>(
            terminal: terminal,
            moved: { Moved(steps: $0) },
            typed: { TextEntered(text: $0) },
            left: [BackAsked(), QuitAsked()],
            send: { keys.send($0) }
        ).run(core.effects)
        running.cancel()
        // Edits are saved even if the terminal was closed.
        try? await book.close()
    }

    /// Returns the state diagram of the declared scenarios. Throws if a declaration is missing or
    /// repeated.
    private func drawn() throws -> String {
        let facade = ScenarioFacade()
        declareReminders(facade)
        let book = try Backend.memory.open(
            user: "",
            folder: URL(fileURLWithPath: ""),
            server: URL(fileURLWithPath: "")
        )
        let faults = facade.scenarios.faults(
            processor: Processor(),
            service: Service(book),
            repository: Repository(Opening())
        )
        if let fault = faults.first { throw fault }
        return facade.scenarios.diagram(start: Opening.self)
    }
}

extension Backend: ExpressibleByArgument {}

/// Actor that sends the user's key presses and the news of the book as messages.
final class Environment: BaseActor, @unchecked Sendable {
    let keys = MessageSource()
    private let book: any Book

    init(_ book: any Book) {
        self.book = book
        super.init()
    }

    override func onProvideEvents(_ facade: EventFacade) {
        facade.provide(events: keys)
        let news = AsyncStream<any Message> { [book] messages in
            let listening = Task {
                for await news in book.news() {
                    switch news {
                    case .list(let list, let changed):
                        messages.yield(ListArrived(list: list, changed: changed))
                    case .link(let link): messages.yield(LinkChanged(link: link))
                    case .standings(let standings):
                        messages.yield(StandingsArrived(standings: standings))
                    }
                }
            }
            messages.onTermination = { _ in listening.cancel() }
        }
        facade.provide(events: news)
    }
}
