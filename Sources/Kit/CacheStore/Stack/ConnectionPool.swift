import Foundation
import GRDB
import Synchronization

/// Pool of database connections. Only one caller at a time uses a connection. Callers are served in
/// the order of their calls. The pool for writing has only one connection.
final class ConnectionPool: Sendable {
    typealias Waiter = @Sendable (Result<SQLiteConnection, any Error>) -> Void

    private struct State {
        var idle: [SQLiteConnection] = []
        /// The number of connections, idle or in use.
        var count = 0
        var waiters: [Int: Waiter] = [:]
        /// Numbers of waiters, in the order of their calls. `first` is the number of the waiter
        /// that is served next; `next` is the number that a new waiter gets.
        var (first, next) = (0, 0)
        var isClosed = false
        var closing: DispatchSemaphore?

        mutating func nextWaiter() -> Waiter? {
            while first < next {
                defer { first += 1 }
                if let waiter = waiters.removeValue(forKey: first) { return waiter }
            }
            return nil
        }
    }

    private let state = Mutex(State())
    private let limit: Int
    private let open: @Sendable () throws -> SQLiteConnection

    /// Creates a pool that opens its connections on demand.
    ///
    /// - Parameter limit: maximum number of connections.
    init(limit: Int, _ open: @escaping @Sendable () throws -> SQLiteConnection) {
        self.limit = limit
        self.open = open
    }

    /// Creates a pool that contains only this connection.
    convenience init(_ connection: SQLiteConnection) {
        self.init(limit: 1) { throw closedError }
        state.withLock { state in
            state.idle = [connection]
            state.count = 1
        }
    }

    var isClosed: Bool { state.withLock { $0.isClosed } }

    /// Throws an error if the pool is closed.
    func checkIsOpen() throws { if isClosed { throw closedError } }

    /// Returns an idle connection without waiting or opening a new connection. Returns nil if no
    /// connection is idle, if other callers are waiting, or if the pool is closed.
    func takeIfFree() -> SQLiteConnection? {
        state.withLock { $0.waiters.isEmpty && !$0.isClosed ? $0.idle.popLast() : nil }
    }

    /// Passes a connection or an error to `waiter`:
    ///
    /// - If a connection is free or can be opened, passes it immediately.
    /// - If opening fails or the pool is closed, passes an error immediately.
    /// - Otherwise, `waiter` is called when another caller gives a connection back, on that
    ///   caller's thread.
    ///
    /// - Returns: the number to pass to `stopWaiting`; nil if `waiter` has already been called.
    @discardableResult
    func take(_ waiter: @escaping Waiter) -> Int? {
        enum Step {
            case take(SQLiteConnection)
            case open, fail
            case wait(Int)
        }
        let step = state.withLock { state -> Step in
            if state.isClosed { return .fail }
            if state.waiters.isEmpty, let connection = state.idle.popLast() {
                return .take(connection)
            }
            if state.count < limit {
                state.count += 1
                return .open
            }
            defer { state.next += 1 }
            state.waiters[state.next] = waiter
            return .wait(state.next)
        }
        switch step {
        case .take(let connection): waiter(.success(connection))
        case .fail: waiter(.failure(closedError))
        case .wait(let number): return number
        case .open: open(for: waiter)
        }
        return nil
    }

    /// Opens a connection for `waiter`. If opening fails, passes the error to `waiter` and opens a
    /// connection for the next waiter. Without this second step, the next waiter could wait
    /// forever, because possibly no caller has a connection to give back.
    private func open(for waiter: @escaping Waiter) {
        var waiter = waiter
        while true {
            let opened = Result { try open() }
            guard case .failure = opened else { return waiter(opened) }
            let next = state.withLock { state -> Waiter? in
                let next = state.nextWaiter()
                if next == nil {
                    state.count -= 1
                    state.closing?.signal()
                }
                return next
            }
            waiter(opened)
            guard let next else { return }
            waiter = next
        }
    }

    /// Ends the wait of the waiter with this number by calling it with the error. Has no effect if
    /// the waiter has already been called.
    func stopWaiting(_ number: Int, _ error: any Error) {
        state.withLock { $0.waiters.removeValue(forKey: number) }?(.failure(error))
    }

    /// Blocks the thread until a connection is available.
    func takeAndWait() throws -> SQLiteConnection {
        if let connection = takeIfFree() { return connection }
        let (semaphore, taken) = (DispatchSemaphore(value: 0), TakenConnection())
        take { result in
            taken.result.withLock { $0 = result }
            semaphore.signal()
        }
        semaphore.wait()
        return try taken.result.withLock { try $0.get() }
    }

    func giveBack(_ connection: SQLiteConnection) {
        let waiter = state.withLock { state -> Waiter? in
            if let waiter = state.nextWaiter() { return waiter }
            state.idle.append(connection)
            state.closing?.signal()
            return nil
        }
        waiter?(.success(connection))
    }

    /// Waits until all connections have been given back, and closes them. Current waiters and later
    /// calls fail.
    func close() {
        let semaphore = DispatchSemaphore(value: 0)
        let waiters = state.withLock { state -> [Waiter] in
            defer { state.waiters = [:] }
            state.isClosed = true
            state.closing = semaphore
            return state.waiters.sorted { $0.key < $1.key }.map(\.value)
        }
        for waiter in waiters { waiter(.failure(closedError)) }
        while true {
            let idle = state.withLock { state -> [SQLiteConnection]? in
                guard state.idle.count == state.count else { return nil }
                defer { (state.idle, state.count) = ([], 0) }
                return state.idle
            }
            if let idle { return idle.forEach { $0.close() } }
            semaphore.wait()
        }
    }
}

/// Result for a waiting thread: a connection or an error.
private final class TakenConnection: Sendable {
    let result = Mutex<Result<SQLiteConnection, any Error>>(.failure(closedError))
}

private let closedError = DatabaseError(
    resultCode: .SQLITE_MISUSE,
    message: "the store is closed"
)
