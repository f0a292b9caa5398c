import Foundation
import Statistics

extension Analysis {
    private var pairs: [(one: Int, two: Int)] {
        tasks.indices.flatMap { one in (one + 1..<max(one + 1, tasks.count)).map { (one, $0) } }
    }

    var taskPairs: JSON {
        .array(
            pairs.map { one, two in
                merged(
                    ["pair": [.string(tasks[one]), .string(tasks[two])]],
                    paired(times.map { ($0[one], $0[two]) })
                )
            }
        )
    }

    func adjusted(_ made: [JSON]) -> JSON {
        func adjusted(_ p: [Double?]) -> JSON {
            [
                "holm": json(Multiplicity.holm(p))
            ]
        }
        return [
            "t_log": adjusted(made.map { $0["t_log"]["p"].number }),
            "wilcoxon_exact": adjusted(made.map { $0["wilcoxon"]["p_exact"].number }),
        ]
    }

    /// Two columns in the same participants, pairs with a missing value dropped and counted.
    func paired(_ cells: [(Double?, Double?)]) -> JSON {
        let known = cells.compactMap { one, two in one.flatMap { one in two.map { (one, $0) } } }
        let (first, second) = (known.map(\.0), known.map(\.1))
        let signs = signTest(zip(first, second).map { $0 - $1 })
        var result: JSON = [
            "n_pairs": json(known.count), "n_dropped": json(cells.count - known.count),
            "wilcoxon": ranked(first, second),
            "t": pairedAnswers(pairedT(first, second), first, second, log: false),
            "t_log": pairedAnswers(pairedLogT(first, second), first, second, log: true),
            "sign_test": [
                "plus": json(signs.plus), "minus": json(signs.minus), "p_exact": json(signs.p),
            ],
        ]
        if let one = logarithms(first).value, let two = logarithms(second).value {
            result.set("wilcoxon_log", ranked(one, two))
        }
        return result
    }

    private func pairedAnswers(
        _ test: Computed<PairedDifference>,
        _ first: [Double],
        _ second: [Double],
        log: Bool
    ) -> JSON {
        let logs: ([Double]?, [Double]?) =
            log ? (logarithms(first).value, logarithms(second).value) : (first, second)
        var known: JSON = [:]
        if test.value == nil, first.count > 1, let one = logs.0, let two = logs.1 {
            known.set("diff", json(mean(zip(one, two).map { $0 - $1 })))
        }
        return members(test, known) { difference in
            let test = difference.test
            let plain: JSON = [
                "t": .number(test.t), "df": .number(test.df), "p": .number(test.p),
                "diff": .number(test.difference), "ci": json(test.interval),
                "d_z": .number(difference.dz), "d_av": .number(difference.dav),
            ]
            let ratio: JSON = [
                "ratio": .number(test.ratio), "ratio_ci": json(test.ratioInterval),
            ]
            return log ? merged(plain, ratio) : plain
        }
    }

    private func ranked(_ first: [Double], _ second: [Double]) -> JSON {
        let differences = zip(first, second).map { $0 - $1 }
        let test = signedRank(differences)
        // The reference also rounds the differences of its shifts.
        let rounded = differences.map { ($0 * 1e10).rounded(.toNearestOrEven) / 1e10 }
        let zeros = differences.count { abs($0) < 5e-11 }
        let known: JSON = ["n_pairs": json(differences.count), "n_zero": json(zeros)]
        return members(test, known) { test in
            var result: JSON = [
                "W_plus": .number(test.plus), "W_minus": .number(test.minus),
                "W": .number(min(test.plus, test.minus)),
                "ties": .bool(test.hasTies), "p_exact": json(test.exact),
                "p_asymptotic": .number(test.asymptotic),
                "p_asymptotic_cc": .number(test.continuityCorrected), "z": .number(test.z),
                "rank_biserial": .number(test.rankBiserial), "p_pratt_asymptotic": json(test.pratt),
                "hodges_lehmann": json(walshMedian(rounded)),
            ]
            // SciPy beside: exact without ties, else permutation and asymptotic.
            if test.hasTies || test.zeros > 0 {
                result.set("scipy_asymptotic", .number(test.asymptotic))
                result.set("scipy_permutation", json(test.exact))
            } else {
                result.set("scipy_exact", json(test.exact))
            }
            if let interval = walshInterval(rounded).value {
                result.set(
                    "hl_ci",
                    [
                        "lo": .number(interval.interval.low),
                        "hi": .number(interval.interval.high),
                        "achieved": .number(interval.achieved),
                        "reaches_95": .bool(interval.reachesLevel),
                    ]
                )
            }
            return result
        }
    }

    var within: JSON {
        let columns = levels.map { input["within"][$0].elements.map(\.number) }
        let rows = participants.indices.map { person in columns.map { $0[person] } }
        var result: JSON = ["levels": .array(levels.map(JSON.string))]
        if levels.count == 2 {
            result.set("paired", paired(rows.map { ($0[0], $0[1]) }))
        }
        for (key, value) in comparedColumns(rows) { result.set(key, value) }
        return result
    }
}
