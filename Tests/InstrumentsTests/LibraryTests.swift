import Diagnostics
import Instruments
import Testing

@Suite struct LibraryTests {
    @Test func everyInstrumentIsRead() throws {
        let counts = [
            "asq": 3, "csuq": 16, "nasa-tlx": 6, "nps": 1, "pssuq": 16, "seq": 1, "smeq": 1,
            "supr-q": 8, "sus": 10, "ueq": 26, "ueq-s": 8, "umux": 4, "umux-lite": 2,
        ]
        #expect(Set(InstrumentLibrary.ids) == Set(counts.keys))
        for (id, count) in counts {
            let instrument = try InstrumentLibrary.instrument(id)
            #expect(instrument.id == id)
            #expect(instrument.items.count == count)
            #expect(!instrument.scores.isEmpty)
        }
    }

    @Test(arguments: [("SUS", "sus"), ("nasa-TLX", "nasa-tlx"), ("rtlx", "nasa-tlx")])
    func aliasesInAnyCase(name: String, id: String) throws {
        #expect(try InstrumentLibrary.instrument(name).id == id)
    }

    @Test func anUnknownNameIsOneDiagnosticWithTheNearest() throws {
        let error = try #require(throws: DiagnosticError.self) {
            try InstrumentLibrary.instrument("umux-lit")
        }
        #expect(error.diagnostics.count == 1)
        #expect(error.diagnostics[0].fix == "did you mean \"umux-lite\"?")
    }
}
