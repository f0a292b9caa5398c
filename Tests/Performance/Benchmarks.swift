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
    @Option(help: "Write the figures as JSON to FILE.", completion: .file())
    var json: String?

    func run() async throws {
        let tools = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
        let home = FileManager.default.temporaryDirectory
            .appendingPathComponent("evalrun-bench-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: home) }
        let all =
            startUp(tools) + languages(tools, home: home) + StoreTimes(home: home).benchmarks
            + (try WorkspaceTimes(tools: tools, home: home).benchmarks)
        var figures: [Figure] = []
        for benchmark in all where filter.map(benchmark.name.contains) ?? true {
            let figure = try await benchmark.measure()
            figures.append(figure)
            print(figure.words(for: benchmark))
        }
        guard !figures.isEmpty else {
            throw ValidationError(
                "no benchmark's name holds \"\(filter ?? "")\"; there are "
                    + all.map(\.name).joined(separator: ", ")
            )
        }
        guard let json else { return }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        try encoder.encode(figures).write(to: URL(fileURLWithPath: json), options: .atomic)
    }
}
