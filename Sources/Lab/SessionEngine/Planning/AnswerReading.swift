import Diagnostics
package import StudyDefinition

/// Error for an answer that the question does not accept. Its sentence describes the valid input.
package struct AnswerRefusal: Error, Hashable {
    package var sentence: String
}

extension Questionnaire.Item {
    /// Parses an answer that a person typed or a script contains. Depending on the question, the
    /// answer is a number, free text, or one or more options. An option is given by its number,
    /// label, id or alias; several options are separated by commas. A number may have Arabic-Indic
    /// or Persian digits.
    ///
    /// - Parameter numbered: whether a number always selects the option at that position, even if
    ///   another option has this number as its label. True if the person sees numbered options.
    package func read(_ typed: String, numbered: Bool = false) throws(AnswerRefusal) -> AnswerValue
    {
        let text = typed.trimmed
        if text.isEmpty {
            guard !required else { throw AnswerRefusal(sentence: "This question needs an answer.") }
            return AnswerValue(raw: "", meaning: .missing)
        }
        switch kind {
        case .single(let options):
            let option = try options.named(text, numbered)
            return AnswerValue(raw: option.label, meaning: .options([option.id]))
        case .multiple(let options):
            return try several(text, options, numbered)
        case .scale(let min, let max, _, _):
            let digits = text.withASCIIDigits
            guard let number = Int(digits), (min...max).contains(number) else {
                throw AnswerRefusal(sentence: "Type a whole number from \(min) to \(max).")
            }
            return AnswerValue(raw: digits, meaning: .number(Double(number)))
        case .number(let min, let max, _):
            let value = try number(text, min: min, max: max)
            if let step, let min, !isWhole((value - min) / step) {
                throw AnswerRefusal(
                    sentence: "Type a number (\(bounds(min, max))), in steps of \(step.formatted)."
                )
            }
            return AnswerValue(raw: text, meaning: .number(value))
        case .text:
            return AnswerValue(raw: typed, meaning: .text(typed))
        }
    }

    /// Returns a sentence that asks the person to confirm the answer. Returns nil unless the answer
    /// is doubtful for one of these reasons:
    ///
    /// - A number such as `1,500` may have been misread.
    /// - A single letter or digit, such as `b`, or `?` may be a key press for another page.
    func doubt(_ value: AnswerValue) -> String? {
        switch (kind, value.meaning) {
        case (.number, .number(let number))
        where number.formatted != value.raw.withASCIIDigits:
            "“\(value.raw)” is read as \(number.formatted). Confirm it, or correct it."
        case (.text, .text(let text)) where text.trimmed.isOneKey:
            "“\(text.trimmed)” may be a key of another page. Confirm it, or correct it."
        default: nil
        }
    }

    private func several(
        _ text: String,
        _ options: [Questionnaire.Option],
        _ numbered: Bool
    ) throws(AnswerRefusal) -> AnswerValue {
        var chosen: Set<String> = []
        if let whole = try? options.named(text, numbered) {
            chosen = [whole.id]
        } else {
            let refusal = AnswerRefusal(
                sentence: "Type numbers from 1 to \(options.count), separated by commas."
            )
            for part in text.split(separator: ",") {
                guard let option = try? options.named(String(part).trimmed, numbered) else {
                    throw refusal
                }
                chosen.insert(option.id)
            }
            // The text contains only commas.
            if chosen.isEmpty { throw refusal }
        }
        let ordered = options.filter { chosen.contains($0.id) }
        return AnswerValue(
            raw: ordered.map(\.label).joined(separator: ", "),
            meaning: .options(ordered.map(\.id))
        )
    }

    private func number(
        _ text: String,
        min: Double?,
        max: Double?
    ) throws(AnswerRefusal) -> Double {
        let digits = text.withASCIIDigits
        let point =
            digits.split(separator: ",").count == 2 ? digits.replacing(",", with: ".") : digits
        guard let value = Double(decimal: point), value >= min ?? -.infinity,
            value <= max ?? .infinity
        else {
            let bounds = bounds(min, max)
            throw AnswerRefusal(
                sentence: bounds.isEmpty ? "Type a number." : "Type a number (\(bounds))."
            )
        }
        return value
    }

    private func bounds(_ min: Double?, _ max: Double?) -> String {
        [min.map { "at least \($0.formatted)" }, max.map { "at most \($0.formatted)" }]
            .compactMap { $0 }.joined(separator: ", ")
    }

    private func isWhole(_ value: Double) -> Bool { abs(value - value.rounded()) < 1e-9 }
}

extension [Questionnaire.Option] {
    fileprivate func named(
        _ text: String,
        _ numbered: Bool
    ) throws(AnswerRefusal) -> Questionnaire.Option {
        let byNumber = Int(text).flatMap { element(number: $0) }
        if numbered, let byNumber { return byNumber }
        let folded = text.lowercased()
        if let exact = first(where: { $0.label == text || $0.id == text }) { return exact }
        if let near = first(where: {
            ([$0.label, $0.id] + $0.aliases).contains { $0.lowercased() == folded }
        }) {
            return near
        }
        if let byNumber { return byNumber }
        throw AnswerRefusal(sentence: "Type a number from 1 to \(count).")
    }
}

extension String {
    /// Whether the text is one ASCII letter or digit or `?`, and could therefore be meant as a key
    /// press.
    fileprivate var isOneKey: Bool {
        self == "?" || count == 1 && allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
    }

    /// The text with the digits 0–9 in place of Arabic-Indic and Persian digits, and with a point in
    /// place of their decimal mark.
    fileprivate var withASCIIDigits: String {
        let scalars = unicodeScalars.map { scalar -> Unicode.Scalar in
            switch scalar {
            case "\u{660}"..."\u{669}": Unicode.Scalar(UInt8(scalar.value - 0x660 + 0x30))
            case "\u{6F0}"..."\u{6F9}": Unicode.Scalar(UInt8(scalar.value - 0x6F0 + 0x30))
            case "\u{66B}": "."
            default: scalar
            }
        }
        return String(String.UnicodeScalarView(scalars))
    }

    /// The text without leading and trailing whitespace.
    package var trimmed: String {
        guard let first = firstIndex(where: { !$0.isWhitespace }),
            let last = lastIndex(where: { !$0.isWhitespace })
        else { return "" }
        return String(self[first...last])
    }
}
