/// One import: reads items, stores them, and counts the results.
///
/// Not thread-safe; used only on the queue of the import's transaction.
package final class ImportRun<Target: ImportTarget> {
    package let target: Target
    package var report = ImportReport()
    /// The identities of the records that were stored for the items; nil if the caller does not
    /// need them.
    package var named: Set<StoredValue>?
    /// The records of one table that the import contains; nil if the caller does not need them.
    package var contained: ContainedRecords?
    /// Function that deletes the stored records that are missing from a complete list; nil if the
    /// import deletes no records. If items wait for unique values that these records may have, the
    /// function is called before these items are stored. The deletion is undone if an item still
    /// cannot be stored.
    package var deletion: ((ImportRun) throws -> Void)?
    /// Index, in the imported array, of the item that is being stored.
    var index = 0
    /// Relationships to records that did not exist yet when the referring objects were stored.
    var pendingLinks: [PendingLink] = []
    /// Keys of the elements of `pendingLinks`. May contain keys of elements that were removed again.
    private var linkKeys: Set<PendingLink.Key> = []
    /// Relationships to records that still do not exist after all items are stored.
    package var unresolvedLinks: [PendingLink] = []
    /// Arrays of related objects that wait until all items are stored, because one of their
    /// elements could not be stored before.
    var pendingChildren: [PendingChildren] = []
    /// Items that must wait for other items.
    var pendingItems: [PendingItem] = []
    /// Items that have been read but not yet stored.
    private var waiting: [(index: Int, value: ImportValue)] = []

    package init(_ target: Target) {
        self.target = target
    }

    package func mapping(_ entity: String) -> ImportMapping? { target.mappings.mapping(entity) }

    func problem(_ flaw: ImportFlaw) {
        report.add(ImportReport.Problem(index: index, path: flaw.path, reason: flaw.reason))
    }

    /// Stores one item of the imported array, either immediately or in a batch of successive items.
    func importItem(_ value: ImportValue, _ mapping: ImportMapping, at index: Int) throws {
        if Target.itemsAtOnce == 1 { return try storeItem(value, mapping, at: index) }
        waiting.append((index, value))
        if waiting.count >= Target.itemsAtOnce { try storeWaiting(mapping) }
    }

    /// Stores the items that have been read but not yet stored.
    func storeWaiting(_ mapping: ImportMapping) throws {
        if waiting.isEmpty { return }
        try expectRecords(of: waiting.map(\.value), mapping)
        for item in waiting { try storeItem(item.value, mapping, at: item.index) }
        waiting.removeAll(keepingCapacity: true)
    }

    private func storeItem(
        _ value: ImportValue,
        _ mapping: ImportMapping,
        at index: Int
    ) throws {
        self.index = index
        try reportingFlaw {
            try storeOrPostpone(try plan(value, mapping), at: index)
        }
    }

    /// Stores an item, or adds it to the items that must wait.
    func storeOrPostpone(_ plan: ImportPlan, at index: Int) throws {
        do {
            if try storeItem(plan) { return }
            pendingItems.append(PendingItem(index: index, plan: plan))
        } catch let flaw as ImportFlaw where flaw.isCollision {
            pendingItems.append(PendingItem(index: index, plan: plan, isCollision: true))
        }
    }

    /// Runs `body`, which stores an item. If `body` throws an `ImportFlaw`, reports the item as
    /// skipped.
    func reportingFlaw(_ body: () throws -> Void) throws {
        do {
            try body()
        } catch let flaw as ImportFlaw {
            report.items.skipped += 1
            problem(flaw)
        }
    }

    /// Stores the items and relationships that waited for other items, and reports those that still
    /// cannot be stored.
    package func finish() throws {
        try storePendingItems()
        try resolveCollisions()
        for item in pendingItems {
            index = item.index
            let skipped = report.items.skipped
            try reportingFlaw { _ = try storeItem(item.plan, waits: false) }
            if !item.isCollision, report.items.skipped > skipped { report.lacksRecords = true }
        }
        try settleLinks()
        for waiting in pendingChildren {
            index = waiting.index
            try settle(waiting)
        }
    }

    /// Stores an item.
    ///
    /// - Parameter waits: whether the item must wait if a record that it needs does not exist yet.
    /// - Returns: true if the item was stored, false if it must wait.
    private func storeItem(_ plan: ImportPlan, waits: Bool = true) throws -> Bool {
        if waits, missingTarget(plan, orOfKey: true) != nil { return false }
        let missing = waits ? nil : missingTarget(plan)
        let stored: StoredImport
        if plan.hasParts {
            let nested = report.nested
            let (links, children) = (pendingLinks.count, pendingChildren.count)
            do {
                stored = try target.undoingFlaws {
                    let stored = try store(plan)
                    // An object nested in the item may be the record that another part of the item
                    // requires.
                    if missing != nil, let flaw = missingTarget(plan) { throw flaw }
                    return stored
                }
            } catch let flaw as ImportFlaw {
                report.nested = nested
                pendingLinks.removeSubrange(links...)
                pendingChildren.removeSubrange(children...)
                throw missing ?? flaw
            }
        } else {
            if let missing { throw missing }
            stored = try store(plan)
        }
        named?.insert(stored.identity)
        count(stored.outcome, in: &report.items)
        return true
    }

    func count(_ outcome: StoredImport.Outcome, in counts: inout ImportReport.Counts) {
        switch outcome {
        case .inserted: counts.inserted += 1
        case .updated: counts.updated += 1
        case .unchanged: counts.unchanged += 1
        }
    }

    func store(_ plan: ImportPlan) throws -> StoredImport {
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
        let stored = try target.put(plan)
        contained?.add(stored.identity, plan.mapping)
        for (column, target) in replacements(plan, stored.identity) + links {
            let link = PendingLink(
                index: index,
                mapping: plan.mapping,
                path: plan.path,
                column: column,
                identity: stored.identity,
                target: target
            )
            linkKeys.insert(link.key)
            pendingLinks.append(link)
        }
        for children in plan.children { try store(children, of: stored.identity) }
        return stored
    }

    /// Returns the indexes of the columns in which the object has set a relationship that may have
    /// a pending link from an earlier object of the same record. Each index is paired with a null
    /// target, which makes the pending link obsolete.
    private func replacements(
        _ plan: ImportPlan,
        _ identity: StoredValue
    ) -> [(Int, StoredValue)] {
        if linkKeys.isEmpty { return [] }
        return plan.mapping.references.compactMap { column in
            let (mapping, name) = (plan.mapping, plan.mapping.columns[column].name)
            guard plan.values[column] != nil, linkKeys.contains(.init(mapping, identity, name))
            else { return nil }
            return (column, .null)
        }
    }

    /// Settles the pending links in the order of their objects. A link that a later object of the
    /// same record has replaced has no effect, but is reported if its target does not exist.
    private func settleLinks() throws {
        var (later, replaced) = (Set<PendingLink.Key>(), Set<PendingLink.Key>())
        var links: [(link: PendingLink, isReplaced: Bool, isLast: Bool)] = []
        for link in pendingLinks.reversed() {
            let isLast = later.insert(link.key).inserted
            if link.target == .null {
                replaced.insert(link.key)
            } else {
                links.append((link, replaced.contains(link.key), isLast))
            }
        }
        for (link, isReplaced, isLast) in links.reversed() {
            try settle(link, isReplaced: isReplaced, awaits: isLast)
        }
    }
}

/// The records of one table that an import contains, as items or at any depth inside items.
package struct ContainedRecords {
    private let table: String
    private var identities: Set<StoredValue> = []
    /// Whether every object inside an item was imported. A skipped object may describe a record of
    /// the table, or contain an object that describes such a record.
    package internal(set) var isComplete = true

    package init(of entity: EntityDescription) { table = entity.tableName }

    package func contains(_ identity: StoredValue) -> Bool { identities.contains(identity) }

    mutating func add(_ identity: StoredValue, _ mapping: ImportMapping) {
        if mapping.entity.tableName == table { identities.insert(identity) }
    }
}
