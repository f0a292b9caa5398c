import GRDB

extension ResultsReading {
    mutating func readRatings(_ db: Database) throws {
        try each(
            db,
            """
            SELECT session, rater, number, kind, code, severity, level, run, time_on_task_ns,
                text, blind, about, mark, undone, rated_wall_us, event
            FROM ratings ORDER BY session, rater, number
            """
        ) { session, row in
            guard let kind = Marked.Kind(rawValue: try row.get(3)) else { return }
            let value = Rated(
                rater: try row.get(1),
                number: try row.get(2),
                kind: kind,
                code: try row.get(4),
                severity: try row.get(5),
                level: try row.get(6),
                run: try row.get(7),
                elapsed: try (row.get(8) as Int64?).map(Nanoseconds.checked),
                text: try row.whole(9),
                isBlind: try row.get(10),
                about: try row.get(11),
                mark: try row.get(12)
            )
            session.ratings.append(
                .init(
                    value: value,
                    isUndone: try row.get(13),
                    wall: try row.get(14),
                    event: try row.get(15)
                )
            )
        }
        try each(
            db,
            "SELECT session, rater, blind, finished, event FROM raters ORDER BY session, event"
        ) { session, row in
            session.raters.append(
                .init(
                    name: try row.get(1),
                    isBlind: try row.get(2),
                    isFinished: try row.get(3),
                    event: try row.get(4)
                )
            )
        }
    }

    mutating func readReasons(_ db: Database) throws {
        try each(
            db,
            "SELECT session, run, kind, text, event FROM reasons ORDER BY session, event"
        ) { session, row in
            guard let kind = SessionRecord.Reason.Kind(rawValue: try row.get(2)) else { return }
            session.reasons.append(
                .init(
                    kind: kind,
                    run: try row.get(1),
                    text: try row.whole(3),
                    event: try row.get(4)
                )
            )
        }
    }
}
