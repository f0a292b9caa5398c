import Foundation
import GRDBSQLite

/// Limit for what runs on the thread of the caller, in steps of SQLite's virtual machine: about ten
/// for each row that is read. Slow steps, such as reads from a cold disk, are limited by time.
///
/// Used only by whoever uses its connection; hence unchecked.
final class StepBudget: @unchecked Sendable {
    /// Steps between two looks at the budget.
    static let period = 500
    /// Less than a millisecond on a common computer.
    static let periods = 20
    static let time = Duration.milliseconds(2)

    /// Whether steps are counted.
    private(set) var isOn = false
    /// Whether the work must be run again, elsewhere.
    private(set) var isSpent = false
    /// Whether it is spent because of steps or time, and not for what was in the way.
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

    /// Limits what follows by time alone.
    func begin(atMost time: Duration) {
        begin()
        (left, self.time) = (.max, time)
    }

    func end() { isOn = false }

    func spend() { isSpent = true }

    /// Looks at the budget every so many steps of `connection`, which must not outlive it.
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

    /// If another connection is in the way, the statement must run again elsewhere.
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
        // A short read does not look at the clock.
        if deadline == nil { deadline = now + time }
        return isSpent
    }
}
