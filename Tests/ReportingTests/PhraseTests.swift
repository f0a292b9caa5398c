import Foundation
import Reporting
import ResultsStore
import StudyDefinition
import Testing

/// Sentences whose number is none or one: none of them is printed unless it was written for it.
@Suite struct PhraseTests {
    /// What no report may hold, whatever its numbers.
    private var odd: [Regex<Substring>] {
        [
            #/\b1 (?:participants|sessions|tasks|pairs|attempts|times|marks|texts|checks|verdicts|conditions|values|problems|failures|successes|others)\b/#,
            #/\b0 (?:participants?|sessions?|tasks?|pairs?|failures?|times|marks|texts|checks|attempts|values|problems?|others|promoters)\b/#,
            #/\bof 0\b/#, #/\bover 0\b/#, #/1 recorded time of zero (?:are|cannot)/#, #/: \./#,
            #/\bis \./#, #/,  /#,
            #/\bare 1\b/#, #/\bbecause \./#, #/\(\)/#, #/“”/#, #/\d{5,}:\d\d/#, #/\bnan\b/#,
            #/\binf\b/#,
            #/1 session (?:were|are|have)\b/#, #/\bcompatible with grades\b/#, #/[^.]\.\. /#,
        ]
    }

    private func lines(_ report: Report, _ markdown: String) -> [Substring] {
        // The method is the study's own; numbers in tables are no sentences.
        markdown.split(separator: "\n").filter { !$0.hasPrefix("|") }
            + report.terminalText.split(separator: "\n").filter { $0.hasSuffix(".") }
            + report.text("report.html").split(separator: "\n").filter { $0.contains("<desc") }
    }

    private func expectPlain(_ report: Report, _ what: String) {
        let markdown = report.text("report.md")
        for line in markdown.split(separator: "\n")
        where !line.hasPrefix("|") && line.firstMatch(of: #/[a-z,.]  [a-z]/#) != nil {
            Issue.record("two spaces, \(what): \(line)")
        }
        let odd = odd
        for line in lines(report, markdown) {
            for pattern in odd where line.firstMatch(of: pattern) != nil {
                Issue.record("\(what): \(line)")
            }
        }
    }

    private func answers(_ condition: String, _ ease: Int) -> [Answered] {
        [
            .words("said", condition: condition),
            Answered(
                questionnaire: "after",
                item: "ease",
                condition: condition,
                value: AnswerValue(raw: "\(ease)", meaning: .number(Double(ease)))
            ),
        ]
    }

    /// Participants 0, 1, 2 in one, two, three conditions, within or between, live or imported, with
    /// every ending, with and without times.
    @Test(arguments: [0, 1, 2], [1, 2, 3])
    func numbersOfParticipants(_ count: Int, _ conditions: Int) async throws {
        let ids = Array(["a", "b", "c"].prefix(conditions))
        let study = smallStudy(conditions: ids)
        // Only the combinations that differ: nobody has an ending, and one condition is both.
        let endings: [Ending?] = count == 0 ? [nil] : [nil] + Ending.allCases
        let sources: [SessionStart.Source] = count == 0 ? [.live] : [.live, .import, .simulated]
        for ending in endings {
            for source in sources {
                for isWithin in conditions == 1 ? [true] : [true, false] {
                    let report = try await withStore { store in
                        try await Played(participant: "PILOT", pilot: true, conditions: ids)
                            .record(in: store, study: study)
                        for number in 0..<count {
                            let met = isWithin ? ids : [ids[number % ids.count]]
                            try await Played(
                                participant: "P\(number)",
                                source: source,
                                conditions: met,
                                simulatedClock: source == .simulated,
                                consent: ["quote": number == 0],
                                answers: met.flatMap { answers($0, 1 + number) },
                                runs: met.flatMap { condition in
                                    ending.map {
                                        [
                                            .init(
                                                task: "first",
                                                seconds: 20 + Double(number),
                                                ending: $0,
                                                condition: condition,
                                                marks: number == 0 ? [(.assist, "x")] : []
                                            )
                                        ]
                                    } ?? []
                                }
                            ).record(in: store, study: study)
                        }
                        return try Report(store: store, study: "small")
                    }
                    expectPlain(report, "\(count) \(ids) \(ending as Any) \(source) \(isWithin)")
                }
            }
        }
    }

    /// One time of zero and one beyond the limit, two of each.
    @Test(arguments: [1, 2]) func doubtfulTimes(_ count: Int) async throws {
        let report = try await withStore { store in
            for (number, seconds) in [0.0, 400, 30].enumerated() where number < 2 || count < 9 {
                for copy in 0..<(number < 2 ? count : 1) {
                    let start = SessionStart(
                        participant: "P\(number)\(copy)",
                        study: "h1",
                        conditions: ["only"],
                        source: .import,
                        environment: SessionEnvironment()
                    )
                    let time = TimeImported(
                        run: 1,
                        task: "first",
                        condition: "only",
                        duration: Int64(seconds * 1e9),
                        outcome: .success,
                        raw: ""
                    )
                    try await store.importSessions(
                        [
                            [
                                .sessionStarted(start), .timeImported(time),
                                .sessionFinished(Closing(complete: true)),
                            ]
                        ],
                        study: smallStudy()
                    )
                }
            }
            return try Report(store: store, study: "small")
        }
        expectPlain(report, "\(count)")
        let text = report.text("report.md")
        #expect(
            text.contains(
                count == 1 ? "1 imported time is zero" : "2 imported times are zero"
            )
        )
        #expect(
            text.contains(
                count == 1
                    ? "1 imported time is above the limit" : "2 imported times are above the limit"
            )
        )
    }
}
