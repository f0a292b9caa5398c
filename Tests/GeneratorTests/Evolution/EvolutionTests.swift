import CacheStore
import DataAccess
import Foundation
import Testing

/// More with `MIGRATION_SEEDS`.
private let seeds = UInt64(ProcessInfo.processInfo.environment["MIGRATION_SEEDS"] ?? "") ?? 40

/// Up to three versions follow on a first one, each opens the store that the one before has left.
@Test(arguments: 0..<seeds) func laterVersionsKeepWhatTheyStillHave(_ seed: UInt64) throws {
    var evolution = Evolution(seed: seed)
    let first = evolution.model()
    let records = evolution.records(of: first)
    if !first.hasDistinctNames { return }
    try withFile { path in
        var version = try StoredVersion(first)
        var contents = try fill(path, version, records)
        for number in 1...3 {
            let model = evolution.version(after: version.model, records)
            if !model.isUnambiguous(after: version.model) || !model.hasDistinctNames { continue }
            let next = try StoredVersion(model, number: number)
            guard let store = try open(path, next) else { return }
            defer { try? store.close() }
            let found = try StoreContents(store, next)
            let problems =
                found.differences(from: contents.kept(in: model, records))
                + (try faults(of: store, next))
            #expect(
                problems.isEmpty,
                """
                \(problems.joined(separator: "\n"))
                version \(number), \(store.opening)
                before: \(version.model)
                now: \(model)
                """
            )
            if !problems.isEmpty { return }
            (version, contents) = (next, found)
        }
    }
}

/// Makes a store of the first version.
private func fill(
    _ path: String,
    _ version: StoredVersion,
    _ records: DrawnRecords
) throws -> StoreContents {
    let store = try CacheStore(fileAt: path, model: version.stored)
    let statements = try records.statements(version)
    try store.writeAndWait { connection in
        for statement in statements { try connection.execute(statement) }
    }
    let contents = try StoreContents(store, version)
    try store.close()
    return contents
}

/// - Returns: nil where the version asks for what a store may refuse.
private func open(_ path: String, _ version: StoredVersion) throws -> CacheStore? {
    do {
        return try CacheStore(fileAt: path, model: version.stored)
    } catch StoreError.cannotMigrate(_, _, _, let obstacles)
        where obstacles.contains(where: isAllowed)
    {
        return nil
    }
}

private func isAllowed(_ obstacle: String) -> Bool {
    obstacle.contains("is now to-one") || obstacle.contains(" had the destination ")
}

/// What is otherwise than in a new store of the same version, or leads nowhere.
private func faults(of store: CacheStore, _ version: StoredVersion) throws -> [String] {
    let new = try tables(try CacheStore(inMemory: version.stored))
    let broken = try store.readAndWait { connection in
        try connection.rows("PRAGMA foreign_key_check") { $0.string(0) ?? "" }
    }
    let migrated = try tables(store)
    return new.subtracting(migrated).map { "is not there: \($0)" }
        + migrated.subtracting(new).map { "should not be there: \($0)" }
        + broken.map { "has a row that leads nowhere: \($0)" }
}

private func tables(_ store: CacheStore) throws -> Set<String> {
    let query = """
        SELECT type || ' ' || name || ' of ' || tbl_name || ' ' || ifnull(sql, '-')
        FROM sqlite_master WHERE name NOT LIKE 'store%'
        """
    return try store.readAndWait { Set(try $0.rows(query) { $0.string(0) ?? "" }) }
}

/// Hands `body` the path of a file that is not there yet, in a folder that is removed afterwards.
private func withFile(_ body: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(folder.appendingPathComponent("store.sqlite").path)
}
