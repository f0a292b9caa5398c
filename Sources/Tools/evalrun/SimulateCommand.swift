import ArgumentParser
import Diagnostics
import ResultsStore
import SessionEngine
import StudyDefinition

struct SimulateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "simulate",
        abstract: "Play sessions of drawn persons, to pilot the analysis; flagged, never mixed."
    )

    @OptionGroup var study: StudyOptions
    @Option(help: "The results file; a file of its own is best.")
    var results: String
    @Option(help: "How many persons are drawn.")
    var participants = 24
    @Option(help: "The same seed draws the same persons.")
    var seed: UInt64 = 1

    func validate() throws {
        guard (1...100_000).contains(participants) else {
            throw ValidationError("--participants must be from 1 to 100000.")
        }
    }

    func run() async throws {
        let folder = try study.folder(.find(environment: processEnvironment))
        let store = try ResultsStore(path: results, access: .create)
        defer { store.close() }
        let simulation = Simulation(study: folder, seed: seed) { Output.complain("engine: \($0)") }
        try await simulation.run(participants: participants, into: store)
        let last = Simulation.code(participants)
        say("\(participants) simulated participants, S1 to \(last), in \(results)")
        let options = "\(study.words) --results \(shellWord(results))"
        say("Try the analysis: evalrun report\(options) --output Reports/simulated")
    }
}
