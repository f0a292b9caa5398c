import Foundation
import ResultsStore
import Scenarios
import StudyDefinition
import TestSupport
import Testing

@testable import SessionEngine

/// The engine with a clock that a test moves, without a terminal.
@Suite struct EngineTests {
    /// A session in which a person presses what the test says.
    private final class Played {
        let clock = SimulatedClock()
        let service: SimulatedService
        private let inputs = SessionInputs()
        private let engine: Task<Void, Never>
        private var screens: AsyncStream<Screen>.Iterator
        private(set) var screen: Screen

        init() async throws {
            let study = try StudyReader.read(
                Tool.root.appendingPathComponent("Tests/StudyDefinitionTests/Fixtures/greeting")
            ).study
            service = SimulatedService(clock: clock, snapshot: "s")
            let start = SessionStart(
                participant: "P1",
                study: "h",
                conditions: ["shell"],
                source: .simulated,
                environment: SessionEnvironment()
            )
            let core = SessionRules().core(
                from: Confirming(
                    session: Session(study: study, start: start),
                    results: "",
                    resumption: nil
                ),
                inputs: inputs,
                service: service
            )
            engine = Task { await core.run() }
            screens = core.effects.makeAsyncIterator()
            screen = try #require(await screens.next())
        }

        deinit { engine.cancel() }

        /// Sends what `key` of the present screen means, and waits for the next one.
        func press(_ key: Character?) async throws {
            let trigger = key.map { Screen.Key.Trigger.character($0) } ?? .enter
            let found = try #require(
                screen.keys.first { $0.trigger == trigger },
                "\(screen.moment)"
            )
            try await send(found.message(clock.now))
        }

        func send(_ message: any Pressed) async throws {
            inputs.keys.send(message)
            repeat { screen = try #require(await screens.next()) } while screen.moment == .busy
        }

        func type(_ text: String, confirms: Bool = false) async throws {
            try await send(Typed(text: text, numbered: true, confirms: confirms, at: clock.now))
        }

        /// Consent, questions and tutorial, up to the running first task.
        func open() async throws {
            try await press(nil)
            for _ in 1...3 { try await press("y") }
            for answer in ["2", "4", "5", "words"] {
                try await type(answer)
                try await press(nil)
            }
            try await press(nil)
            try await press(nil)
            #expect(screen.moment == .running)
        }

        var events: [SessionEvent] { service.pages.flatMap(\.events) }

        /// What is recorded, folded.
        var record: SessionRecord {
            var number = 0
            return SessionRecord(
                service.pages.flatMap { page in
                    page.events.map { event in
                        number += 1
                        return RecordedEvent(
                            id: Int64(number),
                            number: number,
                            stamp: page.stamp,
                            event: event
                        )
                    }
                }
            )
        }
    }

    private static let second: Int64 = 1_000_000_000

    @Test func moreTimeNeedsAReasonAndTheClockStandsMeanwhile() async throws {
        let played = try await Played()
        try await played.open()
        played.clock.advance(by: 301 * Self.second)
        try await played.send(Tick(at: played.clock.now))
        #expect(played.screen.moment == .limit)
        try await played.press("+")
        #expect(played.screen.moment == .explaining)
        try await played.type("  ")
        #expect(played.screen.isRefusal)
        played.clock.advance(by: 20 * Self.second)
        try await played.type("the network was down")
        #expect(played.screen.moment == .running)
        let run = try #require(played.record.currentRun)
        // The limit of five minutes, and not what the typing took.
        #expect(run.time(.running, now: played.clock.now) == 300 * Self.second)
        #expect(run.timeLimit == 600)
        #expect(played.record.reasons.map(\.kind) == [.extend])
        #expect(played.record.reasons.map(\.text) == ["the network was down"])
    }

    @Test func whoeverRefusedByMistakeIsAskedTheSameStatementAgain() async throws {
        let played = try await Played()
        try await played.press(nil)
        try await played.press("y")
        #expect(played.screen.moment == .consentOption("take-part"))
        try await played.press("n")
        #expect(played.screen.moment == .decline)
        try await played.press("b")
        #expect(played.screen.moment == .consentOption("take-part"))
        try await played.press("b")
        #expect(played.screen.moment == .consent)
        try await played.press("n")
        try await played.press("b")
        #expect(played.screen.moment == .consent)
        #expect(played.events.isEmpty)
    }

    @Test func whoThinksBetterOfMoreTimeIsBackAtTheLimit() async throws {
        let played = try await Played()
        try await played.open()
        played.clock.advance(by: 400 * Self.second)
        try await played.send(Tick(at: played.clock.now))
        try await played.press("+")
        try await played.send(Leave(at: played.clock.now))
        #expect(played.screen.moment == .limit)
        try await played.press("e")
        #expect(played.record.runs.first?.outcome == .timedOut)
        #expect(played.record.runs.first?.time(.running) == 300 * Self.second)
    }

    @Test func aTaskIsRunAgainAndTheLastRunCounts() async throws {
        let played = try await Played()
        try await played.open()
        played.clock.advance(by: 30 * Self.second)
        try await played.press("d")
        #expect(played.record.runs.first?.outcome == .success)
        try await played.press("r")
        try await played.type("fire alarm")
        try await played.press(nil)
        played.clock.advance(by: 50 * Self.second)
        try await played.press("g")
        try await played.press("y")
        #expect(
            played.record.runs.filter { $0.task == "one" }.map(\.outcome) == [.success, .gaveUp]
        )
        #expect(played.record.run(of: "one", condition: "shell")?.number == 2)
        #expect(played.record.reasons.map(\.kind) == [.repeat])
    }

    @Test func everyScreenThatOffersAKeyAnswersItsMessage() async throws {
        // No key is offered that the present state has no scenario for.
        let pairs = Set(
            SessionRules().scenarios.scenarios.map { "\($0.state) \($0.message)" }
        )
        let played = try await Played()
        try await played.open()
        for key in played.screen.keys {
            let message = type(of: key.message(played.clock.now))
            #expect(pairs.contains("Running \(message)"), "\(key.words)")
        }
        try await played.press("p")
        for key in played.screen.keys {
            let message = type(of: key.message(played.clock.now))
            #expect(pairs.contains("Paused \(message)"), "\(key.words)")
        }
    }
}
