import Foundation

/// Measures generated code beside hand-written C, turn by turn:
///
///     GeneratedSample NAME TURNS
///
/// prints a line for each turn: the seconds of the one and the other, then their processor seconds.
@main
enum Main {
    static func main() async throws {
        let arguments = CommandLine.arguments.dropFirst()
        let name = arguments.first ?? "insert-plain"
        let turns = arguments.dropFirst().first.flatMap(Int.init) ?? 9
        try await measure(name, turns)
    }

    /// Apart from `main`, which the main actor runs.
    private static func measure(_ name: String, _ turns: Int) async throws {
        let make = try await made(name)
        for number in 0...turns {
            let turn = try await make()
            var (subject, yardstick) = (Cost(), Cost())
            // By turns, the one and the other first.
            if number % 2 == 0 {
                subject = try await cost(turn.subject)
                yardstick = try await cost { try turn.yardstick() }
            } else {
                yardstick = try await cost { try turn.yardstick() }
                subject = try await cost(turn.subject)
            }
            let figures = [
                subject.seconds, yardstick.seconds, subject.processor, yardstick.processor,
            ]
            print(figures.map { "\($0)" }.joined(separator: " "))
        }
    }

    private static func made(_ name: String) async throws -> () async throws -> Turn {
        if let query = queries.first(where: { $0.name == name }) {
            return try await query.turns()
        }
        if name.hasSuffix("-plain") { return try await operation("\(name.dropLast(6))", spots) }
        return try await operation(name, towns)
    }

    private struct Cost {
        var seconds = 0.0
        var processor = 0.0
    }

    private static func cost(_ body: () async throws -> Void) async throws -> Cost {
        // What was written before is not this part's load.
        sync()
        let (start, processor) = (ContinuousClock.now, processorSeconds())
        try await body()
        let elapsed = (ContinuousClock.now - start).components
        return Cost(
            seconds: Double(elapsed.seconds) + Double(elapsed.attoseconds) * 1e-18,
            processor: processorSeconds() - processor
        )
    }

    private static func processorSeconds() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
    }
}
