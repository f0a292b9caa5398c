import DataAccess
import Foundation

/// One import: reads items, stores them, and keeps the account.
///
/// Used by one transaction at a time, on the writer's queue.
final class ImportRun {
    var report = ImportReport()
    let connection: StoreConnection
    let model: StoreModel
    private var mappings: [String: ImportMapping] = [:]
    /// Relationships to records that were not there when they were named.
    private var pendingLinks: [PendingLink] = []
    /// Arrays that name records that were not there.
    private var pendingChildren: [PendingChildren] = []
    /// Items that cannot be stored without a record that was not there.
    private var pendingItems: [(index: Int, plan: ImportPlan)] = []
    private var index = 0
    /// The identities of the items that were stored, where somebody asks for them.
    var named: Set<StoredValue>?

    private struct PendingLink {
        var index: Int
        var mapping: ImportMapping
        var column: Int
        var identity: StoredValue
        var target: StoredValue
    }

    /// Elements of an array that relate records to `owner`.
    struct PendingChildren {
        var index: Int
        var owner: StoredValue
        var children: ImportPlan.Children
    }

    enum Outcome {
        case inserted, updated, unchanged
    }

    init(_ connection: StoreConnection, _ model: StoreModel) {
        self.connection = connection
        self.model = model
    }

    func mapping(_ entity: String) -> ImportMapping? {
        if let known = mappings[entity] { return known }
        guard let entity = model.entity(named: entity) else { return nil }
        let mapping = ImportMapping(entity)
        mappings[entity.name] = mapping
        return mapping
    }

    func problem(_ flaw: ImportFlaw) {
        report.add(ImportReport.Problem(index: index, path: flaw.path, reason: flaw.reason))
    }

    /// Stores one item of the array.
    func importItem(_ value: ImportValue, _ mapping: ImportMapping, at index: Int) throws {
        self.index = index
        do {
            let plan = try plan(value, mapping)
            if try !storeItem(plan) { pendingItems.append((index, plan)) }
        } catch let flaw as ImportFlaw {
            report.items.skipped += 1
            problem(flaw)
        }
    }

    /// Stores the relations that waited for later records, and reports those that still cannot be
    /// stored.
    func finish() throws {
        var isMoving = true
        while isMoving, !pendingItems.isEmpty {
            let waiting = pendingItems
            pendingItems = []
            for item in waiting {
                index = item.index
                do {
                    if try !storeItem(item.plan) { pendingItems.append(item) }
                } catch let flaw as ImportFlaw {
                    report.items.skipped += 1
                    problem(flaw)
                }
            }
            isMoving = pendingItems.count < waiting.count
        }
        for item in pendingItems {
            index = item.index
            if missingTarget(item.plan, orOfKey: false) == nil {
                do {
                    _ = try storeItem(item.plan, waitsForKey: false)
                } catch let flaw as ImportFlaw {
                    report.items.skipped += 1
                    problem(flaw)
                }
                continue
            }
            report.items.skipped += 1
            let column = missingTarget(item.plan).map { item.plan.mapping.columns[$0] }
            problem(
                ImportFlaw(
                    path: column.map(item.plan.mapping.label) ?? "",
                    reason: "there is no \(column?.destination ?? "record") of that identity"
                )
            )
        }
        for link in pendingLinks { try settle(link) }
        for waiting in pendingChildren {
            index = waiting.index
            try settle(waiting)
        }
    }

    func wait(for children: ImportPlan.Children, of owner: StoredValue) {
        pendingChildren.append(PendingChildren(index: index, owner: owner, children: children))
    }

    private func settle(_ link: PendingLink) throws {
        let column = link.mapping.columns[link.column]
        guard let destination = column.destination.flatMap(mapping) else { return }
        index = link.index
        guard try exists(link.target, destination) else {
            problem(
                ImportFlaw(
                    path: link.mapping.label(column),
                    reason:
                        "there is no \(destination.entity.name) of that identity; the relationship was left as it was"
                )
            )
            return
        }
        do {
            try reportingConstraints {
                try connection.execute(
                    "UPDATE \(link.mapping.entity.table) SET \(link.mapping.entity.stored(column.name)) = ?2 WHERE \(quoted(link.mapping.entity.identity)) = ?1"
                ) {
                    try $0.bind(link.identity, at: 1)
                    try $0.bind(link.target, at: 2)
                }
            }
        } catch let flaw as ImportFlaw {
            problem(flaw)
        }
    }

    /// - Returns: whether it was stored; else a record it needs is not there yet.
    private func storeItem(_ plan: ImportPlan, waitsForKey: Bool = true) throws -> Bool {
        if missingTarget(plan, orOfKey: waitsForKey) != nil { return false }
        let stored: (identity: StoredValue, outcome: Outcome)
        if plan.hasParts {
            let nested = report.nested
            let (links, children) = (pendingLinks.count, pendingChildren.count)
            try connection.execute("SAVEPOINT item")
            do {
                stored = try store(plan)
                try connection.execute("RELEASE item")
            } catch let flaw as ImportFlaw {
                try connection.execute("ROLLBACK TO item")
                try connection.execute("RELEASE item")
                report.nested = nested
                pendingLinks.removeSubrange(links...)
                pendingChildren.removeSubrange(children...)
                throw flaw
            }
        } else {
            stored = try store(plan)
        }
        named?.insert(stored.identity)
        count(stored.outcome, in: &report.items)
        return true
    }

    func count(_ outcome: Outcome, in counts: inout ImportReport.Counts) {
        switch outcome {
        case .inserted: counts.inserted += 1
        case .updated: counts.updated += 1
        case .unchanged: counts.unchanged += 1
        }
    }

    /// The position of a required relationship whose record is not in the store.
    ///
    /// - Parameter isOfKey: whether a relationship that is part of a key counts as required.
    private func missingTarget(_ plan: ImportPlan, orOfKey isOfKey: Bool = false) -> Int? {
        let keys = isOfKey ? plan.mapping.entity.uniqueness.joined() : [[String]]().joined()
        return plan.values.indices.first { position in
            let column = plan.mapping.columns[position]
            guard let value = plan.values[position], value != .null,
                !column.isOptional || keys.contains(column.name), column.isEnforced,
                let destination = column.destination.flatMap(mapping)
            else { return false }
            return (try? exists(value, destination)) == false
        }
    }

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

    func store(
        _ plan: ImportPlan
    ) throws -> (identity: StoredValue, outcome: Outcome) {
        var plan = plan
        for (column, nested) in plan.nested {
            let label = plan.mapping.label(plan.mapping.columns[column])
            do {
                let stored = try store(nested)
                count(stored.outcome, in: &report.nested)
                plan.values[column] = stored.identity
            } catch let flaw as ImportFlaw {
                throw flaw.under(label)
            }
        }
        let links = try looseLinks(&plan)
        let stored = try put(plan)
        pendingLinks += links.map { column, target in
            PendingLink(
                index: index,
                mapping: plan.mapping,
                column: column,
                identity: stored.identity,
                target: target
            )
        }
        for children in plan.children { try store(children, of: stored.identity) }
        return stored
    }

    /// Takes out of the plan the relationships whose record is not there yet.
    private func looseLinks(_ plan: inout ImportPlan) throws -> [(Int, StoredValue)] {
        var loose: [(Int, StoredValue)] = []
        for (position, column) in plan.mapping.columns.enumerated() {
            guard column.isOptional, column.isEnforced, let name = column.destination,
                let value = plan.values[position], value != .null, let destination = mapping(name),
                !plan.nested.contains(where: { $0.column == position }),
                try !exists(value, destination)
            else { continue }
            loose.append((position, value))
            plan.values[position] = nil
        }
        return loose
    }

    private func put(_ plan: ImportPlan) throws -> (identity: StoredValue, outcome: Outcome) {
        let mapping = plan.mapping
        var identity = plan.values[mapping.identity] ?? .null
        if identity == .null, let new = newIdentity(mapping.entity) { identity = .text(new) }
        if identity == .null, let known = try self.identity(withKeyOf: plan) {
            identity = known
            mapping.expectsExisting = true
        }
        let present = plan.values.map { $0 != nil }
        let statements =
            mapping.statements[present] ?? ImportStatements(mapping, present)
        mapping.statements[present] = statements
        if identity == .null || !mapping.expectsExisting {
            if try insert(plan, identity, statements) {
                mapping.expectsExisting = false
                let number = StoredValue.integer(connection.lastInsertedNumber)
                return (identity == .null ? number : identity, .inserted)
            }
        }
        if let outcome = try change(plan, identity, statements) {
            mapping.expectsExisting = true
            return (identity, outcome)
        }
        mapping.expectsExisting = false
        if try insert(plan, identity, statements) { return (identity, .inserted) }
        if mapping.entity.hierarchy?.isAbstract == true {
            throw ImportFlaw(
                reason:
                    "\(mapping.entity.name) is abstract, and there is no record of that identity to change"
            )
        }
        throw ImportFlaw(
            path: statements.missing ?? "",
            reason: "it is required of a new \(mapping.entity.name), and is missing"
        )
    }

    /// - Returns: false if a record of the identity is there, or may not be made of this.
    private func insert(
        _ plan: ImportPlan,
        _ identity: StoredValue,
        _ statements: ImportStatements
    ) throws -> Bool {
        guard let sql = statements.insert else { return false }
        let values = plan.values.indices.map { plan.values[$0] ?? plan.mapping.columns[$0].initial }
        try checkRules(plan.mapping, identity, values)
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

    /// - Returns: nil if there is no record of the identity.
    private func change(
        _ plan: ImportPlan,
        _ identity: StoredValue,
        _ statements: ImportStatements
    ) throws -> Outcome? {
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
            try checkRules(plan.mapping, identity, values)
        }
        try reportingConstraints { try connection.execute(update, bind: bind) }
        return .updated
    }
}
