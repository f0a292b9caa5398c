import Foundation
import Instruments
import SeededRandom
import Statistics
import Testing

extension ReferenceTests {
    @Test(.enabled(if: ReferenceTests.isThere, ReferenceTests.reason))
    func tablesAgree() throws {
        let reference = try reference
        var comparison = Comparison()
        func compare(_ key: String, _ ours: JSON) {
            comparison.compare(reference[key], ours, key, procedure: key)
        }
        for key in ["completion_grid", "completion_90"] {
            compare(
                key,
                .array(
                    reference[key].elements.map {
                        proportionAnswers(
                            $0["x"].integer,
                            $0["n"].integer,
                            level: $0["conf"].number ?? confidence
                        )
                    }
                )
            )
        }
        compare(
            "two_props",
            .array(
                reference["two_props"].elements.map {
                    twoRateAnswers(
                        $0["x1"].integer,
                        $0["n1"].integer,
                        $0["x2"].integer,
                        $0["n2"].integer
                    )
                }
            )
        )
        compare(
            "mcnemar",
            .array(
                reference["mcnemar"].elements.map {
                    mcNemarAnswers(
                        PairedOutcomes(
                            both: $0["both"].integer,
                            firstOnly: $0["first_only"].integer,
                            secondOnly: $0["second_only"].integer,
                            neither: $0["neither"].integer
                        )
                    )
                }
            )
        )
        compare(
            "holm",
            .array(
                reference["holm"].elements.map { family in
                    let p = family["p"].elements.map(\.number)
                    return [
                        "p": family["p"], "holm": json(Multiplicity.holm(p)),
                    ]
                }
            )
        )
        compare("sample_size", sampleSizes(reference["sample_size"]))
        compare("splitmix64", generator(reference["splitmix64"]))
        // Ten cases with eight agreements that give pₒ = .8 and pₑ = .52: both raters say Y four
        // times. The reference states the results only.
        compare(
            "kappa_extra",
            [
                "two_cat": kappaAnswers(
                    ["Y", "Y", "Y", "Y", "N", "N", "N", "N", "N", "N"],
                    ["Y", "Y", "Y", "N", "Y", "N", "N", "N", "N", "N"],
                    ["N", "Y"]
                )
            ]
        )
        compare("sus_scale", try grades(reference["sus_scale"]))
        report(comparison, "tables", 10)
    }

    private func sampleSizes(_ expected: JSON) -> JSON {
        func count(_ value: Computed<Int>) -> JSON { value.value.map { json($0) } ?? .null }
        func number(_ entry: JSON, _ key: String) -> Double { entry[key].number ?? .nan }
        var discovery: JSON = [:]
        for p in expected["discovery"].keys {
            var goals: JSON = [:]
            for goal in expected["discovery"][p].keys {
                goals.set(
                    goal,
                    count(
                        ProblemDiscovery.participantsNeeded(
                            finding: Double(goal) ?? 0,
                            at: Double(p) ?? 0
                        )
                    )
                )
            }
            discovery.set(p, goals)
        }
        func each(_ key: String, _ make: (JSON) -> (String, JSON)) -> JSON {
            .array(
                expected[key].elements.map { entry in
                    let (name, value) = make(entry)
                    return merged(entry, [:], .object([name: value]))
                }
            )
        }
        return [
            "discovery": discovery,
            "mean_margin": each("mean_margin") { entry in
                (
                    "n",
                    count(
                        participants(
                            forMean: number(entry, "margin"),
                            deviation: number(entry, "sd")
                        )
                    )
                )
            },
            "prop_margin": each("prop_margin") { entry in
                ("n", count(participants(forProportion: number(entry, "margin"))))
            },
            "geomean_ratio": each("geomean_ratio") { entry in
                (
                    "n",
                    count(
                        participants(
                            forMean: log1p(number(entry, "within")),
                            deviation: log(number(entry, "geosd"))
                        )
                    )
                )
            },
            "paired_power": each("paired_power") { entry in
                let found = participants(
                    forTimeRatio: exp(number(entry, "delta")),
                    spread: number(entry, "sd_diff"),
                    isWithin: true,
                    power: 0.8
                ).value
                return (
                    "n_power",
                    found.map { [json($0.count), .number($0.power)] } ?? .null
                )
            },
        ]
    }

    private func grades(_ expected: JSON) throws -> JSON {
        let norms = try #require(try InstrumentLibrary.instrument("sus").norms)
        var answers = expected
        answers.set(
            "samples",
            .array(
                expected["samples"].elements.map { sample in
                    let score = sample["score"].number ?? .nan
                    return [
                        "score": .number(score), "grade": .string(norms.grade(score) ?? ""),
                        "percentile": json(norms.percentile(score)),
                    ]
                }
            )
        )
        answers.set(
            "percentile_table",
            .array(norms.percentiles.map { [.number($0.score), .number($0.percentile)] })
        )
        return answers
    }

    private func generator(_ expected: JSON) -> JSON {
        let seed = UInt64(expected["seed"].integer)
        var (numbers, indices) = (SplitMix64(seed: seed), SplitMix64(seed: seed))
        return [
            "seed": json(Int(seed)),
            "first": .array(expected["first"].elements.map { _ in .string("\(numbers.next())") }),
            "index6": json(expected["index6"].elements.map { _ in indices.index(below: 6) }),
        ]
    }
}
