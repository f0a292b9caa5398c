import ArgumentParser
import Foundation

/// Times of what users wait for, each beside a yardstick measured in the same run, turn by turn.
@main
struct Benchmarks: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Measure what users wait for, beside a yardstick in the same run."
    )

    @Option(help: "Only benchmarks whose name holds NAME.")
    var filter: String?
    @Option(help: "At most N turns of each, to compare two builds in less time.")
    var turns: Int?
    @Option(help: "Write the figures as JSON to FILE.", completion: .file())
    var json: String?

    /// What a child process of the benchmarks does: its name and its file.
    @Option(name: .customLong("probe"), parsing: .upToNextOption, help: .hidden)
    var probe: [String] = []

    func run() async throws {
        if probe.count == 2 { return try await StoreProbe.run(probe[0], probe[1]) }
        let tools = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
        let home = FileManager.default.temporaryDirectory
            .appendingPathComponent("evalrun-bench-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: home) }
        // Processes first: what this one has held until then counts into its children's memory.
        let groups: [() throws -> [Benchmark]] = [
            { startUp(tools) },
            { try SessionTimes(tools: tools, home: home).benchmarks },
            { try WorkspaceTimes(tools: tools, home: home).benchmarks },
            { StoreMemory(home: home).benchmarks },
            { languages(tools, home: home) },
            { generation(tools, home: home) },
            { reports(tools, home: home) },
            { CalledTimes(home: home).benchmarks },
            { StoreTimes(home: home).benchmarks },
            { GeneratedTimes(tools: tools, home: home).benchmarks },
            { [studioUpdate(home: home)] },
            { PythonTimes(home: home, isWanted: { filter.map($0.contains) ?? true }).benchmarks },
        ]
        var (figures, names): ([Figure], [String]) = ([], [])
        for group in groups {
            for var benchmark in try group() {
                names.append(benchmark.name)
                if let turns { benchmark.turns = min(benchmark.turns, max(1, turns)) }
                guard filter.map(benchmark.name.contains) ?? true else { continue }
                let figure = try await benchmark.measure()
                figures.append(figure)
                print(figure.words(for: benchmark))
            }
        }
        guard !figures.isEmpty else {
            throw ValidationError(
                "no benchmark's name holds \"\(filter ?? "")\"; there are "
                    + names.joined(separator: ", ")
            )
        }
        guard let json else { return }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        try encoder.encode(figures).write(to: URL(fileURLWithPath: json), options: .atomic)
    }
}
