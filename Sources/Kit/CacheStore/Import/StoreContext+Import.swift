import DataAccess
public import Foundation

/// Records from JSON and from dictionaries, in one transaction.
///
/// The model defines the keys: the alternatives of `ImportName`, each a key path, or else the name
/// of the attribute or relationship. Records are inserted, or updated if their identity exists. A
/// missing key leaves its value unchanged; null clears it. Objects nested in a relationship become
/// related records; a scalar there is the identity of a record, which may come later in the same
/// import. Related records that an array does not contain stay related; no record is deleted. An
/// invalid object is left out and reported, and does not stop the others. Nothing is stored if the
/// import throws or its task is cancelled.
extension StoreContext {
    /// Called on the store's queue, about every thousand objects; it must not wait for the store.
    public typealias ImportProgressHandler = @Sendable (ImportProgress) -> Void

    /// Imports an array of dictionaries, whose values are JSON's types, or `Date`, `Data`, `UUID`,
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
    ///   - keyPath: key path of the array in the JSON, `data.items`; empty for the root.
    ///   - progress: called on the store's queue, every thousand items.
    /// - Throws: `ImportError` if the text is no JSON or has no objects there.
    public func importEntities<R: StoredRecord>(
        _ type: R.Type,
        json: Data,
        at keyPath: String = "",
        progress: ImportProgressHandler? = nil
    ) async throws -> ImportReport {
        try await importEntities(type, json: json, at: keyPath, progress: progress) { _ in true }
    }

    /// - Parameters:
    ///   - whole: the records of which the JSON names all: one that this finds and the JSON does not
    ///     name is deleted, unless an item was left out. nil deletes none.
    ///   - around: calls its argument, which runs the import.
    ///   - named: called after the import, with the identities of the records that the JSON names;
    ///     not where nothing is imported.
    ///   - isWanted: asked first, in the same transaction; nothing is imported where it says no.
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

    /// Like `importEntities(_:json:at:progress:)`, from a file, which is mapped into memory, not
    /// read whole.
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
    /// Nothing where an item was left out: its record may be one of those that are not named.
    fileprivate func deleteUnnamed<R: StoredRecord>(_ type: R.Type, _ whole: DataQuery) throws {
        guard let named, report.items.skipped == 0 else { return }
        let connection = target.connection
        let gone = try connection.fetch(type, whole).filter { !named.contains($0.storedIdentity) }
        report.deleted = try connection.execute(R.statements.delete, forEach: gone) {
            try $1.bind($0.storedIdentity, at: 1)
        }
    }
}
