package import Diagnostics
package import Foundation
package import ResultsStore

/// A merge of another machine's results file into the results file at `results`.
package struct Merging: Sendable {
    private let results: String
    private let cache: URL

    package init(results: String, cache: URL) { (self.results, self.cache) = (results, cache) }

    /// Merges `other` into the results file. Sessions that were erased in `other` are erased in the
    /// results file too. If the merge is refused, no new results file remains.
    ///
    /// - Returns: the result of the merge, and warnings about damage of `other` and about
    ///   unfinished erasures. A later command finishes these erasures, for example once no other
    ///   process has the results file open.
    package func merge(
        _ other: String,
        renaming: [String: String]
    ) async throws(DiagnosticError) -> (result: MergeResult, warnings: [Diagnostic]) {
        let source = try ResultsStore(
            path: other,
            access: .read,
            finishing: false,
            given: "as an argument of evalrun merge"
        )
        defer { source.close() }
        let isNew = FileKind(at: results) == nil
        let result: MergeResult
        do throws(DiagnosticError) { result = try await take(source, renaming) } catch {
            if isNew { ResultsStore.removeUnused(path: results) }
            throw error
        }
        let damage = source.damageWarning()
        do throws(DiagnosticError) {
            let unfinished = try ResultsStore.finishErasures(path: results)
            return (result, damage + unfinished.diagnostics(in: results))
        } catch { return (result, damage + error.diagnostics) }
    }

    /// Merges sessions and tombstones (records of erased sessions) that were pulled from a hub, the
    /// common database of several labs. The bytes of erased sessions stay in the file until
    /// `ResultsStore.finishErasures` removes them.
    ///
    /// Skips a tombstone if another process has locked the log of the session's participant. The
    /// result's `erasedLater` lists the sessions of the skipped tombstones.
    package func take(
        pulled input: MergeInput,
        into store: ResultsStore
    ) async throws(DiagnosticError) -> MergeResult {
        var locks: [String: FolderLock] = [:]
        defer { remove(locks) }
        let erased = try store.participantsErased(by: input.tombstones).sorted()
        let running = Set(erased.filter { !lock($0, &locks) })
        var input = input
        var later: [UUID] = []
        if !running.isEmpty {
            let tombstones = input.tombstones
            input.tombstones = []
            for tombstone in tombstones {
                if try store.participantsErased(by: [tombstone]).isDisjoint(with: running) {
                    input.tombstones.append(tombstone)
                } else if let uuid = tombstone.uuid {
                    later.append(uuid)
                }
            }
        }
        let leftovers = Leftovers(results: results, cache: cache)
        var result = try await store.merge(
            pulled: input,
            leftovers: { leftovers.of($0) },
            lock: { lock($0, &locks) }
        )
        result.erasedLater = later
        return result
    }

    private func take(
        _ source: ResultsStore,
        _ renaming: [String: String]
    ) async throws(DiagnosticError) -> MergeResult {
        let store = try ResultsStore(path: results, access: .create)
        defer { store.close() }
        var locks: [String: FolderLock] = [:]
        defer { remove(locks) }
        for participant in try store.participantsErased(by: source).sorted() {
            locks[participant] = try ParticipantLock.take(participant, results: results)
        }
        let leftovers = Leftovers(results: results, cache: cache)
        return try await store.merge(
            source,
            renaming: renaming,
            leftovers: { leftovers.of($0) },
            lock: { lock($0, &locks) }
        )
    }

    /// Releases the locks and removes the lock files. A lock file must not remain, because its name
    /// contains the participant's code.
    private func remove(_ locks: [String: FolderLock]) {
        for (participant, lock) in locks {
            lock.remove(ParticipantLock.url(participant, results: results))
        }
    }

    /// Locks the participant's log and adds the lock to `locks`. Returns false if the log cannot be
    /// locked, for example because a session of the participant is running.
    private func lock(_ participant: String, _ locks: inout [String: FolderLock]) -> Bool {
        if locks[participant] != nil { return true }
        guard let lock = try? ParticipantLock.take(participant, results: results) else {
            return false
        }
        locks[participant] = lock
        return true
    }
}
