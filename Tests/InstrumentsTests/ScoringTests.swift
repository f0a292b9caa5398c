import Diagnostics
import Instruments
import Statistics
import Testing

/// Scores worked by hand from the published rules, and examples of others where named.
@Suite struct ScoringTests {
    private func score(_ instrument: String, _ id: String, _ answers: [Double?]) throws -> Computed<
        Double
    > {
        try InstrumentLibrary.instrument(instrument).value(of: id, Response(answers))
    }

    @Test func systemUsabilityScale() throws {
        // 85: README of silleknarf/SUS.
        #expect(try score("sus", "score", [4, 1, 5, 2, 5, 1, 4, 2, 3, 1]) == .value(85))
        #expect(try score("sus", "score", [5, 1, 5, 1, 5, 1, 5, 1, 5, 1]) == .value(100))
        #expect(try score("sus", "score", [1, 5, 1, 5, 1, 5, 1, 5, 1, 5]) == .value(0))
        #expect(try score("sus", "score", [Double?](repeating: 3, count: 10)) == .value(50))
        let answers: [Double?] = [4, 1, 4, 1, 4, 2, 3, 1, 3, 1]
        #expect(try score("sus", "score", answers) == .value(80))
        #expect(try score("sus", "usability", answers) == .value(75))
        #expect(try score("sus", "learnability", answers) == .value(100))
    }

    /// One missing answer: what there is, times 100/36; no rule for more.
    @Test func missingAnswersOfTheUsabilityScale() throws {
        let one: [Double?] = [4, 1, 4, nil, 4, 2, 2, 2, 5, 2]
        #expect(try score("sus", "score", one) == .value(75))
        let sus = try InstrumentLibrary.instrument("sus")
        #expect(sus.value(of: "score", Response(one), imputing: true) == .value(72.5))
        #expect(sus.value(of: "learnability", Response(one)).reason == "an answer is missing")
        let two: [Double?] = [nil, 1, 3, 3, 3, 2, 4, 3, 3, nil]
        #expect(try score("sus", "score", two).reason == "2 answers are missing")
    }

    @Test func answersThatCannotBeScored() throws {
        let outside: [Double?] = [2, 2, 2, 2, 3, 2, 7, 2, 4, 2]
        #expect(
            try score("sus", "score", outside).reason
                == "answer 7 is 7, which is not on the scale from 1 to 5"
        )
        #expect(
            try score("sus", "score", [1, 2, 3]).reason
                == "there are 3 answers, but the questionnaire has 10 items"
        )
        #expect(try score("sus", "score", [2.5] + [Double?](repeating: 3, count: 9)).value == nil)
        #expect(try score("sus", "total", outside).value == nil)
    }

    @Test func usabilityMetric() throws {
        #expect(try score("umux", "score", [7, 1, 7, 1]) == .value(100))
        #expect(try score("umux", "score", [1, 7, 1, 7]) == .value(0))
        #expect(isClose(try score("umux", "score", [6, 2, 6, 2]), 83.3333333333))
        #expect(isClose(try score("umux-lite", "score", [6, 6]), 83.3333333333))
        // Lewis and others 2015, as uxscores computes it.
        #expect(isClose(try score("umux-lite", "sus-equivalent", [6, 6]), 77.0666666667))
        #expect(isClose(try score("umux-lite", "sus-equivalent", [1, 1]), 22.9))
        #expect(isClose(try score("umux-lite", "sus-equivalent", [7, 7]), 87.9))
    }

    @Test func taskLoad() throws {
        let tlx = try InstrumentLibrary.instrument("nasa-tlx")
        let response = Response([55, 10, 40, 30, 60, 25], weights: [5, 0, 3, 4, 2, 1])
        #expect(isClose(tlx.value(of: "raw", response), 220.0 / 6))
        // (55·5 + 40·3 + 30·4 + 60·2 + 25) / 15.
        #expect(tlx.value(of: "weighted", response) == .value(44))
        let missing = Response([50, nil, 30, 20, 10, 5], weights: [3, 3, 3, 2, 2, 2])
        #expect(tlx.value(of: "raw", missing).reason == "an answer is missing")
        #expect(tlx.value(of: "weighted", missing).reason == "an answer is missing")
        let wrong = Response([55, 10, 40, 30, 60, 25], weights: [6, 0, 3, 3, 2, 1])
        #expect(tlx.value(of: "weighted", wrong).reason?.contains("add up to 15") == true)
    }

    /// Forms on a screen have a slider in place of 21 marks.
    @Test func taskLoadOfASlider() throws {
        let tlx = try InstrumentLibrary.instrument("nasa-tlx")
        let slider = Response([62, 11, 40.5, 33, 60, 25])
        #expect(tlx.fault(in: slider) == nil)
        #expect(isClose(tlx.value(of: "raw", slider), 231.5 / 6))
        #expect(
            tlx.value(of: "raw", Response([101, 10, 40, 30, 60, 25])).reason
                == "answer 1 is 101, which is not on the scale from 0 to 100"
        )
        // A session still asks in steps of the published form.
        #expect(tlx.items.allSatisfy { $0.scale.step == 5 && $0.scale.whole })
    }

    @Test func postStudyQuestionnaireSkipsNotApplicable() throws {
        let answers: [Double?] = [1, 2, 1, 2, 1, 2, nil, nil, 3, 2, 3, 2, 1, 2, 3, 1]
        #expect(isClose(try score("pssuq", "overall", answers), 26.0 / 14))
        #expect(try score("pssuq", "sysuse", answers) == .value(1.5))
        #expect(try score("pssuq", "infoqual", answers) == .value(2.5))
        #expect(try score("pssuq", "intqual", answers) == .value(2))
        let none = [Double?](repeating: nil, count: 16)
        #expect(try score("pssuq", "overall", none).reason == "no answer was given")
    }

    @Test func userExperience() throws {
        let answers: [Double?] = [
            3, 7, 4, 2, 3, 4, 6, 5, 3, 2, 5, 3, 4, 5, 7, 4, 2, 4, 2, 7, 5, 7, 2, 4, 4, 5,
        ]
        // Attractiveness: 1, 12r, 14, 16, 24r, 25r: −1, 1, 1, 0, 0, 0.
        #expect(isClose(try score("ueq", "attractiveness", answers), 1.0 / 6))
        #expect(try score("ueq", "efficiency", answers) == .value(2.25))
        #expect(isClose(try score("ueq", "pragmatic", answers), 1.58333333333))
        #expect(isClose(try score("ueq", "hedonic", answers), 1.125))
        #expect(try score("ueq-s", "pragmatic", [7, 7, 7, 7, 1, 1, 1, 1]) == .value(3))
        #expect(try score("ueq-s", "overall", [7, 7, 7, 7, 1, 1, 1, 1]) == .value(0))
        let ueq = try InstrumentLibrary.instrument("ueq")
        #expect(ueq.benchmark?.level(1.58, of: "attractiveness") == "above average")
        #expect(ueq.benchmark?.level(1.581, of: "attractiveness") == "good")
        #expect(ueq.benchmark?.level(0.1, of: "novelty") == "bad")
    }

    /// The question about recommending is halved: (4 + 4 + 4 + 4 + 8/2 + 4 + 4 + 4) / 8.
    @Test func percentileRankQuestionnaire() throws {
        #expect(try score("supr-q", "overall", [4, 4, 4, 4, 8, 4, 4, 4]) == .value(4))
        #expect(try score("supr-q", "loyalty", [4, 4, 4, 4, 10, 3, 4, 4]) == .value(4))
    }

    @Test func otherInstruments() throws {
        #expect(try score("seq", "score", [6]) == .value(6))
        #expect(try score("smeq", "score", [26.5]) == .value(26.5))
        #expect(try score("asq", "score", [2, nil, 4]) == .value(3))
        #expect(try score("nps", "likelihood", [9]) == .value(9))
    }

    @Test(arguments: [
        (100, "A+"), (84.1, "A+"), (80.8, "A"), (78.9, "A-"), (77.2, "B+"), (74, "B-"),
        (71.1, "C+"), (68, "C"), (62.7, "C-"), (62.5, "D"), (51.7, "D"), (51.6, "F"), (0, "F"),
    ])
    func gradesOfTheUsabilityScale(score: Double, grade: String) throws {
        let norms = try #require(try InstrumentLibrary.instrument("sus").norms)
        #expect(norms.grade(score) == grade)
    }

    @Test(arguments: [(0, 0.0), (51.6, 14.92), (68, 50), (70.5, 58), (72.6, 65.4), (100, 100)])
    func percentilesAreLinearBetweenPoints(score: Double, percentile: Double) throws {
        let norms = try #require(try InstrumentLibrary.instrument("sus").norms)
        #expect(abs((norms.percentile(score) ?? -1) - percentile) < 1e-9)
        #expect(norms.percentile(101) == nil)
    }

    @Test func goodnessKnowsTheDirection() throws {
        let pssuq = try InstrumentLibrary.instrument("pssuq")
        #expect(pssuq.goodness(1, of: "overall") == 1)
        #expect(pssuq.goodness(7, of: "overall") == 0)
        let csuq = try InstrumentLibrary.instrument("csuq")
        #expect(csuq.goodness(1, of: "overall") == nil)
        #expect(csuq.declaring(.high).goodness(1, of: "overall") == 0)
    }
}

func isClose(_ value: Computed<Double>, _ expected: Double) -> Bool {
    guard let value = value.value else { return false }
    return abs(value - expected) <= max(1e-9 * abs(expected), 1e-13)
}
