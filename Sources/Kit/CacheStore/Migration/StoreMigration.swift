import Diagnostics

/// Report on the migration of a store to a later version of its model. The migration ran in one
/// transaction when the store was opened.
public struct StoreMigration: Sendable, Hashable {
    /// Change made by a migration. Renamed entities and properties appear under their new names.
    public enum Change: Sendable, Hashable {
        case addedEntity(String)
        /// The entity was removed. `records` is the number of its records, which were removed too.
        case removedEntity(String, records: Int)
        case renamedEntity(from: String, to: String)
        case added(entity: String, property: String)
        /// The property was removed, or it was replaced by a derived attribute, which was added.
        /// `values` is the number of its values, which were removed too.
        case removed(entity: String, property: String, values: Int)
        case renamed(entity: String, from: String, to: String)
        /// A migration hook provided the property's values.
        case given(entity: String, property: String)
        /// The attribute is now required. `records` is the number of records that had no value and
        /// received the attribute's default.
        case filled(entity: String, property: String, records: Int)
        /// The attribute now identifies the records. `records` is the number of records that had no
        /// value and received a new UUID or number.
        case identified(entity: String, property: String, records: Int)
        /// References to missing records were removed from the relationship. A record that no
        /// longer belongs to the destination entity also counts as missing. `records` is the number
        /// of removed references.
        case cleared(entity: String, relationship: String, records: Int)
    }

    /// Name of the version before the migration. If the model had only one version, this is the
    /// name of the model.
    public let from: String
    /// Name of the version after the migration.
    public let to: String
    /// The changes, in no particular order. Every loss of values is listed.
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
        case .given(let entity, let property):
            "set \(entity).\(property) to the values from the migration hook"
        case .filled(let entity, let property, let count):
            "set \(entity).\(property) to its default in \(counted(count, "record"))"
        case .identified(let entity, let property, let count):
            "set \(entity).\(property) to a new identity in \(counted(count, "record")) without a value"
        case .cleared(let entity, let relationship, let count):
            "cleared \(entity).\(relationship) in \(counted(count, "record")) that referred to a missing record"
        }
    }
}
