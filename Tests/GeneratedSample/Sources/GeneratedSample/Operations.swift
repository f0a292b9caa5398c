import CacheStore
import GRDBSQLite

/// Both parts of a turn: what generated code does, and what hand-written C does.
struct Turn {
    var subject: () async throws -> Void
    var yardstick: () throws -> Void
}

struct Missing: Error {}

private func check(_ count: Int, _ expected: Int) throws {
    if count != expected { throw Missing() }
}

/// Makes one turn after the other; what it needs is made before.
func operation<Model>(_ name: String, _ kind: Kind<Model>) async throws -> () async throws -> Turn {
    switch name {
    case "insert":
        let records = (0..<Rows.count).map(kind.record)
        let rows = (0..<Rows.count).map(Rows.raw)
        return {
            let pair = try Pair()
            try await pair.prepare()
            return Turn(
                subject: { try await kind.saveAll(pair.manager, records) },
                yardstick: { try pair.insert(rows, kind.save) }
            )
        }
    case "fetch", "look-ups":
        let pair = try Pair()
        try await pair.prepare()
        try await pair.fill(kind)
        return { name == "fetch" ? fetch(kind, pair) : lookUps(kind, pair) }
    case "transactions":
        return {
            let pair = try Pair()
            try await pair.prepare()
            return transactions(kind, pair)
        }
    default:
        return {
            let pair = try Pair()
            try await pair.prepare()
            try await pair.fill(kind)
            try await pair.addSightsWhereNeeded(kind)
            return delete(kind, pair)
        }
    }
}

extension Pair {
    fileprivate func addSightsWhereNeeded<Model>(_ kind: Kind<Model>) async throws {
        if Model.self == Town.self { try await addSights() }
    }
}

private func fetch<Model>(_ kind: Kind<Model>, _ pair: Pair) -> Turn {
    Turn(
        subject: { try check(try await kind.listAll(pair.manager).count, Rows.count) },
        yardstick: {
            try check(try pair.raw.prepared(kind.list) { pair.raw.rows($0).count }, Rows.count)
        }
    )
}

/// On one snapshot each.
private func lookUps<Model>(_ kind: Kind<Model>, _ pair: Pair) -> Turn {
    let identities = Rows.identities(50_000)
    return Turn(
        subject: {
            try await pair.store.read { connection in
                for identity in identities {
                    let found = try connection.firstRow(kind.retrieve) {
                        try $0.bind(identity, at: 1)
                    } read: {
                        try kind.read($0)
                    }
                    if found == nil { throw Missing() }
                }
            }
        },
        yardstick: {
            try pair.raw.run("BEGIN")
            try pair.raw.prepared(kind.retrieve) { statement in
                for identity in identities {
                    sqlite3_bind_int64(statement, 1, identity)
                    guard sqlite3_step(statement) == SQLITE_ROW else { throw Missing() }
                    _ = pair.raw.row(statement)
                    sqlite3_reset(statement)
                }
            }
            try pair.raw.run("COMMIT")
        }
    )
}

/// One record each, as synchronous code has them.
private func transactions<Model>(_ kind: Kind<Model>, _ pair: Pair) -> Turn {
    let records = (0..<5000).map(kind.record)
    let rows = (0..<5000).map(Rows.raw)
    return Turn(
        subject: { try save(records, kind, pair.store) },
        yardstick: {
            try pair.raw.prepared("BEGIN IMMEDIATE") { begin in
                try pair.raw.prepared("COMMIT") { commit in
                    try pair.raw.prepared(kind.save) { statement in
                        for row in rows {
                            try pair.raw.step(begin)
                            try pair.raw.save(row, statement)
                            try pair.raw.step(commit)
                        }
                    }
                }
            }
        }
    )
}

/// A transaction for each.
private func save<Model>(_ records: [Model], _ kind: Kind<Model>, _ store: CacheStore) throws {
    for record in records {
        try store.writeAndWait { connection in
            _ = try connection.execute(kind.save) { try kind.bind(record, $0) }
        }
    }
}

private func delete<Model>(_ kind: Kind<Model>, _ pair: Pair) -> Turn {
    let identities = Rows.identities(Rows.count)
    return Turn(
        subject: {
            _ = try await pair.store.write { connection in
                try connection.execute(kind.delete, forEach: identities) {
                    try $1.bind($0, at: 1)
                }
            }
        },
        yardstick: {
            try pair.raw.run("BEGIN IMMEDIATE")
            try pair.raw.prepared(kind.delete) { statement in
                for identity in identities {
                    sqlite3_bind_int64(statement, 1, identity)
                    try pair.raw.step(statement)
                }
            }
            try pair.raw.run("COMMIT")
        }
    )
}
