package import Diagnostics
import Foundation
import GRDB
package import StudyDefinition

extension ResultsStore {
    /// Stores complete sessions that were recorded with other tools. Uses one transaction: either
    /// all sessions are stored or none. Each list of events begins with `sessionStarted`. No event
    /// was observed live, so all have the stamp ``Stamp/unknown``.
    ///
    /// Every import adds sessions with new identities, even if the same data were imported before:
    /// into another file, by another lab, or before an erasure.
    ///
    /// Throws an error if a participant has a session in this file, or had one that was erased.
    /// Participants of other labs are not considered if the file has a lab. Returns the new
    /// sessions' ids, in the order of `sessions`.
    @discardableResult
    package func importSessions(
        _ sessions: [[SessionEvent]],
        study folder: StudyFolder
    ) async throws(DiagnosticError) -> [Int64] {
        try await keepSessions(
            sessions.map { [Page(stamp: .unknown, events: $0)] },
            study: folder
        )
    }

    /// A group of consecutive events of one session that have the same stamp.
    package struct Page: Sendable {
        package var stamp: Stamp
        package var events: [SessionEvent]

        package init(stamp: Stamp, events: [SessionEvent]) {
            (self.stamp, self.events) = (stamp, events)
        }
    }

    /// Stores complete sessions as ``importSessions(_:study:)`` does, but each event has the
    /// ``Stamp`` of its page.
    @discardableResult
    package func keepSessions(
        _ sessions: [[Page]],
        study folder: StudyFolder
    ) async throws(DiagnosticError) -> [Int64] {
        let contents = try StudyContents(folder)
        let file = path
        return try await write { db in
            try contents.store(in: db)
            try refuse(known: sessions.compactMap { $0.first?.participant }, file: file, in: db)
            return try sessions.map { pages in
                let pages = try identified(pages)
                if let participant = pages.first?.participant {
                    try db.run("INSERT OR IGNORE INTO participants (id) VALUES (?)", [participant])
                }
                let id = try nextSession(in: db)
                var record = SessionRecord()
                for page in pages {
                    record = try SessionLog.append(
                        page.events,
                        at: page.stamp,
                        to: record,
                        session: id,
                        in: db
                    )
                }
                return id
            }
        }
    }

    /// Throws an error if one of `participants` has a session in this file, or had a session that
    /// was erased. If the file has a lab, sessions of other labs are ignored.
    package func refuseKnown(_ participants: [String]) throws(DiagnosticError) {
        let file = path
        try read { db in try refuse(known: participants, file: file, in: db) }
    }

    /// Returns the content hashes of a stored study's files, keyed by path. Leaves out files that
    /// evalrun itself wrote into the study's folder.
    package func contentHashes(study hash: String) throws(DiagnosticError) -> [String: String] {
        try read { db in
            let files = try db.studyFiles(hash)
            return try db.rows("SELECT path, content FROM study_files WHERE study = ?", [hash])
                .reduce(into: [:]) { $0[try $1.get(0)] = try $1.get(1) as String }
                .filter { files[$0.key] != nil }
        }
    }
}

/// Returns `pages` with a UUID in the start event; an existing UUID is kept. For a simulated
/// session, the UUID is derived from the events, so that the same random seed always gives the same
/// events. For any other session, the UUID is random.
private func identified(_ pages: [ResultsStore.Page]) throws -> [ResultsStore.Page] {
    var pages = pages
    guard case .sessionStarted(var start)? = pages.first?.events.first, start.uuid == nil else {
        return pages
    }
    if start.source == .simulated {
        start.uuid = try SessionIdentity.uuid(
            of: pages.flatMap { page in page.events.map { (page.stamp, $0) } }
        )
    } else {
        start.uuid = UUID()
    }
    pages[0].events[0] = .sessionStarted(start)
    return pages
}

extension ResultsStore.Page {
    fileprivate var participant: String? {
        if case .sessionStarted(let start)? = events.first { start.participant } else { nil }
    }
}

/// Returns an unused id for a new session. Ids of erased sessions are not used again.
func nextSession(in db: Database) throws -> Int64 {
    try db.value(
        """
        SELECT max(coalesce((SELECT max(id) FROM sessions), 0),
            coalesce((SELECT max(session) FROM erased), 0)) + 1
        """
    ) ?? 1
}

private func refuse(known participants: [String], file: String, in db: Database) throws {
    let own = try db.lab()
    func found(in table: String) throws -> [String] {
        // Codes are compared as Swift strings, because SQLite treats two Unicode encodings of a
        // code as different.
        let stored: [String] = try db.values(
            "SELECT DISTINCT participant FROM \(table) WHERE ?1 = '' OR lab IN ('', ?1)",
            [own]
        )
        let codes = Set(stored)
        return participants.filter(codes.contains)
    }
    func shown(_ codes: [String]) -> String {
        codes.prefix(10).joined(separator: ", ") + (codes.count > 10 ? ", …" : "")
    }
    let known = try found(in: "sessions")
    let erased = try found(in: "erased").filter { !known.contains($0) }
    let problems = [
        known.isEmpty ? nil : "already contains sessions of \(shown(known))",
        erased.isEmpty ? nil : "had sessions of \(shown(erased)), which were erased",
    ]
    .compactMap(\.self)
    guard !problems.isEmpty else { return }
    throw DiagnosticError(
        "participant-exists",
        at: .init(file: file),
        problems.joined(separator: ", and "),
        fix: "give another file with --results FILE; nothing was written"
    )
}
