import Foundation
import Studio
import TestSupport

/// What a keystroke in the studio's text costs the server: form, sentence, Swift, SQL, plan and rows
/// of a query that is typed letter by letter, on a model of 125 entities. A turn's time is the 95th
/// percentile of its keystrokes.
func studioUpdate(home: URL) -> Benchmark {
    let home = home.appendingPathComponent("studio")
    let text = "title1 BEGINSWITH[c] $text AND NOT id CONTAINS \"a\" OR count > 3"
    return Benchmark(
        name: "studio-update",
        subject: "a keystroke in the studio's text, 95th percentile, 125 entities",
        yardstick: "the bar, 50 ms",
        turns: 3,
        bar: .atMost(0.050),
        prepare: {
            try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
            _ = try ModelPackageFixture.write(to: home, versions: 1, entities: 125)
        },
        turn: { _ in
            let studio = try Studio(
                project: home.path,
                model: home.appendingPathComponent("Large.xcdatamodeld").path,
                store: nil
            )
            var times: [Double] = []
            for length in 1...text.count {
                let typed = text.prefix(length).replacing("\"", with: "\\\"")
                let body = "{\"form\": {\"entity\": \"Entity0\"}, \"text\": \"\(typed)\"}"
                let time = try ContinuousClock().measure { _ = try studio.answer(toUpdate: body) }
                times.append(time.seconds)
            }
            times.sort()
            return .init(
                subject: times[times.count * 95 / 100],
                yardstick: 0.050,
                memory: Measured.ownMemory
            )
        }
    )
}
