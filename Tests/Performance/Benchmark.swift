/// One thing to measure and what to measure it by. A turn runs each once.
struct Benchmark {
    /// What one turn took.
    struct Turn {
        /// Seconds.
        var subject: Double
        /// Seconds; 0 where what it takes is missing here.
        var yardstick: Double
        /// The most memory that the subject's process held, in MB (10⁶ bytes).
        var memory: Double
        /// The same of the yardstick's; 0 where it was not measured.
        var yardstickMemory = 0.0
        /// Processor seconds of the subject, all threads; 0 where they were not measured.
        var subjectProcessor = 0.0
        /// The same of the yardstick.
        var yardstickProcessor = 0.0
    }

    var name: String
    /// What is measured, in words.
    var subject: String
    /// What it is measured by, in words.
    var yardstick: String
    var turns: Int
    /// The bar that was set.
    var bar: Bar?
    var prepare: () async throws -> Void = {}
    var turn: (_ number: Int) async throws -> Turn

    enum Bar {
        /// Seconds.
        case atMost(Double)
        /// Seconds more than the yardstick.
        case beyondYardstick(Double)
        /// The subject takes at most this many times what the yardstick takes.
        case timesYardstick(Double)
        /// The subject's process holds at most this many times what the yardstick's holds.
        case timesYardstickMemory(Double)
    }

    /// Medians over all turns but the first, which warms caches. The ratio is the median of the
    /// turns' own ratios: what slows the machine for a while slows both parts of a turn.
    func measure() async throws -> Figure {
        try await prepare()
        _ = try await turn(0)
        var measured: [Turn] = []
        for number in 1...turns { measured.append(try await turn(number)) }
        let seconds = median(measured.map(\.subject))
        let yardstick = median(measured.map(\.yardstick))
        return Figure(
            name: name,
            seconds: seconds,
            yardstick_seconds: yardstick,
            ratio: median(measured.map { $0.yardstick > 0 ? $0.subject / $0.yardstick : 0 }),
            processor_ratio: measured.allSatisfy { $0.yardstickProcessor > 0 }
                ? median(measured.map { $0.subjectProcessor / $0.yardstickProcessor }) : nil,
            peak_memory_mb: measured.map(\.memory).max() ?? 0,
            yardstick_memory_mb: measured.map(\.yardstickMemory).max() ?? 0
        )
    }

    private func median(_ values: [Double]) -> Double {
        let sorted = values.sorted()
        let middle = sorted.count / 2
        return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
    }
}
