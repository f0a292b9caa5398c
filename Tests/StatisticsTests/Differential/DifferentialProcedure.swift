import Foundation
import Statistics

/// Our answers to a random set, under the names of the reference's.
struct DifferentialProcedure: Sendable {
    var tolerance: Double
    var answers: @Sendable (JSON) -> [String: Double]

    init(_ tolerance: Double = 1e-9, _ answers: @escaping @Sendable (JSON) -> [String: Double]) {
        (self.tolerance, self.answers) = (tolerance, answers)
    }

    static var all: [String: DifferentialProcedure] {
        groups.merging(rows, uniquingKeysWith: { one, _ in one })
            .merging(proportions, uniquingKeysWith: { one, _ in one })
            .merging(models, uniquingKeysWith: { one, _ in one })
    }

    private static let groups: [String: DifferentialProcedure] = [
        "welch": .init { set in
            let test = welch(values(set)[0], values(set)[1]).value
            return known([
                "t": test?.t, "df": test?.df, "p": test?.p, "low": test?.interval.low,
                "high": test?.interval.high,
            ])
        },
        "equivalence": .init { set in
            let test = welch(values(set)[0], values(set)[1]).value
            return known(["p": test?.equivalence(within: Interval(low: -5, high: 5)).p])
        },
        "mannWhitney": .init { set in
            known(["p": mannWhitney(values(set)[0], values(set)[1]).value?.asymptotic.value])
        },
        "kruskalWallis": .init { set in
            let test = kruskalWallis(values(set)).value?.test
            return known(["h": test?.chiSquared, "p": test?.p])
        },
        "welchAnalysis": .init { set in
            let test = welchAnalysis(values(set)).value
            return known(["f": test?.f, "df": test?.df2, "p": test?.p])
        },
        "oneSampleT": .init { set in
            let test = oneSampleT(values(set)[0], against: 68).value
            return known(["t": test?.t, "p": test?.p])
        },
        "shapiroWilk": .init(1e-6) { set in
            let test = shapiroWilk(values(set)[0]).value
            return known(["w": test?.w, "p": test?.p])
        },
        "standardizedDifference": .init { set in
            known(["d": standardizedDifference(values(set)[0], values(set)[1]).value?.d])
        },
        "quantiles": .init { set in
            let own = values(set)[0]
            return known([
                "q1": quantile(own, at: 0.25).value, "q3": quantile(own, at: 0.75).value,
                "six": quantile(own, at: 0.25, type: .six).value,
            ])
        },
        "holm": .init { set in
            let p = values(set).map { oneSampleT($0, against: 60).value?.p }
            let holm = Multiplicity.holm(p)
            let pairs = p.indices.flatMap { [("p\($0)", p[$0]), ("\($0)", holm[$0])] }
            return known(Dictionary(pairs, uniquingKeysWith: { one, _ in one }))
        },
    ]

    private static let rows: [String: DifferentialProcedure] = [
        "pairedLogT": .init { set in
            let columns = [0, 1].map { column in values(set, "rows").map { $0[column] } }
            let test = pairedLogT(columns[0], columns[1]).value?.test
            return known(["t": test?.t, "p": test?.p])
        },
        "signedRank": .init { set in known(["p": signedRank(differences(set)).value?.exact.value])
        },
        "signTest": .init { set in known(["p": signTest(differences(set)).p.value]) },
        "friedman": .init { set in
            let test = friedman(values(set, "rows")).value?.test
            return known(["chiSquared": test?.chiSquared, "p": test?.p])
        },
        "repeatedMeasures": .init { set in
            let test = repeatedMeasures(values(set, "rows").map { $0.map { log($0) } }).value
            return known([
                "f": test?.test.value?.f, "epsilon": test?.greenhouseGeisser.value,
                "p": test?.adjustedP.value,
            ])
        },
        "pageTrend": .init { set in known(["l": pageTrend(values(set, "rows")).value?.l]) },
        "cochranQ": .init { set in
            let test = cochranQ(values(set, "rows").map { $0.map { $0 == 1 } }).value
            return known(["q": test?.chiSquared, "p": test?.p])
        },
        "mcNemar": .init { set in
            let pairs = values(set, "rows").map { (first: $0[0] == 1, second: $0[1] == 1) }
            return known(["p": PairedOutcomes(pairs).mcNemar().value?.exact])
        },
        "cronbachAlpha": .init { set in
            known(["alpha": cronbachAlpha(values(set, "rows")).value?.alpha])
        },
        "cohensKappa": .init { set in
            let pairs = values(set, "pairs")
            let kappa = cohensKappa(
                pairs.map { Int($0[0]) },
                pairs.map { Int($0[1]) },
                categories: [0, 1, 2]
            )
            .value
            return known(["kappa": kappa?.kappa])
        },
    ]

    static func values(_ set: JSON, _ key: String = "groups") -> [[Double]] {
        set[key].elements.map(\.numbers)
    }

    private static func differences(_ set: JSON) -> [Double] {
        values(set, "rows").map { log($0[0]) - log($0[1]) }
    }

    static func known(_ answers: [String: Double?]) -> [String: Double] {
        answers.compactMapValues { $0 }
    }
}
