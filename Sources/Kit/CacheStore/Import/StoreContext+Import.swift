import DataAccess
public import Foundation

/// Imports records from JSON or dictionaries. Each import is one transaction.
///
/// The JSON keys of an attribute or relationship are the key paths in its `ImportName`. Without an
/// `ImportName`, the key is the property's name. An import updates the record that has the same
/// identity as the object, or inserts a record if there is none. A missing key leaves the stored
/// value unchanged; null clears it.
///
/// If the value of a relationship is an object, the object is imported as the related record. A
/// scalar is the identity of the related record, which may follow later in the same import. An
/// import deletes no records. Related records that are missing from an array stay related.
///
/// An invalid object is skipped and reported; the other objects are still imported. If the import
/// throws or its task is cancelled, nothing is stored.
extension StoreContext {
    /// Function that an import calls with its progress, about once per thousand items of the
    /// imported array. The function runs on the writer's queue and must not wait for the store.
    public typealias ImportProgressHandler = @Sendable (ImportProgress) -> Void

    /// Imports an array of dictionaries. Each value has a JSON type or is an `NSNumber`, `Date`,
    /// `Data`, `UUID`, `URL` or `Decimal`.
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
    ///   - progress: called on the writer's queue, about once per thousand items.
    /// - Throws: `ImportError` if the text is not JSON or has no objects at the key path.
    public func importEntities<R: StoredRecord>(
        _ type: R.Type,
        json: Data,
        at keyPath: String = "",
        progress: ImportProgressHandler? = nil
    ) async throws -> ImportReport {
        try await importEntities(type, json: json, at: keyPath, progress: progress) { _ in true }
    }

    /// Imports JSON like `importEntities(_:json:at:progress:)`, and runs additional steps in the
    /// same transaction.
    ///
    /// - Parameters:
    ///   - whole: query for the records that the JSON lists completely. The import deletes stored
    ///     records that match the query but are missing from the JSON. It keeps records with local
    ///     changes (`WaitingRows`). A record that is nested in an item does not count as missing.
    ///     No record is deleted if `whole` is nil, or if an item or a nested object was skipped.
    ///   - around: function that receives a closure and calls the closure to run the import; see
    ///     `ImportFrame`. The closure calls `isWanted`, `progress`, `named` and `ended`.
    ///   - named: function called after all items have been imported; not called if `isWanted`
    ///     returned false. It receives a connection, the identities of the items' records, and the
    ///     stored records that match `whole` but are not in the JSON. The import has deleted or
    ///     kept each of these stored records. If an item or a nested object was skipped, `named`
    ///     receives no stored records.
    ///   - ended: function called after `named`, with a connection and the import's report; not
    ///     called if `isWanted` returned false. If `ended` is not nil, the import uses the table of
    ///     `AwaitedReferences`, which must exist. The import stores references to nonexistent
    ///     records in this table, and sets stored references whose records exist now.
    ///   - isWanted: function called before any item is imported. If it returns false, nothing is
    ///     imported or deleted.
    package func importEntities<R: StoredRecord>(
        _ type: R.Type,
        json: Data,
        at keyPath: String = "",
        whole: DataQuery? = nil,
        progress: ImportProgressHandler? = nil,
        around: @escaping ImportFrame = { try $1(nil) },
        named: (@Sendable (StoreConnection, Set<StoredValue>, [R]) throws -> Void)? = nil,
        ended: (@Sendable (StoreConnection, ImportReport) throws -> Void)? = nil,
        _ isWanted: @escaping @Sendable (StoreConnection) throws -> Bool
    ) async throws -> ImportReport {
        try await store.runImport(R.entity, around: around) { run, mapping, flag in
            if try !isWanted(run.target.connection) { return }
            if let whole {
                run.contained = ContainedRecords(of: R.entity)
                run.deletion = { try $0.deleteUnnamed(type, whole) }
            }
            if named != nil { run.named = [] }
            if ended != nil { try run.target.beginAwaiting() }
            try run.importItems(json: json, at: keyPath, mapping, flag, progress)
        } finally: { run in
            if let whole { try run.deleteUnnamed(type, whole) }
            let unnamed = run.target.missing.values.compactMap { $0 as? R }
            if let named, let identities = run.named {
                try named(run.target.connection, identities, unnamed)
            }
            if run.target.isAwaiting { try ended?(run.target.connection, run.report) }
        }
    }

    /// Imports a JSON file like `importEntities(_:json:at:progress:)`. The file is mapped into
    /// memory instead of being read completely. If another process truncates it during the import,
    /// this process ends with a signal; replace the file as a whole instead.
    ///
    /// - Throws: `StoreError.notAFile` if `file` is a pipe, a device or a folder; Foundation's error
    ///   if `file` cannot be read.
    public func importEntities<R: StoredRecord>(
        _ type: R.Type,
        jsonFile file: URL,
        at keyPath: String = "",
        progress: ImportProgressHandler? = nil
    ) async throws -> ImportReport {
        try checkIsFile(at: file.path)
        let json = try Data(contentsOf: file, options: .mappedIfSafe)
        return try await importEntities(type, json: json, at: keyPath, progress: progress)
    }
}

/// Function that receives a connection and a closure, and runs the import by calling the closure.
/// The closure receives the rows whose local changes the import must keep; nil if there are no such
/// rows.
package typealias ImportFrame =
    @Sendable (StoreConnection, (WaitingRows?) throws -> Void) throws -> Void

private typealias StoreRun = ImportRun<StoreImport>

extension CacheStore {
    fileprivate func runImport(
        _ entity: EntityDescription,
        around: @escaping ImportFrame = { try $1(nil) },
        _ body: @escaping @Sendable (StoreRun, ImportMapping, CancellationFlag) throws -> Void,
        finally end: @escaping @Sendable (StoreRun) throws -> Void = { _ in }
    ) async throws -> ImportReport {
        let enforced: EnforcedReferences = configuration.checksReferences ? .exceptNoAction : .none
        return try await withWriter { [model] writer in
            try writer.transaction { connection in
                let run = ImportRun(StoreImport(connection, model, enforced: enforced))
                guard let mapping = run.mapping(entity.name) else {
                    throw StoreError.badQuery("the model has no entity \"\(entity.name)\"")
                }
                try around(connection) { waiting in
                    run.target.waiting = waiting
                    try body(run, mapping, writer.cancellation ?? CancellationFlag())
                    try run.finish()
                    run.report.resolvedReferences =
                        try run.target.settleAwaited(run.unresolvedLinks)
                    try end(run)
                }
                run.report.takenBack = run.target.waiting?.unchanged ?? 0
                run.report.isComplete =
                    run.report.items.skipped == 0 && run.contained?.isComplete != false
                return run.report
            }.value
        }
    }
}

extension ImportRun where Target == StoreImport {
    /// Deletes the stored records that match `whole` but are missing from the JSON. Keeps records
    /// with local changes. Deletes nothing if an item or a nested object was skipped, because the
    /// skipped object may describe one of these records.
    ///
    /// Adds the deleted records and the kept records to `target.missing`.
    fileprivate func deleteUnnamed<R: StoredRecord>(_ type: R.Type, _ whole: DataQuery) throws {
        guard let contained, contained.isComplete, report.items.skipped == 0 else { return }
        let connection = target.connection
        target.waiting?.noteComplete(R.entity, whole)
        let unnamed = try connection.fetch(type, whole).filter {
            !contained.contains($0.storedIdentity)
        }
        // Keeps a record with local changes, because its deletion could cascade to other records.
        let gone = unnamed.filter {
            target.waiting?.noteMissing($0.storedIdentity, R.entity) != true
        }
        report.deleted += try connection.execute(R.statements.delete, forEach: gone) {
            try $1.bind($0.storedIdentity, at: 1)
        }
        for record in unnamed { target.missing[record.storedIdentity] = record }
    }
}
