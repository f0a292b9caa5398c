/// An item that must wait for other items.
struct PendingItem {
    var index: Int
    var plan: ImportPlan
    /// Whether the item waits because another record has its unique values. If false, the item
    /// waits for a record that does not exist yet.
    var isCollision = false
}

/// Maximum number of attempts to store items that violate a uniqueness constraint. Without a
/// maximum, the time of an import with many such items could be quadratic.
private let collisionLimit = 20_000

/// Handles items that could not be stored when they were read.
extension ImportRun {
    /// Tries to store all waiting items, and repeats this as long as the number of waiting items
    /// decreases. After more than `collisionLimit` attempts, this number includes only the items
    /// that wait for a missing record.
    func storePendingItems() throws {
        var isMoving = true
        var attempts = 0
        while isMoving, !pendingItems.isEmpty {
            let waiting = pendingItems
            let isLimited = attempts > collisionLimit
            attempts += waiting.count
            pendingItems = []
            for item in waiting {
                index = item.index
                try reportingFlaw { try storeOrPostpone(item.plan, at: item.index) }
            }
            func count(_ items: [PendingItem]) -> Int {
                isLimited ? items.count { !$0.isCollision } : items.count
            }
            isMoving = count(pendingItems) < count(waiting)
        }
    }

    /// Stores items that wait because an older record has the same unique values. The import may
    /// change or delete the older record.
    ///
    /// Each attempt either stores all of its items or is undone. If `deletion` is not nil, the
    /// first attempt calls it before storing the items; later attempts do not call it. If an
    /// attempt without `deletion` fails, the next attempt omits the items that could not be stored.
    func resolveCollisions() throws {
        var deletion = deletion
        var failed: [PendingItem] = []
        var attempts = 0
        while attempts <= collisionLimit, pendingItems.contains(where: \.isCollision) {
            let before = state
            do {
                let plans = pendingItems.flatMap(\.plan.withNested)
                try target.exchangingUniqueValues(of: plans) {
                    try delete(deletion, keeping: plans)
                } _: {
                    try storePendingItems()
                    try checkIsResolved(deletion != nil, before.report)
                }
                break
            } catch is ImportFlaw {
                let left = Set(pendingItems.filter(\.isCollision).map(\.index))
                state = before
                // If the attempt with the deletion fails, no item is omitted, because different
                // items may fail without the deletion.
                if deletion == nil {
                    failed += pendingItems.filter { left.contains($0.index) }
                    pendingItems.removeAll { left.contains($0.index) }
                }
                if deletion == nil, left.isEmpty { break }
                // The attempt with the deletion does not count.
                if deletion == nil { attempts += before.items.count }
                deletion = nil
            }
        }
        pendingItems += failed
    }

    /// Deletes the records that the imported list does not contain. The records in `plans` count as
    /// contained, although they are not stored yet.
    private func delete(
        _ deletion: ((ImportRun) throws -> Void)?,
        keeping plans: [ImportPlan]
    ) throws {
        guard let deletion else { return }
        for plan in plans {
            guard let identity = plan.values[plan.mapping.identity], identity != .null else {
                throw unresolved
            }
            contained?.add(identity, plan.mapping)
        }
        let existing = try plans.filter(exists)
        try deletion(self)
        // The cascade of a deletion may also have deleted a record that an item would have moved to
        // another owner.
        for plan in existing where try !exists(plan) { throw unresolved }
        for link in pendingLinks where try !target.exists(link.identity, link.mapping) {
            throw unresolved
        }
    }

    private func exists(_ plan: ImportPlan) throws -> Bool {
        try plan.values[plan.mapping.identity].map { try target.exists($0, plan.mapping) } ?? false
    }

    /// Throws an `ImportFlaw` if an item still violates a uniqueness constraint. If records were
    /// deleted, also throws if an object was skipped or is still waiting, because this object may
    /// describe a deleted record.
    private func checkIsResolved(_ hasDeleted: Bool, _ before: ImportReport) throws {
        if pendingItems.contains(where: \.isCollision) { throw unresolved }
        if !hasDeleted { return }
        let isSkipped =
            report.items.skipped > before.items.skipped || contained?.isComplete == false
        if isSkipped || !pendingItems.isEmpty || !pendingChildren.isEmpty { throw unresolved }
    }

    private var unresolved: ImportFlaw { ImportFlaw(reason: "", isCollision: true) }

    /// The part of the run's state that an attempt to store items changes.
    private var state: State {
        get {
            State(
                report: report,
                named: named,
                contained: contained,
                items: pendingItems,
                links: pendingLinks,
                children: pendingChildren
            )
        }
        set {
            report = newValue.report
            named = newValue.named
            contained = newValue.contained
            pendingItems = newValue.items
            pendingLinks = newValue.links
            pendingChildren = newValue.children
        }
    }
}

private struct State {
    let report: ImportReport
    let named: Set<StoredValue>?
    let contained: ContainedRecords?
    let items: [PendingItem]
    let links: [PendingLink]
    let children: [PendingChildren]
}
