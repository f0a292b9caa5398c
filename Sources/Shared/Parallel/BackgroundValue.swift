import Dispatch
import Synchronization

/// A value that is computed on another thread while its creator continues.
package final class BackgroundValue<Value: Sendable>: Sendable {
    private let queue = DispatchQueue(label: "beside")
    private let work: @Sendable () -> Value
    private let made = Mutex<Value?>(nil)

    package init(_ work: @escaping @Sendable () -> Value) {
        self.work = work
        queue.async { _ = self.make() }
    }

    /// The value. Reading it waits until the value has been computed.
    package var value: Value { queue.sync { make() } }

    /// Computes the value once and returns it. Called only on the queue.
    private func make() -> Value {
        if let value = made.withLock({ $0 }) { return value }
        let value = work()
        made.withLock { $0 = value }
        return value
    }
}
