import DataAccess
public import Foundation

/// Imports records from JSON and from dictionaries, each import in one transaction.
///
/// The model defines the keys: the alternatives of `ImportName`, each a key path, or else the name
/// of the attribute or relationship. A record is inserted, or updated if its identity exists. A
/// missing key leaves its value unchanged; null clears it.
///
/// An object nested in a relationship becomes a related record. A scalar in a relationship is the
/// identity of a record, which may come later in the same import. Related records that an array
/// does not contain stay related; no record is deleted.
///
/// An invalid object is skipped and reported, and does not stop the others. Nothing is stored if
/// the import throws or its task is cancelled.
extension StoreContext {
    /// Called on the store's queue, about once per thousand objects; it must not wait for the
    /// store.
    public typealias ImportProgressHandler = @Sendable (ImportProgress) -> Void

    /// Imports an array of dictionaries. Their values are JSON's types, or `Date`, `Data`, `UUID`,
    /// `URL` and `Decimal`.
    public func importEntities<R: StoredRecord>(
        _ type: R.Type,
        from items: [[String: Any]],
        progress: ImportProgressHandler? = nil
    ) async throws -> ImportReport {
        let values = items.map { ImportValue($0) }
        return try await store.runImport(R.entity) { run, mapping, cancellation in
            try run.importItems(values, mapping, cancellation, progress)
        }
    }

    /// Imports JSON: an array of objects, or one object.
    ///
    /// - Parameters:
    ///   - type: Type of the records.
    ///   - json: UTF-8 text.
    ///   - keyPath: key path of the array in the JSON, such as `data.items`; empty for the root.
    ///   - progress: called on the store's queue, once per thousand items.
    /// - Throws: `ImportError` if the text is not JSON or has no objects at the key path.
    public func importEntities<R: StoredRecord>(
        _ type: R.Type,
        json: Data,
        at keyPath: String = "",
        progress: ImportProgressHandler? = nil
    ) async throws -> ImportReport {
        try await importEntities(type, json: json, at: keyPath, progress: progress) { _ in true }
    }

    /// - Parameters:
    ///   - whole: finds the records that the JSON is expected to name completely. A found record
    ///     that the JSON does not name is deleted, unless an item was skipped. nil deletes no
    ///     record.
    ///   - around: calls its argument, which runs the import.
    ///   - named: called after the import with the identities of the records that the JSON names;
    ///     not called if `isWanted` returns false.
    ///   - isWanted: called first, in the same transaction; nothing is imported if it returns
    ///     false.
    package func importEntities<R: StoredRecord>(
        _ type: R.Type,
        json: Data,
        at keyPath: String = "",
        whole: DataQuery? = nil,
        progress: ImportProgressHandler? = nil,
        around: @escaping @Sendable (StoreConnection, () throws -> Void) throws -> Void = {
            try $1()
        },
        named: (@Sendable (StoreConnection, Set<StoredValue>) throws -> Void)? = nil,
        _ isWanted: @escaping @Sendable (StoreConnection) throws -> Bool
    ) async throws -> ImportReport {
        try await store.runImport(R.entity, around: around) { run, mapping, flag in
            if try !isWanted(run.target.connection) { return }
            if whole != nil || named != nil { run.named = [] }
            try run.importItems(json: json, at: keyPath, mapping, flag, progress)
        } finally: { run in
            if let whole { try run.deleteUnnamed(type, whole) }
            if let named, let identities = run.named {
                try named(run.target.connection, identities)
            }
        }
    }

    /// Like `importEntities(_:json:at:progress:)`, but reads a file, which is mapped into memory
    /// instead of being read whole.
    ///
    /// - Throws: `StoreError.notAFile` if `file` is a pipe, a device or a folder.
    public func importEntities<R: StoredRecord>(
        _ type: R.Type,
        jsonFile file: URL,
        at keyPath: String = "",
        progress: ImportProgressHandler? = nil
    ) async throws -> ImportReport {
        if let kind = kindUnlessFile(at: file.path) {
            throw StoreError.notAFile(path: file.path, kind: kind)
        }
        let json = try Data(contentsOf: file, options: .mappedIfSafe)
        return try await importEntities(type, json: json, at: keyPath, progress: progress)
    }
}

private typealias StoreRun = ImportRun<StoreImport>

extension CacheStore {
    fileprivate func runImport(
        _ entity: EntityDescription,
        around: @escaping @Sendable (StoreConnection, () throws -> Void) throws -> Void = {
            try $1()
        },
        _ body: @escaping @Sendable (StoreRun, ImportMapping, CancellationFlag) throws -> Void,
        finally end: @escaping @Sendable (StoreRun) throws -> Void = { _ in }
    ) async throws -> ImportReport {
        try await withWriter { [model] writer in
            try writer.transaction { connection in
                let run = ImportRun(StoreImport(connection, model))
                guard let mapping = run.mapping(entity.name) else {
                    throw StoreError.badQuery("the model has no entity \"\(entity.name)\"")
                }
                try around(connection) {
                    try body(run, mapping, writer.cancellation ?? CancellationFlag())
                    try run.finish()
                    try end(run)
                }
                return run.report
            }.value
        }
    }
}

extension ImportRun where Target == StoreImport {
    /// Deletes the records that the JSON does not name. Does nothing if an item was skipped,
    /// because that item may be one of these records.
    fileprivate func deleteUnnamed<R: StoredRecord>(_ type: R.Type, _ whole: DataQuery) throws {
        guard let named, report.items.skipped == 0 else { return }
        let connection = target.connection
        let gone = try connection.fetch(type, whole).filter { !named.contains($0.storedIdentity) }
        report.deleted = try connection.execute(R.statements.delete, forEach: gone) {
            try $1.bind($0.storedIdentity, at: 1)
        }
    }
}
