/// The records to which no changes are sent, because of a conflict with the remote's data. They are
/// the records modified by a change in conflict, and those modified by a later change to a blocked
/// record.
struct BlockedRecords {
    /// The rows that each change has modified, keyed by the key of the change.
    let rows: [String: Set<[String]>]
    private var blockedRows: Set<[String]> = []
    private var paths: Set<String> = []

    init(rows: [String: Set<[String]>]) { self.rows = rows }

    mutating func add(_ change: PendingChange) {
        blockedRows.formUnion(rows[change.key] ?? [])
        if let record = change.record { paths.insert(record) }
    }

    func hold(up change: PendingChange) -> Bool {
        let path = change.path.prefix { $0 != "?" && $0 != "#" }
        return paths.contains(where: { path == $0 || path.hasPrefix($0 + "/") })
            || !blockedRows.isDisjoint(with: rows[change.key] ?? [])
    }
}
