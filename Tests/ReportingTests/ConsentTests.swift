import Foundation
import Reporting
import ResultsStore
import StudyDefinition
import Testing

/// Words of participants who refused to be quoted are nowhere in a report.
@Suite struct ConsentTests {
    private func played(_ quote: Bool?, further: [SessionEvent] = []) -> Played {
        Played(
            participant: "P1",
            consent: quote.map { ["quote": $0] },
            answers: [.words("canary one")],
            runs: [
                .init(
                    task: "first",
                    seconds: 20,
                    marks: [(.problem, "canary two"), (.note, "canary three")],
                    failedChecks: ["the greeting differs: it printed “canary eight”"]
                )
            ],
            ratings: [
                Rated(
                    rater: "Ann",
                    number: 1,
                    kind: .problem,
                    run: 1,
                    elapsed: 1,
                    text: "canary four",
                    isBlind: true
                )
            ],
            finishedRaters: ["Ann"],
            further: [
                .answered(
                    Answered(
                        questionnaire: "after",
                        item: "words",
                        condition: "only",
                        value: AnswerValue(raw: "canary five", meaning: .text("canary five")),
                        amendment: "canary six"
                    )
                )
            ] + further
        )
    }

    @Test func noFileHoldsThemAndTheyAreCounted() async throws {
        let other = Played(participant: "P2", answers: [.words("kept")], runs: [])
        let report = try await report(played(false), other)
        for file in report.files + report.parts {
            let text = String(decoding: file.bytes, as: UTF8.self)
            #expect(!text.contains("canary"), "\(file.path)")
        }
        #expect(!report.terminalText.contains("canary"))
        let text = report.text("report.md")
        #expect(text.contains("1 participant did not agree to be quoted."))
        #expect(text.contains("6 texts are left out"))
        #expect(text.contains("| the greeting differs |"))
        #expect(text.contains("| P1 | withheld |"))
        #expect(text.contains("kept"))
    }

    @Test(arguments: [true, nil]) func whoAgreedOrWasNotAskedIsQuoted(_ quote: Bool?) async throws {
        let text = try await report(played(quote)).text("report.md")
        for word in ["two", "three", "five", "six"] { #expect(text.contains("canary \(word)")) }
        #expect(!text.contains("agree to be quoted"))
    }

    @Test func theReasonForAnExclusionIsWithheldWithTheOtherWords() async throws {
        let decision = SessionEvent.excluded(Decision(reason: "canary seven"))
        let other = Played(participant: "P2", runs: [.init(task: "first", seconds: 20)])
        let report = try await report(played(false, further: [decision]), other)
        for file in report.files + report.parts {
            let text = String(decoding: file.bytes, as: UTF8.self)
            #expect(!text.contains("canary"), "\(file.path)")
        }
        let text = report.text("report.md")
        #expect(text.contains("results file, for a reason that is withheld (1): P1"))
    }

    @Test func theReasonsForAnExclusionThatWasTakenBackAreWithheldToo() async throws {
        let decision = Decision(reason: "canary seven")
        let report = try await report(
            played(false, further: [.excluded(decision), .included(decision)])
        )
        for file in report.files + report.parts {
            let text = String(decoding: file.bytes, as: UTF8.self)
            #expect(!text.contains("canary"), "\(file.path)")
        }
        let withheld = "for a reason that is withheld"
        let words = "P1: excluded, \(withheld); included again, \(withheld)"
        #expect(report.text("report.md").contains(words))
    }

    /// A refusal in one session is one for all of the participant's sessions.
    @Test func aRefusalHoldsForEverySessionOfTheParticipant() async throws {
        var first = played(true)
        first.conditions = ["a"]
        var second = Played(participant: "P1", consent: ["quote": false])
        second.conditions = ["b"]
        let study = smallStudy(conditions: ["a", "b"])
        let text = try await withStore { store in
            try await first.record(in: store, study: study)
            try await second.record(in: store, study: study)
            return try Report(store: store, study: "small").text("report.json")
        }
        #expect(!text.contains("canary"))
    }

    /// A report with the participants' own codes would be the key to the codes of a bundle.
    @Test func theFilesForADepositHaveNoHashOfASession() async throws {
        let run = Played.Run(task: "first", seconds: 20)
        let report = try await report(
            Played(participant: "P1", runs: [run]),
            Played(participant: "P2", runs: [run])
        )
        let hashes = report.text("report.json").matches(of: /"sha256": "([0-9a-f]{64})"/)
            .map { String($0.1) }
        #expect(hashes.count == 2)
        for file in report.parts {
            let text = String(decoding: file.bytes, as: UTF8.self)
            #expect(!hashes.contains { text.contains($0) }, "\(file.path)")
        }
    }
}
