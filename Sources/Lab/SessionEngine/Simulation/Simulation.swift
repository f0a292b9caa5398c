import ContentHash
package import Diagnostics
package import ResultsStore
import Scenarios
package import StudyDefinition

/// A simulation of sessions of randomly drawn persons. It uses a simulated clock and the engine
/// that runs real sessions. Every session is flagged as simulated, and reports never mix simulated
/// and real sessions.
package struct Simulation: Sendable {
    private let study: StudyFolder
    private let seed: UInt64
    private let plan: ExperimentPlan?
    /// The codes of the plan's participants, without replaced drop-outs; nil if there is no plan.
    private let codes: [String]?
    private let model: SimulationModel?
    /// A copy of the study in which every task has a time limit. In the study itself, a task with
    /// imported times may have no limit.
    private let played: Study
    /// For each questionnaire, whether a lower answer to an item is better.
    private let isLowerBetter: [String: [String: Bool]]
    private let notice: @Sendable (String) -> Void

    /// - Parameters:
    ///   - plan: assigns conditions to participants. If nil, the order of conditions rotates from
    ///     participant to participant.
    ///   - model: effects of conditions and spread of times, for planning a study. If nil, persons
    ///     sometimes leave early, or fail or skip a task. This is useful for trying out the study's
    ///     report.
    ///   - notice: a function that receives errors of the engine, which should never occur.
    package init(
        study: StudyFolder,
        seed: UInt64,
        plan: ExperimentPlan? = nil,
        model: SimulationModel? = nil,
        notice: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        self.model = model
        codes = plan?.currentParticipants
        var played = study.study
        for place in played.tasks.indices where played.tasks[place].timeLimit <= 0 {
            played.tasks[place].timeLimit = 3600
        }
        self.played = played
        isLowerBetter = Dictionary(
            played.questionnaires.map { ($0.id, $0.isLowerBetter) },
            uniquingKeysWith: { first, _ in first }
        )
        (self.study, self.seed, self.plan, self.notice) = (study, seed, plan, notice)
    }

    /// Returns the code of the participant with this number, counted from 1. With a plan, it is a
    /// code of the plan; replaced drop-outs are not counted. Without a plan, the codes are `S1`,
    /// `S2`, …
    package func code(_ number: Int) -> String {
        codes.map { $0[number - 1] } ?? "S\(number)"
    }

    /// Plays the sessions of `count` participants and writes them to `store`. Throws if the store
    /// already contains one of these participants, or if the plan has fewer than `count`
    /// participants. In both cases, no session is written.
    package func run(
        participants count: Int,
        into store: ResultsStore
    ) async throws(DiagnosticError) {
        if let codes, count > codes.count {
            throw DiagnosticError(
                "plan-too-small",
                "the plan has \(counted(codes.count, "participant")), not \(count)",
                fix: "omit --participants, or draw a larger plan; for help, run: "
                    + EvalrunCommand(["help", "plan"]).line,
                status: .usage
            )
        }
        let snapshot = Snapshot(hash: sha256([UInt8]()), files: [])
        try await store.keep(snapshot, bytes: [:])
        try store.refuseKnown((1...max(count, 1)).map(code))
        let size = 50
        for first in stride(from: 1, through: count, by: size) {
            let numbers = first...min(first + size - 1, count)
            let sessions = await play(numbers, snapshot: snapshot.hash)
            try await store.keepSessions(sessions, study: study)
        }
    }

    private func play(_ numbers: ClosedRange<Int>, snapshot: String) async -> [[ResultsStore.Page]]
    {
        await withTaskGroup(of: (Int, [[ResultsStore.Page]]).self) { group in
            for number in numbers {
                group.addTask { (number, await sessions(of: number, snapshot: snapshot)) }
            }
            var all: [(Int, [[ResultsStore.Page]])] = []
            for await sessions in group { all.append(sessions) }
            return all.sorted { $0.0 < $1.0 }.flatMap(\.1).filter { !$0.isEmpty }
        }
    }

    /// Plays the sessions of one participant, in order. Stops after the first session that is not
    /// finished; the result includes that session.
    private func sessions(of number: Int, snapshot: String) async -> [[ResultsStore.Page]] {
        var played: [[ResultsStore.Page]] = []
        var answers: [SessionRecord.AnswerKey: SessionRecord.Answer] = [:]
        for (place, (conditions, planned)) in turns(of: number).enumerated() {
            let (pages, record) = await session(
                number,
                place,
                conditions,
                planned,
                earlier: answers,
                snapshot: snapshot
            )
            played.append(pages)
            guard record.state == .finished else { break }
            answers.merge(record.answers) { _, later in later }
        }
        return played
    }

    /// Returns the conditions and the `PlannedSession` of each session of the participant. The
    /// `PlannedSession` is nil if there is no plan.
    private func turns(of number: Int) -> [(conditions: [String], planned: PlannedSession?)] {
        if let plan { return plan.sessions(of: code(number)).map { ($0.conditions, $0.planned) } }
        let conditions = study.study.usualConditions.map(\.id)
        let turn = conditions.isEmpty ? 0 : (number - 1) % conditions.count
        return [(Array(conditions[turn...] + conditions[..<turn]), nil)]
    }

    private func session(
        _ number: Int,
        _ place: Int,
        _ conditions: [String],
        _ planned: PlannedSession?,
        earlier: [SessionRecord.AnswerKey: SessionRecord.Answer],
        snapshot: String
    ) async -> ([ResultsStore.Page], SessionRecord) {
        let start = SessionStart(
            participant: code(number),
            study: study.hash,
            conditions: conditions,
            source: .simulated,
            simulatedClock: true,
            environment: SessionEnvironment(
                system: "simulated",
                processor: "simulated",
                assistants: study.study.assistants,
                thinkAloud: study.study.thinkAloud
            ),
            plan: planned
        )
        // Participants start an hour apart, and the sessions of one participant are a week apart,
        // so that wall-clock times differ.
        let clock = SimulatedClock()
        clock.advance(by: Int64(number + 168 * place) * 3_600_000_000_000)
        let service = SimulatedService(clock: clock, snapshot: snapshot)
        let person = DrawnPerson(
            study: played,
            seed: seed,
            number: number,
            session: place,
            model: model
        )
        var player = DrawnPlayer(
            person: person,
            study: played,
            isLowerBetter: isLowerBetter,
            clock: clock,
            service: service
        )
        let inputs = MessageSource()
        let notice = notice
        let core = SessionRules().core(
            from: Confirming(
                session: Session(study: played, start: start, earlier: earlier),
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
            for message in messages { inputs.send(message) }
        }
        engine.cancel()
        await engine.value
        return (service.pages, service.record)
    }
}
