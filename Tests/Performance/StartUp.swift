import Foundation

/// How long each tool takes to say its help, beside a process that does nothing.
func startUp(_ tools: URL) -> [Benchmark] {
    ["evalrun", "cdgen"].map { tool in
        Benchmark(
            name: "\(tool)-help",
            subject: "\(tool) --help",
            yardstick: "a process that does nothing",
            turns: 41,
            bar: .beyondYardstick(0.030)
        ) { _ in
            let subject = try Measured([tools.appendingPathComponent(tool).path, "--help"])
            return .init(
                subject: subject.seconds,
                yardstick: try Measured(["true"]).seconds,
                memory: subject.memory
            )
        }
    }
}
