import DataAccess

/// Outcome of a change that was submitted to the facade for sending.
public struct ChangeOutcome: Sendable {
    /// The change, identified by its key.
    public let change: PendingChange
    public let state: State

    public enum State: Sendable {
        /// The change is kept until it can be sent. `after` is the error of the last attempt; nil
        /// before the first attempt.
        case waiting(after: (any Error)?)
        /// The remote has accepted the change.
        case sent
        /// The remote will never accept the change, which has been removed from the queue.
        ///
        /// `isUndone`: whether the change's effects on the store were undone, except for values
        /// that later changes have set. If false, undoing was not possible, and the program should
        /// refresh the records from the remote.
        case refused(RemoteError, isUndone: Bool)
        /// The remote has newer data. `remote` is the remote's current record; nil if the remote
        /// did not send it. With the policy `keepLocal`, the change is sent again and overwrites
        /// the remote's data; if the remote rejects this, too, or if the overwriting by `settle`
        /// fails, the same change is reported again with `hold`. With `takeRemote`, the change has
        /// been discarded and undone; its effects remain if undoing was not possible, so refresh
        /// the records. With `hold`, the change waits for `settle(_:by:)`.
        case conflict(ConflictPolicy, remote: RemoteRecord?)
        /// The remote has newer data. The original change was replaced in the queue with this
        /// change, which was merged from both versions.
        case merged(PendingChange)
        /// The program has discarded the change.
        case discarded
    }
}

/// A change that the remote has permanently refused, kept until the program calls `forget`.
public struct RefusedChange: Sendable, Hashable {
    public let change: PendingChange
    public let reason: RemoteError

    public init(change: PendingChange, reason: RemoteError) {
        self.change = change
        self.reason = reason
    }
}

extension Listeners<ChangeOutcome> {
    func tell(_ change: PendingChange, _ state: ChangeOutcome.State) {
        announce { _ in ChangeOutcome(change: change, state: state) }
    }
}
