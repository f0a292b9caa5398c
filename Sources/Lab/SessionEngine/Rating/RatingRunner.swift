package import Diagnostics
import ResultsStore
import Scenarios
import StudyDefinition

/// Runner for `evalrun rate`, in which a second rater goes through a recorded session and assigns
/// codes independently.
package struct RatingRunner: Sendable {
    private let results: String
    private let participant: String
    private let rater: String
    private let isBlind: Bool
    private let clock = SessionClock.system

    /// - Throws: `DiagnosticError` if `rater` is not a valid code for a rater.
    package init(
        results: String,
        participant: String,
        rater: String,
        isBlind: Bool
    ) throws(DiagnosticError) {
        (self.results, self.participant) = (results, participant)
        (self.rater, self.isBlind) = (rater, isBlind)
        if ParticipantCode.problem(with: rater) != nil {
            throw DiagnosticError(
                "rater-code",
                "\"\(rater)\" cannot be a rater's code",
                expected: "1 to 40 letters, digits, \"-\", \"_\" or \".\"",
                fix: "choose a short code, such as B",
                status: .usage
            )
        }
    }

    /// Runs the rating until its last screen and returns that screen. Returns nil if the terminal
    /// was closed.
    ///
    /// - Parameter show: a function that shows screens to the rater up to the last one, and reads
    ///   the rater's keys.
    package func run(
        _ show: (AsyncStream<Screen>, KeySink, SessionClock) async -> Screen?
    ) async throws(DiagnosticError) -> Screen? {
        // Opening for writing would create a missing file, so the file is first opened for reading.
        try ResultsStore(path: results, access: .read).close()
        let store = try ResultsStore(path: results, access: .create)
        defer { store.close() }
        // Throws before a lock file is made, for example if no participant has this code.
        _ = try session(in: store)
        let lock = try ParticipantLock.take(participant, results: results)
        defer { lock.release() }
        // The process that held the lock before may have finished a rating.
        let session = try session(in: store)
        let desk = try desk(session, store)
        let log = try store.reopen(session: session.id)
        return await run(desk, log, show)
    }

    private func run(
        _ desk: RatingDesk,
        _ log: SessionLog,
        _ show: (AsyncStream<Screen>, KeySink, SessionClock) async -> Screen?
    ) async -> Screen? {
        let (rules, inputs) = (RatingRules(), MessageSource())
        let core = Core(
            actor: inputs,
            repository: BaseRepository(Rating(desk: desk), updates: rules.updates),
            processor: BaseActionProcessor(declared: rules.actions),
            service: RatingService(log),
            mapper: ScreenMapper(),
            declared: rules.scenarios.scenarios
        )
        let engine = Task { await core.run() }
        defer {
            inputs.finish()
            engine.cancel()
        }
        return await show(core.effects, KeySink(inputs), clock)
    }

    /// Returns the first ended session that the rater has not finished rating. If there is none,
    /// returns the last ended session.
    private func session(in store: ResultsStore) throws(DiagnosticError) -> StoredSession {
        let all = try store.sessions(participant: participant)
        if all.isEmpty { throw try store.unknownParticipant(participant, file: results) }
        try all.requireNoWithdrawal(of: participant, file: results)
        let ended = all.filter { $0.record.hasEnded }
        let open = ended.first { session in
            !session.record.raters.contains { $0.name == rater && $0.isFinished }
        }
        guard let session = open ?? ended.last else {
            throw DiagnosticError(
                "unfinished",
                at: .init(file: results),
                "the session of \(participant) is not finished",
                fix: "rate the session after it has ended",
                status: .tryAgain
            )
        }
        return session
    }

    private func desk(
        _ session: StoredSession,
        _ store: ResultsStore
    ) throws(DiagnosticError) -> RatingDesk {
        let earlier = session.record.raters.first { $0.name == rater }
        if isBlind, let earlier, !earlier.isBlind {
            throw DiagnosticError(
                "not-blind",
                at: .init(file: results),
                "rater \(rater) has seen the facilitator's marks in the session of "
                    + "\(participant), so the rating cannot be blind",
                fix: "rate without --blind, or choose another rater",
                status: .usage
            )
        }
        let study = try store.study(hash: session.record.start?.study ?? "").printed
        let moments = try Replay(
            try store.events(session: session.id),
            study: study,
            isBlind: isBlind,
            store: store
        ).moments
        guard !moments.isEmpty else {
            throw DiagnosticError(
                "nothing-to-rate",
                at: .init(file: results),
                "no task was started in the session of \(participant)",
                status: .noInput
            )
        }
        var desk = RatingDesk(
            rater: rater,
            isBlind: isBlind,
            participant: participant,
            study: study,
            moments: moments,
            record: session.record
        )
        // Continues at the latest moment that has a code.
        let last = desk.codes.compactMap(\.value.about).max()
        desk.index = moments.lastIndex { $0.number <= last ?? 0 } ?? 0
        return desk
    }
}

/// Service that writes a rater's codes to the log.
final class RatingService: BaseActionService, @unchecked Sendable {
    // The class is `@unchecked Sendable` only because its superclass is. This property is
    // immutable.
    private let log: SessionLog

    init(_ log: SessionLog) {
        self.log = log
        super.init()
    }

    override func onDeclareCalls(_ facade: CallFacade) {
        let log = log
        facade.write(Record.self) { query in
            query.events.isEmpty ? log.record : try log.append(query.events, at: query.at)
        }
    }
}
