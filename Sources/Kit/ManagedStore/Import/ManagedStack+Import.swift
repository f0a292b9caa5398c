public import DataAccess
public import Foundation

/// Import of records from JSON and from dictionaries, in one save.
///
/// The value of an attribute or relationship is read from the key paths in the property's
/// `ImportName`, an entry in the model's user info. Without `ImportName`, the key is the property's
/// name. An imported object updates the record with the same identity. If the object has no
/// identity, it updates the record with the same values for a uniqueness constraint. If there is no
/// such record, a new record is inserted. A missing key leaves the value unchanged; null clears the
/// value.
///
/// Objects nested in a relationship become related records. A scalar in a relationship is the
/// identity of a record. That record may follow later in the same import. Related records that an
/// array omits remain related; no record is deleted.
///
/// An invalid object is skipped and reported, and does not stop the import. Nothing is saved if the
/// import throws or its task is cancelled.
extension ManagedStack {
    /// A function that is called about once per thousand imported objects, on the queue of the
    /// writing context. It must not wait for a `write` of this stack, because that write waits for
    /// the end of the import.
    public typealias ImportProgressHandler = @Sendable (ImportProgress) -> Void

    /// Imports an array of dictionaries. Their values have JSON's types or are `Date`, `Data`,
    /// `UUID`, `URL` or `Decimal`.
    ///
    /// - Throws: `StoreError` if Core Data rejects the save; `CancellationError` if the task is
    ///   cancelled before the save.
    public func importEntities<R: DescribedRecord>(
        _ type: R.Type,
        from items: [[String: Any]],
        progress: ImportProgressHandler? = nil
    ) async throws -> ImportReport {
        let values = items.map { ImportValue($0) }
        return try await runImport(R.entity) { run, mapping, cancellation in
            try run.importItems(values, mapping, cancellation, progress)
        }
    }

    /// Imports JSON that contains an array of objects or one object.
    ///
    /// - Parameters:
    ///   - type: Type of the records.
    ///   - json: UTF-8 text.
    ///   - keyPath: key path of the array in the JSON, such as `data.items`; empty for the root.
    ///   - progress: called on the queue of the writing context, about once per thousand items.
    /// - Throws: `ImportError` if the text is not valid JSON or has no objects at `keyPath`; also
    ///   the errors of `importEntities(_:from:progress:)`.
    public func importEntities<R: DescribedRecord>(
        _ type: R.Type,
        json: Data,
        at keyPath: String = "",
        progress: ImportProgressHandler? = nil
    ) async throws -> ImportReport {
        try await runImport(R.entity) { run, mapping, cancellation in
            try run.importItems(json: json, at: keyPath, mapping, cancellation, progress)
        }
    }

    /// Imports JSON from a file, like `importEntities(_:json:at:progress:)`. The file is mapped
    /// into memory instead of being read completely. If another process truncates it during the
    /// import, this process ends with a signal; replace the file as a whole instead.
    ///
    /// - Throws: `StoreError.notAFile` if `file` is a pipe, a device or a folder; Foundation's error
    ///   if `file` cannot be read.
    public func importEntities<R: DescribedRecord>(
        _ type: R.Type,
        jsonFile file: URL,
        at keyPath: String = "",
        progress: ImportProgressHandler? = nil
    ) async throws -> ImportReport {
        try checkIsFile(at: file.path)
        let json = try Data(contentsOf: file, options: .mappedIfSafe)
        return try await importEntities(type, json: json, at: keyPath, progress: progress)
    }

    private func runImport(
        _ entity: EntityDescription,
        _ body:
            @escaping @Sendable (ImportRun<ManagedImport>, ImportMapping, CancellationFlag) throws
            -> Void
    ) async throws -> ImportReport {
        let cancellation = CancellationFlag()
        return try await withTaskCancellationHandler {
            try await writing { records in
                try cancellation.check()
                let run = ImportRun(ManagedImport(records))
                guard let mapping = run.mapping(entity.name) else {
                    throw StoreError.badQuery("the model has no entity \"\(entity.name)\"")
                }
                try body(run, mapping, cancellation)
                try run.finish()
                // Last check for cancellation before the save.
                try cancellation.check()
                return run.report
            }
        } onCancel: {
            cancellation.set()
        }
    }
}
