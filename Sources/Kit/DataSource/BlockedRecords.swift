/// The records modified by changes that conflict with the remote's data. A later change to one of
/// these records is blocked, and all records that it has modified are then blocked too.
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
