import Foundation
import ResultsStore

/// Hashes of the snapshots and of the file contents that the hub has, for each session.
struct KnownContents: Sendable {
    var snapshots: [UUID: Set<String>] = [:]
    var contents: [UUID: Set<String>] = [:]
}

/// Limits on the amount of data that is handled at once.
struct BatchSizes: Sendable {
    /// Approximate maximum number of events in one transaction.
    var events = 5000
    /// Maximum total size, in bytes, of the files in one transaction or query. The last file may
    /// exceed this limit.
    var transaction = 16 << 20
    /// Maximum total size, in bytes, of the files in memory during a pull. A single session may
    /// exceed this limit.
    var pull = 64 << 20
}

/// Pushing of the files in snapshots. The files of a snapshot are pushed before the events that
/// refer to the snapshot, or together with these events.
extension StudySync {
    /// Returns the hashes of the sessions' snapshots and file contents that are at the hub.
    func knownContents(of sessions: [SessionToPush]) async throws -> KnownContents {
        var known = KnownContents()
        if sessions.isEmpty { return known }
        let values: [Value] = [
            .text(study), .text(member.name), .uuids(sessions.map(\.uuid)),
        ]
        let condition = "WHERE study = $1 AND lab = $2 AND session = ANY ($3)"
        let results = try await connection.pipeline([
            .init("SELECT session, hash FROM evalrun.snapshots \(condition)", values),
            .init("SELECT session, hash FROM evalrun.contents \(condition)", values),
        ])
        for row in results[0].rows {
            known.snapshots[try row.uuid(0), default: []].insert(try row.text(1))
        }
        for row in results[1].rows {
            known.contents[try row.uuid(0), default: []].insert(try row.text(1))
        }
        return known
    }

    /// Sends the files that the hub lacks, in separate transactions. Called before the events are
    /// pushed. If these files are small enough for one transaction, sends nothing; the files are
    /// then pushed together with the events. After an interruption, the next push asks which files
    /// the hub has.
    ///
    /// - Parameter known: hashes of the contents that the hub has. The function adds the hashes of
    ///   the files that it sends.
    func pushFiles(of sessions: [SessionToPush], _ known: inout KnownContents) async throws {
        let missing = try missingFiles(of: sessions, known)
        var left = missing.reduce(0) { $0 + $1.size }
        if left <= sizes.transaction { return }
        var rows = PushRows()
        rows.lock = try store.lock(study: study)?.hash
        var size = 0
        for file in missing {
            guard let bytes = try store.content(hash: file.hash) else { continue }
            if rows.sessions.last != file.session { rows.sessions.append(file.session) }
            rows.contents.append(.init(session: file.session.uuid, hash: file.hash, bytes: bytes))
            (size, left) = (size + file.size, left - file.size)
            guard size >= sizes.transaction || left == 0 else { continue }
            let statements = rows.statementsOfFiles(study: study, lab: member.name)
            // The hub refuses files of an erased session; the later push detects the erasure, too.
            guard try await isAccepted(statements) else { return }
            for content in rows.contents {
                known.contents[content.session, default: []].insert(content.hash)
            }
            (rows.sessions, rows.contents, size) = ([], [], 0)
        }
    }

    private func isAccepted(_ statements: [Connection.Statement]) async throws -> Bool {
        do {
            return try await transaction(statements) { _ in true }
        } catch let error as PostgresError {
            guard error.isRetryable || error.state == "42501" else { throw error }
            return false
        }
    }

    private func missingFiles(
        of sessions: [SessionToPush],
        _ known: KnownContents
    ) throws -> [(session: SessionToPush, hash: String, size: Int)] {
        var missing: [(session: SessionToPush, hash: String, size: Int)] = []
        for session in sessions {
            var contents = known.contents[session.uuid] ?? []
            let snapshots = known.snapshots[session.uuid] ?? []
            for hash in try store.snapshots(session: session.id) where !snapshots.contains(hash) {
                for (file, size) in try store.files(ofSnapshot: hash) ?? []
                where contents.insert(file.content).inserted {
                    missing.append((session, file.content, size))
                }
            }
        }
        return missing
    }
}
