import Foundation
import Studio
import TestSupport

/// Server time of a keystroke in the studio's predicate: form, sentence, Swift, SQL, plan and rows of
/// a query of ten conditions, whose last 80 letters are typed, on a model of 125 entities. A turn's
/// time is the 95th percentile of its keystrokes.
func studioUpdate(home: URL) -> Benchmark {
    let home = home.appendingPathComponent("studio")
    let text =
        "title1 BEGINSWITH[c] $text AND NOT id CONTAINS \"a\" AND count > 3 AND title1 != \"x\""
        + " AND count != 9 AND isHidden == NO AND (ratio > 0.5 OR count < 90) AND created != NIL"
        + " AND title1 != $other"
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
            for length in (text.count - 80)...text.count {
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
