/// The set of relationships that may refer only to existing records.
package enum EnforcedReferences: Sendable {
    case none
    /// All relationships except those with the deletion rule "no action".
    case exceptNoAction
    case all
}

/// Mapping from imported objects to the records of one entity.
package final class ImportMapping {
    /// A class, because the import passes columns on for each value.
    package final class Column {
        package let name: String
        /// The key paths of the value in an imported object. The first key path that exists in the
        /// object is used. Empty for a column that is not imported.
        package let keys: [[String]]
        package let isOptional: Bool
        package let initial: StoredValue
        /// Conversion to the attribute's type; nil if the column does not store an attribute.
        let conversion: ImportConversion?
        /// The name of the relationship's destination entity; nil if the column does not store a
        /// relationship.
        package let destination: String?
        /// Whether the relationship may refer only to an existing record.
        let isEnforced: Bool

        fileprivate init(_ attribute: AttributeDescription) {
            name = attribute.name
            let isDerived = attribute.derivation != nil
            // Derived attributes are not imported.
            keys = isDerived ? [] : importKeys(attribute.name, attribute.userInfo)
            isOptional = isDerived || attribute.isOptional
            initial = attribute.storedInitial
            conversion = ImportConversion(attribute)
            (destination, isEnforced) = (nil, false)
        }

        fileprivate init(
            name: String,
            _ relationship: RelationshipDescription?,
            _ enforced: EnforcedReferences
        ) {
            self.name = name
            keys = relationship.map { importKeys(name, $0.userInfo) } ?? []
            // A column without a relationship contains the identity that the store assigns.
            // Imported objects do not contain this identity.
            isOptional = relationship?.isOptional ?? true
            (initial, conversion) = (.null, nil)
            destination = relationship?.destination
            isEnforced =
                switch enforced {
                case .none: false
                case .exceptNoAction: relationship?.whenDestinationIsDeleted != .noAction
                case .all: true
                }
        }
    }

    package struct ToMany {
        package let name: String
        let keys: [[String]]
        let destination: String
        package let place: Place
        package let isToMany: Bool
        package let isOrdered: Bool

        /// The name of the destination's column that stores the relationship; nil if a join table
        /// stores it.
        package var column: String? { if case .column(let name) = place { name } else { nil } }
    }

    /// Storage of a relationship that has no column in the table of its entity.
    package enum Place {
        /// The column with this name in the destination's table. It contains the identity of the
        /// record that has the relationship.
        case column(String)
        case pairs(PairTable)
    }

    package let entity: EntityDescription
    /// Index of this mapping among the mappings of an import, from 0.
    package let number: Int
    /// The columns, in the order of the entity's columns.
    package let columns: [Column]
    /// Indices of the columns that store relationships.
    let references: [Int]
    let toMany: [ToMany]
    package let identity: Int
    /// Type of the records; nil if unknown. The type defines the validation rules.
    let record: (any DescribedRecord.Type)?

    /// Creates the mapping for an entity.
    ///
    /// - Parameter enforced: the relationships that may refer only to existing records.
    package init(
        _ entity: EntityDescription,
        _ record: (any DescribedRecord.Type)? = nil,
        number: Int = 0,
        enforced: EnforcedReferences = .exceptNoAction
    ) {
        self.entity = entity
        self.record = record
        self.number = number
        identity = entity.identityPosition
        columns = entity.columns.map { name in
            if let attribute = entity.attributes.first(where: { $0.name == name }) {
                return Column(attribute)
            }
            let relationship = entity.relationships.first { $0.name == name && $0.isColumn }
            return Column(name: name, relationship, enforced)
        }
        references = columns.indices.filter { [columns] in columns[$0].destination != nil }
        toMany = entity.relationships.compactMap { relationship in
            let place: Place
            switch (relationship.storage, relationship.join) {
            case (.inverse(let column), _): place = .column(column)
            case (.none, let pairs?): place = .pairs(pairs)
            default: return nil
            }
            return ToMany(
                name: relationship.name,
                keys: importKeys(relationship.name, relationship.userInfo),
                destination: relationship.destination,
                place: place,
                isToMany: relationship.isToMany,
                isOrdered: relationship.isOrdered
            )
        }
    }

    /// Returns the name of the column in reports: the first key path to try or, if the column has
    /// no key path, its own name.
    package func label(_ column: Column) -> String {
        column.keys.first?.joined(separator: ".") ?? column.name
    }

    package func column(named name: String) -> Column? { columns.first { $0.name == name } }
}

/// Returns the key paths that the property's user info lists under the key `ImportName`, separated
/// by commas. If it lists none, returns the property's name.
private func importKeys(_ name: String, _ userInfo: [String: String]) -> [[String]] {
    guard let names = userInfo["ImportName"] else { return [[name]] }
    let paths = names.split(separator: ",").map { path in
        path.split(separator: ".").map { $0.trimmingSpaces }.filter { !$0.isEmpty }
    }.filter { !$0.isEmpty }
    return paths.isEmpty ? [[name]] : paths
}

extension Substring {
    fileprivate var trimmingSpaces: String {
        String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
}

/// Returns the value at the first key path in `paths` that exists in the object; nil if none
/// exists.
func importedValue(_ object: [String: ImportValue], _ paths: [[String]]) -> ImportValue? {
    for path in paths {
        if path.count == 1 {
            if let value = object[path[0]] { return value }
            continue
        }
        var current: ImportValue? = .object(object)
        for key in path {
            guard case .object(let inner)? = current else {
                current = nil
                break
            }
            current = inner[key]
        }
        if let current { return current }
    }
    return nil
}
