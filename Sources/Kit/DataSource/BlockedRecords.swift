/// The records that changes in conflict belong to.
struct BlockedRecords {
    /// The rows that each change has changed.
    let rows: [String: Set<[String]>]
    private var blockedRows: Set<[String]> = []
    private var paths: Set<String> = []

    init(rows: [String: Set<[String]>]) { self.rows = rows }

    mutating func add(_ change: PendingChange) {
        blockedRows.formUnion(rows[change.key] ?? [])
        // A POST goes to the path of a list.
        if change.method.uppercased() != "POST" { paths.insert(change.plainPath) }
    }

    func hold(up change: PendingChange) -> Bool {
        let path = change.plainPath
        return paths.contains(where: { path == $0 || path.hasPrefix($0 + "/") })
            || !blockedRows.isDisjoint(with: rows[change.key] ?? [])
    }
}

extension PendingChange {
    /// Without query and fragment.
    fileprivate var plainPath: String {
        String(path.prefix { $0 != "?" && $0 != "#" })
    }
}
