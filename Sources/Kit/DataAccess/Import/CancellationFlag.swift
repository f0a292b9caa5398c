import Foundation

/// A flag that is set when the task waiting for the store is cancelled. The store checks the flag
/// on its own queue, where the task is not accessible.
package final class CancellationFlag: Sendable {
    private let lock = NSLock()
    // Read and written only under `lock`.
    nonisolated(unsafe) private var isSet = false

    package init() {}

    package func set() { lock.withLock { isSet = true } }

    package func check() throws {
        if lock.withLock({ isSet }) { throw CancellationError() }
    }

    /// Checks for cancellation at every 128th index, and calls `report` at every 1000th index.
    package func check(_ index: Int, _ report: () -> Void) throws {
        if index % 128 == 0 { try check() }
        if index % 1000 == 0, index > 0 { report() }
    }
}
