import DataAccess
import Foundation

/// Mapping from objects to the records of one entity.
final class ImportMapping {
    struct Column {
        let name: String
        /// The key paths to try, in order.
        let keys: [[String]]
        let isOptional: Bool
        let initial: StoredValue
        /// nil for a relationship.
        let conversion: ImportConversion?
        /// The entity that a relationship leads to.
        let destination: String?
        /// Whether the related record has to be there.
        let isEnforced: Bool
    }

    struct ToMany {
        let name: String
        let keys: [[String]]
        let destination: String
        let place: Place
        let isToMany: Bool
        let isOrdered: Bool

        /// The column that the destination's own objects leave to their holder.
        var column: String? { if case .column(let name) = place { name } else { nil } }
    }

    /// Storage of a relationship that is not a column of the entity.
    enum Place {
        /// The column of the destination that holds this record's identity.
        case column(String)
        case pairs(PairTable)
    }

    let entity: EntityDescription
    /// In the order of the entity's columns.
    let columns: [Column]
    let toMany: [ToMany]
    let identity: Int
    /// The SQL for each set of columns that has occurred.
    var statements: [[Bool]: ImportStatements] = [:]
    /// Whether the last record was there already: the next most likely is, too.
    var expectsExisting = false

    init(_ entity: EntityDescription) {
        self.entity = entity
        identity = entity.identityPosition
        columns = entity.columns.map { name in
            if let attribute = entity.attributes.first(where: { $0.name == name }) {
                return Column(attribute)
            }
            let relationship = entity.relationships.first { $0.name == name && $0.isColumn }
            return Column(name: name, relationship)
        }
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

    /// Name of the column in reports: the first key that is tried.
    func label(_ column: Column) -> String {
        column.keys.first?.joined(separator: ".") ?? column.name
    }
}

extension ImportMapping.Column {
    fileprivate init(_ attribute: AttributeDescription) {
        name = attribute.name
        let isDerived = attribute.derivation != nil
        // Derived attributes are not imported.
        keys = isDerived ? [] : importKeys(attribute.name, attribute.userInfo)
        isOptional = isDerived || attribute.isOptional
        initial = attribute.storedInitial
        conversion = ImportConversion(attribute)
        destination = nil
        isEnforced = false
    }

    fileprivate init(name: String, _ relationship: RelationshipDescription?) {
        self.name = name
        keys = relationship.map { importKeys(name, $0.userInfo) } ?? []
        // Imported objects have no identity if the store assigns it.
        isOptional = relationship?.isOptional ?? true
        initial = .null
        conversion = nil
        destination = relationship?.destination
        isEnforced = relationship?.whenDestinationIsDeleted != .noAction
    }
}

/// The key paths of `ImportName`, which holds alternatives with commas between them; else the name.
private func importKeys(_ name: String, _ userInfo: [String: String]) -> [[String]] {
    guard let names = userInfo["ImportName"] else { return [[name]] }
    let paths = names.split(separator: ",").map { path in
        path.split(separator: ".").map { $0.trimmingSpaces }
    }
    return paths.isEmpty ? [[name]] : paths
}

extension Substring {
    fileprivate var trimmingSpaces: String {
        String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
}

/// The value at the first of `paths` that the object has; nil if it has none of them.
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

/// The SQL that puts one set of columns, the identity among them, into a table.
struct ImportStatements {
    /// Positions of the columns for `?2` and so on; `?1` is the identity.
    let given: [Int]
    /// The same for the insert, which also has the initial values.
    let inserted: [Int]
    /// nil if a required column is missing, which only a record that is there can do without.
    let insert: String?
    let compare: String
    let update: String?
    /// The label of a missing required column.
    let missing: String?

    init(_ mapping: ImportMapping, _ present: [Bool]) {
        let identity = mapping.identity
        let columns = mapping.columns
        let others = columns.indices.filter { $0 != identity }
        let given = others.filter { present[$0] }
        let entity = mapping.entity
        let key = quoted(entity.identity)
        self.given = given
        inserted = given + others.filter { !present[$0] && columns[$0].initial != .null }
        let lacking = others.first {
            !present[$0] && !columns[$0].isOptional && columns[$0].initial == .null
        }
        missing = lacking.map { mapping.label(columns[$0]) }
        let names = ([key] + inserted.map { entity.stored(columns[$0].name) }).joined(
            separator: ", "
        )
        let places = (0...inserted.count).map { "?\($0 + 1)" }.joined(separator: ", ")
        insert =
            lacking == nil && entity.hierarchy?.isAbstract != true
            ? "INSERT INTO \(entity.table) (\(entity.kind?.column ?? "")\(names)) VALUES (\(entity.kind?.value ?? "")\(places)) ON CONFLICT (\(key)) DO NOTHING"
            : nil
        let pairs = given.enumerated().map { (columns[$1].name, "?\($0 + 2)") }
        let same = pairs.map { "\(quoted($0.0)) IS \($0.1)" }.joined(separator: " AND ")
        compare =
            "SELECT \(same.isEmpty ? "1" : same) FROM \(quoted(entity.name)) WHERE \(key) = ?1"
        let changes = pairs.map { "\(entity.stored($0.0)) = \($0.1)" }.joined(separator: ", ")
        update =
            changes.isEmpty
            ? nil : "UPDATE \(entity.table) SET \(changes) WHERE \(key) = ?1\(entity.ofKind)"
    }
}
