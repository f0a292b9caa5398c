import Instruments
import Statistics
import Testing

/// An instrument with the words of a study.
@Suite struct TranslationTests {
    private func translation(of instrument: Instrument) -> Instrument.Translation {
        Instrument.Translation(
            source: "Jemand",
            low: "wenig",
            high: "viel",
            items: instrument.items.indices.map { place in
                Instrument.Translation.Item(text: "Aussage \(place)", name: "A\(place)")
            }
        )
    }

    @Test(arguments: InstrumentLibrary.ids) func onlyWordsChange(id: String) throws {
        let english = try InstrumentLibrary.instrument(id)
        var german = english.translated(by: translation(of: english))
        #expect(german.items.map(\.text) == english.items.indices.map { "Aussage \($0)" })
        let answers = english.items.enumerated().map { place, item -> Double? in
            place % 3 == 0 ? item.scale.min : item.scale.max
        }
        for score in english.scores {
            #expect(
                german.value(of: score.id, Response(answers))
                    == english.value(of: score.id, Response(answers))
            )
        }
        (german.scale, german.items) = (english.scale, english.items)
        #expect(german == english)
    }

    @Test func theEndsOfAnItemsOwnScaleAreItsOwn() throws {
        let english = try InstrumentLibrary.instrument("nasa-tlx")
        var words = translation(of: english)
        words.items[3].low = "perfekt"
        words.items[3].high = "gar nicht"
        let german = english.translated(by: words)
        #expect(german.scale.low == "wenig")
        #expect(
            german.items.map(\.scale.low)
                == ["wenig", "wenig", "wenig", "perfekt", "wenig", "wenig"]
        )
        #expect(german.items[3].scale.high == "gar nicht")
        #expect(german.items[3].name == "A3")
    }

    @Test func aWordPairIsItsEnds() throws {
        let english = try InstrumentLibrary.instrument("ueq-s")
        #expect(english.items.allSatisfy { $0.isWordPair })
        let german = english.translated(
            by: Instrument.Translation(
                items: english.items.map { _ in
                    Instrument.Translation.Item(left: "langweilig", right: "spannend")
                }
            )
        )
        #expect(german.items[0].text == "langweilig – spannend")
        #expect(german.items[0].scale.low == "langweilig")
        #expect(german.items[0].scale.high == "spannend")
    }

    /// The report has a profile of the items where all of them have names.
    @Test func anItemWithoutANameStaysWithoutOne() throws {
        let english = try InstrumentLibrary.instrument("sus")
        let german = english.translated(by: translation(of: english))
        #expect(german.items.allSatisfy { $0.name == nil })
    }
}
