import Foundation
import GRDB

/// A reader that collects the results from the tables that are derived from the log.
struct ResultsReading {
    var tables = ResultsTables()
    private var places: [Int64: Int] = [:]
    private var last: (session: Int64, place: Int)?

    /// Returns the index of a session in `tables.sessions`; nil if the session is not among them.
    /// Rows of a session are usually adjacent, so the index found last is cached.
    mutating func place(of session: Int64) -> Int? {
        if let last, last.session == session { return last.place }
        guard let place = places[session] else { return nil }
        last = (session, place)
        return place
    }

    /// Runs a query whose first column is a session id. Calls `body` for each row, with the results
    /// of the row's session and with the row itself.
    mutating func each(
        _ db: Database,
        _ sql: String,
        _ body: (inout SessionResults, Row) throws -> Void
    ) throws {
        let rows = try Row.fetchCursor(db, sql: sql)
        while let row = try rows.next() {
            guard let place = place(of: try row.get(0)) else { continue }
            try body(&tables.sessions[place], row)
        }
    }

    mutating func readSessions(_ db: Database) throws {
        let conditions = DecodingCache<[String]>()
        let environments = DecodingCache<SessionEnvironment>()
        let plans = DecodingCache<PlannedSession>()
        let consents = DecodingCache<ConsentGiven>()
        let rows = try Row.fetchCursor(
            db,
            sql: """
                SELECT sessions.id, participant, study, conditions, source, simulated_clock, pilot,
                    state, environment, excluded, withdrawn, plan, started_wall_us, last_wall_us,
                    consent, json_extract(payload, '$.statesOrder'), lab,
                    json_extract(payload, '$.isObserved')
                FROM sessions LEFT JOIN events ON events.number = 1
                    AND events.session = CASE source WHEN 'import' THEN sessions.id END
                ORDER BY sessions.id
                """
        )
        let labs: Int = try db.value("SELECT count(DISTINCT lab) FROM sessions") ?? 0
        while let row = try rows.next() {
            guard let source = SessionStart.Source(rawValue: try row.get(4)),
                let state = SessionRecord.State(rawValue: try row.get(7))
            else {
                throw damaged("session \(try row.get(0) as Int64) has an unknown source or state")
            }
            let code: String = try row.get(1)
            let lab: String = try row.get(16)
            let start = SessionStart(
                // `P1` in one lab and `P1` in another are two people.
                participant: labs > 1 && !lab.isEmpty ? "\(lab)/\(code)" : code,
                study: try row.get(2),
                conditions: try conditions.value(of: try row.get(3)),
                source: source,
                simulatedClock: try row.get(5),
                pilot: try row.get(6),
                environment: try environments.value(of: try row.get(8)),
                plan: try (row.get(11) as String?).map { try plans.value(of: $0) },
                statesOrder: try row.get(15),
                isObserved: try row.get(17)
            )
            var session = SessionResults(id: try row.get(0), start: start, state: state)
            session.lab = lab
            (session.exclusion, session.withdrawal) = (try row.get(9), try row.get(10))
            (session.began, session.last) = (try row.get(12), try row.get(13))
            session.consent = try (row.get(14) as String?).map { try consents.value(of: $0) }
            tables.sessions.append(session)
        }
        tables.sessions.sort {
            let (one, other) = ($0.start.participant, $1.start.participant)
            if ParticipantCode.precedes(one, other) { return true }
            if ParticipantCode.precedes(other, one) { return false }
            // A merge can give an earlier session a larger id.
            return ($0.began ?? .min, $0.id) < ($1.began ?? .min, $1.id)
        }
        for place in tables.sessions.indices {
            places[tables.sessions[place].id] = place
            tables.sessions[place].number = Int64(place + 1)
        }
    }

    mutating func readRuns(_ db: Database) throws {
        let overlaid = DecodingCache<[String]>()
        let rows = try ScannedRows(
            db,
            sql: """
                SELECT session, run, task, condition, practice, outcome, time_on_task_ns,
                    assisted_ns, paused_ns, checking_ns, time_limit_s, flagged, overlaid, event,
                    task_set, time_bound_ns
                FROM task_runs ORDER BY session, run
                """
        )
        var most = 0
        while try rows.next() {
            guard let place = place(of: rows.integer(0)) else { continue }
            if tables.sessions[place].runs.isEmpty {
                tables.sessions[place].runs.reserveCapacity(most)
            }
            tables.sessions[place].runs.append(
                SessionResults.Run(
                    number: Int(rows.integer(1)),
                    task: rows.text(2),
                    condition: rows.text(3),
                    practice: rows.integer(4) != 0,
                    outcome: rows.textIfAny(5).flatMap(Outcome.init(rawValue:)),
                    running: try Nanoseconds.checked(rows.integer(6)),
                    assisted: try Nanoseconds.checked(rows.integer(7)),
                    paused: try Nanoseconds.checked(rows.integer(8)),
                    checking: try Nanoseconds.checked(rows.integer(9)),
                    timeLimit: rows.number(10),
                    isFlagged: rows.integer(11) != 0,
                    overlaid: try overlaid.value(of: rows.text(12)),
                    taskSet: rows.textIfAny(14),
                    event: rows.integer(13),
                    bound: rows.integerIfAny(15)
                )
            )
            most = max(most, tables.sessions[place].runs.count)
        }
    }

    mutating func readAttempts(_ db: Database) throws {
        try each(
            db,
            """
            SELECT session, run, number, verdict, reason, scripted, time_on_task_ns, check_ns
            FROM attempts ORDER BY session, run, number
            """
        ) { session, row in
            guard let verdict = Verdict(rawValue: try row.get(3)) else { return }
            session.attempts.append(
                .init(
                    run: try row.get(1),
                    number: try row.get(2),
                    verdict: verdict,
                    reason: try row.whole(4),
                    scripted: try row.get(5),
                    elapsed: try Nanoseconds.checked(row.get(6)),
                    duration: try Nanoseconds.checked(row.get(7))
                )
            )
        }
    }

    mutating func readMarks(_ db: Database) throws {
        try each(
            db,
            """
            SELECT session, number, run, kind, time_on_task_ns, text, undone, event,
                code, severity, level
            FROM marks ORDER BY session, number
            """
        ) { session, row in
            guard let kind = Marked.Kind(rawValue: try row.get(3)) else { return }
            session.marks.append(
                .init(
                    number: try row.get(1),
                    kind: kind,
                    run: try row.get(2),
                    elapsed: try (row.get(4) as Int64?).map(Nanoseconds.checked),
                    text: try row.whole(5),
                    isUndone: try row.get(6),
                    event: try row.get(7),
                    code: try row.get(8),
                    severity: try row.get(9),
                    level: try row.get(10)
                )
            )
        }
    }

    /// Reads the answers and stores each answer at the index of its question. The order of the rows
    /// in the table does not matter.
    mutating func readAnswers(_ db: Database) throws {
        var questions = KnownQuestions()
        let values = RememberedAnswers()
        let rows = try ScannedRows(
            db,
            sql: """
                SELECT session, condition, questionnaire, item, task, raw, meaning, contradicts,
                    corrections, submitted, event, front_end, run
                FROM answers
                """
        )
        while try rows.next() {
            guard let place = place(of: rows.integer(0)) else { continue }
            let number = questions.number(
                condition: rows.bytes(1),
                questionnaire: rows.bytes(2),
                item: rows.bytes(3),
                task: rows.bytes(4),
                run: Int(rows.integer(12))
            )
            let count = tables.sessions[place].answers.count
            if count == 0 {
                tables.sessions[place].answers = Array(repeating: nil, count: questions.keys.count)
            } else if count <= number {
                let missing = questions.keys.count - count
                tables.sessions[place].answers += Array(repeating: nil, count: missing)
            }
            tables.sessions[place].answers[number] = .init(
                value: try values.value(raw: rows.bytes(5), meaning: rows.bytes(6)),
                contradicts: rows.integer(7) != 0,
                corrections: Int(rows.integer(8)),
                submitted: rows.textIfAny(9),
                event: rows.integer(10),
                frontEnd: rows.textIfAny(11).flatMap(Press.FrontEnd.init(rawValue:))
            )
        }
        for (number, key) in questions.keys.enumerated() { tables.questions[key] = number }
    }
}
