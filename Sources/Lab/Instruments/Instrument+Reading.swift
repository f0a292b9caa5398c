import Diagnostics
import YAMLFields

extension Instrument {
    init?(_ fields: Fields) {
        guard let scale = fields["scale"].flatMap({ Fields($0, .scale) }).flatMap(Scale.init) else {
            return nil
        }
        let items = fields.mappings("items", .item).compactMap { Item($0, scale) }
        let scores = fields.mappings("scores", .score).compactMap { Score($0, items.count) }
        Instrument.check(scores, fields)
        self.init(
            id: fields.text("id"),
            name: fields.text("name"),
            source: fields.text("source"),
            better: fields.choice("better", default: .high),
            scale: scale,
            items: items,
            scores: scores,
            notApplicable: fields.flag("not-applicable", default: false),
            norms: fields["norms"].flatMap { Fields($0, .norms) }.map(Norms.init),
            benchmark: fields["benchmark"].flatMap { Fields($0, .benchmark) }.map(Benchmark.init),
            traps: fields.mappings("traps", .trap).compactMap { Trap($0, items.count) },
            otherCounts: fields.members("other-counts", expected: "a whole number above 0")
                .compactMap { $0.integer(from: 1) },
            groupScore: fields["group-score"]?.choice(GroupScore.self)
        )
    }

    /// Reports duplicate ids of scores, and references to scores that are not defined earlier.
    private static func check(_ scores: [Score], _ fields: Fields) {
        var known: Set<String> = []
        for score in scores {
            if case .scores(let parts) = score.source {
                for part in parts where !known.contains(part) {
                    fields.report(
                        "score \"\(score.id)\" is computed from \"\(part)\", which is not the id of an earlier score",
                        at: "scores",
                        fix: suggestion(for: part, among: known)
                    )
                }
            }
            if !known.insert(score.id).inserted {
                fields.report("two scores have the id \"\(score.id)\"", at: "scores")
            }
        }
    }
}

extension Instrument.Scale {
    init?(_ fields: Fields) {
        guard let min = fields.number("min"), let max = fields.number("max") else { return nil }
        let step = fields.number("step") ?? 1
        guard min < max, step > 0 else {
            fields.report(
                "the scale is invalid",
                expected: "\"min\" below \"max\", and \"step\" above 0"
            )
            return nil
        }
        self.init(
            min: min,
            max: max,
            low: fields.optionalText("low"),
            high: fields.optionalText("high"),
            step: step,
            whole: fields.flag("whole", default: true)
        )
    }
}

extension Instrument.Item {
    init?(_ fields: Fields, _ common: Instrument.Scale) {
        var scale =
            fields["scale"].flatMap { Fields($0, .scale) }.flatMap(Instrument.Scale.init) ?? common
        var wording = fields.optionalText("text")
        var isWordPair = false
        if let left = fields.optionalText("left"), let right = fields.optionalText("right") {
            (scale.low, scale.high) = (left, right)
            wording = wording ?? Instrument.Item.text(left: left, right: right)
            isWordPair = true
        }
        guard let wording else {
            fields.report("an item has no wording", expected: "\"text\", or \"left\" and \"right\"")
            return nil
        }
        scale.low = fields.optionalText("low") ?? scale.low
        scale.high = fields.optionalText("high") ?? scale.high
        self.init(
            text: wording,
            name: fields.optionalText("name"),
            scale: scale,
            reversed: fields.flag("reversed", default: false),
            factor: fields.number("factor") ?? 1,
            isWordPair: isWordPair
        )
    }
}

extension Instrument.Score {
    init?(_ fields: Fields, _ count: Int) {
        guard let source = Source(fields, count) else { return nil }
        if fields["range"] != nil, fields["from"] != nil || fields["weights"] != nil {
            fields.report(
                "\"range\" is given for a score that is not an unweighted mean of items",
                at: "range",
                fix: "use \"factor\" and \"offset\" instead"
            )
        }
        let id = fields.text("id")
        self.init(
            id: id,
            name: fields.optionalText("name") ?? id,
            source: source,
            range: fields["range"].flatMap { _ in Instrument.Score.range(fields) },
            factor: fields.number("factor") ?? 1,
            offset: fields.number("offset") ?? 0,
            missing: fields["may-miss"]?.scalar == "any"
                ? .any : .upTo(fields.integer("may-miss", from: 0) ?? 0),
            weights: fields["weights"].flatMap { Fields($0, .weights) }.flatMap(Weights.init)
        )
    }

    private static func range(_ fields: Fields) -> ClosedRange<Double>? {
        let ends = fields.numbers("range")
        guard ends.count == 2, ends[0] < ends[1] else {
            fields.report(
                "\"range\" is not a pair of ascending numbers",
                at: "range",
                expected: "[0, 100]"
            )
            return nil
        }
        return ends[0]...ends[1]
    }
}

extension Instrument.Score.Source {
    init?(_ fields: Fields, _ count: Int) {
        switch (fields["items"], fields["from"]) {
        case (let items?, nil):
            if items.scalar == "all" {
                self = .items(Array(1...max(1, count)))
                return
            }
            let numbers = items.members("an item's number", expected: "1 to \(count)")
                .compactMap { entry -> Int? in
                    guard let number = entry.integer(from: 1) else { return nil }
                    if number > count {
                        entry.report("a score refers to an item that does not exist")
                    }
                    return number > count ? nil : number
                }
            if numbers.isEmpty { return nil }
            self = .items(numbers)
        case (nil, .some): self = .scores(fields.texts("from"))
        default:
            fields.report("a score needs either \"items\" or \"from\", not both")
            return nil
        }
    }
}

extension Instrument.Score.Weights {
    init?(_ fields: Fields) {
        guard let count = fields.integer("count", from: 1),
            let most = fields.integer("most", from: 1)
        else { return nil }
        self.init(count: count, most: most)
    }
}

extension Trap {
    init?(_ fields: Fields, _ count: Int) {
        func needed<Value>(_ key: String, _ value: Value?) -> Value? {
            if fields[key] == nil { fields.report("\(fields.name) has no \"\(key)\"") }
            return value
        }
        switch fields["kind"]?.choice(Kind.self) {
        case .opposedItem:
            guard let item = needed("item", fields.integer("item", from: 1)),
                let by = needed("by", fields.number("by"))
            else { return nil }
            guard item <= count else {
                fields.report(
                    "an entry of \"traps\" refers to an item that does not exist",
                    at: "item",
                    expected: "1 to \(count)"
                )
                return nil
            }
            self = .opposedItem(item, by: by)
        case .inconsistentScales:
            guard let by = needed("by", fields.number("by")),
                let scales = needed("scales", fields.integer("scales", from: 1))
            else { return nil }
            self = .inconsistentScales(by: by, scales: scales)
        case .sameAnswer:
            guard let most = needed("more-than", fields.integer("more-than", from: 1)) else {
                return nil
            }
            self = .sameAnswer(moreThan: most)
        case nil: return nil
        }
    }

    private enum Kind: String, CaseIterable {
        case opposedItem = "opposed-item"
        case inconsistentScales = "inconsistent-scales"
        case sameAnswer = "same-answer"
    }
}
