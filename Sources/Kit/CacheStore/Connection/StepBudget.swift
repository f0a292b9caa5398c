import Foundation
import GRDBSQLite

/// Limit for work on the caller's thread, in steps of SQLite's virtual machine. Reading a row takes
/// about ten steps. The time is limited too, because a single step can be slow, for example if it
/// reads from a cold disk.
///
/// Marked `@unchecked Sendable` because only the code that currently holds the connection uses this
/// object.
final class StepBudget: @unchecked Sendable {
    /// Number of steps between two checks of the budget.
    static let period = 500
    /// Number of periods in the budget. Together, the periods take less than a millisecond on a
    /// typical computer.
    static let periods = 20
    static let time = Duration.milliseconds(2)

    /// Whether the budget currently applies.
    private(set) var isOn = false
    /// Whether the work must be run again on another thread.
    private(set) var isSpent = false
    /// Whether the budget was spent because the work took too many steps or too much time, not
    /// because another connection holds a lock.
    private(set) var isExceeded = false
    /// Whether a check of the budget found that the task was cancelled.
    private(set) var isCancelled = false
    private var left = 0
    private var time = StepBudget.time
    private var deadline: ContinuousClock.Instant?

    func begin() {
        (isOn, isSpent, isExceeded, isCancelled) = (true, false, false, false)
        (left, time, deadline) = (Self.periods, Self.time, nil)
    }

    /// Begins a budget that limits only the time, not the number of steps.
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

    /// Spends the budget as soon as another connection blocks a statement, so that the work runs
    /// again on another thread instead of waiting.
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

    /// Whether the budget is spent; each access counts as one period. Must be accessed on the
    /// task's thread, where cancellation can be checked.
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
