import CoverageSimulation
import Foundation
import Instruments
import SeededRandom
import Statistics

/// Runs every procedure of a report over participants × 6 tasks × 25 answers and prints what each
/// took; false above one second.
func printSpeed(participants: Int) -> Bool {
    let data = SpeedData(participants: participants)
    let clock = ContinuousClock()
    var total = Duration.zero
    func timed(_ name: String, _ body: () -> Void) {
        let duration = clock.measure(body)
        total += duration
        let milliseconds =
            Double(duration.components.attoseconds) / 1e15
            + Double(duration.components.seconds) * 1000
        print(
            name.padding(toLength: 44, withPad: " ", startingAt: 0)
                + String(format: "%9.1f ms", milliseconds)
        )
    }
    print("\(participants) participants × 6 tasks × 25 answers")
    timed("descriptives and intervals") { data.columns.forEach { describe($0) } }
    timed("completion, six intervals") { data.outcomes.forEach { rates($0) } }
    timed("Kaplan-Meier") { data.censored.forEach { _ = kaplanMeier($0).value?.median } }
    timed("Friedman, Page, repeated measures") {
        _ = friedman(data.rows)
        _ = pageTrend(data.rows)
        _ = repeatedMeasures(data.rows.map { $0.map { log($0) } })
    }
    timed("learning") { _ = learningCurve(data.rows) }
    timed("15 pairs: log-t, signed rank, shift, sign") { data.eachPair { pairs($0, $1) } }
    timed("two groups: Welch, Mann-Whitney, shift, d") { data.halves.forEach { groups($0, $1) } }
    timed("Cochran, McNemar, two rates") { outcomes(data) }
    timed("mixed model, condition and task") { mixed(data) }
    timed("alpha of 10 items, SUS scores, traps") { questionnaires(data) }
    timed("Likert counts of 15 items") { data.likert.forEach { _ = median($0) } }
    let seconds = Double(total.components.attoseconds) / 1e18 + Double(total.components.seconds)
    print(String(format: "all %.3f s; bar 1 s at 10,000", seconds))
    return participants > 10_000 || seconds < 1
}

private func describe(_ values: [Double]) {
    _ = mean(values)
    _ = geometricMean(values)
    _ = standardDeviation(values)
    _ = logTInterval(values)
    _ = tInterval(values)
    _ = medianInterval(values)
    _ = quantile(values, at: 0.25)
    _ = quantile(values, at: 0.75)
    _ = medianAbsoluteDeviation(values)
    _ = trimmedMean(values)
    _ = skewness(values)
    _ = shapiroWilk(values)
    _ = tukeyOutliers(values)
    _ = logOutliers(values)
}

private func rates(_ outcomes: [Bool]) {
    let successes = outcomes.count(where: \.self)
    _ = adjustedWald(successes, of: outcomes.count)
    _ = wilson(successes, of: outcomes.count)
    _ = clopperPearson(successes, of: outcomes.count)
    _ = jeffreys(successes, of: outcomes.count)
    _ = lewisSauroPoint(successes, of: outcomes.count)
    _ = midPTest(successes, of: outcomes.count, above: 0.7)
}

private func pairs(_ one: [Double], _ two: [Double]) {
    let differences = zip(one, two).map { $0 - $1 }
    _ = pairedLogT(one, two)
    _ = signedRank(differences)
    _ = walshMedian(differences)
    _ = signTest(differences)
}

private func groups(_ one: [Double], _ two: [Double]) {
    _ = welchLog(one, two)
    _ = mannWhitney(one, two)
    _ = shift(one, two)
    _ = standardizedDifference(one, two).value?.noncentralInterval()
    _ = kruskalWallis([one, two])
}

private func outcomes(_ data: SpeedData) {
    let rows = data.columns[0].indices.map { row in data.outcomes.map { $0[row] } }
    _ = cochranQ(rows)
    _ = PairedOutcomes(rows.map { (first: $0[0], second: $0[1]) }).mcNemar()
    let half = rows.count / 2
    let first = data.outcomes[0][..<half].count(where: \.self)
    let second = data.outcomes[0][half...].count(where: \.self)
    if let rates = TwoRates(first, of: half, and: second, of: rows.count - half) {
        _ = rates.fisher
        _ = rates.nMinusOne
        _ = rates.newcombe()
    }
}

private func mixed(_ data: SpeedData) {
    let tasks = (0..<6).map { "T\($0 + 1)" }
    let cells = data.rows.indices.flatMap { person in tasks.indices.map { (person, $0) } }
    let labels = cells.map { tasks[$0.1] }
    let condition = cells.map { Double($0.0 % 2) }
    let fixed = FixedEffect.indicators(labels, levels: tasks) + [FixedEffect("B-A", condition)]
    _ = mixedModel(
        cells.map { log(data.rows[$0.0][$0.1]) },
        fixed: fixed,
        groups: cells.map(\.0)
    )
}

private func questionnaires(_ data: SpeedData) {
    guard let sus = try? InstrumentLibrary.instrument("sus") else { return }
    let responses = data.answers.map { Response($0) }
    _ = tInterval(responses.compactMap { sus.value(of: "score", $0).value })
    _ = cronbachAlpha(data.answers.map { $0.compactMap(\.self) })
    _ = sus.suspicions(in: responses)
}

/// SplitMix64 data: lognormal times, outcomes, answers.
private struct SpeedData {
    var rows: [[Double]] = []
    var columns: [[Double]] = []
    var outcomes: [[Bool]] = []
    var censored: [[CensoredTime]] = []
    var halves: [([Double], [Double])] = []
    var answers: [[Double?]] = []
    var likert: [[Double]] = []

    init(participants: Int) {
        var generator = SplitMix64(seed: 7)
        let times = TimeDistribution.lognormal(deviation: 0.6)
        rows = (0..<participants).map { _ in
            (0..<6).map { _ in (60 * times.draw(&generator)).rounded() + 1 }
        }
        columns = (0..<6).map { task in rows.map { $0[task] } }
        outcomes = columns.map { $0.map { _ in generator.uniform() < 0.8 } }
        censored = zip(columns, outcomes).map { times, outcomes in
            zip(times, outcomes).map { CensoredTime($0, succeeded: $1) }
        }
        halves = columns.map { column in
            (Array(column[..<(participants / 2)]), Array(column[(participants / 2)...]))
        }
        answers = (0..<participants).map { _ in
            (0..<10).map { _ in Double(1 + generator.index(below: 5)) }
        }
        likert = (0..<15).map { _ in
            (0..<participants).map { _ in Double(1 + generator.index(below: 5)) }
        }
    }

    func eachPair(_ body: ([Double], [Double]) -> Void) {
        for one in 0..<5 { for two in (one + 1)..<6 { body(columns[one], columns[two]) } }
    }
}
