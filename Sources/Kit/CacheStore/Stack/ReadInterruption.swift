import Foundation
import GRDB
import GRDBSQLite

/// Ends the reading of a task that is cancelled.
final class ReadInterruption: Sendable {
    private let lock = NSLock()
    // Read and written only under `lock`; the connection only while it is this task's.
    nonisolated(unsafe) private var connection: OpaquePointer?
    // Read and written only under `lock`.
    nonisolated(unsafe) private var isSet = false

    /// From any thread.
    func interrupt() {
        lock.withLock {
            isSet = true
            if let connection { sqlite3_interrupt(connection) }
        }
    }

    /// - Throws: `CancellationError` if the task was cancelled before, or that ended `body`.
    func watch<T>(_ connection: SQLiteConnection, _ body: () throws -> T) throws -> T {
        if lock.withLock({ begin(connection.handle) }) { throw CancellationError() }
        defer { lock.withLock { self.connection = nil } }
        do {
            return try body()
        } catch let error as DatabaseError where error.resultCode == .SQLITE_INTERRUPT {
            throw CancellationError()
        }
    }

    /// Returns whether it is too late.
    private func begin(_ handle: OpaquePointer) -> Bool {
        connection = isSet ? nil : handle
        return isSet
    }
}
