import YAMLFields

extension Norms {
    init(_ fields: Fields) {
        for key in ["mean", "grades", "adjectives", "percentiles"]
        where fields[key] != nil && fields["\(key)-source"] == nil {
            fields.report(
                "the norm \"\(key)\" does not name its publication",
                at: key,
                fix: "add \"\(key)-source\""
            )
        }
        let points = fields.members("percentiles", called: "a percentile", expected: "a pair")
            .compactMap(Point.init)
        if zip(points, points.dropFirst()).contains(where: { $0.score >= $1.score }) {
            fields.report(
                "the pairs in \"percentiles\" are not in ascending order of scores",
                at: "percentiles"
            )
        }
        self.init(
            score: fields.text("score"),
            mean: fields.number("mean"),
            meanSource: fields.optionalText("mean-source"),
            grades: Norms.bands(fields, "grades"),
            gradesSource: fields.optionalText("grades-source"),
            adjectives: Norms.bands(fields, "adjectives"),
            adjectivesSource: fields.optionalText("adjectives-source"),
            percentiles: points,
            percentilesSource: fields.optionalText("percentiles-source")
        )
    }

    private static func bands(_ fields: Fields, _ key: String) -> [Band] {
        fields.mappings(key, .band).compactMap { band in
            band.number("from").map { Band(name: band.text("name"), from: $0) }
        }
    }
}

extension Norms.Point {
    init?(_ entry: Entry) {
        let pair = entry.members("a number", expected: "a number").compactMap { $0.number() }
        guard pair.count == 2 else {
            entry.report("an entry of \"percentiles\" is not a pair of a score and a percentile")
            return nil
        }
        self.init(score: pair[0], percentile: pair[1])
    }
}

extension Benchmark {
    init(_ fields: Fields) {
        let levels = fields.texts("levels")
        var values: [String: [Double]] = [:]
        for (key, entry) in fields["values"]?.pairs(
            expected: "numbers",
            called: { "the limits of \(quoted($0))" }
        ) ?? [] {
            let limits = entry.members("a limit", expected: "a number").compactMap { $0.number() }
            if limits.count != levels.count {
                entry.report(
                    "the number of limits, \(limits.count), differs from the number of levels, "
                        + "\(levels.count)"
                )
            }
            values[key.scalar ?? ""] = limits
        }
        self.init(
            source: fields.text("source"),
            levels: levels,
            lowest: fields.text("lowest"),
            values: values
        )
    }
}
