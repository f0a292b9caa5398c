import Instruments
import Statistics

extension Satisfaction {
    /// Minimum number of participants with complete answers for which Cronbach's α is printed. With
    /// fewer participants, its interval is too wide. If fewer participants answered at all, the
    /// report does not mention α.
    static let leastForAlpha = 10

    /// Returns Cronbach's α of the items of a score, from the participants who answered all of
    /// these items. Nil if the score is not computed from two or more items, or uses weights.
    func alpha(of score: Instrument.Score) -> Computed<Alpha>? {
        guard case .items(let numbers) = score.source, numbers.count > 1, score.weights == nil
        else { return nil }
        let rows = responses.compactMap { response -> [Double]? in
            let values = numbers.compactMap { number -> Double? in
                let place = number - 1
                guard response.answers.indices.contains(place), let answer = response.answers[place]
                else { return nil }
                return instrument.items[place].contribution(answer)
            }
            return values.count == numbers.count ? values : nil
        }
        guard rows.count >= Satisfaction.leastForAlpha else {
            return .notComputable(
                because: "fewer than \(Satisfaction.leastForAlpha) participants answered every item"
            )
        }
        return cronbachAlpha(rows)
    }

    /// Sentences on the reliability of the scores, and on how the scores compare with the scores of
    /// other products.
    var quality: [Phrase] { reliability + benchmarks + normTests }

    private var reliability: [Phrase] {
        guard participants.count >= Satisfaction.leastForAlpha else { return [] }
        let alphas = scores.compactMap { result -> String? in
            let name = result.score.name
            switch alpha(of: result.score) {
            case .value(let alpha):
                let interval = alpha.interval.value.map { " (\(span($0, 2)))" } ?? ""
                return "\(name) \(fixed(alpha.alpha, 2))\(interval), n = \(alpha.rows)"
            case .notComputable(let reason): return "\(name) not computable, because \(reason)"
            case nil: return nil
            }
        }
        guard !alphas.isEmpty else { return [] }
        return [
            """
            Cronbach's α with Feldt's 95 % interval, from the participants who answered every item \
            of the score: \(alphas.joined(separator: "; ")).
            """
        ]
    }

    private var benchmarks: [Phrase] {
        guard let benchmark = instrument.benchmark else { return [] }
        let known = scores.compactMap { result -> String? in
            guard let mean = result.mean.value,
                let level = benchmark.level(mean, of: result.score.id)
            else { return nil }
            let range = result.interval.value.flatMap { interval -> String? in
                guard let low = benchmark.level(interval.low, of: result.score.id),
                    let high = benchmark.level(interval.high, of: result.score.id), low != high
                else { return nil }
                return " (levels in the interval: \(low) to \(high))"
            }
            return "\(result.score.name) \(level)\(range ?? "")"
        }
        guard !known.isEmpty else { return [] }
        return [
            "Compared with other products (\(benchmark.source)): \(known.joined(separator: "; "))."
        ]
    }

    private var normTests: [Phrase] {
        guard let norms = instrument.norms, let norm = norms.mean, let main,
            main.score.id == norms.score,
            let test = oneSampleT(main.numbers, against: norm).value
        else { return [] }
        return [
            """
            Test against \(fixed(norm, 1)), the mean of other products: t(\(fixed(test.df, 0))) = \
            \(fixed(test.t, 2)), \(equation(test.p)), two-sided.
            """
        ]
    }
}
