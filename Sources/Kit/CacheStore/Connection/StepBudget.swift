import Foundation
import GRDBSQLite

/// Limit for work on the caller's thread, in steps of SQLite's virtual machine: a row that is read
/// takes about ten. Slow steps, such as reads from a cold disk, are limited by time.
///
/// Only the current user of the connection uses this object; hence unchecked.
final class StepBudget: @unchecked Sendable {
    /// Steps between two checks of the budget.
    static let period = 500
    /// Number of periods in the budget: less than a millisecond on a common computer.
    static let periods = 20
    static let time = Duration.milliseconds(2)

    /// Whether steps are counted.
    private(set) var isOn = false
    /// Whether the work must be run again on another thread.
    private(set) var isSpent = false
    /// Whether the budget is spent because of steps or time, and not because of another
    /// connection's lock.
    private(set) var isExceeded = false
    /// Whether the task was found cancelled.
    private(set) var isCancelled = false
    private var left = 0
    private var time = StepBudget.time
    private var deadline: ContinuousClock.Instant?

    func begin() {
        (isOn, isSpent, isExceeded, isCancelled) = (true, false, false, false)
        (left, time, deadline) = (Self.periods, Self.time, nil)
    }

    /// Limits the following work only by time.
    func begin(atMost time: Duration) {
        begin()
        (left, self.time) = (.max, time)
    }

    func end() { isOn = false }

    func spend() { isSpent = true }

    /// Checks the budget every `period` steps of `connection`, which must not outlive this object.
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

    /// Makes a statement that another connection blocks run again on another thread.
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

    /// Called on the task's thread, so that cancellation can be checked.
    private var isUsedUp: Bool {
        if Task.isCancelled { isCancelled = true }
        left -= 1
        let now = ContinuousClock.now
        if left <= 0 || deadline.map({ now > $0 }) == true { isExceeded = true }
        if isExceeded || isCancelled { isSpent = true }
        // A short read does not ask for the time.
        if deadline == nil { deadline = now + time }
        return isSpent
    }
}
