import TestSupport
import TestTraits
import Testing

/// Invalid command lines.
@Suite(.blocking) struct UsageTests {
    @Test(arguments: [
        ("report", ["report", "--report-date", "2026-13-31"]),
        ("merge", ["merge", "other.sqlite", "--rename", "P2"]),
        (
            "hub decide",
            ["hub", "decide", "x", "postgresql://a@b/c", "--keep", "y", "--reason", "r"]
        ),
    ])
    func aWrongValueIsAnsweredWithTheUsageOfItsCommand(
        _ command: String,
        _ arguments: [String]
    ) throws {
        let run = try Tool("evalrun").run(arguments)
        #expect(run.status == 64)
        #expect(run.errors.contains("Usage: evalrun \(command) "), "\(run.errors)")
        #expect(run.errors.contains("evalrun \(command) --help"), "\(run.errors)")
    }
}
