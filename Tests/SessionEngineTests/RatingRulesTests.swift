import Foundation
import ResultsStore
import Scenarios
import Testing

@testable import SessionEngine

@Suite struct RatingRulesTests {
    @Test func everyScenarioIsDeclaredWhole() async throws {
        let rules = RatingRules()
        let folder = FileManager.default.temporaryDirectory.appending(path: "rate-\(UUID())")
        defer { try? FileManager.default.removeItem(at: folder) }
        let store = try ResultsStore(path: folder.appending(path: "r").path, access: .create)
        let faults = rules.scenarios.scenarios.faults(
            processor: BaseActionProcessor(declared: rules.actions),
            service: RatingService(try store.reopen(session: 1))
        )
        #expect(faults.isEmpty, "\(faults)")
    }

    @Test(arguments: [
        ("1:05", 65), ("0:31.5", 31.5), ("65", 65), ("12:00", 720), ("0:00", 0),
    ]) func timesOfAClockAreUnderstood(_ text: String, _ seconds: Double) {
        #expect(clockTime(text) == Int64(seconds * 1e9))
    }

    @Test(arguments: ["", "x", "1:", ":5", "1:65", "-1", "1:-5", "nan", "inf", "1e300", "1:2:3"])
    func whatIsNoTimeOfAClockIsRefused(_ text: String) {
        #expect(clockTime(text) == nil)
    }

    @Test func changedLinesAreShownAndFilesThatAreNoTextNamed() {
        let words = SnapshotChanges.words(
            from: ["a": Data("one\ntwo\n".utf8), "b": Data([0xff]), "c": Data()],
            to: ["a": Data("one\nthree\n".utf8), "b": Data([0xfe]), "d": Data("x".utf8)]
        )
        #expect(
            words == "a: changed\n    - two\n    + three\nb: changed\nc: removed\nd: new\n    + x"
        )
    }

    @Test func whatWasWorkedOnStandsBeforeWhatIsNewAndHiddenFilesAreOnlyNamed() {
        let words = SnapshotChanges.words(
            from: ["Work/a": Data("one\n".utf8), "Work/c": Data("1\n2\n".utf8)],
            to: [
                ".hidden/b": Data("x\n".utf8), "Made/.list": Data("x\n".utf8),
                "Made/a": Data("new\n".utf8), "Work/a": Data("two\n".utf8),
                "Work/c": Data("1\n2".utf8),
            ]
        )
        #expect(
            words == """
                Work/a: changed
                    - one
                    + two
                Work/c: changed
                Made/a: new
                    + new
                .hidden/b: new
                Made/.list: new
                """
        )
    }
}
