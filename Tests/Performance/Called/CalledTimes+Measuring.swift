import Foundation

extension CalledTimes {
    /// The store's calls, and GRDB's for scale.
    func compared(
        _ name: String,
        _ subject: String,
        _ bar: Double,
        _ caller: Caller,
        _ files: Lazy<Files>,
        _ make: @escaping (Files) throws -> Calls
    ) -> [Benchmark] {
        [
            benchmark("called-\(name)", subject, bar, caller) { try make(try await files.value()) },
            benchmark("grdb-called-\(name)", subject, nil, caller, isStore: false) {
                try make(try await files.value())
            },
        ]
    }

    func benchmark(
        _ name: String,
        _ subject: String,
        _ bar: Double?,
        _ caller: Caller,
        isStore: Bool = true,
        _ make: @escaping () async throws -> Calls
    ) -> Benchmark {
        let place = caller == .main ? "the main actor" : "a task"
        return Benchmark(
            name: "\(name)-\(caller)",
            subject: "\(subject), awaited one by one from \(place)",
            yardstick: "the same through SQLite's C interface",
            turns: 9,
            bar: bar.map { .timesYardstick($0) }
        ) { number in
            let calls = try await make()
            let (count, call) = (calls.count, isStore ? calls.store : calls.grdb)
            let raw = { try seconds { try calls.raw() } }
            let before = number % 2 == 0 ? try raw() : 0
            let own =
                caller == .main
                ? try await onMain(count, call)
                : try await Task.detached { try await inTurn(count, call) }.value
            let yardstick = number % 2 == 0 ? before : try raw()
            return .init(subject: own, yardstick: yardstick, memory: 0)
        }
    }
}

private func seconds(_ body: () throws -> Void) rethrows -> Double {
    let start = ContinuousClock.now
    try body()
    return (ContinuousClock.now - start).seconds
}

/// Runs on the actor that calls it.
nonisolated(nonsending) private func inTurn(
    _ count: Int,
    _ call: nonisolated(nonsending) @Sendable (Int) async throws -> Void
) async throws -> Double {
    let start = ContinuousClock.now
    for number in 0..<count { try await call(number) }
    return (ContinuousClock.now - start).seconds
}

@MainActor private func onMain(
    _ count: Int,
    _ call: nonisolated(nonsending) @Sendable (Int) async throws -> Void
) async throws -> Double {
    try await inTurn(count, call)
}
