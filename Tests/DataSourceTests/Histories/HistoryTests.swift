import Foundation
import Testing

/// Runs the histories of the seeds below `count`, four at a time.
///
/// - Returns: the first violation, with its seed; nil if there is none.
private func firstViolation(_ count: UInt64, _ fault: HistoryFault? = nil) async throws -> String? {
    try await withThrowingTaskGroup(of: String?.self) { group in
        for lane in 0..<4 as Range<UInt64> {
            group.addTask {
                for seed in stride(from: lane, to: count, by: 4) where !Task.isCancelled {
                    let history = try History(seed: seed, fault: fault)
                    if let found = try await history.run() { return "history \(seed): \(found)" }
                }
                return nil
            }
        }
        for try await violation in group {
            guard let violation else { continue }
            group.cancelAll()
            return violation
        }
        return nil
    }
}

/// `SYNC_HISTORIES` of them; timing is not drawn from the seed, so that a violation may need several
/// runs to come again.
@Suite(.serialized, .timeLimit(.minutes(60))) struct Histories {
    @Test func storeAndServerEndEqualAndEachChangeIsAppliedOnce() async throws {
        let count = ProcessInfo.processInfo.environment["SYNC_HISTORIES"].flatMap(UInt64.init)
        let found = try await firstViolation(count ?? 300)
        #expect(found == nil, "\(found ?? "")")
    }

    @Test(arguments: HistoryFault.allCases) func aPlantedFaultIsFound(
        _ fault: HistoryFault
    ) async throws {
        let found = try await firstViolation(300, fault)
        #expect(found != nil)
    }
}
