package import Instruments

/// The use of a published instrument in a questionnaire.
package struct InstrumentUse: Sendable, Hashable, Codable {
    package enum Better: String, Sendable, Hashable, Codable, CaseIterable { case high, low }

    /// Id of the instrument in the library of instruments.
    package var id: String
    /// Whether high or low scores are better, as the study declares it. Set only for an instrument
    /// whose published forms disagree on this; otherwise nil.
    package var better: Better?

    /// The study's translation of the instrument. Nil if participants see the English words. Always
    /// nil in definitions that earlier versions of evalrun stored.
    package var translation: Instrument.Translation?

    /// Returns the instrument's items as questionnaire items, with ids such as `sus-1` to `sus-10`.
    /// If there is a translation, the items have its words.
    ///
    /// A scale of consecutive whole numbers becomes a scale item. Any other scale, such as a visual
    /// analog scale or steps of 5 from 0 to 100, has too many values to choose from. Such a scale
    /// becomes a number item with the same ends. An answer is required unless the instrument allows
    /// "not applicable".
    package static func items(
        of instrument: Instrument,
        in translation: Instrument.Translation? = nil
    ) -> [Questionnaire.Item] {
        let asked = translation.map(instrument.translated(by:)) ?? instrument
        return asked.items.enumerated().map { index, item in
            Questionnaire.Item(
                id: "\(instrument.id)-\(index + 1)",
                text: item.text,
                short: translation?.items[index].name ?? item.name ?? "Item \(index + 1)",
                kind: kind(of: item.scale, isTranslated: translation != nil),
                required: !instrument.notApplicable,
                step: item.scale.whole ? item.scale.step : nil
            )
        }
    }

    private static func kind(
        of scale: Instrument.Scale,
        isTranslated: Bool
    ) -> Questionnaire.Kind {
        let ends = (Int(exactly: scale.min), Int(exactly: scale.max))
        if scale.whole, scale.step == 1, let min = ends.0, let max = ends.1 {
            return .scale(min: min, max: max, minLabel: scale.low, maxLabel: scale.high)
        }
        return .number(
            min: scale.min,
            max: scale.max,
            unit: isTranslated ? labels(of: scale) : words(of: scale)
        )
    }

    /// Returns an English text with the step of a scale and the words at the scale's ends, such as
    /// `in steps of 5; low end: Very low`.
    private static func words(of scale: Instrument.Scale) -> String {
        let step = Int(exactly: scale.step).map(String.init) ?? "\(scale.step)"
        let words = [scale.low.map { "low end: \($0)" }, scale.high.map { "high end: \($0)" }]
            .compactMap(\.self)
        let steps = scale.whole ? ["in steps of \(step)"] : []
        return (steps + words).joined(separator: "; ")
    }

    /// Returns the two ends of a scale with their words, and the first steps between the ends, as
    /// in `0 = gering; 5; 10; …; 100 = hoch`. Adds no English words, so the text also fits a
    /// translated instrument.
    private static func labels(of scale: Instrument.Scale) -> String {
        let ends = [(scale.min, scale.low), (scale.max, scale.high)].map { value, words in
            ScoreLimits.plain(value) + (words.map { " = \($0)" } ?? "")
        }
        let first = [scale.min + scale.step, scale.min + 2 * scale.step].map(ScoreLimits.plain)
        let steps = scale.whole ? first + ["…"] : []
        return ([ends[0]] + steps + [ends[1]]).joined(separator: "; ")
    }
}

extension Questionnaire {
    /// Whether a lower answer means a better result, for each item of the instrument. Keyed by item
    /// id; the study's own items are absent.
    package var isLowerBetter: [String: Bool] {
        guard let use = instrument, let known = try? InstrumentLibrary.instrument(use.id) else {
            return [:]
        }
        let isLow = use.better.map { $0 == .low } ?? (known.better == .low)
        return Dictionary(
            zip(items, known.items).map { ($0.id, $1.reversed != isLow) },
            uniquingKeysWith: { first, _ in first }
        )
    }
}
