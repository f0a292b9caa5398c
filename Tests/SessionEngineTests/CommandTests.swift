import Foundation
import Testing

@testable import SessionEngine

@Suite struct CommandTests {
    private func run(_ script: String, input: String) async -> Command.Result {
        await Command(
            ["/bin/sh", "-c", script],
            in: FileManager.default.temporaryDirectory,
            environment: ["PATH": "/usr/bin:/bin"],
            input: input,
            timeout: 30
        ).run()
    }

    @Test func aProgramThatDoesNotReadItsInputHarmsNobody() async {
        let long = String(repeating: "line\n", count: 400_000)
        #expect(await run("exec <&-; sleep 0.2; exit 3", input: long).end == .exited(3))
    }

    @Test func theInputArrivesWhole() async {
        let long = String(repeating: "سطر\n", count: 100_000)
        let counted = await run("wc -c", input: long)
        #expect(counted.output.trimmed == "\(long.utf8.count)")
        #expect(await run("wc -c", input: "").output.trimmed == "0")
    }
}
