import DataAccess
import Diagnostics
import Foundation
import GRDBSQLite

/// Checks the values that a hook writes. SQLite accepts values of any type in any column. A value
/// in a wrong format would be read as a different value or as nil.
extension HookRun {
    /// Location of an attribute's values: a column of a table.
    struct Values {
        var entity: EntityDescription
        var attribute: AttributeDescription
        /// The name of the table, as SQL.
        var table: String
        /// The name of the attribute's column, as SQL.
        var column: String
        /// The name of the column with SQLite's row ID, as SQL.
        var number: String
        /// SQL condition for the rows that have the attribute; nil if all rows have it.
        var condition: String?

        fileprivate var filter: String {
            "\(column) NOT NULL\(condition.map { " AND \($0)" } ?? "")"
        }
    }

    /// Checks the column `_kind` of the shared tables in which the steps wrote it: it must contain
    /// the name of an entity. A record of another name would be read as no entity's record, and its
    /// values would not be checked.
    ///
    /// - Parameter entities: names of the entities that can have records, keyed by table.
    func checkKinds(_ entities: [String: [String]], _ part: String) throws {
        for (table, names) in entities.sorted(by: { $0.key < $1.key })
        where written.contains(EntityHierarchy.kindColumn, of: table) {
            let records = try count(quoted(table), "(\(isOneOf(names))) IS NOT TRUE")
            if records == 0 { continue }
            let list = names.map { "\"\($0)\"" }.joined(separator: ", ")
            throw failure(
                part,
                "in \(counted(records, "record")) of the table \(table), \(EntityHierarchy.kindColumn) is not the name of an entity that can have records: \(list)"
            )
        }
    }

    /// Checks the attribute values that were copied from columns written by the hook's `before`
    /// steps.
    func checkBefore(_ plan: MigrationPlan, _ model: StoreModel) throws {
        try check(model, "the steps before the migration") { table, column in
            plan.takes(column, of: table, from: written)
        }
        written.removeAll()
    }

    /// Checks the values of attributes in the columns for which `isWritten` returns true.
    func check(
        _ model: StoreModel,
        _ part: String,
        isWritten: (_ table: String, _ column: String) -> Bool
    ) throws {
        for entity in model.entities where entity.hierarchy?.isAbstract != true {
            for attribute in entity.attributes where attribute.derivation == nil {
                let column = entity.tableColumn(attribute.name)
                guard isWritten(entity.tableName, column),
                    let rows = MigrationTable(entity.name, in: model)
                else { continue }
                let values = Values(
                    entity: entity,
                    attribute: attribute,
                    table: quoted(entity.tableName),
                    column: quoted(column),
                    number: rows.number,
                    condition: entity.hierarchy.map { _ in
                        "\(kindColumn) = \(sqlText(entity.name))"
                    }
                )
                try check(values, part, model)
            }
        }
    }

    /// Checks the values, and converts UUIDs and URLs to the store's format.
    ///
    /// - Throws: `StoreError.migrationHook` with the number of values that are invalid for the
    ///   attribute. The error contains none of these values.
    func check(_ values: Values, _ part: String, _ model: StoreModel) throws {
        let (attribute, column) = (values.attribute, values.column)
        func refuse(_ invalid: Int) throws {
            if invalid == 0 { return }
            let property = "\(values.entity.name).\(attribute.name)"
            throw failure(
                part,
                "in \(counted(invalid, "record")), \(property) is not \(attribute.kind.form)"
            )
        }
        try refuse(
            count(
                values.table,
                "\(values.filter) AND NOT (\(attribute.kind.isStored(column)))"
            )
        )
        if !attribute.kind.isParsed { return }
        let isCollection =
            attribute.kind == .transformable
            ? model.records[values.entity.name]?.collectionCheck(of: attribute.name) : nil
        var invalid = 0
        var changes: [(number: Int64, text: String)] = []
        let select = try connection.prepared(
            "SELECT \(values.number), \(column) FROM \(values.table) WHERE \(values.filter)"
        )
        defer { sqlite3_finalize(select) }
        while try connection.step(select) {
            let row = StoreRow(statement: select)
            let text = row.string(1) ?? ""
            guard isCollection?(text) != false, let kept = stored(text, values) else {
                invalid += 1
                continue
            }
            if !kept.utf8.elementsEqual(text.utf8) { changes.append((row.int64(0) ?? 0, kept)) }
        }
        try refuse(invalid)
        if !changes.isEmpty { try store(changes, values) }
    }

    /// Returns the number of rows that match the condition.
    ///
    /// - Parameter table: the name of the table, as SQL.
    private func count(_ table: String, _ condition: String) throws -> Int {
        let sql = "SELECT count(*) FROM \(table) WHERE \(condition)"
        return Int(try connection.text(sql) ?? "") ?? 0
    }

    /// Returns the text in the store's format; nil if the text is invalid for the attribute. Also
    /// returns nil if the attribute is the identity and the text is a UUID in another format.
    /// References to the record contain the UUID as the hook wrote it, so converting the identity
    /// would break the references.
    private func stored(_ text: String, _ values: Values) -> String? {
        switch values.attribute.kind {
        case .uuid:
            let uuid = UUID(uuidString: text)?.uuidString
            return values.attribute.name == values.entity.identity && uuid != text ? nil : uuid
        case .uri: return URL(string: text)?.absoluteString
        case .decimal:
            // Earlier releases stored NaN as text.
            if text == "NaN" { return text }
            return isDecimal(text) && Decimal(string: text)?.isNaN == false ? text : nil
        default: return text
        }
    }

    private func store(_ changes: [(number: Int64, text: String)], _ values: Values) throws {
        let update = try connection.prepared(
            "UPDATE \(values.table) SET \(values.column) = ?1 WHERE \(values.number) = ?2"
        )
        defer { sqlite3_finalize(update) }
        let bindings = StoreBindings(statement: update)
        for (number, text) in changes {
            try bindings.bind(text, at: 1)
            try bindings.bind(number, at: 2)
            _ = try connection.step(update)
            sqlite3_reset(update)
        }
    }
}

extension AttributeDescription.Kind {
    /// Returns an SQL condition that is true if `value` has the correct storage type and range for
    /// the attribute. `value` is an SQL expression whose result is not NULL.
    fileprivate func isStored(_ value: String) -> String {
        func isInteger(from least: some BinaryInteger, to greatest: some BinaryInteger) -> String {
            "typeof(\(value)) = 'integer' AND \(value) BETWEEN \(least) AND \(greatest)"
        }
        switch self {
        case .integer16: return isInteger(from: Int16.min, to: Int16.max)
        case .integer32: return isInteger(from: Int32.min, to: Int32.max)
        case .integer64: return "typeof(\(value)) = 'integer'"
        case .boolean: return isInteger(from: 0, to: 1)
        case .double, .float, .date: return "typeof(\(value)) IN ('real', 'integer')"
        case .string, .decimal, .uuid, .uri: return "typeof(\(value)) = 'text'"
        case .transformable:
            return """
                CASE WHEN typeof(\(value)) = 'text' AND json_valid(\(value))
                THEN json_type(\(value)) IN ('array', 'object') ELSE 0 END
                """
        case .binary: return "typeof(\(value)) = 'blob'"
        }
    }

    /// Whether values are stored as text in a format that must be checked.
    fileprivate var isParsed: Bool {
        switch self {
        case .uuid, .uri, .decimal, .transformable: true
        default: false
        }
    }

    /// Description of the expected values, for error messages.
    fileprivate var form: String {
        switch self {
        case .integer16: "a whole number from \(Int16.min) to \(Int16.max)"
        case .integer32: "a whole number from \(Int32.min) to \(Int32.max)"
        case .integer64: "a whole number"
        case .boolean: "0 or 1"
        case .double, .float: "a number"
        case .date: "a date stored as seconds since 2001-01-01 00:00 UTC"
        case .string: "text"
        case .decimal: "a decimal number stored as text"
        case .uuid: "a UUID stored as text in capital letters"
        case .uri: "a URL stored as text"
        case .transformable: "JSON text for a collection of the attribute's type"
        case .binary: "data"
        }
    }
}
