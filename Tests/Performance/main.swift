import Foundation
import Subprocess

// Times of whole processes beside a yardstick in the same run. `--filter NAME`, `--json FILE`.

struct Figure: Encodable {
    var name: String
    var seconds: Double
    var yardstick_seconds: Double
    var ratio: Double
    var peak_memory_mb: Double
}

func seconds(_ program: String, _ arguments: [String]) async throws -> Double {
    let start = ContinuousClock.now
    _ = try await run(
        .name(program),
        arguments: Arguments(arguments),
        output: .discarded,
        error: .discarded
    )
    let parts = (ContinuousClock.now - start).components
    return Double(parts.seconds) + Double(parts.attoseconds) * 1e-18
}

func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

let arguments = CommandLine.arguments
func option(_ name: String) -> String? {
    arguments.firstIndex(of: name).flatMap { index in
        arguments.indices.contains(index + 1) ? arguments[index + 1] : nil
    }
}

let folder = URL(fileURLWithPath: arguments[0]).deletingLastPathComponent().path
let benchmarks: [(name: String, program: String, arguments: [String])] = [
    ("evalrun-help", "\(folder)/evalrun", ["--help"]),
    ("cdgen-help", "\(folder)/cdgen", ["--help"]),
]

var figures: [Figure] = []
for benchmark in benchmarks where option("--filter").map(benchmark.name.contains) ?? true {
    var (times, yardsticks): ([Double], [Double]) = ([], [])
    for _ in 0..<21 {
        times.append(try await seconds(benchmark.program, benchmark.arguments))
        yardsticks.append(try await seconds("true", []))
    }
    var usage = rusage()
    // RUSAGE_CHILDREN, whose type differs between the systems.
    getrusage(-1, &usage)
    let (time, yardstick) = (median(times), median(yardsticks))
    figures.append(
        Figure(
            name: benchmark.name,
            seconds: time,
            yardstick_seconds: yardstick,
            ratio: time / yardstick,
            peak_memory_mb: Double(usage.ru_maxrss) / 1024
        )
    )
    print(
        "\(benchmark.name): \(time * 1000) ms, beside a process that does nothing: \(yardstick * 1000) ms"
    )
}
if let file = option("--json") {
    try JSONEncoder().encode(figures).write(to: URL(fileURLWithPath: file))
}
