public import DataAccess
public import Foundation

/// Records from JSON and from dictionaries, saved together.
///
/// The model defines the keys: the alternatives of `ImportName`, each a key path, or else the name
/// of the attribute or relationship. Records are inserted, or updated if their identity exists. A
/// missing key leaves its value unchanged; null clears it. Objects nested in a relationship become
/// related records; a scalar there is the identity of a record, which may come later in the same
/// import. Related records that an array does not contain stay related; no record is deleted. An
/// invalid object is left out and reported, and does not stop the others. Nothing is saved if the
/// import throws or its task is cancelled.
extension ManagedStack {
    /// Called on the queue of the writing context, about every thousand objects; it must not wait
    /// for the stack.
    public typealias ImportProgressHandler = @Sendable (ImportProgress) -> Void

    /// Imports an array of dictionaries, whose values are JSON's types, or `Date`, `Data`, `UUID`,
    /// `URL` and `Decimal`.
    ///
    /// - Throws: `StoreError` if Core Data refuses to save; `CancellationError` if the task is
    ///   cancelled before that.
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

    /// Imports JSON: an array of objects, or one object.
    ///
    /// - Parameters:
    ///   - type: Type of the records.
    ///   - json: UTF-8 text.
    ///   - keyPath: key path of the array in the JSON, `data.items`; empty for the root.
    ///   - progress: called on the queue of the writing context, every thousand items.
    /// - Throws: `ImportError` if the text is no JSON or has no objects there, else as
    ///   `importEntities(_:from:progress:)` does.
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

    /// Like `importEntities(_:json:at:progress:)`, from a file, which is mapped into memory, not
    /// read whole.
    ///
    /// - Throws: `StoreError.notAFile` if `file` is a pipe, a device or a folder.
    public func importEntities<R: DescribedRecord>(
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
                // The save follows.
                try cancellation.check()
                return run.report
            }
        } onCancel: {
            cancellation.set()
        }
    }
}
