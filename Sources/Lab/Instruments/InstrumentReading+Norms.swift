import Yams

extension InstrumentReading {
    func norms(_ node: Node) -> Norms? {
        let keys = [
            "score", "mean", "mean-source", "grades", "grades-source", "adjectives",
            "adjectives-source", "percentiles", "percentiles-source",
        ]
        guard let members = members(node, of: "the norms", known: keys) else { return nil }
        for key in ["mean", "grades", "adjectives", "percentiles"]
        where members[key] != nil && members["\(key)-source"] == nil {
            error(members[key], "\"\(key)\" has no source", fix: "add \"\(key)-source\"")
        }
        let points = elements(members["percentiles"], "percentiles").compactMap { point($0) }
        if zip(points, points.dropFirst()).contains(where: { $0.score >= $1.score }) {
            error(members["percentiles"], "the percentiles do not rise with the score")
        }
        return Norms(
            score: text(members, "score", of: "the norms", in: node),
            mean: number(members["mean"], "mean"),
            meanSource: members["mean-source"]?.string,
            grades: elements(members["grades"], "grades").compactMap { band($0) },
            gradesSource: members["grades-source"]?.string,
            adjectives: elements(members["adjectives"], "adjectives").compactMap { band($0) },
            adjectivesSource: members["adjectives-source"]?.string,
            percentiles: points,
            percentilesSource: members["percentiles-source"]?.string
        )
    }

    private func band(_ node: Node) -> Norms.Band? {
        guard let members = members(node, of: "a band", known: ["name", "from"]),
            let from = number(members["from"] ?? node, "from")
        else { return nil }
        return Norms.Band(name: text(members, "name", of: "a band", in: node), from: from)
    }

    private func point(_ node: Node) -> Norms.Point? {
        let pair = elements(node, "percentiles").compactMap { number($0, "percentiles") }
        guard pair.count == 2 else {
            error(node, "a percentile is no pair", expected: "[score, percentile]")
            return nil
        }
        return Norms.Point(score: pair[0], percentile: pair[1])
    }

    func benchmark(_ node: Node) -> Benchmark? {
        let keys = ["source", "levels", "lowest", "values"]
        guard let members = members(node, of: "the benchmark", known: keys) else { return nil }
        let levels = elements(members["levels"], "levels").compactMap(\.string)
        var values: [String: [Double]] = [:]
        for (key, node) in members["values"]?.mapping ?? [:] {
            let limits = elements(node, "values").compactMap { number($0, "values") }
            if limits.count != levels.count {
                error(node, "there are \(limits.count) limits to \(levels.count) levels")
            }
            values[key.string ?? ""] = limits
        }
        return Benchmark(
            source: text(members, "source", of: "the benchmark", in: node),
            levels: levels,
            lowest: text(members, "lowest", of: "the benchmark", in: node),
            values: values
        )
    }
}
