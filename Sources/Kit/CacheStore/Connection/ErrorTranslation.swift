import DataAccess
import Foundation
import GRDB
import GRDBSQLite

/// Key of a thread-specific counter: the number of `lending` calls in progress on the thread. The
/// count is stored in the bits of a pointer.
private let depth: pthread_key_t = {
    var key = pthread_key_t()
    pthread_key_create(&key, nil)
    return key
}()

/// Runs `body`, which passes a connection to a closure, and converts GRDB's errors to `StoreError`.
/// While `body` runs, calls of `readAndWait`, `writeAndWait` and `close` on this thread throw an
/// error, because they could cause a deadlock. See `checkNotLending`.
func lending<T>(
    at path: String?,
    _ model: StoreModel? = nil,
    _ body: () throws -> T
) throws -> T {
    let outer = pthread_getspecific(depth)
    pthread_setspecific(depth, UnsafeRawPointer(bitPattern: Int(bitPattern: outer) + 1))
    defer { pthread_setspecific(depth, outer) }
    return try translatingErrors(at: path, model, body)
}

/// Checks that no closure of a store is running on the current thread.
///
/// - Parameter refusal: The reason why the call is refused inside a closure.
/// - Throws: `StoreError.refused` with this reason if such a closure is running.
func checkNotLending(
    _ refusal: String =
        "readAndWait and writeAndWait cannot be called inside a closure that a store runs: use the connection that the closure receives as its argument"
) throws {
    if pthread_getspecific(depth) == nil { return }
    throw StoreError.refused(reason: refusal)
}

/// Runs `body` and converts GRDB's errors to `StoreError`.
func translatingErrors<T>(
    at path: String?,
    _ model: StoreModel? = nil,
    _ body: () throws -> T
) throws -> T {
    do {
        return try body()
    } catch let error as DatabaseError {
        throw storeError(error, at: path, model)
    }
}

func translatingErrors<T: Sendable>(
    at path: String?,
    _ model: StoreModel? = nil,
    _ body: () async throws -> T
) async throws -> T {
    do {
        return try await body()
    } catch let error as DatabaseError {
        throw storeError(error, at: path, model)
    }
}

/// Returns whether the error is SQLite's error for a violated constraint.
package func isConstraintViolation(_ error: any Error) -> Bool {
    (error as? DatabaseError)?.resultCode == .SQLITE_CONSTRAINT
}

extension StoreConnection {
    /// Runs `body` and converts constraint violations to `StoreError`, so that the closure of a
    /// transaction can handle them. Foreign-key violations are rethrown unchanged: at the end of
    /// the transaction, the store looks for the record with the broken reference.
    func namingConstraints<T>(_ body: () throws -> T) throws -> T {
        do {
            return try body()
        } catch let error as DatabaseError
            where error.resultCode == .SQLITE_CONSTRAINT
            && error.extendedResultCode != .SQLITE_CONSTRAINT_FOREIGNKEY
        {
            throw storeError(error, at: connection.path, plans.model)
        }
    }
}

private func storeError(
    _ error: DatabaseError,
    at path: String?,
    _ model: StoreModel?
) -> StoreError {
    // The message contains column names but no values, which GRDB adds only on request.
    let code = error.extendedResultCode.rawValue
    return storeError(code, error.message ?? "SQLite error \(code)", at: path, model)
}

/// Converts an SQLite extended result code to a `StoreError`. If `model` is given, the error for a
/// violated constraint names the entity and the properties. The error for a violated foreign key
/// names neither.
func storeError(
    _ code: Int32,
    _ reason: String,
    at path: String?,
    _ model: StoreModel? = nil
) -> StoreError {
    let path = path ?? "in memory"
    switch code & 0xFF {
    case SQLITE_READONLY: return .readOnly(path: path)
    // SQLite limits a path to 512 bytes, including "-journal". Its message does not say so.
    case SQLITE_CANTOPEN where path.utf8.count > 504:
        return .cannotOpen(
            path: path,
            reason: "the path has \(path.utf8.count) bytes, but SQLite allows at most 504"
        )
    case SQLITE_CANTOPEN, SQLITE_PERM, SQLITE_AUTH:
        return .cannotOpen(path: path, reason: reason)
    case SQLITE_NOTADB, SQLITE_CORRUPT: return .notADatabase(path: path)
    case SQLITE_FULL: return .diskFull
    // SQLite cannot make the `-shm` file larger, for example when it opens a store on a full disk.
    case SQLITE_IOERR where ResultCode(rawValue: code) == .SQLITE_IOERR_SHMSIZE: return .diskFull
    case SQLITE_BUSY, SQLITE_LOCKED: return .busy
    case SQLITE_IOERR: return .inputOutput(reason: reason)
    // To reject a record of another entity, a generated statement sets this column to NULL, which
    // violates the column's NOT NULL constraint.
    case SQLITE_CONSTRAINT where reason.hasSuffix(".\(EntityHierarchy.kindColumn)"):
        return .recordOfAnotherEntity
    case SQLITE_CONSTRAINT:
        let isBroken = [ResultCode.SQLITE_CONSTRAINT_FOREIGNKEY, .SQLITE_CONSTRAINT_TRIGGER]
            .contains(ResultCode(rawValue: code))
        if isBroken || reason.contains("FOREIGN KEY") { return .brokenRelationship(nil) }
        return model.flatMap { ConstraintErrors($0.entities).error(for: reason) }
            ?? .constraint(reason: reason)
    case SQLITE_ERROR where reason.contains("trigger recursion"):
        return .refused(
            reason: """
                the deletion would cascade through a chain of more than 1000 records: delete the \
                records at the end of the chain first; nothing was changed
                """
        )
    case SQLITE_ERROR where reason == "integer overflow": return .sumTooLarge
    // Predicate text may be nested more deeply than SQLite's parser allows.
    case SQLITE_ERROR where reason.contains("parser stack"): return .filterTooDeep
    default: return .refused(reason: reason)
    }
}
