package import Diagnostics
import Foundation
import GRDB

extension ResultsStore {
    /// Returns the id of the last event, the number of events, and the number of sessions. At least
    /// one of these numbers changes if events or sessions are added or erased.
    package func state() throws(DiagnosticError) -> [Int64] {
        try read { db in
            let row = try db.rows(
                """
                SELECT coalesce(max(id), 0), count(*), (SELECT count(*) FROM sessions)
                FROM events
                """
            ).first
            return try row.map { row in try (0..<3).map { try row.get($0) } } ?? []
        }
    }

    /// Marks reports as stale, in the results file and in the reports' folders. A report is stale
    /// if its study is one of `studies` and the report was written before the last change of this
    /// study's data. The call can be repeated, for example if a folder could not be written to.
    ///
    /// - Parameters:
    ///   - reason: a clause that states what changed, such as `an answer was amended`.
    ///   - isAgain: whether to include reports that were already stale.
    /// - Returns: the folders of the stale reports. `marked` contains the folders marked by this
    ///   call, `again` those that were already marked, and `unmarked` those that could not be
    ///   marked.
    package func markReports(
        on studies: Set<String>,
        because reason: String,
        isAgain: Bool = true
    ) async throws(DiagnosticError) -> (marked: [String], again: [String], unmarked: [String]) {
        let condition = isAgain ? "" : "WHERE stale IS NULL"
        let reports: [(path: String, isStale: Bool, changed: Set<String>)] = try read { db in
            let changes = try studies.map { (study: $0, event: try db.lastChange(in: $0)) }
            return try db.rows(
                "SELECT path, last_event, stale IS NOT NULL FROM reports \(condition) ORDER BY path"
            ).map { row -> (path: String, isStale: Bool, changed: Set<String>) in
                let (last, isStale) = (try row.get(1) as Int64, try row.get(2) as Bool)
                let changed = changes.filter { isStale || $0.event > last }.map(\.study)
                return (path: try row.get(0), isStale: isStale, changed: Set(changed))
            }
        }
        let stale = reports.filter {
            !$0.changed.isEmpty
                && StaleReport.isReport(URL(fileURLWithPath: $0.path), on: $0.changed)
        }
        let marked = stale.filter {
            StaleReport.mark(URL(fileURLWithPath: $0.path), because: reason)
        }
        let paths = marked.map(\.path)
        try await write { db in
            for path in paths {
                try db.run(
                    "UPDATE reports SET stale = ? WHERE path = ? AND stale IS NULL",
                    [reason, path]
                )
            }
        }
        return (
            marked.filter { !$0.isStale }.map(\.path), marked.filter(\.isStale).map(\.path),
            stale.map(\.path).filter { !paths.contains($0) }
        )
    }

    /// Returns the state of the data that a report is about to read. A later comparison shows
    /// whether the data have changed.
    package func reportState() throws(DiagnosticError) -> ReportState {
        try read { try $0.reportState() }
    }

    /// Records that a report on the contents of the file is about to be written. From now on, an
    /// erasure marks the report as stale, even if the process is killed while it writes the report.
    ///
    /// - Parameter state: the result of ``reportState()`` before the report's data were read.
    package func announceReport(
        at path: String,
        madeFrom state: ReportState
    ) async throws(DiagnosticError) {
        try await write { db in
            // An erasure after `state` was read marked only the reports that were recorded by then.
            let isErased = try db.reportState().erasures != state.erasures
            let stale: String? = isErased ? ResultsStore.unmarked : nil
            try db.run(
                """
                INSERT OR IGNORE INTO reports (path, last_event, stale)
                SELECT ?, coalesce(max(id), 0), ? FROM events
                """,
                [path, stale]
            )
        }
    }

    /// Records that the report at `path` was written. ``announceReport(at:madeFrom:)`` must have
    /// been called before.
    ///
    /// - Parameter state: the result of ``reportState()`` before the report's data were read.
    /// - Returns: the reason why the report is already stale; nil if it is not stale.
    package func noteReport(
        at path: String,
        madeFrom state: ReportState
    ) async throws(DiagnosticError) -> String? {
        try await write { db in
            // The erasure has already marked this report.
            if try db.reportState().erasures != state.erasures { return StaleReport.erased }
            let stale: String? = try db.hasChanged(since: state) ? StaleReport.changed : nil
            try db.run(
                """
                UPDATE reports SET stale = ?,
                    last_event = (SELECT coalesce(max(id), 0) FROM events)
                WHERE path = ?
                """,
                [stale, path]
            )
            return stale
        }
    }
}

/// Numbers for detecting that data were erased or changed after a report had read them.
package struct ReportState: Sendable, Hashable {
    /// Number of tombstones (records of erased sessions).
    fileprivate var erasures: Int64
    /// Id of the last event; 0 if there is none.
    fileprivate var lastEvent: Int64
}

extension Database {
    fileprivate func reportState() throws -> ReportState {
        let erasures: Int64? = try value("SELECT count(*) FROM erased")
        let last: Int64? = try value("SELECT max(id) FROM events")
        return ReportState(erasures: erasures ?? 0, lastEvent: last ?? 0)
    }

    /// Returns whether an event changed earlier data after `state` was read.
    fileprivate func hasChanged(since state: ReportState) throws -> Bool {
        try value(
            "SELECT EXISTS (SELECT 1 FROM events WHERE id > ? AND (\(isChange)))",
            [state.lastEvent]
        ) ?? false
    }

    /// Returns the id of the last event that changed earlier data of one study; 0 if there is none.
    fileprivate func lastChange(in study: String) throws -> Int64 {
        let change: Int64? = try value(
            """
            SELECT max(events.id) FROM events
            JOIN sessions ON sessions.id = events.session
            JOIN studies ON studies.hash = sessions.study
            WHERE studies.id = ? AND (\(isChange))
            """,
            [study]
        )
        return change ?? 0
    }
}

/// SQL condition for events that change earlier data: they exclude a session, reverse an
/// exclusion, withdraw consent, amend an answer, or apply the verdict of a repeated check.
private let isChange = """
    kind IN ('excluded', 'included', 'withdrawn')
        OR kind = 'answered' AND payload LIKE '%"amendment":%'
        OR kind = 'checkRepeated' AND json_extract(payload, '$.isApplied')
    """
