import Diagnostics
import Instruments
import YAMLFields

extension StudyReading {
    /// Reads the key `translation` of a questionnaire. Returns nil if there is none, or after
    /// reporting an error.
    func translation(_ fields: Fields, of instrument: Instrument) -> Instrument.Translation? {
        guard let entry = fields["translation"], let fields = Fields(entry, .translation) else {
            return nil
        }
        return TranslationReading(fields: fields, instrument: instrument).read()
    }
}

/// Reader of a translation of an instrument. The translation must replace all words of the
/// instrument. If the instrument has no words at an end of a scale, the translation may add some.
private struct TranslationReading {
    let fields: Fields
    let instrument: Instrument

    func read() -> Instrument.Translation? {
        let entries = fields.members(
            "items",
            called: "a translated item",
            expected: instrument.items.contains(where: \.isWordPair)
                ? "a mapping with \"left\" and \"right\"" : "a text, or a mapping with \"text\""
        )
        guard !entries.isEmpty, isComplete(entries.count) else { return nil }
        let items = instrument.items.indices.map { item(entries[$0], $0) }
        warnOfRepeated(items, entries)
        reportEnds(items)
        let given = items.compactMap(\.self)
        guard given.count == items.count else { return nil }
        return Instrument.Translation(
            source: fields["source"].flatMap(words),
            low: fields["low"].flatMap(words),
            high: fields["high"].flatMap(words),
            items: given
        )
    }

    private func isComplete(_ count: Int) -> Bool {
        let needed = instrument.items.count
        if count == needed { return true }
        fields.findings.error(
            "wrong-count",
            at: fields["items"]?.place,
            "the translation has \(counted(count, "item")), but \(instrument.name) has \(needed)",
            expected: "\(counted(needed, "item")), in the order of the instrument's form",
            fix: count < needed
                ? "translate every item of the instrument" : "remove the additional items"
        )
        return false
    }

    /// Returns the id of the item at index `place` in the questionnaire.
    private func id(_ place: Int) -> String { "\(instrument.id)-\(place + 1)" }

    /// Returns the text of an entry. If the entry is not text or contains only white space, reports
    /// an error and returns nil.
    private func words(_ entry: Entry) -> String? {
        if entry.isNothing {
            entry.report("\(entry.name) is empty")
            return nil
        }
        return entry.converted { text in text.allSatisfy(\.isWhitespace) ? nil : text }
    }

    private func item(_ entry: Entry, _ place: Int) -> Instrument.Translation.Item? {
        let item = instrument.items[place]
        if entry.scalar != nil, !item.isWordPair {
            guard let text = words(entry) else { return nil }
            let name = "translated item \(quoted(id(place)))"
            reportMissing(ownEnds(of: item), item.scale, name, entry.place)
            return Instrument.Translation.Item(text: text)
        }
        let orText = !item.isWordPair
        guard let fields = Fields(entry, .translatedItem, id: id(place), orText: orText),
            isOfTheSameKind(fields, item)
        else { return nil }
        let name = fields["name"].flatMap(words)
        if item.isWordPair {
            fields.require(["left", "right"])
            guard let left = fields["left"].flatMap(words),
                let right = fields["right"].flatMap(words)
            else { return nil }
            return Instrument.Translation.Item(left: left, right: right, name: name)
        }
        fields.require(["text"])
        let missing = ownEnds(of: item).filter { fields[$0.rawValue] == nil }
        reportMissing(missing, item.scale, fields.name, entry.place)
        let low = fields["low"].flatMap(words)
        let high = fields["high"].flatMap(words)
        guard let text = fields["text"].flatMap(words) else { return nil }
        return Instrument.Translation.Item(text: text, name: name, low: low, high: high)
    }

    /// Returns whether the item and its translation are both word pairs or both statements. Reports
    /// an error if they are not.
    private func isOfTheSameKind(_ fields: Fields, _ item: Instrument.Item) -> Bool {
        let others = item.isWordPair ? ["text", "low", "high"] : ["left", "right"]
        guard let key = others.first(where: { fields[$0] != nil }) else { return true }
        fields.findings.error(
            "useless-key",
            at: fields[key]?.place,
            "\(fields.name) has \"\(key)\", but \(quoted(item.text)) is "
                + (item.isWordPair ? "a word pair" : "not a word pair"),
            expected: item.isWordPair ? "\"left\" and \"right\"" : "\"text\"",
            fix: "list the items in the order of the instrument's form"
        )
        return false
    }
}

// Words at the ends of scales.
extension TranslationReading {
    private enum End: String, CaseIterable {
        case low, high

        func words(_ scale: Instrument.Scale) -> String? { self == .low ? scale.low : scale.high }

        func words(_ item: Instrument.Translation.Item) -> String? {
            self == .low ? item.low : item.high
        }
    }

    /// Returns whether the item's scale and the instrument's scale have the same words at this end.
    /// Also returns true if both have no words there. Returns false for a word pair.
    private func isCommon(_ end: End, _ item: Instrument.Item) -> Bool {
        !item.isWordPair && end.words(item.scale) == end.words(instrument.scale)
    }

    /// Returns the ends at which the item's scale has words that differ from those of the
    /// instrument's scale. Empty for a word pair, whose words are the item itself.
    private func ownEnds(of item: Instrument.Item) -> [End] {
        if item.isWordPair { return [] }
        return End.allCases.filter { $0.words(item.scale) != nil && !isCommon($0, item) }
    }

    /// Reports each end of the instrument's scale for which an item needs translated words but the
    /// translation has none. Also reports words of the translation that no item uses.
    private func reportEnds(_ items: [Instrument.Translation.Item?]) {
        var missing: [End] = []
        for end in End.allCases {
            let common = zip(instrument.items, items).filter { isCommon(end, $0.0) }
            if let entry = fields[end.rawValue] {
                guard common.isEmpty else { continue }
                entry.reportUseless(
                    "\(entry.name) has no effect, because every item of \(instrument.name) has "
                        + "its own words at this end of its scale",
                    fix: "remove it"
                )
            } else if end.words(instrument.scale) != nil,
                common.compactMap(\.1).contains(where: { end.words($0) == nil })
            {
                missing.append(end)
            }
        }
        reportMissing(missing, instrument.scale, fields.name, fields.place)
    }

    /// Reports that the translation has no words for these ends of a scale. Without them,
    /// participants would see the instrument's own words.
    private func reportMissing(
        _ ends: [End],
        _ scale: Instrument.Scale,
        _ name: String,
        _ place: Diagnostic.Place
    ) {
        if ends.isEmpty { return }
        let keys = ends.map { "\"\($0.rawValue)\"" }
        let words = ends.compactMap { $0.words(scale).map(quoted) }.joined(separator: " and ")
        fields.findings.error(
            "missing-key",
            at: place,
            "\(name) has no \(keys.joined(separator: " and no ")), so participants would see \(words)",
            expected: "translated words for the ends of the scale",
            fix: "add \(keys.joined(separator: " and "))"
        )
    }

    private func warnOfRepeated(_ items: [Instrument.Translation.Item?], _ entries: [Entry]) {
        var seen: [String: Int] = [:]
        for (place, item) in items.enumerated() {
            guard let item else { continue }
            if let first = seen[item.text] {
                fields.findings.warning(
                    "duplicate-text",
                    at: entries[place].place,
                    "translated item \(quoted(id(place))) has the same text as item \(quoted(id(first)))",
                    fix: "correct one of the texts; an import matches columns to items by text"
                )
            } else {
                seen[item.text] = place
            }
        }
    }
}
