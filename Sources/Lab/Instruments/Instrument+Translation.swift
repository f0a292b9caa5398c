extension Instrument {
    /// The words of the instrument in another language. Numbers, order and scoring of the items do
    /// not change.
    package struct Translation: Sendable, Hashable, Codable {
        package struct Item: Sendable, Hashable, Codable {
            /// The statement that the item presents, or the two words of a word pair.
            package var text: String
            /// Short name for tables. If nil, the name in the instrument is used.
            package var name: String?
            /// Words at the low end of this item's scale. If nil, the words for the instrument's
            /// scale, ``Translation/low``, are used.
            package var low: String?
            /// Words at the high end of this item's scale. If nil, the words for the instrument's
            /// scale, ``Translation/high``, are used.
            package var high: String?

            package init(
                text: String,
                name: String? = nil,
                low: String? = nil,
                high: String? = nil
            ) {
                self.text = text
                self.name = name
                self.low = low
                self.high = high
            }

            /// Creates a word pair.
            package init(left: String, right: String, name: String? = nil) {
                self.init(
                    text: Instrument.Item.text(left: left, right: right),
                    name: name,
                    low: left,
                    high: right
                )
            }
        }

        /// The origin of the wording, such as a publication; nil if the study does not name it.
        package var source: String?
        /// Words at the ends of the instrument's scale.
        package var low: String?
        package var high: String?
        /// The items, in the order of the instrument.
        package var items: [Item]

        package init(
            source: String? = nil,
            low: String? = nil,
            high: String? = nil,
            items: [Item]
        ) {
            self.source = source
            self.low = low
            self.high = high
            self.items = items
        }
    }

    /// Returns a copy of the instrument with the words of the translation.
    ///
    /// The translation's name for an item is used only if the instrument also has a name for the
    /// item. Otherwise, the translation could give names to all items. The report would then show a
    /// profile of the items, which it does not show for the original instrument.
    package func translated(by translation: Translation) -> Instrument {
        var copy = self
        copy.scale.low = translation.low ?? scale.low
        copy.scale.high = translation.high ?? scale.high
        for (place, words) in zip(items.indices, translation.items) {
            var item = items[place]
            item.text = words.text
            if item.name != nil { item.name = words.name ?? item.name }
            let low = item.scale.low == scale.low ? copy.scale.low : item.scale.low
            let high = item.scale.high == scale.high ? copy.scale.high : item.scale.high
            item.scale.low = words.low ?? low
            item.scale.high = words.high ?? high
            copy.items[place] = item
        }
        return copy
    }
}
