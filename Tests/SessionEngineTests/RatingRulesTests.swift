import Foundation
import ResultsStore
import Scenarios
import StudyDefinition
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
        ("1:05", 65), ("0:31.5", 31.5), ("65", 65), ("12:00", 720), ("0:00", 0), ("1:01:05", 3665),
        ("2.01", 2.01),
    ]) func timesOfAClockAreUnderstood(_ text: String, _ seconds: Double) {
        #expect(clockTime(text) == Int64((seconds * 1e9).rounded()))
    }

    @Test(arguments: [
        "", "x", "1:", ":5", "1:65", "1:60:00", "1.5:20", "-1", "1:-5", "nan", "inf", "1e300",
        "1:2:3:4",
    ])
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

    /// The facilitator's marks are those that the report compares: here the first and the third.
    @Test func theLastQuestionCountsTheMarksThatTheReportCompares() throws {
        let events: [SessionEvent] = [
            .taskPrepared(
                TaskPrepared(run: 1, task: "one", practice: true, timeLimit: 60, snapshot: "")
            ),
            .taskPrepared(TaskPrepared(run: 2, task: "one", timeLimit: 60, snapshot: "")),
            .marked(Marked(mark: 1, kind: .mistake, run: 2)),
            .marked(Marked(mark: 2, kind: .note, run: 2)),
            .marked(Marked(mark: 3, kind: .note, run: 2, code: "lost")),
            .marked(Marked(mark: 4, kind: .mistake, run: 1)),
            .marked(Marked(mark: 5, kind: .mistake, run: nil)),
            .rated(rating(1, .mistake, mark: 1)), .rated(rating(2, .note, mark: 3)),
        ]
        let record = SessionRecord(
            events.enumerated().map {
                RecordedEvent(id: Int64($0 + 1), number: $0 + 1, stamp: .unknown, event: $1)
            }
        )
        let study = try Study.greeting
        let desk = RatingDesk(
            rater: "B",
            isBlind: false,
            participant: "P1",
            study: study,
            moments: [],
            record: record
        )
        let body = RatingClosing(desk: desk).screen.body
        #expect(
            body.contains("Marks by the facilitator: 2; marks for which you gave no code: 1."),
            "\(body)"
        )
    }

    /// Keys that were typed after such a mark waited for an input field that never came.
    @Test func noMarkOpensAnInputField() throws {
        let moment = Replay.Moment(
            number: 1,
            task: "One",
            title: "the clock starts",
            instruction: ""
        )
        let desk = RatingDesk(
            rater: "B",
            isBlind: false,
            participant: "P1",
            study: try .greeting,
            moments: [moment],
            record: SessionRecord([])
        )
        let keys = Rating(desk: desk).screen.keys
        for key in Marked.Kind.keys {
            #expect(keys.contains { $0.trigger == key.trigger && !$0.opensField })
        }
    }

    /// A blind rater is not told what is left to find.
    @Test(arguments: [true, false])
    func theLastQuestionNamesTheMomentsThatAreNotSeen(isBlind: Bool) throws {
        let study = try Study.greeting
        let moments = (1...27).map { number in
            Replay.Moment(
                number: number,
                task: "One",
                title: "the clock starts",
                instruction: number == 1 ? "Type `a`." : ""
            )
        }
        var desk = RatingDesk(
            rater: "B",
            isBlind: isBlind,
            participant: "P1",
            study: study,
            moments: moments,
            record: SessionRecord()
        )
        #expect(Rating(desk: desk).screen.prose == "# One\n\nType `a`.")
        #expect(Rating(desk: desk).screen.body == "")
        desk.index = 5
        desk.index = 2
        let body = RatingClosing(desk: desk).screen.body
        let unseen = "You have not seen 21 of the 27 recorded moments, from moment 7 on. You gave 0"
        #expect(body.hasPrefix(unseen))
        #expect(body.contains("Marks by the facilitator: ") != isBlind)
        desk.index = 26
        #expect(RatingClosing(desk: desk).screen.body.hasPrefix("You gave 0 codes."))
    }

    private func rating(_ number: Int, _ kind: Marked.Kind, mark: Int) -> Rated {
        Rated(
            rater: "B",
            number: number,
            kind: kind,
            run: 2,
            elapsed: nil,
            text: "",
            isBlind: false,
            about: number,
            mark: mark
        )
    }
}
