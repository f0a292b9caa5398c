import Foundation
import Scenarios
import Synchronization
import Testing

private struct Ask: Query { var number = 1 }
private struct Got: Message, Equatable { let number: Int }
private struct Completed: Message {}
private struct Problem: Message { let error: any Error }
private struct Broken: Error {}

/// A service with one call, declared by a closure.
private final class OneCall: BaseActionService, @unchecked Sendable {
    // Unchecked as its class is; this property is immutable.
    let declare: @Sendable (CallFacade) -> Void

    init(
        clock: any Clock<Duration> = ContinuousClock(),
        seed: UInt64 = 1,
        _ declare: @escaping @Sendable (CallFacade) -> Void
    ) {
        self.declare = declare
        super.init(clock: clock, seed: seed)
    }

    override func onDeclareCalls(_ facade: CallFacade) { declare(facade) }
}

@Suite(.timeLimit(.minutes(15))) struct ServiceTests {
    @Test func aValueBecomesAMessage() async throws {
        let service = OneCall {
            $0.on(
                Ask.self,
                timeout: .seconds(900),
                retries: 0,
                call: { $0.number * 2 },
                success: { Got(number: $0) },
                failure: { Problem(error: $0) }
            )
        }
        #expect(try await service.execute(query: Ask(number: 21)) as? Got == Got(number: 42))
    }

    @Test func mereCompletionBecomesAMessage() async throws {
        let service = OneCall {
            $0.on(
                Ask.self,
                timeout: .seconds(900),
                retries: 0,
                call: { _ in },
                success: { Completed() },
                failure: { Problem(error: $0) }
            )
        }
        #expect(try await service.execute(query: Ask()) is Completed)
    }

    @Test func anErrorIsRetriedAsOftenAsStatedAndThenBecomesAMessage() async throws {
        let tries = Mutex(0)
        let service = OneCall {
            $0.on(
                Ask.self,
                timeout: .seconds(900),
                retries: 2,
                call: { _ -> Int in
                    tries.withLock { $0 += 1 }
                    throw Broken()
                },
                success: { Got(number: $0) },
                failure: { Problem(error: $0) }
            )
        }
        #expect((try await service.execute(query: Ask()) as? Problem)?.error is Broken)
        #expect(tries.withLock { $0 } == 3)
    }

    @Test(arguments: [true, false])
    func cancellationAndWhatIsNotRetryableAreNotRetried(_ cancels: Bool) async throws {
        let tries = Mutex(0)
        let service = OneCall {
            $0.on(
                Ask.self,
                timeout: .seconds(900),
                retries: 5,
                isRetryable: { !($0 is Broken) },
                call: { _ -> Int in
                    tries.withLock { $0 += 1 }
                    throw cancels ? CancellationError() : Broken()
                },
                success: { Got(number: $0) },
                failure: { Problem(error: $0) }
            )
        }
        #expect(try await service.execute(query: Ask()) is Problem)
        #expect(tries.withLock { $0 } == 1)
    }

    @Test func aQueryThatNothingIsDeclaredForIsAFault() async {
        let service = OneCall { _ in }
        await #expect(throws: ScenarioFault.self) { try await service.execute(query: Ask()) }
    }

    @Test func aTimeOutIsMeasuredOnTheInjectedClock() async throws {
        let (clock, gate) = (ManualClock(), Gate())
        let service = OneCall(clock: clock) {
            $0.on(
                Ask.self,
                timeout: .seconds(3600),
                retries: 0,
                call: { _ -> Int in
                    await gate.waitDeaf()
                    return 1
                },
                success: { Got(number: $0) },
                failure: { Problem(error: $0) }
            )
        }
        async let answer = service.execute(query: Ask())
        await clock.advanceWhenAwaited(by: .seconds(3600))
        let problem = try await answer as? Problem
        #expect(problem?.error as? TimedOut == TimedOut(limit: .seconds(3600)))
        gate.open()
    }

    /// The time-out of the call sleeps on the same clock, and may be the first to do so.
    @Test func anAdvanceWaitsForTheSleepThatItEnds() async throws {
        for _ in 0..<200 {
            let clock = ManualClock()
            let service = OneCall(clock: clock) {
                $0.on(
                    Ask.self,
                    timeout: .seconds(60),
                    retries: 0,
                    call: { _ in try await clock.sleep(for: .seconds(3)) },
                    success: { Completed() },
                    failure: { Problem(error: $0) }
                )
            }
            async let answer = service.execute(query: Ask())
            await clock.advanceWhenAwaited(by: .seconds(3))
            let reply = try await answer
            #expect(reply is Completed)
        }
    }

    @Test func aLoopRunsOnceForEachAdvance() async {
        let (clock, far) = (ManualClock(), ManualClock.Instant(offset: .seconds(3600)))
        let turns = Mutex(0)
        let waiting = Task { try await clock.sleep(until: far, tolerance: nil) }
        let looping = Task {
            while true {
                try await clock.sleep(for: .seconds(1))
                turns.withLock { $0 += 1 }
            }
        }
        // The last waits for the end of the tenth.
        for _ in 1...11 { await clock.advanceWhenAwaited(by: .seconds(1)) }
        let count = turns.withLock { $0 }
        #expect((10...11).contains(count))
        waiting.cancel()
        looping.cancel()
    }

    @Test(arguments: [0, 20])
    func anAdvanceThatIsCancelledDoesNotHappen(after wait: Int) async throws {
        let clock = ManualClock()
        let advancing = Task { await clock.advanceWhenAwaited(by: .seconds(1)) }
        try await Task.sleep(for: .milliseconds(wait))
        advancing.cancel()
        await advancing.value
        #expect(clock.now == ManualClock.Instant())
    }

    @Test func workThatBlocksItsThreadCannotHoldATimeOut() async throws {
        let released = DispatchSemaphore(value: 0)
        let service = OneCall {
            $0.on(
                Ask.self,
                timeout: .milliseconds(50),
                retries: 0,
                call: { _ -> Int in
                    block(released)
                    return 1
                },
                success: { Got(number: $0) },
                failure: { Problem(error: $0) }
            )
        }
        // Far more than the machine has cores.
        let many = 64
        await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<many {
                group.addTask {
                    let answer = try? await service.execute(query: Ask())
                    return (answer as? Problem)?.error is TimedOut
                }
            }
            for await isTimedOut in group { #expect(isTimedOut) }
        }
        // All callers are back although no work has ended: it ends only now.
        for _ in 0..<many { released.signal() }
    }

    @Test func durableWorkEndsAlthoughItsScenarioIsStopped() async throws {
        let (begun, gate) = (Gate(), Gate())
        let outcome = Mutex("")
        let service = OneCall {
            $0.on(
                Ask.self,
                timeout: .seconds(30),
                retries: 0,
                isDurable: true,
                call: { _ in
                    begun.open()
                    await gate.waitDeaf()
                    outcome.withLock { $0 = Task.isCancelled ? "cancelled" : "ended" }
                },
                success: { Completed() },
                failure: { Problem(error: $0) }
            )
        }
        let asking = Task { try await service.execute(query: Ask()) }
        await begun.waitDeaf()
        asking.cancel()
        gate.open()
        // The caller is told of its cancellation, after the work.
        await #expect(throws: CancellationError.self) { try await asking.value }
        #expect(outcome.withLock { $0 } == "ended")
    }

    /// Two attempts at one time would write twice.
    @Test func durableWorkThatTimedOutIsNotBegunAgain() async throws {
        let (clock, gate) = (ManualClock(), Gate())
        let tries = Mutex(0)
        let service = OneCall(clock: clock) {
            $0.on(
                Ask.self,
                timeout: .seconds(60),
                retries: 2,
                isDurable: true,
                call: { _ in
                    tries.withLock { $0 += 1 }
                    await gate.waitDeaf()
                },
                success: { Completed() },
                failure: { Problem(error: $0) }
            )
        }
        let ticking = Task {
            while !Task.isCancelled {
                if tries.withLock({ $0 }) > 0 { clock.advance(by: .seconds(60)) }
                await Task.yield()
            }
        }
        let problem = try await service.execute(query: Ask()) as? Problem
        ticking.cancel()
        #expect(problem?.error is TimedOut)
        #expect(tries.withLock { $0 } == 1)
        gate.open()
    }

    @Test func waitsGrowToTheirLimitAndChanceTakesItsShare() {
        let calm = BackOff(first: .seconds(1), limit: .seconds(5), jitter: 0)
        #expect(
            (1...5).map { calm.wait(before: $0, chance: 0.9) }
                == [1, 2, 4, 5, 5].map { .seconds($0) }
        )
        let jittery = BackOff(first: .seconds(8), jitter: 0.5)
        #expect(jittery.wait(before: 1, chance: 0) == .seconds(8))
        #expect(jittery.wait(before: 1, chance: 0.5) == .seconds(6))
    }

    @Test func theSameSeedWaitsTheSame() async throws {
        #expect(try await waits(seed: 7) == waits(seed: 7))
        #expect(try await waits(seed: 7) != waits(seed: 8))
    }

    /// How long the service waited between its tries.
    private func waits(seed: UInt64) async throws -> [Duration] {
        let clock = NotedClock()
        let service = OneCall(clock: clock, seed: seed) {
            $0.on(
                Ask.self,
                timeout: .seconds(900),
                retries: 3,
                backOff: BackOff(first: .seconds(1), jitter: 0.5),
                call: { _ -> Int in throw Broken() },
                success: { Got(number: $0) },
                failure: { Problem(error: $0) }
            )
        }
        _ = try await service.execute(query: Ask())
        let waits = clock.waits
        #expect(waits.count == 3)
        return waits
    }
}

/// Notes the waits between tries and lets them pass at once; time-outs never come.
private final class NotedClock: Clock, Sendable {
    private let noted = Mutex<[Duration]>([])
    var waits: [Duration] { noted.withLock { $0 } }
    var now: ManualClock.Instant { .init() }
    var minimumResolution: Duration { .zero }

    func sleep(until deadline: ManualClock.Instant, tolerance: Duration?) async throws {
        guard deadline.offset < .seconds(900) else {
            return try await Task.sleep(for: .seconds(900))
        }
        noted.withLock { $0.append(deadline.offset) }
    }
}

/// Blocks the calling thread.
private func block(_ semaphore: DispatchSemaphore) { semaphore.wait() }
