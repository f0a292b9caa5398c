import Diagnostics
import SchemaReader
import TestSupport
import Testing
import XML

/// Everything that a reader returns: a line for each event, then the fault.
private func everything(in text: String, isAhead: Bool) -> (events: [String], document: Int?) {
    everything(in: Array(text.utf8), isAhead: isAhead)
}

private func everything(in bytes: [UInt8], isAhead: Bool) -> (events: [String], document: Int?) {
    let source = SourceText(file: "contents", contents: bytes)
    var reader = XMLReadAhead(source, root: "model", isAhead: isAhead)
    var events: [String] = []
    do throws(XMLFault) {
        while events.last != "finished" { events.append("\(try reader.next())") }
    } catch {
        events.append("\(error)")
    }
    // Nothing else comes, and no call waits for it.
    for _ in 0..<2 where isAhead {
        do throws(XMLFault) {
            #expect("\(try reader.next())" == events.last)
        } catch {
            #expect("\(error)" == events.last)
        }
    }
    return (events, reader.documentType)
}

@Test func aTextThatIsReadAheadHasTheSameEvents() {
    let whole = ModelPackageFixture.contents(entities: 40)
    #expect(everything(in: whole, isAhead: true).events.count > 1_024)
    let cut = stride(from: 0, to: whole.utf8.count, by: 997).map { String(whole.utf8.prefix($0))! }
    let others = [
        "", "<model/>", "<!DOCTYPE model><model>x</model>", "<model><a></b></model>",
        "<model>" + String(repeating: "<a>", count: 1_000),
        "<model>" + String(repeating: "<a b='c'/>", count: 511) + "</model>",
        "<model>" + String(repeating: "<a b='c'/>", count: 1_023) + "</model>&",
    ]
    for text in cut + others + [whole] {
        let here = everything(in: text, isAhead: false)
        let ahead = everything(in: text, isAhead: true)
        #expect(here.events == ahead.events)
        #expect(here.document == ahead.document)
        #expect(!here.events.isEmpty)
    }
}

@Test func aTextThatCannotBeDecodedHasTheSameEvents() {
    var bytes = Array(ModelPackageFixture.contents(entities: 40).utf8)
    bytes[bytes.count - 100] = 0xFF
    let here = everything(in: bytes, isAhead: false)
    let ahead = everything(in: bytes, isAhead: true)
    #expect(here.events == ahead.events)
    #expect(here.events.count > 1_024)
    #expect(here.events.last?.contains("XMLFault") == true)
}

@Test func longTextsAreReadAhead() {
    func isAhead(_ count: Int) -> Bool {
        let open = Array("<model>".utf8)
        let text = open + Array(repeating: UInt8(ascii: " "), count: count - open.count)
        let source = SourceText(file: "contents", contents: text)
        return XMLReadAhead(source, root: "model").isAhead
    }
    #expect(
        [100, 65_535, 65_536, 1_048_576, 1_048_577].map(isAhead) == [
            false, false, true, true, false,
        ]
    )
}

@Test func findingsThatAreNotListedAreCountedInEveryEntity() throws {
    func entity(_ name: String, repeated count: Int) -> String {
        let attribute = "<attribute name=\"a\" attributeType=\"String\"/>"
        return "<entity name=\"\(name)\">"
            + String(repeating: attribute, count: count + 1) + "</entity>"
    }
    let text = "<model>\(entity("A", repeated: 1_200))\(entity("B", repeated: 1_100))</model>"
    let found = read(text).diagnostics
    let listed = found.dropLast()
    #expect(listed.count == 1_000)
    #expect(listed.allSatisfy { $0.id == "duplicate-property" })
    let last = try #require(found.last)
    #expect(last.problem.hasPrefix("1300 more findings"))
    #expect(last.severity == .error)
}
