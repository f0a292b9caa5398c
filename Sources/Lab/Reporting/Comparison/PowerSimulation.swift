package import Diagnostics
package import Foundation
package import ResultsStore
package import Statistics

/// A simulation that estimates the power and the false-positive rate of a study's analysis. Each
/// simulated data set is analyzed in the same way as the data of a report. In half of the data
/// sets, the conditions do not differ.
package struct PowerSimulation: Sendable {
    /// A function that writes one simulated data set to a store. Its arguments are the store, the
    /// random seed, and whether the conditions differ.
    package typealias Simulate =
        @Sendable (ResultsStore, UInt64, Bool) async throws(DiagnosticError) -> Void

    /// Number of data sets with each result, for one outcome and one pair of conditions.
    package struct Tally: Sendable, Hashable {
        package var name: String
        /// Whether the outcome is a score or the answers to an item. Simulated conditions have no
        /// effect on such an outcome.
        package var isScore = false
        package var shown = 0
        package var excluded = 0
        package var significant = 0
        /// Number of data sets that showed equivalence; nil if no margin is registered or there are
        /// several pairs of conditions.
        package var equivalent: Int?
        package var total = 0

        /// Returns `count`, a number of data sets, as a proportion of `total`, with Wilson's
        /// interval.
        package func share(_ count: Int) -> Computed<(value: Double, interval: Interval)> {
            wilson(count, of: total).map { (Double(count) / Double(total), $0) }
        }

        /// Returns the proportion and interval from ``share(_:)`` as text.
        package func words(_ count: Int) -> String {
            guard let share = share(count).value else { return "not computable" }
            return String(
                format: "%.3f (95 %% interval %.3f to %.3f)",
                share.value,
                share.interval.low,
                share.interval.high
            )
        }
    }

    package struct Result: Sendable, Hashable {
        package var withEffects: [Tally]
        package var withoutEffects: [Tally]
    }

    private let study: String
    private let dataSets: Int
    private let seed: UInt64
    private let folder: URL
    private let simulate: Simulate

    /// Creates the simulation.
    ///
    /// - Parameters:
    ///   - dataSets: number of data sets in which the conditions differ; the same number is
    ///     simulated without a difference.
    ///   - folder: the folder for results files; each file is removed after its analysis.
    package init(
        study: String,
        dataSets: Int,
        seed: UInt64,
        folder: URL,
        simulate: @escaping Simulate
    ) {
        (self.study, self.dataSets, self.seed) = (study, dataSets, seed)
        (self.folder, self.simulate) = (folder, simulate)
    }

    /// Simulates and analyzes the data sets, and returns the number of data sets with each result.
    ///
    /// - Parameters:
    ///   - isOnlyWithEffects: whether to skip the data sets in which the conditions do not differ.
    ///   - progress: called with the number of data sets analyzed so far, including those in which
    ///     the conditions do not differ.
    package func run(
        isOnlyWithEffects: Bool = false,
        progress: @Sendable (Int) -> Void = { _ in }
    ) async throws(DiagnosticError) -> Result {
        let jobs = (0..<dataSets).flatMap {
            isOnlyWithEffects ? [($0, true)] : [($0, true), ($0, false)]
        }
        let width = max(1, ProcessInfo.processInfo.activeProcessorCount)
        var found: [(hasEffect: Bool, tests: [OutcomeTest])] = []
        for start in stride(from: 0, to: jobs.count, by: 8 * width) {
            let batch = jobs[start..<min(start + 8 * width, jobs.count)]
            let results = await withTaskGroup(of: [Analysed].self) { group in
                for lane in 0..<width {
                    let own = batch.enumerated().filter { $0.offset % width == lane }
                    group.addTask {
                        var results: [Analysed] = []
                        for (place, (number, hasEffect)) in own {
                            let result = await analyse(number, hasEffect)
                            results.append((place, hasEffect, result))
                        }
                        return results
                    }
                }
                // The child tasks finish in any order. Sorting the results makes the order of the
                // outcomes and the thrown error the same in every run.
                var all: [Analysed] = []
                for await results in group { all += results }
                return all.sorted { $0.place < $1.place }
            }
            for (_, hasEffect, result) in results { found.append((hasEffect, try result.get())) }
            progress(found.count)
        }
        return Result(
            withEffects: PowerSimulation.tally(found.filter(\.hasEffect).map(\.tests)),
            withoutEffects: PowerSimulation.tally(found.filter { !$0.hasEffect }.map(\.tests))
        )
    }

    /// The result of one data set. `place` is the index of the data set in its batch; the data sets
    /// of a batch are analyzed together.
    private typealias Analysed = (
        place: Int, hasEffect: Bool, result: Swift.Result<[OutcomeTest], DiagnosticError>
    )

    private func analyse(
        _ number: Int,
        _ hasEffect: Bool
    ) async -> Swift.Result<[OutcomeTest], DiagnosticError> {
        let path = folder.appending(path: "\(number)-\(hasEffect).sqlite").path
        defer {
            for end in ["", "-wal", "-shm"] {
                try? FileManager.default.removeItem(atPath: path + end)
            }
        }
        do throws(DiagnosticError) {
            let store = try ResultsStore(path: path, access: .create)
            defer { store.close() }
            let own = seed &* 1_000_000_007 &+ UInt64(number) &* 2 &+ (hasEffect ? 1 : 0)
            try await simulate(store, own, hasEffect)
            return .success(try Report.outcomeTests(store, study: study))
        } catch {
            return .failure(error)
        }
    }

    private static func tally(_ sets: [[OutcomeTest]]) -> [Tally] {
        var tallies: [Tally] = []
        for test in sets.joined() {
            let place = tallies.firstIndex { $0.name == test.name } ?? tallies.count
            if place == tallies.count {
                tallies.append(Tally(name: test.name, isScore: test.isScore))
            }
            tallies[place].total += 1
            tallies[place].shown += test.isShown ? 1 : 0
            tallies[place].excluded += test.excludesNone == true ? 1 : 0
            tallies[place].significant += test.isSignificant == true ? 1 : 0
            if let isEquivalent = test.isEquivalent {
                tallies[place].equivalent =
                    (tallies[place].equivalent ?? 0) + (isEquivalent ? 1 : 0)
            }
        }
        return tallies
    }
}
