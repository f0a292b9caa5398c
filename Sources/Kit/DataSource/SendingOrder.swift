import CacheStore

/// Changes to send, in an order that keeps what belongs together in its order.
///
/// Two changes belong together if one's path is the other's or below it, if they have changed the same
/// row, or if both have changed rows of tables with relationships: one may need the record that the
/// other makes.
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
    /// Number of changes that are being sent.
    var underWay: Int { running.count }

    /// The first change that belongs with none before it that is not sent yet.
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

/// Path and rows that a change concerns.
private struct Claims: Sendable {
    /// Path without query and fragment, and the paths above it.
    let path: String
    let above: [String]
    /// Rows; the empty name means all rows of tables with relationships.
    let rows: Set<[String]>

    init(_ change: PendingChange, _ rows: Set<[String]>?, _ linked: Set<String>) {
        let path = String(change.path.prefix { $0 != "?" && $0 != "#" })
        self.path = path
        above = path.indices.dropFirst().filter { path[$0] == "/" }.map { String(path[..<$0]) }
        // Without rows nothing is known of it.
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
    /// Tables of the model that lead to others, or that others lead to.
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
