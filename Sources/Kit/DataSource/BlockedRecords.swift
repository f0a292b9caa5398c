/// Records whose queued changes are not sent, because an earlier change conflicts with the remote's
/// data.
///
/// A change in conflict blocks all records that it has modified. A later change to a blocked record
/// must wait, and also blocks all records that it has modified.
struct BlockedRecords {
    /// The rows that each change has modified, keyed by the change's key. A row is represented by
    /// its table name and its row key.
    let rows: [String: Set<[String]>]
    private var blockedRows: Set<[String]> = []
    private var paths: Set<String> = []

    init(rows: [String: Set<[String]>]) { self.rows = rows }

    mutating func add(_ change: PendingChange) {
        blockedRows.formUnion(rows[change.key] ?? [])
        if let record = change.record { paths.insert(record) }
    }

    /// Returns whether the change must wait. A change must wait if it has modified a blocked row,
    /// or if its path is equal to or below the path of a blocked record.
    func hold(up change: PendingChange) -> Bool {
        let claims = Claims(change, rows[change.key], [])
        return paths.contains(claims.path) || claims.above.contains(where: paths.contains)
            || !blockedRows.isDisjoint(with: claims.rows)
    }
}

/// Keys of queued changes that are not sent now.
struct SkippedChanges: Sendable {
    /// Keys of the changes in conflict. These changes block later changes to the records that they
    /// have modified.
    let held: Set<String>
    /// Keys of the changes that the remote could not process. These changes block all changes that
    /// depend on them, because the remote could lack a record that a dependent change needs.
    let failed: Set<String>
    /// Keys of the changes that the program has discarded. They block no other changes.
    let discarded: Set<String>

    var isEmpty: Bool { held.isEmpty && failed.isEmpty && discarded.isEmpty }

    /// Returns the first queued changes that can be sent.
    ///
    /// - Parameters:
    ///   - queue: The queued changes, oldest first. Their bodies may be omitted.
    ///   - rows: The rows that each change has modified, keyed by the change's key.
    ///   - linked: The names of the tables with relationships.
    ///   - count: Maximum number of changes.
    func others(
        in queue: [PendingChange],
        _ rows: [String: Set<[String]>],
        _ linked: Set<String>,
        atMost count: Int
    ) -> [PendingChange] {
        var blocked = BlockedRecords(rows: rows)
        var failures = Claims.Union()
        var result: [PendingChange] = []
        for change in queue where !discarded.contains(change.key) {
            if held.contains(change.key) || blocked.hold(up: change) {
                blocked.add(change)
                continue
            }
            if !failed.isEmpty {
                let claims = Claims(change, rows[change.key], linked)
                if failed.contains(change.key) || failures.meets(claims) {
                    failures.add(claims)
                    continue
                }
            }
            result.append(change)
            if result.count == count { break }
        }
        return result
    }
}
