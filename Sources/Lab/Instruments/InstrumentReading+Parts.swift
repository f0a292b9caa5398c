import Diagnostics
import Yams

extension InstrumentReading {
    func instrument(_ node: Node) -> Instrument? {
        let keys = [
            "id", "name", "source", "licence", "better", "scale", "items", "scores",
            "not-applicable", "norms", "benchmark", "traps", "other-counts", "group-score",
        ]
        guard let members = members(node, of: "the instrument", known: keys) else { return nil }
        let scale = members["scale"].flatMap { self.scale($0) }
        if members["scale"] == nil {
            error(node, "the instrument has no \"scale\"", expected: "{ min: 1, max: 5 }")
        }
        guard let scale else { return nil }
        let items = elements(members["items"], "items").compactMap { item($0, scale) }
        if items.isEmpty { error(node, "the instrument has no items", expected: "\"items:\"") }
        let scores = elements(members["scores"], "scores").compactMap { score($0, items.count) }
        check(scores, members["scores"] ?? node)
        return Instrument(
            id: text(members, "id", of: "the instrument", in: node),
            name: text(members, "name", of: "the instrument", in: node),
            source: members["source"]?.string ?? "",
            licence: members["licence"]?.string ?? "",
            better: members["better"].flatMap { choice($0, "better", Instrument.Better.self) }
                ?? .high,
            scale: scale,
            items: items,
            scores: scores,
            notApplicable: flag(members["not-applicable"], "not-applicable"),
            norms: members["norms"].flatMap { norms($0) },
            benchmark: members["benchmark"].flatMap { benchmark($0) },
            traps: elements(members["traps"], "traps").compactMap { trap($0, items.count) },
            otherCounts: elements(members["other-counts"], "other-counts").compactMap {
                integer($0, "other-counts", from: 1)
            },
            groupScore: members["group-score"].flatMap {
                choice($0, "group-score", Instrument.GroupScore.self)
            }
        )
    }

    private func scale(_ node: Node) -> Instrument.Scale? {
        let keys = ["min", "max", "low", "high", "step", "whole"]
        guard let members = members(node, of: "the scale", known: keys),
            let min = number(members["min"] ?? node, "min"),
            let max = number(members["max"] ?? node, "max")
        else { return nil }
        let step = number(members["step"], "step") ?? 1
        guard min < max, step > 0 else {
            error(node, "the scale does not rise", expected: "min below max, step above 0")
            return nil
        }
        return Instrument.Scale(
            min: min,
            max: max,
            low: members["low"]?.string,
            high: members["high"]?.string,
            step: step,
            whole: members["whole"] == nil || flag(members["whole"], "whole")
        )
    }

    private func item(_ node: Node, _ common: Instrument.Scale) -> Instrument.Item? {
        let keys = ["text", "name", "left", "right", "low", "high", "reversed", "scale", "factor"]
        guard let members = members(node, of: "an item", known: keys) else { return nil }
        var scale = members["scale"].flatMap { self.scale($0) } ?? common
        var wording = members["text"]?.string
        if let left = members["left"]?.string, let right = members["right"]?.string {
            (scale.low, scale.high) = (left, right)
            wording = wording ?? "\(left) – \(right)"
        }
        guard let wording, !wording.isEmpty else {
            error(node, "an item has no wording", expected: "\"text\", or \"left\" and \"right\"")
            return nil
        }
        scale.low = members["low"]?.string ?? scale.low
        scale.high = members["high"]?.string ?? scale.high
        return Instrument.Item(
            text: wording,
            name: members["name"]?.string,
            scale: scale,
            reversed: flag(members["reversed"], "reversed"),
            factor: number(members["factor"], "factor") ?? 1
        )
    }

    private func score(_ node: Node, _ count: Int) -> Instrument.Score? {
        let keys = [
            "id", "name", "items", "from", "range", "factor", "offset", "may-miss", "weights",
        ]
        guard let members = members(node, of: "a score", known: keys),
            let source = source(members, node, count)
        else { return nil }
        if let range = members["range"], members["from"] != nil || members["weights"] != nil {
            error(
                range,
                "\"range\" is in a score that is no plain mean of items",
                fix: "use \"factor\" and \"offset\""
            )
        }
        return Instrument.Score(
            id: text(members, "id", of: "a score", in: node),
            name: members["name"]?.string ?? members["id"]?.string ?? "",
            source: source,
            range: members["range"].flatMap { range($0) },
            factor: number(members["factor"], "factor") ?? 1,
            offset: number(members["offset"], "offset") ?? 0,
            missing: missing(members["may-miss"]),
            weights: members["weights"].flatMap { weights($0) }
        )
    }

    private func source(
        _ members: [String: Node],
        _ node: Node,
        _ count: Int
    ) -> Instrument.Score.Source? {
        switch (members["items"], members["from"]) {
        case (let items?, nil):
            if items.string == "all" { return .items(Array(1...max(1, count))) }
            let numbers = elements(items, "items").compactMap { node -> Int? in
                guard let number = integer(node, "items", from: 1), number <= count else {
                    error(
                        node,
                        "a score names an item that is not there",
                        expected: "1 to \(count)"
                    )
                    return nil
                }
                return number
            }
            return numbers.isEmpty ? nil : .items(numbers)
        case (nil, let scores?):
            return .scores(elements(scores, "from").compactMap(\.string))
        default:
            error(node, "a score needs \"items\" or \"from\", and not both")
            return nil
        }
    }

    /// Ids must be unique, and a score may refer only to scores above it.
    private func check(_ scores: [Instrument.Score], _ node: Node) {
        var known: Set<String> = []
        for score in scores {
            if case .scores(let parts) = score.source {
                for part in parts where !known.contains(part) {
                    error(
                        node,
                        "score \"\(score.id)\" comes from \"\(part)\", which is not defined above it",
                        fix: suggestion(for: part, among: known)
                    )
                }
            }
            if !known.insert(score.id).inserted {
                error(node, "two scores have the id \"\(score.id)\"")
            }
        }
    }

    private func missing(_ node: Node?) -> Instrument.Score.Missing {
        if node?.string == "any" { return .any }
        return .upTo(integer(node, "may-miss", from: 0) ?? 0)
    }

    private func range(_ node: Node) -> ClosedRange<Double>? {
        let ends = elements(node, "range").compactMap { number($0, "range") }
        guard ends.count == 2, ends[0] < ends[1] else {
            error(node, "\"range\" is no pair of ends", expected: "[0, 100]")
            return nil
        }
        return ends[0]...ends[1]
    }

    private func weights(_ node: Node) -> Instrument.Score.Weights? {
        guard let members = members(node, of: "the weights", known: ["count", "most"]),
            let count = integer(members["count"] ?? node, "count", from: 1),
            let most = integer(members["most"] ?? node, "most", from: 1)
        else { return nil }
        return Instrument.Score.Weights(count: count, most: most)
    }

    private func trap(_ node: Node, _ count: Int) -> Trap? {
        let keys = ["kind", "item", "by", "scales", "more-than"]
        guard let members = members(node, of: "a trap", known: keys) else { return nil }
        let kind = members["kind"]?.string ?? ""
        switch kind {
        case "opposed-item":
            guard let item = integer(members["item"] ?? node, "item", from: 1), item <= count,
                let by = number(members["by"] ?? node, "by")
            else { return nil }
            return .opposedItem(item, by: by)
        case "inconsistent-scales":
            guard let by = number(members["by"] ?? node, "by"),
                let scales = integer(members["scales"] ?? node, "scales", from: 1)
            else { return nil }
            return .inconsistentScales(by: by, scales: scales)
        case "same-answer":
            return integer(members["more-than"] ?? node, "more-than", from: 1)
                .map { .sameAnswer(moreThan: $0) }
        default:
            let known = ["opposed-item", "inconsistent-scales", "same-answer"]
            error(
                node,
                "a trap is of the kind \"\(kind)\"",
                expected: "one of \(known.joined(separator: ", "))",
                fix: suggestion(for: kind, among: known)
            )
            return nil
        }
    }
}
