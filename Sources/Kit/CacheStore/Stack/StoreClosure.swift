import DataAccess
import Foundation

/// Tells a thread that runs a closure for a store from one that may wait for a store: waiting there
/// would wait for itself.
enum StoreClosure {
    /// Nesting depth of such closures on the thread, stored in the bits of a pointer.
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

    /// - Throws: `StoreError.refused` inside such a closure.
    static func checkOutside() throws {
        if pthread_getspecific(depth) == nil { return }
        throw StoreError.refused(
            reason:
                "readAndWait and writeAndWait would wait for the closure that calls them: use the connection that the closure is given"
        )
    }
}
