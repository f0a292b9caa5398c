import Dispatch
import Synchronization

/// A value that another thread computes while the current thread continues.
package final class BackgroundValue<Value: Sendable>: Sendable {
    private let queue = DispatchQueue(label: "beside")
    private let work: @Sendable () -> Value
    private let made = Mutex<Value?>(nil)

    package init(_ work: @escaping @Sendable () -> Value) {
        self.work = work
        queue.async { _ = self.make() }
    }

    /// The value. If it has not been computed yet, the getter waits for it.
    package var value: Value { queue.sync { make() } }

    /// Computes the value in the first call, and returns it in all calls. Must be called only on
    /// the queue.
    private func make() -> Value {
        if let value = made.withLock({ $0 }) { return value }
        let value = work()
        made.withLock { $0 = value }
        return value
    }
}
