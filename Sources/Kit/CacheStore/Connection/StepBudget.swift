import Foundation
import GRDBSQLite

/// Limit for work on the caller's thread. When the limit is reached, the work is interrupted and
/// runs again on another thread. The limit is a number of steps of SQLite's virtual machine;
/// reading a row takes about ten steps. The time is limited too, because a single step can be slow,
/// for example when it reads from a disk.
///
/// Marked `@unchecked Sendable` because only the code that currently holds the connection uses this
/// object.
final class StepBudget: @unchecked Sendable {
    /// Number of steps between two checks of the budget.
    static let period = 500
    /// Maximum number of periods that the work may take. On a typical computer, all these periods
    /// together take less than a millisecond.
    static let periods = 20
    static let time = Duration.milliseconds(2)

    /// Whether the budget currently applies.
    private(set) var isOn = false
    /// Whether the work must stop and run again on another thread.
    private(set) var isSpent = false
    /// Whether the work took too many steps or too much time. False if the work must stop for
    /// another reason, such as a lock that another connection holds.
    private(set) var isExceeded = false
    /// Whether a check of the budget has found that the task was cancelled.
    private(set) var isCancelled = false
    private var left = 0
    private var time = StepBudget.time
    private var deadline: ContinuousClock.Instant?

    func begin() {
        (isOn, isSpent, isExceeded, isCancelled) = (true, false, false, false)
        (left, time, deadline) = (Self.periods, Self.time, nil)
    }

    /// Starts a budget that limits only the time, not the number of steps.
    func begin(atMost time: Duration) {
        begin()
        (left, self.time) = (.max, time)
    }

    func end() { isOn = false }

    func spend() { isSpent = true }

    /// Makes SQLite check the budget after every `period` steps on `connection`. The connection
    /// must be closed before this object is released.
    func watch(_ connection: OpaquePointer) {
        let context = Unmanaged.passUnretained(self).toOpaque()
        sqlite3_progress_handler(
            connection,
            Int32(Self.period),
            { context in
                guard let context else { return 0 }
                let budget = Unmanaged<StepBudget>.fromOpaque(context).takeUnretainedValue()
                return budget.isOn && budget.isUsedUp ? 1 : 0
            },
            context
        )
    }

    /// Makes a statement fail instead of waiting for the lock of another connection. The budget is
    /// then spent, so the work runs again on another thread.
    func spendInsteadOfWaiting(_ connection: OpaquePointer) {
        sqlite3_busy_handler(
            connection,
            { context, _ in
                guard let context else { return 0 }
                Unmanaged<StepBudget>.fromOpaque(context).takeUnretainedValue().spend()
                return 0
            },
            Unmanaged.passUnretained(self).toOpaque()
        )
    }

    /// Whether the budget is spent. Each read of this property counts as `period` steps. Must be
    /// read on the task's thread, where `Task.isCancelled` is available.
    private var isUsedUp: Bool {
        if Task.isCancelled { isCancelled = true }
        left -= 1
        let now = ContinuousClock.now
        if left <= 0 || deadline.map({ now > $0 }) == true { isExceeded = true }
        if isExceeded || isCancelled { isSpent = true }
        // The time limit starts at the first check. A read that ends before this check does not
        // read the clock.
        if deadline == nil { deadline = now + time }
        return isSpent
    }
}
