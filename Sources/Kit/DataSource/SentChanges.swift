/// A queued change that the remote could not process.
struct FailedChange: Sendable {
    let error: RemoteError
    /// The earliest time at which the change may be sent again.
    let due: ContinuousClock.Instant
}

/// A change that the program has discarded.
struct DiscardedChange: Sendable {
    /// Whether the transaction that removes the change from the queue has been committed.
    var isRemoved = false
    /// Whether the change's effects on the store must be undone.
    let isUndone: Bool
}

/// Changes accepted by the remote but still in the queue, and the record versions that resulted
/// from them.
struct SentChanges {
    struct Sent: Sendable {
        let change: PendingChange
        /// The version of the record that resulted from the change.
        let version: String?
        /// Whether the change has overwritten another version of the record.
        let isOverwriting: Bool
    }

    /// Versions of a record in the sent changes. `former` contains the versions that the changes
    /// started from. `current` is the version that resulted from the last change.
    private struct Versions {
        var former: Set<String?> = []
        var current: String?
    }

    private(set) var all: [Sent] = []
    private var versions: [String: Versions] = [:]
    private var start = ContinuousClock.now

    /// Whether the sent changes should be removed from the queue now. Their outcomes are reported
    /// only after the removal.
    var isDue: Bool { ContinuousClock.now - start > .milliseconds(20) }

    /// Returns the version with which to send `change`; nil if the record has no version.
    ///
    /// If `change` starts from the same version as a sent change to the record, returns the version
    /// that resulted from the last sent change. Otherwise, returns the version that `change` starts
    /// from.
    func version(for change: PendingChange) -> String? {
        guard let record = change.record, let known = versions[record],
            known.former.contains(change.version)
        else { return change.version }
        return known.current
    }

    mutating func add(_ change: PendingChange, _ version: String?, overwriting: Bool = false) {
        if all.isEmpty { start = .now }
        all.append(Sent(change: change, version: version, isOverwriting: overwriting))
        if let record = change.record {
            versions[record, default: Versions()].former.insert(change.version)
            versions[record]?.current = version
        }
    }

    /// Removes the changes but keeps the record versions. Other changes that were read from the
    /// queue at the same time may need these versions.
    mutating func removeAll() { all = [] }
}
