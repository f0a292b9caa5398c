package import Diagnostics
import Foundation
import GRDB
import StudyDefinition

extension ResultsStore {
    /// The results of every session, from the tables; one pass over each.
    package func results() throws(DiagnosticError) -> ResultsTables {
        var tables = try read { db in
            var reading = ResultsReading()
            try reading.readSessions(db)
            try reading.readRuns(db)
            try reading.readAttempts(db)
            try reading.readMarks(db)
            try reading.readAnswers(db)
            return reading.tables
        }
        let resumed = try resumedSessions()
        for index in tables.sessions.indices where resumed.contains(tables.sessions[index].id) {
            // Only the log tells which run an interruption fell into.
            let record = SessionRecord(try events(session: tables.sessions[index].id))
            tables.sessions[index].gaps = record.gaps
        }
        return tables
    }

    private func resumedSessions() throws(DiagnosticError) -> Set<Int64> {
        try read { db in
            try Set(
                Int64.fetchAll(
                    db,
                    sql: "SELECT DISTINCT session FROM events WHERE kind = 'sessionResumed'"
                )
            )
        }
    }

    /// The events of every session, one after the other, as the file holds them.
    ///
    /// - Parameter body: called with the session, the kind, both clocks and the boot (nil where
    ///   the event was not witnessed), and the payload's bytes.
    package func forEachEvent(
        _ body: @escaping (Int64, String, Stamp, UnsafeRawBufferPointer) -> Void
    ) throws(DiagnosticError) {
        do {
            try database.read { db in
                let rows = try Row.fetchCursor(
                    db,
                    sql: """
                        SELECT session, kind, coalesce(monotonic_ns, 0), coalesce(wall_us, 0),
                            coalesce(boot, ''), payload
                        FROM events ORDER BY session, number
                        """
                )
                while let row = try rows.next() {
                    let stamp = Stamp(monotonic: row[2], wall: row[3], boot: row[4])
                    let (session, kind): (Int64, String) = (row[0], row[1])
                    try row.withUnsafeData(atIndex: 5) { data in
                        (data ?? Data()).withUnsafeBytes { body(session, kind, stamp, $0) }
                    }
                }
            }
        } catch {
            throw diagnose(error)
        }
    }
}

/// The tables while they are read.
private struct ResultsReading {
    var tables = ResultsTables()
    private var places: [Int64: Int] = [:]
    private var last: (session: Int64, place: Int)?

    /// Sessions stand together in every table, so the last place is mostly the next.
    private mutating func place(of session: Int64) -> Int? {
        if let last, last.session == session { return last.place }
        guard let place = places[session] else { return nil }
        last = (session, place)
        return place
    }

    mutating func readSessions(_ db: Database) throws {
        let conditions = Remembered<[String]>()
        let environments = Remembered<SessionEnvironment>()
        let rows = try Row.fetchCursor(
            db,
            sql: """
                SELECT id, participant, study, conditions, source, simulated_clock, pilot, state,
                    environment, excluded, withdrawn
                FROM sessions ORDER BY id
                """
        )
        while let row = try rows.next() {
            guard let source = SessionStart.Source(rawValue: row[4]),
                let state = SessionRecord.State(rawValue: row[7])
            else { throw DatabaseError(message: "session \(row[0] as Int64) cannot be read") }
            let start = SessionStart(
                participant: row[1],
                study: row[2],
                conditions: try conditions.value(of: row[3]),
                source: source,
                simulatedClock: row[5],
                pilot: row[6],
                environment: try environments.value(of: row[8])
            )
            places[row[0]] = tables.sessions.count
            var session = SessionResults(id: row[0], start: start, state: state)
            (session.exclusion, session.withdrawal) = (row[9], row[10])
            tables.sessions.append(session)
        }
    }

    mutating func readRuns(_ db: Database) throws {
        let overlaid = Remembered<[String]>()
        let rows = try Row.fetchCursor(
            db,
            sql: """
                SELECT session, run, task, condition, practice, outcome, time_on_task_ns,
                    assisted_ns, paused_ns, checking_ns, time_limit_s, flagged, overlaid, event
                FROM task_runs ORDER BY session, run
                """
        )
        while let row = try rows.next() {
            guard let place = place(of: row[0]) else { continue }
            tables.sessions[place].runs.append(
                SessionResults.Run(
                    number: row[1],
                    task: row[2],
                    condition: row[3],
                    practice: row[4],
                    outcome: (row[5] as String?).flatMap(Outcome.init(rawValue:)),
                    running: row[6],
                    assisted: row[7],
                    paused: row[8],
                    checking: row[9],
                    timeLimit: row[10],
                    isFlagged: row[11],
                    overlaid: try overlaid.value(of: row[12]),
                    event: row[13]
                )
            )
        }
    }

    mutating func readAttempts(_ db: Database) throws {
        let rows = try Row.fetchCursor(
            db,
            sql: """
                SELECT session, run, number, verdict, reason, scripted, time_on_task_ns, check_ns
                FROM attempts ORDER BY session, run, number
                """
        )
        while let row = try rows.next() {
            guard let place = place(of: row[0]), let verdict = Verdict(rawValue: row[3]) else {
                continue
            }
            tables.sessions[place].attempts.append(
                .init(
                    run: row[1],
                    number: row[2],
                    verdict: verdict,
                    reason: row[4],
                    scripted: row[5],
                    elapsed: row[6],
                    duration: row[7]
                )
            )
        }
    }

    mutating func readMarks(_ db: Database) throws {
        let rows = try Row.fetchCursor(
            db,
            sql: """
                SELECT session, number, run, kind, time_on_task_ns, text, undone, event
                FROM marks ORDER BY session, number
                """
        )
        while let row = try rows.next() {
            guard let place = place(of: row[0]), let kind = Marked.Kind(rawValue: row[3]) else {
                continue
            }
            tables.sessions[place].marks.append(
                .init(
                    number: row[1],
                    kind: kind,
                    run: row[2],
                    elapsed: row[4],
                    text: row[5],
                    isUndone: row[6],
                    event: row[7]
                )
            )
        }
    }

    mutating func readAnswers(_ db: Database) throws {
        let meanings = Remembered<AnswerValue.Meaning>()
        var keys: [SessionRecord.AnswerKey] = []
        var expected = 0
        let rows = try Row.fetchCursor(
            db,
            sql: """
                SELECT session, condition, questionnaire, item, raw, meaning, contradicts,
                    corrections, submitted, event
                FROM answers ORDER BY session, condition, questionnaire, item
                """
        )
        while let row = try rows.next() {
            guard let place = place(of: row[0]) else { continue }
            let key = SessionRecord.AnswerKey(
                condition: row[1],
                questionnaire: row[2],
                item: row[3]
            )
            // Sessions answer the same questions: the next key is mostly the next known one.
            if expected >= keys.count { expected = 0 }
            if keys.isEmpty || keys[expected] != key {
                if let known = tables.questions[key] {
                    expected = known
                } else {
                    expected = keys.count
                    tables.questions[key] = expected
                    keys.append(key)
                }
            }
            let count = tables.sessions[place].answers.count
            if count <= expected {
                let missing = max(keys.count, expected + 1) - count
                tables.sessions[place].answers += Array(repeating: nil, count: missing)
            }
            tables.sessions[place].answers[expected] = .init(
                value: AnswerValue(raw: row[4], meaning: try meanings.value(of: row[5])),
                contradicts: row[6],
                corrections: row[7],
                submitted: row[8],
                event: row[9]
            )
            expected += 1
        }
    }
}

/// Decodes a column of JSON in which the same few texts come again and again. Texts of more than a
/// few hundred bytes are decoded each time.
private final class Remembered<Value: Decodable> {
    private var known: [String: Value] = [:]
    private let decoder = JSONDecoder()

    func value(of text: String) throws -> Value {
        if let value = known[text] { return value }
        let value = try decoder.decode(Value.self, from: Data(text.utf8))
        if text.utf8.count < 500, known.count < 10_000 { known[text] = value }
        return value
    }
}
