import Foundation
import SeededRandom
import Statistics

/// Prints coverage of the other intervals of a report at 5, 10 and 30 participants, and error rates
/// of its tests; false where an interval that is not a known exception covers less than 0.93, or a
/// test rejects more than 0.055.
///
/// Values of 95 % intervals, seed 20260324; means normal, times lognormal.
func printErrorRates(rounds: Int) -> Bool {
    var holds = true
    print("")
    print("Coverage of further 95 % intervals, \(rounds) samples each")
    print(padded("interval", 44) + counts.map { padded("n = \($0)", 9) }.joined())
    for interval in SimulatedInterval.all {
        let row = counts.map { interval.coverage(count: $0, rounds: rounds) }
        let isMissed = row.contains { $0 < 0.93 }
        if isMissed, !interval.isException { holds = false }
        let mark = isMissed ? (interval.isException ? "  exception" : "  BELOW 0.93") : ""
        let cells = row.map { padded(String(format: "%.3f", $0), 9) }
        print(padded(interval.name, 44) + cells.joined() + mark)
    }
    print("")
    print("Rejections at 0.05 where there is no effect, \(rounds) samples each")
    print(padded("test", 44) + counts.map { padded("n = \($0)", 9) }.joined())
    for test in SimulatedTest.all {
        let row = counts.map { test.rate(count: $0, rounds: rounds) }
        // Three standard errors of a simulated 0.05.
        let noise = 3 * (0.05 * 0.95 / Double(rounds)).squareRoot()
        let isMissed = row.contains { $0 > max(0.055, 0.05 + noise) }
        if isMissed { holds = false }
        let cells = row.map { padded(String(format: "%.3f", $0), 9) }
        print(padded(test.name, 44) + cells.joined() + (isMissed ? "  ABOVE 0.055" : ""))
    }
    let bars = "intervals >= 0.93 but for the exceptions, tests <= 0.055"
    print(holds ? "bars hold: \(bars)" : "A BAR IS MISSED: \(bars)")
    return holds
}

private let counts = [5, 10, 30]

private func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(1, width - text.count))
}

/// Draws from the distributions of the simulations.
struct Draws {
    var generator = SplitMix64(seed: 20_260_324)

    mutating func uniform() -> Double {
        Double(generator.next() >> 11) * 0x1p-53
    }

    /// Box and Muller.
    mutating func normal() -> Double {
        let radius = (-2 * log(1 - uniform())).squareRoot()
        return radius * cos(2 * Double.pi * uniform())
    }

    mutating func normals(_ count: Int, mean: Double = 0, deviation: Double = 1) -> [Double] {
        (0..<count).map { _ in mean + deviation * normal() }
    }

    mutating func successes(_ count: Int, _ rate: Double) -> Int {
        (0..<count).reduce(0) { sum, _ in sum + (uniform() < rate ? 1 : 0) }
    }
}

struct SimulatedTest: Sendable {
    var name: String
    var p: @Sendable (inout Draws, Int) -> Double?

    func rate(count: Int, rounds: Int) -> Double {
        var (draws, rejected) = (Draws(), 0)
        for _ in 0..<rounds where p(&draws, count) ?? 1 < 0.05 { rejected += 1 }
        return Double(rejected) / Double(rounds)
    }

    static let all: [SimulatedTest] = [
        .init(name: "signed rank, exact") { draws, n in
            signedRank(draws.normals(n)).value?.p.p
        },
        .init(name: "paired t") { draws, n in
            pairedT(draws.normals(n), draws.normals(n)).value?.test.p
        },
        .init(name: "Mann-Whitney, n in each group") { draws, n in
            mannWhitney(draws.normals(n), draws.normals(n)).value?.p.value?.p
        },
        .init(name: "Welch's t, deviations 1 and 2") { draws, n in
            welch(draws.normals(n), draws.normals(n, deviation: 2)).value?.p
        },
        .init(name: "equivalence at the margin, paired") { draws, n in
            pairedT(draws.normals(n, mean: 1), draws.normals(n)).value?.test
                .equivalence(within: Interval(low: -1, high: 1)).p
        },
        .init(name: "equivalence at the margin, groups") { draws, n in
            welch(draws.normals(n, mean: 1), draws.normals(n)).value?
                .equivalence(within: Interval(low: -1, high: 1)).p
        },
        .init(name: "McNemar, mid-p") { draws, n in
            PairedOutcomes(
                (0..<n).map { _ in (draws.uniform() < 0.7, draws.uniform() < 0.7) }
            ).mcNemar().value?.midP
        },
        .init(name: "repeated measures, three conditions") { draws, n in
            repeatedMeasures((0..<n).map { _ in draws.normals(3) }).value?.adjustedP.value
        },
        .init(name: "Welch's analysis, three groups") { draws, n in
            welchAnalysis((0..<3).map { _ in draws.normals(n) }).value?.p
        },
        .init(name: "mixed model, condition within") { draws, n in
            SimulatedModel(&draws, n).coefficient?.p
        },
    ]
}

/// Two conditions, three tasks, n participants who met both; ln time without an effect.
struct SimulatedModel {
    var response: [Double] = []
    var condition: [Double] = []
    var people: [Int] = []
    var tasks: [Int] = []

    init(_ draws: inout Draws, _ count: Int) {
        let own = draws.normals(count, deviation: 0.3)
        let difficulty = draws.normals(3, deviation: 0.5)
        for person in 0..<count {
            for task in 0..<3 {
                for side in 0..<2 {
                    response.append(own[person] + difficulty[task] + 0.4 * draws.normal())
                    condition.append(Double(side))
                    people.append(person)
                    tasks.append(task)
                }
            }
        }
    }

    private var fixed: [FixedEffect] {
        [.intercept(response.count), FixedEffect("condition", condition)]
    }

    var coefficient: MixedModel.Coefficient? {
        mixedModel(response, fixed: fixed, groups: people, crossed: tasks).value?.coefficients[1]
    }

    var squares: LeastSquares.Coefficient? {
        leastSquares(response, fixed: fixed, clusters: people).value?.coefficients[1]
    }
}
