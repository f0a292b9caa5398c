/// Error of a store operation. Its description states the problem and the remedy, and never
/// contains a stored value.
public enum StoreError: Error, Sendable, Hashable {
    /// The file cannot be opened or created.
    case cannotOpen(path: String, reason: String)
    /// The item at the path is a folder, pipe, socket or device; `kind` states which.
    case notAFile(path: String, kind: String)
    /// The file is damaged or not an SQLite database.
    case notADatabase(path: String)
    /// The file is a database created by another program.
    case foreignDatabase(path: String)
    /// The file is a store created by Apple's Core Data.
    case coreDataStore(path: String)
    /// The file was created for another model. `stored` and `expected` are the names of the models.
    case modelMismatch(path: String, stored: String, expected: String)
    /// The file was created for a later version of the model. `stored` and `expected` are the names
    /// of the versions.
    case newerModel(path: String, stored: String, expected: String)
    /// The file was created for an earlier version of the model and must be migrated, but it is
    /// opened for reading only.
    case migrationNeeded(path: String, from: String, to: String)
    /// The file was created for an earlier version of the model and cannot be migrated to the
    /// current version. `obstacles` lists all the reasons. The file is unchanged.
    case cannotMigrate(path: String, from: String, to: String, obstacles: [String])
    /// A problem with a migration hook prevented the migration. A migration hook contains the
    /// program's own migration steps. The file is unchanged. The problem is one of these:
    ///
    /// - The hook failed.
    /// - There is no hook from `from` to `to`, or there are several.
    /// - The model lacks the version `from` or `to`.
    /// - `from` comes after `to`.
    case migrationHook(path: String, from: String, to: String, reason: String)
    /// The file is open only for reading, or is not writable.
    case readOnly(path: String)
    /// The disk that contains the file is full.
    case diskFull
    /// Another process locked the file for too long.
    case busy
    /// The operating system could not read or write the file, or the file is no longer at its path.
    case inputOutput(reason: String)
    /// A related record is not in the store, or a record cannot be deleted because other records
    /// need it. The associated value identifies the record whose relationship is broken; nil if
    /// that record is unknown.
    case brokenRelationship(BrokenRelationship?)
    /// A value that must be unique already exists, or the entity is abstract.
    case constraint(reason: String)
    /// The record breaks validation rules of the model, or lacks a required value or related
    /// record. `violations` contains every broken rule, but only the first missing value or related
    /// record.
    case invalid(entity: String, violations: [Violation])
    /// A column has no value although the model requires a value, or its value has the wrong type
    /// or is out of range, such as a derived count of 40,000 in an Integer 16. `column` is the
    /// column's position, counted from 0. `name` is the column's name in the result of an SQL
    /// statement; nil if the row has another source.
    case unexpectedValue(column: Int, name: String? = nil)
    /// A query does not match the model, or its text is invalid. The associated value describes the
    /// mistake and its position.
    case badQuery(String)
    /// The record to be changed is not in the store.
    case noRecord(entity: String)
    /// A handler changed the identity of the record that it received.
    case changedIdentity(entity: String)
    /// The program contains no generated model with this name.
    case unknownModel(name: String, module: String)
    /// The store rejected an operation for this reason.
    case refused(reason: String)
}

extension StoreError {
    /// Returns the error for the insertion of a record of an abstract entity.
    package static func abstract(_ entity: String) -> StoreError {
        .constraint(reason: "\(entity) is abstract: insert a record of a child entity")
    }

    /// Returns the error for a record with the same values of these properties as another record.
    package static func taken(_ names: [String], of entity: String) -> StoreError {
        .constraint(reason: "another \(entity) has the same \(names.joined(separator: " and "))")
    }

    /// The error for a save that would change the entity of a stored record. A record keeps its
    /// entity, even if several entities share the table.
    package static let recordOfAnotherEntity = StoreError.constraint(
        reason: """
            a record of another entity has the same identity as this record, or the same values of \
            unique attributes
            """
    )

    /// The error for a sum of integers that does not fit in 64 bits.
    package static let sumTooLarge = StoreError.refused(
        reason: """
            a sum of integers does not fit in 64 bits: select fewer records, or sum an \
            attribute of the type Double
            """
    )

    /// The error for a filter whose conditions are nested too deeply for SQLite.
    package static let filterTooDeep = StoreError.badQuery(
        """
        the conditions of the filter are nested too deeply: nest at most \
        \(DataQuery.Filter.depthLimit) operators (&&, || and !, or AND, OR and NOT)
        """
    )

    /// Returns the error for an invalid filter. The description quotes the filter's text, unless it
    /// is empty.
    static func badFilter(_ problem: String, _ text: String) -> StoreError {
        .badQuery(text.isEmpty ? problem : "\(problem) (in the filter: \(text))")
    }

    /// Returns the error for a broken relationship of the record with this identity. If
    /// `relationship` is nil, the error states that the record denies the deletion of a related
    /// record.
    package static func broken(
        _ relationship: String?,
        of entity: String,
        _ identity: StoredValue
    ) -> StoreError {
        .brokenRelationship(.init(entity: entity, relationship: relationship, identity: identity))
    }
}

extension StoreError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .cannotOpen(let path, let reason):
            "cannot open the store \(path) (\(reason)): check that the path is correct and that its folder exists and is writable"
        case .notAFile(let path, let kind):
            "\(path) is \(kind), not a file: choose another path for the store"
        case .notADatabase(let path):
            "\(path) is not a store or is damaged: move the file away to start with an empty store"
        case .foreignDatabase(let path):
            "\(path) is a database of another program: choose another file"
        case .coreDataStore(let path):
            "\(path) is a Core Data store and was not changed: choose another file. To import the Core Data records, see the page \"Moving from Core Data\" of the documentation"
        case .readOnly(let path):
            "\(path) cannot be written: check its permissions, and check that it was not opened for reading only; nothing was changed"
        case .modelMismatch(let path, let stored, let expected):
            "\(path) is a store of the model \"\(stored)\", not of \"\(expected)\": choose another file, or move this file away to start with an empty store"
        case .newerModel(let path, let stored, let expected) where stored == expected:
            "\(path) was not changed: its model \"\(stored)\" differs from this program's model with the same name. If a newer version of the program created the file, update this program. If the file is older than this program, add a model version whose name sorts after \"\(stored)\""
        case .newerModel(let path, let stored, let expected):
            "\(path) was not changed: its model is \"\(stored)\", but this program's model is \"\(expected)\". If a newer version of the program created the file, update this program. If the file is older than this program, add a model version whose name sorts after \"\(stored)\" and \"\(expected)\""
        case .migrationNeeded(let path, let from, let to):
            "\(path) must be migrated from the model version \"\(from)\" to \"\(to)\", but the store was opened for reading only: open the store once for writing; nothing was changed"
        case .cannotMigrate(let path, let from, let to, let obstacles):
            "\(path) cannot be migrated from the model \"\(from)\" to \"\(to)\" (\(obstacles.joined(separator: "; "))): change the model so that the file can be migrated, or move the file away to start with an empty store; nothing was changed"
        case .migrationHook(let path, let from, let to, let reason):
            "\(path) was not migrated from the model \"\(from)\" to \"\(to)\" because of an error in the migration hook (\(reason)): correct the hook; nothing was changed"
        case .diskFull:
            "no space is left on the disk: free some space and try again; nothing was changed"
        case .busy: "another process is using the store: try again; nothing was changed"
        case .inputOutput(let reason):
            "the store's file cannot be read or written (\(reason)): check the disk and the file's folder; nothing was changed"
        case .brokenRelationship(let broken?): "\(broken); nothing was changed"
        case .brokenRelationship(nil):
            "a relationship is invalid; nothing was changed. If a related record is missing or belongs to another entity, save the related record first. If other records still need this record, delete those records first"
        case .constraint(let reason):
            "the store refused the record (\(reason)); nothing was changed"
        case .invalid(let entity, let violations):
            "the \(entity) breaks rules of the model: "
                + violations.map { "\($0.property) must be \($0.expected)" }
                .joined(separator: "; ") + "; nothing was changed"
        case .unexpectedValue(_, let name?):
            "the value of a record in the column \"\(name)\" is missing, has the wrong type or is out of range. If another program changed the file, correct the value, or import the record again. If the attribute is derived, such as a count, give it the type Integer 64"
        case .unexpectedValue(let column, nil):
            "the value of a record in column \(column) (counted from 0) is missing, has the wrong type or is out of range. If another program changed the file, correct the value, or import the record again. If the attribute is derived, such as a count, give it the type Integer 64"
        case .badQuery(let text): text
        case .noRecord(let entity):
            "the \(entity) to change is not in the store: insert the record first (if \(entity) is abstract, insert a record of a child entity); nothing was changed"
        case .changedIdentity(let entity):
            "the identity of the \(entity) cannot be changed: insert a record with the new identity, and delete this record; nothing was changed"
        case .unknownModel(let name, let module):
            "the module \(module) has no generated model \"\(name)\": run cdgen generate, or pass the model's definition to CacheStore(model:)"
        case .refused(let reason): "the store could not run a statement: \(reason)"
        }
    }
}
