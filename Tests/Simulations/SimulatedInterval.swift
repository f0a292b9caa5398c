import Foundation
import Statistics

/// An interval of a report with its true value.
struct SimulatedInterval: Sendable {
    var name: String
    /// One of those that the page Statistics lists with their coverage.
    var isException = false
    var contains: @Sendable (inout Draws, Int) -> Bool?

    /// Share of the samples with an interval that have the true value in it.
    func coverage(count: Int, rounds: Int) -> Double {
        var (draws, held, made) = (Draws(), 0, 0)
        for _ in 0..<rounds {
            guard let holds = contains(&draws, count) else { continue }
            made += 1
            if holds { held += 1 }
        }
        return made > 0 ? Double(held) / Double(made) : 0
    }

    private static func holds(_ interval: Interval?, _ value: Double) -> Bool? {
        interval.map { $0.low <= value && value <= $0.high }
    }

    static let all: [SimulatedInterval] = means + rates + models

    private static let means: [SimulatedInterval] = [
        .init(name: "mean of a score, t") { draws, n in
            holds(tInterval(draws.normals(n)).value, 0)
        },
        .init(name: "ratio of times within, t of logarithms") { draws, n in
            holds(pairedT(draws.normals(n), draws.normals(n)).value?.test.interval, 0)
        },
        .init(name: "ratio of times between, Welch") { draws, n in
            let test = welch(draws.normals(n), draws.normals(n, deviation: 1.5))
            return holds(test.value?.interval, 0)
        },
        .init(name: "median, order statistics") { draws, n in
            n < 6 ? true : holds(medianInterval(draws.normals(n)).value?.interval, 0)
        },
        .init(name: "Hodges-Lehmann shift") { draws, n in
            let found = walshInterval(draws.normals(n)).value
            return holds(found?.interval, 0)
        },
        .init(name: "Cohen's d, noncentral t") { draws, n in
            let size = standardizedDifference(draws.normals(n, mean: 0.5), draws.normals(n))
            return holds(size.value?.noncentralInterval().value, 0.5)
        },
        .init(name: "Cronbach's alpha, Feldt, six items") { draws, n in
            let rows = (0..<n).map { _ in
                let own = draws.normal()
                return (0..<6).map { _ in own + draws.normal() }
            }
            return holds(cronbachAlpha(rows).value?.interval.value, 6.0 / 7)
        },
        .init(name: "bootstrap BCa of a mean", isException: true) { draws, n in
            holds(bootstrap(draws.normals(n), .mean, resamples: 999).value?.bca, 0)
        },
        .init(name: "bootstrap BCa of a difference", isException: true) { draws, n in
            let found = bootstrapDifference(draws.normals(n), draws.normals(n), resamples: 999)
            return holds(found.value, 0)
        },
    ]

    private static let rates: [SimulatedInterval] = [
        .init(name: "completion, default, rate 0.8") { draws, n in
            holds(completionInterval(draws.successes(n, 0.8), of: n).value, 0.8)
        },
        .init(name: "completion, Clopper-Pearson, rate 0.8") { draws, n in
            holds(clopperPearson(draws.successes(n, 0.8), of: n).value, 0.8)
        },
        .init(name: "difference of rates between, Newcombe") { draws, n in
            let (x, y) = (draws.successes(n, 0.8), draws.successes(n, 0.6))
            return holds(TwoRates(x, of: n, and: y, of: n)?.newcombe(), 0.2)
        },
        .init(name: "difference of rates within, Bonett-Price") { draws, n in
            let pairs = (0..<n).map { _ in
                (first: draws.uniform() < 0.8, second: draws.uniform() < 0.6)
            }
            return holds(PairedOutcomes(pairs).mcNemar().value?.interval, 0.2)
        },
        .init(name: "survival curve at its middle, log-log", isException: true) { draws, n in
            // Exponential times with a limit; the curve is 0.6 at −ln 0.6.
            let times = (0..<n).map { _ -> CensoredTime in
                let time = -log(1 - draws.uniform())
                return CensoredTime(min(time, 2), succeeded: time < 2)
            }
            let step = kaplanMeier(times).value?.steps.last { $0.time <= -log(0.6) }
            return holds(step?.interval.value, 0.6)
        },
    ]

    private static let models: [SimulatedInterval] = [
        .init(name: "mixed model of ln time, condition within") { draws, n in
            holds(SimulatedModel(&draws, n).coefficient?.interval(), 0)
        },
        .init(name: "least squares, HC3") { draws, n in
            holds(SimulatedModel(&draws, n).squares?.robust.value?.interval, 0)
        },
        .init(name: "least squares, clustered") { draws, n in
            holds(SimulatedModel(&draws, n).squares?.clustered.value?.interval, 0)
        },
        .init(name: "Cox, n in each group") { draws, n in
            let times = (0..<(2 * n)).map { _ in
                CensoredTime(-log(1 - draws.uniform()), succeeded: true)
            }
            let group = FixedEffect("group", (0..<(2 * n)).map { $0 < n ? 1 : 0 })
            let found = proportionalHazards(times, [group]).value
            return holds(found?.coefficients[0].interval(), 0)
        },
        .init(name: "logistic mixed model, condition within") { draws, n in
            var response: [Double] = []
            let model = SimulatedModel(&draws, n)
            for value in model.response {
                response.append(draws.uniform() < 1 / (1 + exp(-value)) ? 1 : 0)
            }
            let fit = generalizedMixedModel(
                response,
                family: .logistic,
                fixed: [
                    .intercept(response.count), FixedEffect("condition", model.condition),
                ],
                groups: model.people
            )
            return holds(fit.value?.coefficients[1].interval(), 0)
        },
    ]
}
