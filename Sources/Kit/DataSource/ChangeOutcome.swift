import DataAccess

/// Outcome of a change that was submitted to the facade for sending.
public struct ChangeOutcome: Sendable {
    /// The change, which the program can recognize by its `key`.
    public let change: PendingChange
    public let state: State

    public enum State: Sendable {
        /// The change remains queued until it can be sent. `after` is the error of the last
        /// attempt; nil before the first attempt.
        case waiting(after: (any Error)?)
        /// The remote has accepted the change.
        case sent
        /// The remote has refused the change permanently. The change has been removed from the
        /// queue.
        ///
        /// `isUndone` is true if the change's effects on the store were undone. Values that later
        /// changes have set are never undone. If `isUndone` is false, undoing was not possible, and
        /// the program should refresh the records from the remote.
        case refused(RemoteError, isUndone: Bool)
        /// The remote has newer data, or has deleted the record. `remote` is the remote's current
        /// record; nil if the remote did not send it. The policy determines the state of the
        /// change:
        ///
        /// - `keepLocal`: The change is sent again and overwrites the remote's data. If the remote
        ///   reports a conflict again, or if `settle` fails and the change remains in conflict, a
        ///   second outcome with `hold` follows.
        /// - `takeRemote`: The change has been discarded and undone. If undoing was not possible,
        ///   its effects remain, and the program should refresh the records.
        /// - `hold`: The change waits for `settle(_:by:)`.
        case conflict(ConflictPolicy, remote: RemoteRecord?)
        /// The remote has newer data. The change was merged with the remote's record. The
        /// associated value is the merged change, which has replaced the original change in the
        /// queue.
        case merged(PendingChange)
        /// The program has discarded the change.
        case discarded
    }
}

/// A change that the remote has permanently refused, kept until the program calls `forget`.
public struct RefusedChange: Sendable, Hashable {
    public let change: PendingChange
    public let reason: RemoteError
    /// Whether the change's effects on the store were undone, as in
    /// ``ChangeOutcome/State/refused(_:isUndone:)``. Also false if an earlier version of this module
    /// has stored the refusal.
    public let isUndone: Bool

    public init(change: PendingChange, reason: RemoteError, isUndone: Bool) {
        self.change = change
        self.reason = reason
        self.isUndone = isUndone
    }
}

extension Listeners<ChangeOutcome> {
    func tell(_ change: PendingChange, _ state: ChangeOutcome.State) {
        announce { _ in ChangeOutcome(change: change, state: state) }
    }
}
