import DataAccess
import Foundation
import GRDB

/// An import target that stores records with SQL.
final class StoreImport: ImportTarget {
    static let itemsAtOnce = 1

    let connection: StoreConnection
    let mappings: ImportMappings
    /// The rows whose local changes the import must keep; nil if there are none.
    var waiting: WaitingRows?
    /// Stored records that match the query `whole` of `importEntities` but are missing from the
    /// JSON, keyed by identity. Contains the deleted records and the records kept because of local
    /// changes.
    var missing: [StoredValue: any StoredRecord] = [:]
    /// Whether the import uses the table of `AwaitedReferences` for references to missing records.
    var isAwaiting = false
    /// Whether the table of awaited references may have rows.
    var hasAwaited = false
    /// State of the import for each mapping; the index is `ImportMapping.number`.
    private var tables: [Table] = []

    private final class Table {
        /// The SQL for each combination of imported columns that has occurred so far. The key has
        /// one element for each column: whether the column was imported.
        private var statements: [[Bool]: ImportStatements] = [:]
        /// The SQL for the previous record.
        private var latest: ImportStatements?
        /// Whether the previous imported record already existed, so that the next record probably
        /// exists too.
        var expectsExisting = false

        func statements(_ plan: ImportPlan) -> ImportStatements {
            let present = plan.values.map { $0 != nil }
            if let latest, latest.present == present { return latest }
            let found = statements[present] ?? ImportStatements(plan.mapping, present)
            statements[present] = found
            latest = found
            return found
        }
    }

    init(_ connection: StoreConnection, _ model: StoreModel, enforced: EnforcedReferences) {
        self.connection = connection
        mappings = ImportMappings(model, enforced: enforced)
    }

    func expect(_ identities: [StoredValue], _ mapping: ImportMapping) {}

    func exists(_ identity: StoredValue, _ mapping: ImportMapping) throws -> Bool {
        let entity = mapping.entity
        return try connection.firstRow(
            "SELECT 1 FROM \(quoted(entity.name)) WHERE \(quoted(entity.identity)) = ?1"
        ) {
            try $0.bind(identity, at: 1)
        } read: { _ in
            true
        } ?? false
    }

    func undoingFlaws<T>(_ body: () throws -> T) throws -> T {
        try connection.execute("SAVEPOINT item")
        waiting?.beginItem()
        do {
            let result = try body()
            try connection.execute("RELEASE item")
            return result
        } catch let flaw as ImportFlaw {
            try connection.execute("ROLLBACK TO item")
            try connection.execute("RELEASE item")
            waiting?.undoItem()
            throw flaw
        }
    }

    func exchangingUniqueValues(
        of plans: [ImportPlan],
        after first: () throws -> Void,
        _ body: () throws -> Void
    ) throws {
        let (noted, missing) = (waiting?.noted, missing)
        do {
            try connection.savepoint {
                try first()
                let replaced = try plans.flatMap(replaceUniqueValues)
                try body()
                for value in replaced.reversed() { try restore(value) }
            }
        } catch let flaw as ImportFlaw {
            if let noted { waiting?.noted = noted }
            self.missing = missing
            throw flaw
        }
    }

    /// A record's unique value that a placeholder has replaced.
    private struct ReplacedValue {
        let entity: EntityDescription
        let identity: StoredValue
        let column: String
        let value: StoredValue
        let placeholder: StoredValue
    }

    /// Replaces the record's unique values with placeholders. Only columns for which the plan has
    /// values are changed. A placeholder is NULL or, if the column requires a value, text that no
    /// record contains. Returns the replaced values; none if the record does not exist.
    private func replaceUniqueValues(of plan: ImportPlan) throws -> [ReplacedValue] {
        let (mapping, entity) = (plan.mapping, plan.mapping.entity)
        guard let identity = plan.values[mapping.identity] else { return [] }
        return try plan.uniqueColumns.compactMap { position in
            let column = mapping.columns[position]
            let name = entity.stored(column.name)
            let place = "\(quoted(entity.identity)) = ?1\(entity.ofKind)"
            let value = try connection.firstRow(
                "SELECT \(name) FROM \(entity.table) WHERE \(place)"
            ) {
                try $0.bind(identity, at: 1)
            } read: {
                $0.value(0)
            }
            guard let value, value != .null else { return nil }
            let placeholder: StoredValue =
                column.isOptional ? .null : .text("import \(UUID().uuidString)")
            try reportingConstraints {
                try connection.execute("UPDATE \(entity.table) SET \(name) = ?2 WHERE \(place)") {
                    try $0.bind(identity, at: 1)
                    try $0.bind(placeholder, at: 2)
                }
            }
            return ReplacedValue(
                entity: entity,
                identity: identity,
                column: name,
                value: value,
                placeholder: placeholder
            )
        }
    }

    /// Restores the replaced value if the column still contains the placeholder.
    private func restore(_ replaced: ReplacedValue) throws {
        let (entity, column) = (replaced.entity, replaced.column)
        try reportingConstraints {
            try connection.execute(
                """
                UPDATE \(entity.table) SET \(column) = ?2
                WHERE \(quoted(entity.identity)) = ?1\(entity.ofKind) AND \(column) IS ?3
                """
            ) {
                try $0.bind(replaced.identity, at: 1)
                try $0.bind(replaced.value, at: 2)
                try $0.bind(replaced.placeholder, at: 3)
            }
        }
    }

    func put(_ plan: ImportPlan) throws -> StoredImport {
        let stored = try store(plan)
        waiting?.note(plan, stored)
        try forgetAwaited(plan, of: stored.identity)
        return stored
    }

    private func store(_ plan: ImportPlan) throws -> StoredImport {
        let mapping = plan.mapping
        let table = table(of: mapping)
        var identity = plan.values[mapping.identity] ?? .null
        if identity == .null, let known = try self.identity(withKeyOf: plan) {
            identity = known
            table.expectsExisting = true
        }
        let statements = table.statements(plan)
        if identity == .null || !table.expectsExisting {
            if try insert(plan, identity, statements) {
                table.expectsExisting = false
                let number = StoredValue.integer(connection.lastInsertedNumber)
                return StoredImport(identity == .null ? number : identity, .inserted)
            }
        }
        if let outcome = try change(plan, identity, statements) {
            table.expectsExisting = true
            return StoredImport(identity, outcome)
        }
        table.expectsExisting = false
        if try insert(plan, identity, statements) { return StoredImport(identity, .inserted) }
        // The identity exists in the shared table, but the record belongs to another entity.
        if statements.insert != nil { throw mappings.flaw(.recordOfAnotherEntity) }
        throw mapping.cannotInsert(missing: statements.missing)
    }

    private func table(of mapping: ImportMapping) -> Table {
        while tables.count <= mapping.number { tables.append(Table()) }
        return tables[mapping.number]
    }

    /// Inserts the record.
    ///
    /// - Returns: whether the record was inserted. False if a record with this identity exists, or
    ///   if `statements.insert` is nil.
    private func insert(
        _ plan: ImportPlan,
        _ identity: StoredValue,
        _ statements: ImportStatements
    ) throws -> Bool {
        guard let sql = statements.insert else { return false }
        if plan.mapping.hasRules {
            let values = plan.values.indices.map { position in
                plan.values[position] ?? plan.mapping.columns[position].initial
            }
            try plan.mapping.checkRules(identity, values)
        }
        return try reportingConstraints {
            try connection.execute(sql) { places in
                try places.bind(identity, at: 1)
                for (index, position) in statements.inserted.enumerated() {
                    let initial = plan.mapping.columns[position].initial
                    try places.bind(plan.values[position] ?? initial, at: Int32(index + 2))
                }
            } > 0
        }
    }

    /// Updates the record with this identity.
    ///
    /// - Returns: `updated` if a value changed, otherwise `unchanged`; nil if there is no such
    ///   record.
    private func change(
        _ plan: ImportPlan,
        _ identity: StoredValue,
        _ statements: ImportStatements
    ) throws -> StoredImport.Outcome? {
        func bind(_ places: StoreBindings) throws {
            try places.bind(identity, at: 1)
            for (index, position) in statements.given.enumerated() {
                try places.bind(plan.values[position] ?? .null, at: Int32(index + 2))
            }
        }
        let isSame = try connection.firstRow(statements.compare, bind: bind) { $0.bool(0) ?? false }
        guard let isSame else { return nil }
        guard !isSame, let update = statements.update else { return .unchanged }
        if let kept = try kept(identity, plan.mapping) {
            let values = plan.values.indices.map { plan.values[$0] ?? kept[$0] }
            try plan.mapping.checkRules(identity, values)
        }
        try reportingConstraints { try connection.execute(update, bind: bind) }
        return .updated
    }

    /// Returns the current values of the record with this identity, in the order of the columns.
    /// The values are needed only to check validation rules. Returns nil if the entity has no such
    /// rules, or if there is no such record.
    private func kept(
        _ identity: StoredValue,
        _ mapping: ImportMapping
    ) throws -> [StoredValue]? {
        if !mapping.hasRules { return nil }
        return try connection.firstRow(RecordStatements(mapping.entity).retrieve) {
            try $0.bind(identity, at: 1)
        } read: { row in
            mapping.columns.indices.map { row.value(Int32($0)) }
        }
    }

    /// Runs `body` and converts constraint violations to errors of the item that is being imported.
    @discardableResult
    func reportingConstraints<T>(_ body: () throws -> T) throws -> T {
        do {
            return try body()
        } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT {
            let code = error.extendedResultCode
            var flaw = mappings.flaw(
                storeError(code.rawValue, error.message ?? "", at: nil, connection.plans.model)
            )
            flaw.isCollision = code == .SQLITE_CONSTRAINT_UNIQUE
            throw flaw
        }
    }
}
