import ContentHash
package import Diagnostics
package import ResultsStore
import Scenarios
package import StudyDefinition

/// Sessions of drawn persons, played through the engine that real sessions run on, with a simulated
/// clock. Every session is flagged as simulated; reports never mix them with real ones.
package struct Simulation: Sendable {
    private let study: StudyFolder
    private let seed: UInt64
    private let notice: @Sendable (String) -> Void

    /// - Parameter notice: told of faults of the engine; there should be none.
    package init(
        study: StudyFolder,
        seed: UInt64,
        notice: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        (self.study, self.seed, self.notice) = (study, seed, notice)
    }

    /// Codes of participants: `S1`, `S2`, …
    package static func code(_ number: Int) -> String { "S\(number)" }

    /// Plays `count` sessions into `store`. A file that holds one of their participants is refused,
    /// and nothing is written.
    package func run(
        participants count: Int,
        into store: ResultsStore
    ) async throws(DiagnosticError) {
        let snapshot = Snapshot(hash: sha256([UInt8]()), files: [])
        try await store.keep(snapshot, bytes: [:])
        try store.refuseKnown((1...max(count, 1)).map(Self.code))
        let size = 50
        for first in stride(from: 1, through: count, by: size) {
            let numbers = first...min(first + size - 1, count)
            let sessions = await play(numbers, snapshot: snapshot.hash)
            try await store.keepSessions(sessions, study: study)
        }
    }

    private func play(_ numbers: ClosedRange<Int>, snapshot: String) async -> [[ResultsStore.Page]]
    {
        await withTaskGroup(of: (Int, [ResultsStore.Page]).self) { group in
            for number in numbers {
                group.addTask { (number, await session(number, snapshot: snapshot)) }
            }
            var all: [(Int, [ResultsStore.Page])] = []
            for await session in group { all.append(session) }
            return all.sorted { $0.0 < $1.0 }.map(\.1).filter { !$0.isEmpty }
        }
    }

    private func session(_ number: Int, snapshot: String) async -> [ResultsStore.Page] {
        let conditions = study.study.usualConditions.map(\.id)
        let turn = conditions.isEmpty ? 0 : (number - 1) % conditions.count
        let start = SessionStart(
            participant: Self.code(number),
            study: study.hash,
            conditions: Array(conditions[turn...] + conditions[..<turn]),
            source: .simulated,
            simulatedClock: true,
            environment: SessionEnvironment(
                system: "simulated",
                processor: "simulated",
                assistants: study.study.assistants,
                thinkAloud: study.study.thinkAloud
            )
        )
        // An hour apart, so that wall times differ.
        let clock = SimulatedClock()
        clock.advance(by: Int64(number) * 3_600_000_000_000)
        let service = SimulatedService(clock: clock, snapshot: snapshot)
        let person = DrawnPerson(study: study.study, seed: seed, number: number)
        var player = DrawnPlayer(
            person: person,
            study: study.study,
            clock: clock,
            service: service
        )
        let inputs = SessionInputs()
        let notice = notice
        let core = SessionRules().core(
            from: Confirming(
                session: Session(study: study.study, start: start),
                results: "",
                resumption: nil
            ),
            inputs: inputs,
            service: service,
            onNotice: { if case .fault(let fault) = $0 { notice("\(fault)") } }
        )
        let engine = Task { await core.run() }
        for await screen in core.effects {
            guard screen.over == nil, let messages = player.messages(for: screen) else { break }
            for message in messages { inputs.keys.send(message) }
        }
        engine.cancel()
        await engine.value
        return service.pages
    }
}
