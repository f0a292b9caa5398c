import CacheStore

/// The changes to send, and their order. Dependent changes are sent in their original order;
/// independent changes may be sent concurrently.
///
/// Two changes are dependent if their paths are equal, if one path is below the other, or if they
/// have modified the same row. They are also dependent if both have modified rows of tables with
/// relationships, because the later change may need a record that the earlier change creates.
struct SendingOrder: Sendable {
    private struct Entry {
        var place: Int
        var change: PendingChange
        var claims: Claims
    }

    private var waiting: [Entry]
    private var running: [Int: Claims] = [:]

    init(_ changes: [PendingChange], _ rows: [String: Set<[String]>], _ linked: Set<String>) {
        waiting = changes.enumerated().map { place, change in
            Entry(place: place, change: change, claims: Claims(change, rows[change.key], linked))
        }
    }

    var isEmpty: Bool { waiting.isEmpty }
    /// Number of changes being sent.
    var underWay: Int { running.count }

    /// Removes and returns the first waiting change that can be sent now; nil if there is none. A
    /// change cannot be sent if it depends on a change being sent or on an earlier waiting change.
    mutating func next() -> (place: Int, change: PendingChange)? {
        var before = Claims.Union()
        for claims in running.values { before.add(claims) }
        for (index, entry) in waiting.enumerated() {
            if before.meets(entry.claims) {
                before.add(entry.claims)
                continue
            }
            waiting.remove(at: index)
            running[entry.place] = entry.claims
            return (entry.place, entry.change)
        }
        return nil
    }

    mutating func end(_ place: Int) { running[place] = nil }
}

/// The path and the rows that a change concerns.
struct Claims: Sendable {
    /// Path without query. `above` contains all its parent paths.
    let path: String
    let above: [String]
    /// The modified rows, each as table name and key. `[""]` represents all rows of tables with
    /// relationships.
    let rows: Set<[String]>

    init(_ change: PendingChange, _ rows: Set<[String]>?, _ linked: Set<String>) {
        let path = plainPath(change.path)
        self.path = path
        above = path.indices.dropFirst().filter { path[$0] == "/" }.map { String(path[..<$0]) }
        // If the rows are unknown, the change may concern tables with relationships.
        let isLinked = rows?.contains { linked.contains($0[0]) } ?? !linked.isEmpty
        self.rows = (rows ?? []).union(isLinked ? [[""]] : [])
    }

    struct Union {
        private var paths: Set<String> = []
        private var above: Set<String> = []
        private var rows: Set<[String]> = []

        mutating func add(_ claims: Claims) {
            paths.insert(claims.path)
            above.formUnion(claims.above)
            rows.formUnion(claims.rows)
        }

        func meets(_ claims: Claims) -> Bool {
            paths.contains(claims.path) || above.contains(claims.path)
                || claims.above.contains(where: paths.contains)
                || !rows.isDisjoint(with: claims.rows)
        }
    }
}

extension StoreConnection {
    /// Returns the names of the model's tables that have a foreign key or to which a foreign key
    /// refers.
    func linkedTables() throws -> Set<String> {
        var tables: Set<String> = []
        try forEachRow(
            """
            SELECT m.name, f."table" FROM main.sqlite_master m, pragma_foreign_key_list(m.name) f
            WHERE m.type = 'table' AND m.name NOT LIKE 'store\\_%' ESCAPE '\\'
            """
        ) { tables.formUnion([$0.string(0) ?? "", $0.string(1) ?? ""]) }
        return tables
    }
}
