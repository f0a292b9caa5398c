package import Instruments

/// A published instrument in a questionnaire.
package struct InstrumentUse: Sendable, Hashable, Codable {
    package enum Better: String, Sendable, Hashable, Codable, CaseIterable { case high, low }

    /// Id in the library of instruments.
    package var id: String
    /// Which end of the score is good, where forms of the instrument differ.
    package var better: Better?

    package init(id: String, better: Better? = nil) {
        self.id = id
        self.better = better
    }
}

extension InstrumentUse {
    /// Its items as a questionnaire asks them, `sus-1` to `sus-10`.
    ///
    /// Scales of whole numbers one apart are scales; others are numbers between the ends, because a
    /// line or 21 marks are no list to choose from. An answer is required unless the instrument
    /// knows "not applicable".
    package static func items(of instrument: Instrument) -> [Questionnaire.Item] {
        instrument.items.enumerated().map { index, item in
            .init(
                id: "\(instrument.id)-\(index + 1)",
                text: item.text,
                short: item.name ?? "Item \(index + 1)",
                kind: kind(of: item.scale),
                required: !instrument.notApplicable,
                step: item.scale.whole ? item.scale.step : nil
            )
        }
    }

    private static func kind(of scale: Instrument.Scale) -> Questionnaire.Kind {
        let ends = (Int(exactly: scale.min), Int(exactly: scale.max))
        if scale.whole, scale.step == 1, let min = ends.0, let max = ends.1 {
            return .scale(min: min, max: max, minLabel: scale.low, maxLabel: scale.high)
        }
        let step = Int(exactly: scale.step).map(String.init) ?? "\(scale.step)"
        let words = [scale.low.map { "low end: \($0)" }, scale.high.map { "high end: \($0)" }]
            .compactMap(\.self)
        let steps = scale.whole ? ["in steps of \(step)"] : []
        return .number(
            min: scale.min,
            max: scale.max,
            unit: (steps + words).joined(separator: "; ")
        )
    }
}
