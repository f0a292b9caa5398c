package import Instruments

/// The use of a published instrument in a questionnaire.
package struct InstrumentUse: Sendable, Hashable, Codable {
    package enum Better: String, Sendable, Hashable, Codable, CaseIterable { case high, low }

    /// Id of the instrument in the library of instruments.
    package var id: String
    /// The better end of the score, as the study declares it. Set only for an instrument whose
    /// published forms disagree on the better end; otherwise nil.
    package var better: Better?

    /// Returns the instrument's items as questionnaire items, with ids such as `sus-1` to `sus-10`.
    ///
    /// A scale of consecutive whole numbers becomes a scale item. Any other scale, such as a visual
    /// analog scale or steps of 5 from 0 to 100, becomes a number item with the same ends, because
    /// it has too many values to choose from. An answer is required unless the instrument allows
    /// "not applicable".
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
