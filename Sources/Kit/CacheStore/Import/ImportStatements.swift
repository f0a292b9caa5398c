import DataAccess

/// SQL that inserts and updates records for one set of imported columns.
final class ImportStatements {
    /// For each column, whether it is imported.
    let present: [Bool]
    /// Indices, in `ImportMapping.columns`, of the imported columns except the identity column.
    /// Their values are bound in this order, beginning with `?2`; `?1` is the identity.
    let given: [Int]
    /// Indices, in `ImportMapping.columns`, of the columns that `insert` sets after the identity
    /// column. The columns in `given` come first. The columns that were not imported but have an
    /// initial value follow.
    let inserted: [Int]
    /// SQL that inserts a record. nil if the entity is abstract, or if a required column without an
    /// initial value was not imported. Without this SQL, the import can only update existing
    /// records.
    let insert: String?
    let compare: String
    let update: String?
    /// Name, for messages, of a required column that has no initial value and was not imported; nil
    /// if there is none.
    let missing: String?

    init(_ mapping: ImportMapping, _ present: [Bool]) {
        let identity = mapping.identity
        let columns = mapping.columns
        let others = columns.indices.filter { $0 != identity }
        let given = others.filter { present[$0] }
        let entity = mapping.entity
        let key = quoted(entity.identity)
        (self.present, self.given) = (present, given)
        inserted = given + others.filter { !present[$0] && columns[$0].initial != .null }
        missing = mapping.missing { present[$0] }
        let names = ([key] + inserted.map { entity.stored(columns[$0].name) }).joined(
            separator: ", "
        )
        let places = (0...inserted.count).map { "?\($0 + 1)" }.joined(separator: ", ")
        insert =
            missing == nil && entity.hierarchy?.isAbstract != true
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
