import DataAccess
import Foundation

/// Marks the threads that run a closure for a store. Such a thread must not wait for a store,
/// because the store might wait for this closure.
enum StoreClosure {
    /// Thread-specific key for the number of nested closures. The number is stored as a pointer's
    /// bits.
    private static let depth: pthread_key_t = {
        var key = pthread_key_t()
        pthread_key_create(&key, nil)
        return key
    }()

    static func run<T>(_ body: () throws -> T) rethrows -> T {
        let outer = pthread_getspecific(depth)
        pthread_setspecific(depth, UnsafeRawPointer(bitPattern: Int(bitPattern: outer) + 1))
        defer { pthread_setspecific(depth, outer) }
        return try body()
    }

    /// Checks that the thread is not running a closure for a store.
    ///
    /// - Throws: `StoreError.refused` if it is.
    static func checkOutside() throws {
        if pthread_getspecific(depth) == nil { return }
        throw StoreError.refused(
            reason:
                "readAndWait and writeAndWait cannot be called in a closure that a store runs: use the connection that the closure receives"
        )
    }
}
