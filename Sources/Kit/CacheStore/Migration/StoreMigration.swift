import Diagnostics

/// Report on the migration of a store to a later version of its model. The migration ran in one
/// transaction before the store was opened.
public struct StoreMigration: Sendable, Hashable {
    /// Change made by a migration. Renamed entities and properties appear under their new names.
    public enum Change: Sendable, Hashable {
        case addedEntity(String)
        /// The entity was removed, together with its records. `records` is their number.
        case removedEntity(String, records: Int)
        case renamedEntity(from: String, to: String)
        case added(entity: String, property: String)
        /// The property was removed, together with its values. `values` is their number.
        case removed(entity: String, property: String, values: Int)
        case renamed(entity: String, from: String, to: String)
        /// A migration hook provided the property's values.
        case given(entity: String, property: String)
        /// An attribute is now required. Records without a value received the attribute's default;
        /// `records` is their number.
        case filled(entity: String, property: String, records: Int)
        /// An attribute now identifies the records. Records without a value received a new UUID or
        /// number; `records` is their number.
        case identified(entity: String, property: String, records: Int)
        /// The relationship's references to missing records were removed. Records that no longer
        /// belong to the destination entity also count as missing. `records` is the number of these
        /// references.
        case cleared(entity: String, relationship: String, records: Int)
    }

    /// Name of the version before the migration. If the model had only one version, this is the
    /// model's name.
    public let from: String
    /// Name of the version after the migration.
    public let to: String
    /// The changes, in no particular order. They include every loss of values.
    public let changes: [Change]
}

extension StoreMigration: CustomStringConvertible {
    public var description: String {
        let parts =
            changes.isEmpty ? "no changes" : changes.map(\.text).joined(separator: ", ")
        return "migrated from \(from) to \(to): \(parts)"
    }
}

extension StoreMigration.Change {
    fileprivate var text: String {
        switch self {
        case .addedEntity(let name): "added \(name)"
        case .removedEntity(let name, let count): "removed \(name) with \(counted(count, "record"))"
        case .renamedEntity(let old, let new): "renamed \(old) to \(new)"
        case .added(let entity, let property): "added \(entity).\(property)"
        case .removed(let entity, let property, let count):
            "removed \(entity).\(property) with \(counted(count, "value"))"
        case .renamed(let entity, let old, let new): "renamed \(entity).\(old) to \(new)"
        case .given(let entity, let property): "set \(entity).\(property) to the values of a hook"
        case .filled(let entity, let property, let count):
            "set \(entity).\(property) to its default in \(counted(count, "record"))"
        case .identified(let entity, let property, let count):
            "set \(entity).\(property) to a new identity in \(counted(count, "record")) without a value"
        case .cleared(let entity, let relationship, let count):
            "cleared \(entity).\(relationship) in \(counted(count, "record")) that referred to a missing record"
        }
    }
}
