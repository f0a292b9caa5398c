import GRDB
import StudyDefinition

extension ResultsReading {
    mutating func readRatings(_ db: Database) throws {
        let rows = try Row.fetchCursor(
            db,
            sql: """
                SELECT session, rater, number, kind, code, severity, level, run, time_on_task_ns,
                    text, blind, about, mark, undone, rated_wall_us, event
                FROM ratings ORDER BY session, rater, number
                """
        )
        while let row = try rows.next() {
            guard let place = place(of: row[0]), let kind = Marked.Kind(rawValue: row[3]) else {
                continue
            }
            let value = Rated(
                rater: row[1],
                number: row[2],
                kind: kind,
                code: row[4],
                severity: row[5],
                level: row[6],
                run: row[7],
                elapsed: row[8],
                text: try row.whole(9),
                isBlind: row[10],
                about: row[11],
                mark: row[12]
            )
            tables.sessions[place].ratings.append(
                .init(value: value, isUndone: row[13], wall: row[14], event: row[15])
            )
        }
        let raters = try Row.fetchCursor(
            db,
            sql: "SELECT session, rater, blind, finished, event FROM raters ORDER BY session, event"
        )
        while let row = try raters.next() {
            guard let place = place(of: row[0]) else { continue }
            tables.sessions[place].raters.append(
                .init(name: row[1], isBlind: row[2], isFinished: row[3], event: row[4])
            )
        }
    }

    mutating func readReasons(_ db: Database) throws {
        let rows = try Row.fetchCursor(
            db,
            sql: "SELECT session, run, kind, text, event FROM reasons ORDER BY session, event"
        )
        while let row = try rows.next() {
            guard let place = place(of: row[0]),
                let kind = SessionRecord.Reason.Kind(rawValue: row[2])
            else { continue }
            tables.sessions[place].reasons.append(
                .init(kind: kind, run: row[1], text: try row.whole(3), event: row[4])
            )
        }
    }
}
