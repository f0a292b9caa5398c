import Foundation
import GRDB
import GRDBSQLite

/// Interruption of a read whose task is cancelled.
final class ReadInterruption: Sendable {
    private let lock = NSLock()
    // Read and written only under `lock`. nil except while `watch` runs.
    nonisolated(unsafe) private var connection: OpaquePointer?
    // Read and written only under `lock`.
    nonisolated(unsafe) private var isSet = false

    /// Interrupts the read or, if it has not begun, prevents it. Can be called from any thread.
    func interrupt() {
        lock.withLock {
            isSet = true
            if let connection { sqlite3_interrupt(connection) }
        }
    }

    /// Runs `body`, whose read is interrupted if `interrupt` is called.
    ///
    /// - Throws: `CancellationError` if `interrupt` prevented or interrupted the read.
    func watch<T>(_ connection: SQLiteConnection, _ body: () throws -> T) throws -> T {
        if lock.withLock({ begin(connection.handle) }) { throw CancellationError() }
        defer { lock.withLock { self.connection = nil } }
        do {
            return try body()
        } catch let error as DatabaseError where error.resultCode == .SQLITE_INTERRUPT {
            throw CancellationError()
        }
    }

    /// Lets `interrupt` interrupt the connection, unless the task has already been cancelled.
    ///
    /// - Returns: whether the task has already been cancelled.
    private func begin(_ handle: OpaquePointer) -> Bool {
        connection = isSet ? nil : handle
        return isSet
    }
}
