import Foundation
import Synchronization
import TestTraits
import Testing

@testable import CacheStore

/// Connections that cannot be opened, while other callers wait for one.
@Suite(.blocking) struct ConnectionPoolTests {
    private struct Failure: Error {}

    /// A pool whose first connection fails to open after `isWaiting` has returned.
    private func pool(_ first: DispatchSemaphore, _ entered: DispatchSemaphore) -> ConnectionPool {
        let isFirst = Mutex(true)
        return ConnectionPool(limit: 1) {
            let waits = isFirst.withLock { isFirst in
                defer { isFirst = false }
                return isFirst
            }
            if waits {
                entered.signal()
                first.wait()
            }
            throw Failure()
        }
    }

    private func takeElsewhere(_ pool: ConnectionPool) -> DispatchSemaphore {
        let done = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            pool.take { result in
                if case .failure = result { done.signal() }
            }
        }
        return done
    }

    @Test func thoseWhoWaitForAConnectionThatCannotBeOpenedGetTheError() {
        let (first, entered) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let pool = pool(first, entered)
        let opening = takeElsewhere(pool)
        entered.wait()
        let failed = DispatchSemaphore(value: 0)
        for _ in 1...3 {
            #expect(pool.take { if case .failure = $0 { failed.signal() } } != nil)
        }
        first.signal()
        #expect(opening.wait(timeout: .now() + 60) == .success)
        for _ in 1...3 { #expect(failed.wait(timeout: .now() + 60) == .success) }
    }

    @Test func aPoolIsClosedWhileItsConnectionCannotBeOpened() {
        let (first, entered) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let pool = pool(first, entered)
        _ = takeElsewhere(pool)
        entered.wait()
        let closed = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            pool.close()
            closed.signal()
        }
        while !pool.isClosed { usleep(1000) }
        first.signal()
        #expect(closed.wait(timeout: .now() + 60) == .success)
    }
}
