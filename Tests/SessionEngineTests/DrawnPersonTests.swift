import Diagnostics
import Testing

@testable import SessionEngine
@testable import StudyDefinition

@Suite struct DrawnPersonTests {
    private let study = Study.bare()

    /// What a drawn person says is what a real one could have said.
    @Test(arguments: InstrumentKinds.all)
    func answersCanBeGiven(kind: InstrumentKinds) throws {
        var item = Questionnaire.Item(id: "i", text: "?", kind: kind.kind, required: true)
        item.step = kind.step
        for number in 1...300 {
            var person = DrawnPerson(study: study, seed: 7, number: number)
            let typed = person.answer(item)
            #expect(throws: Never.self, "\(typed)") { try item.read(typed, numbered: true) }
        }
    }

    /// Satisfaction raises the score: reversed items get lower answers.
    @Test func scoresOfAnInstrumentSpreadLikeRealOnes() {
        let items = (1...10).map {
            Questionnaire.Item(
                id: "sus-\($0)",
                text: "?",
                kind: .scale(min: 1, max: 5, minLabel: nil, maxLabel: nil),
                required: true
            )
        }
        let sus = Questionnaire(
            id: "sus",
            title: "SUS",
            items: items,
            instrument: InstrumentUse(id: "sus")
        )
        let directions = sus.isLowerBetter
        #expect(directions["sus-1"] == false)
        #expect(directions["sus-2"] == true)
        var answers: [[Double]] = []
        for number in 1...400 {
            var person = DrawnPerson(study: study, seed: 7, number: number)
            answers.append(
                items.map { item in
                    let isLower = directions[item.id]
                    let typed = person.answer(item, condition: "a", isLowerBetter: isLower)
                    let answer = Double(typed) ?? .nan
                    return isLower == true ? 5 - answer : answer - 1
                }
            )
        }
        func variance(_ values: [Double]) -> Double {
            let mean = values.reduce(0, +) / Double(values.count)
            let squares = values.map { ($0 - mean) * ($0 - mean) }
            return squares.reduce(0, +) / Double(values.count - 1)
        }
        let total = variance(answers.map { $0.reduce(0, +) })
        let parts = (0..<10).map { place in variance(answers.map { $0[place] }) }.reduce(0, +)
        let deviation = 2.5 * total.squareRoot()
        let alpha = 10.0 / 9 * (1 - parts / total)
        #expect(deviation > 16 && deviation < 23)
        #expect(alpha > 0.75 && alpha < 0.9)
    }

    /// The times of a drawn person fit in 64 bits, however large the effect.
    @Test func anEnormousEffectHasTimes() {
        var model = SimulationModel()
        model.effects["a", default: .init()].time = 1e300
        model.spread = 3
        var person = DrawnPerson(study: study, seed: 7, number: 1, model: model)
        let task = StudyTask(
            id: "t",
            title: "T",
            instruction: .init(path: "", text: ""),
            timeLimit: 60,
            success: "",
            startsFrom: [],
            check: "c"
        )
        for _ in 0..<20 {
            let deeds = person.deeds(task, condition: "a")
            #expect(deeds.allSatisfy { $0.at > 0 })
        }
    }

    /// The help of `evalrun simulate` states this difference.
    @Test func withoutAModelTheNextConditionTakes28PercentMoreTime() throws {
        let study = Study.bare(["a", "b"])
        let person = DrawnPerson(study: study, seed: 7, number: 1)
        let task = StudyTask(
            id: "t",
            title: "T",
            instruction: .init(path: "", text: ""),
            timeLimit: 6000,
            success: "",
            startsFrom: [],
            check: "c"
        )
        func end(_ condition: String) throws -> Double {
            var person = person
            return Double(try #require(person.deeds(task, condition: condition).last).at)
        }
        let ratio = try end("b") / end("a")
        #expect(abs(ratio - 1.28) < 0.005)
    }

    /// Shares beyond 0 and 1 cannot be drawn: the effect would be smaller than the one that was asked
    /// for.
    @Test(arguments: [(0.87, 0.5, "+0.13"), (0.5, -0.6, "-0.5 to"), (1.0, 0.1, "+0.0")])
    func anEffectBeyondAllTasksIsRefused(
        _ share: Double,
        _ difference: Double,
        _ most: String
    ) throws {
        var model = SimulationModel()
        model.completion = share
        model.effects["b", default: .init()].completion = difference
        let error = #expect(throws: DiagnosticError.self) { try model.requirePossibleShares() }
        let diagnostic = try #require(error?.diagnostics.first)
        #expect(diagnostic.id == "bad-effect")
        #expect(diagnostic.expected?.contains(most) == true)
    }

    @Test(arguments: [(0.87, 0.13), (0.5, -0.5), (0.9, 0.1), (1.0, 0.0)])
    func anEffectUpToAllTasksIsPossible(_ share: Double, _ difference: Double) throws {
        var model = SimulationModel()
        model.completion = share
        model.effects["b", default: .init()].completion = difference
        try model.requirePossibleShares()
    }

    struct InstrumentKinds: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var kind: Questionnaire.Kind
        var step: Double?

        static let all = [
            InstrumentKinds(
                testDescription: "the 21 marks of NASA-TLX",
                kind: .number(min: 0, max: 100, unit: nil),
                step: 5
            ),
            InstrumentKinds(
                testDescription: "halves",
                kind: .number(min: -1, max: 1, unit: nil),
                step: 0.5
            ),
            InstrumentKinds(
                testDescription: "steps that do not reach the end",
                kind: .number(min: 1, max: 10, unit: nil),
                step: 4
            ),
            InstrumentKinds(
                testDescription: "no whole number between the ends",
                kind: .number(min: 0.2, max: 0.8, unit: nil)
            ),
            InstrumentKinds(
                testDescription: "years",
                kind: .number(min: 0, max: 80, unit: nil)
            ),
            InstrumentKinds(
                testDescription: "only a greatest number, below zero",
                kind: .number(min: nil, max: -5, unit: nil)
            ),
            InstrumentKinds(
                testDescription: "seven points",
                kind: .scale(min: 1, max: 7, minLabel: nil, maxLabel: nil)
            ),
        ]
    }
}
