import Foundation

/// Flag for the cancellation of a Swift task that waits for the store. The store checks the flag on
/// its own queue, where the Swift task is not accessible.
package final class CancellationFlag: Sendable {
    private let lock = NSLock()
    // Read and written only under `lock`.
    nonisolated(unsafe) private var isSet = false

    package init() {}

    package func set() { lock.withLock { isSet = true } }

    package func check() throws {
        if lock.withLock({ isSet }) { throw CancellationError() }
    }

    /// Checks the flag and reports the progress of an import. `index` is the index of the next item
    /// to import, from 0. Throws `CancellationError` if the flag is set and `index` is a multiple
    /// of 128. Calls `report` if `index` is a positive multiple of 1000.
    package func check(_ index: Int, _ report: () -> Void) throws {
        if index % 128 == 0 { try check() }
        if index % 1000 == 0, index > 0 { report() }
    }
}
