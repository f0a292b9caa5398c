package import Diagnostics
import GRDB
import Parallel

extension ResultsStore {
    /// Returns the results of all sessions from the derived tables, with digests of their events.
    /// Log and tables are each read once, concurrently. Text of participants who refused to be
    /// quoted is withheld. The result does not depend on the order in which files were merged.
    package func results() throws(DiagnosticError) -> ResultsTables {
        let (read, log) = try read { db in
            var reading = ResultsReading()
            reading.tables.lastEvent =
                try Int64.fetchOne(db, sql: "SELECT max(id) FROM events") ?? 0
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
            tables.sessions[index].gaps = record.gaps
            tables.sessions[index].marks = Array(record.marks)
            tables.sessions[index].ratings = record.ratings
            tables.sessions[index].reasons = record.reasons
            tables.sessions[index].rechecks = record.rechecks
            for run in record.runs where !run.applied.isEmpty {
                guard
                    let place = tables.sessions[index].runs.firstIndex(where: {
                        $0.number == run.number
                    })
                else { continue }
                let (outcome, running) = run.recorded
                tables.sessions[index].runs[place].recorded = .init(
                    outcome: outcome,
                    running: running
                )
            }
            for (key, answer) in record.answers {
                guard let place = tables.questions[key],
                    tables.sessions[index].answers.indices.contains(place)
                else { continue }
                tables.sessions[index].answers[place] = answer
            }
        }
        tables.withholdWords()
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
