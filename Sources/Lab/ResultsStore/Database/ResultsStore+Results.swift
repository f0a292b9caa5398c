package import Diagnostics
import GRDB
import Parallel

extension ResultsStore {
    /// Returns the results of all sessions, with digests of their events. The log and the tables
    /// derived from it are each read once, concurrently. Text of participants who refused to be
    /// quoted, and of marks and ratings that were taken back, is removed. A withdrawal of consent
    /// counts for all sessions of the participant. The results do not depend on the order in which
    /// files were merged.
    package func results() throws(DiagnosticError) -> ResultsTables {
        let (read, log) = try read { db in
            var reading = ResultsReading()
            reading.tables.lastEvent =
                try db.value("SELECT max(id) FROM events") ?? 0
            let parts = try LogParts(db, upTo: reading.tables.lastEvent)
            let log = beside(parts)
            try reading.readSessions(db)
            try reading.readRuns(db)
            try reading.readAttempts(db)
            try reading.readMarks(db)
            try reading.readAnswers(db)
            try reading.readRatings(db)
            try reading.readReasons(db)
            return (reading.tables, (try LogScan(db, parts), log?.value))
        }
        var (tables, scan) = (read, log.0)
        if let other = log.1 { scan.add(try other.get()) }
        tables.digests = scan.digests
        for index in tables.sessions.indices
        where scan.beyondTables.contains(tables.sessions[index].id) {
            let record = SessionRecord(try events(session: tables.sessions[index].id))
            tables.sessions[index].take(record, questions: tables.questions)
        }
        tables.extendWithdrawals()
        tables.withholdWords()
        tables.removeUndoneWords()
        for index in tables.sessions.indices {
            guard let numbers = scan.numbers[tables.sessions[index].id] else { continue }
            tables.sessions[index].number(numbers)
        }
        return tables
    }

    /// Starts reading the log on a separate connection; returns nil for an in-memory database,
    /// which has only one connection.
    private func beside(_ parts: LogParts) -> BackgroundValue<Result<LogScan, DiagnosticError>>? {
        guard !isOfOlderVersion else { return nil }
        return BackgroundValue { [path] in
            do throws(DiagnosticError) {
                let store = try ResultsStore(path: path, access: .read)
                defer { store.close() }
                return .success(try store.read { try LogScan($0, parts) })
            } catch {
                return .failure(error)
            }
        }
    }
}

extension SessionResults {
    /// Replaces results with those in `record`, which was computed from the session's complete log.
    /// Replaces only the kinds of results that may be incomplete in the derived tables.
    fileprivate mutating func take(
        _ record: SessionRecord,
        questions: [SessionRecord.AnswerKey: Int]
    ) {
        (gaps, marks, ratings) = (record.gaps, Array(record.marks), record.ratings)
        (reasons, rechecks) = (record.reasons, record.rechecks)
        reversedExclusions = record.reversedExclusions
        for run in record.runs where !run.applied.isEmpty {
            guard let place = runs.firstIndex(where: { $0.number == run.number }) else { continue }
            let (outcome, running) = run.recorded
            runs[place].recorded = .init(outcome: outcome, running: running)
            // An earlier evalrun may have applied the verdicts by other rules.
            (runs[place].outcome, runs[place].running) = (run.outcome, run.time(.running))
            runs[place].assisted = run.assistedTime()
        }
        for (key, answer) in record.answers {
            guard let place = questions[key], answers.indices.contains(place) else { continue }
            answers[place] = answer
        }
    }
}
