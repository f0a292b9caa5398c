import Foundation

/// A benchmark's result, with the names that the JSON has.
struct Figure: Encodable {
    var name: String
    var seconds: Double
    /// 0, and the ratio too, where it was not measured.
    var yardstick_seconds: Double
    var ratio: Double
    /// Of processor seconds, which the load of the machine and its disk do not stretch; nil where
    /// they were not measured.
    var processor_ratio: Double?
    var peak_memory_mb: Double
    var yardstick_memory_mb: Double

    func words(for benchmark: Benchmark) -> String {
        let verdict =
            switch benchmark.bar {
            case .atMost(let bar):
                seconds <= bar ? "within \(time(bar))" : "OVER the bar of \(time(bar))"
            case .beyondYardstick(let bar):
                seconds - yardstick_seconds <= bar
                    ? "within \(time(bar)) more" : "OVER the bar of \(time(bar)) more"
            case .timesYardstick(let bar):
                ratio <= bar
                    ? "within \(String(format: "%.2f", bar)) ×"
                    : "OVER the bar of \(String(format: "%.2f", bar)) ×"
            case .timesYardstickMemory(let bar):
                peak_memory_mb <= bar * yardstick_memory_mb
                    ? "memory within \(String(format: "%.2f", bar)) ×"
                    : "memory OVER the bar of \(String(format: "%.2f", bar)) ×"
            case nil: ""
            }
        return """
            \(name): \(time(seconds)), \(beside)\(processor); \
            \(memory)  \(verdict)
              \(benchmark.subject), beside \(benchmark.yardstick); median of \(benchmark.turns)
            """
    }

    private var beside: String {
        yardstick_seconds > 0
            ? "\(String(format: "%.2f", ratio)) × \(time(yardstick_seconds))"
            : "the yardstick was not measured, for it is missing here"
    }

    private var processor: String {
        processor_ratio.map { String(format: ", processor %.2f ×", $0) } ?? ""
    }

    private var memory: String {
        let own = String(format: "%.0f MB", peak_memory_mb)
        if yardstick_memory_mb == 0 { return own }
        let ratio = String(format: "%.2f", peak_memory_mb / yardstick_memory_mb)
        return "\(own), \(ratio) × \(String(format: "%.0f MB", yardstick_memory_mb))"
    }

    private func time(_ seconds: Double) -> String {
        seconds < 0.1
            ? String(format: "%.1f ms", seconds * 1000) : String(format: "%.2f s", seconds)
    }
}
