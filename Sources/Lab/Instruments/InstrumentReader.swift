package import Diagnostics
import YAMLFields

/// Reader of an instrument in YAML. It reports all problems together, each with its line.
package enum InstrumentReader {
    package static func read(_ text: String, file: String) throws(DiagnosticError) -> Instrument {
        let findings = DiagnosticList()
        let root = Entry(
            yaml: text,
            file: file,
            expected: "an instrument",
            findings: findings,
            allowsAliases: true
        )
        let instrument = root.flatMap { Fields($0, .instrument) }.flatMap(Instrument.init)
        guard let instrument, findings.all.isEmpty else { throw DiagnosticError(findings.all) }
        return instrument
    }
}

extension Fields {
    /// Reports a problem at the value of `key`. If `key` is nil or not in the mapping, reports the
    /// problem at the whole mapping.
    func report(
        _ problem: String,
        at key: String? = nil,
        expected: String? = nil,
        fix: String? = nil
    ) {
        findings.error(
            "instrument",
            at: key.flatMap { self[$0]?.place } ?? place,
            problem,
            expected: expected,
            fix: fix
        )
    }

    /// Returns the mappings in the list that is the value of `key`. Reports members that are not
    /// mappings.
    func mappings(_ key: String, _ shape: Shape) -> [Fields] {
        members(key, called: shape.what, expected: "a mapping").compactMap { Fields($0, shape) }
    }

    /// Returns the numbers in the list that is the value of `key`. Reports members that are not
    /// numbers.
    func numbers(_ key: String) -> [Double] {
        members(key, expected: "a number").compactMap { $0.number() }
    }
}

// The keys of an instrument file. The Instruments page of the documentation lists the same keys.
extension Shape {
    static let instrument = Shape(
        "the instrument",
        [
            must("id", "an id"), must("name", "a name"), may("source", "a publication"),
            may("licence", "a licence"), may("better", "high, low or declared"),
            must("scale", "{ min: 1, max: 5 }"), must("items", "a list of items"),
            may("scores", "a list of scores"), may("not-applicable", "true or false"),
            may("norms", "a mapping of reference values"),
            may("benchmark", "a mapping of levels and their limits"),
            may("traps", "a list of traps"), may("other-counts", "a list of whole numbers"),
            may("group-score", "net-promoter"),
        ]
    )
    static let scale = Shape(
        "the scale",
        [
            must("min", "a number"), must("max", "a number"), may("low", "a label"),
            may("high", "a label"), may("step", "a number above 0"),
            may("whole", "true or false"),
        ]
    )
    static let item = Shape(
        "an item",
        [
            may("text", "the wording"), may("name", "a name"), may("left", "a word"),
            may("right", "a word"), may("low", "a label"), may("high", "a label"),
            may("reversed", "true or false"), may("scale", "{ min: 1, max: 5 }"),
            may("factor", "a number"),
        ]
    )
    static let score = Shape(
        "a score",
        [
            must("id", "an id"), may("name", "a name"),
            may("items", "\"all\", or a list of item numbers"),
            may("from", "a list of score ids"), may("range", "[0, 100]"),
            may("factor", "a number"), may("offset", "a number"),
            may("may-miss", "a whole number, or \"any\""),
            may("weights", "{ count: 15, most: 5 }"),
        ]
    )
    static let weights = Shape(
        "the weights",
        [must("count", "a whole number above 0"), must("most", "a whole number above 0")]
    )
    static let trap = Shape(
        "a trap",
        [
            must("kind", "opposed-item, inconsistent-scales or same-answer"),
            may("item", "a whole number above 0"), may("by", "a number"),
            may("scales", "a whole number above 0"), may("more-than", "a whole number above 0"),
        ]
    )
    static let norms = Shape(
        "the norms",
        [
            must("score", "a score's id"), may("mean", "a number"), may("mean-source", "a source"),
            may("grades", "a list of bands"), may("grades-source", "a source"),
            may("adjectives", "a list of bands"), may("adjectives-source", "a source"),
            may("percentiles", "a list of [score, percentile] pairs"),
            may("percentiles-source", "a source"),
        ]
    )
    static let band = Shape("a band", [must("name", "a name"), must("from", "a number")])
    static let benchmark = Shape(
        "the benchmark",
        [
            must("source", "a source"), must("levels", "a list of names"),
            must("lowest", "a name"), must("values", "a mapping from score ids to lists of limits"),
        ]
    )
}
