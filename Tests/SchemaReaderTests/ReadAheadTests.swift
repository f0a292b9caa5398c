import Diagnostics
import SchemaReader
import TestSupport
import Testing
import XML

/// Everything that a reader returns: a line for each event, then the fault.
private func everything(in text: String, isAhead: Bool) -> (events: [String], document: Int?) {
    let source = SourceText(file: "contents", contents: Array(text.utf8))
    var reader = XMLReadAhead(source, root: "model", isAhead: isAhead)
    var events: [String] = []
    do throws(XMLFault) {
        while events.last != "finished" { events.append("\(try reader.next())") }
    } catch {
        events.append("\(error)")
    }
    return (events, reader.documentType)
}

@Test func aTextThatIsReadAheadHasTheSameEvents() {
    let whole = ModelPackageFixture.contents(entities: 40)
    #expect(whole.utf8.count > XMLReadAhead.long / 2)
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

@Test func afterItsEndATextThatIsReadAheadStaysFinished() throws {
    let source = SourceText(file: "contents", contents: Array("<model/>".utf8))
    var reader = XMLReadAhead(source, root: "model", isAhead: true)
    let events = try (0..<5).map { _ in "\(try reader.next())" }
    #expect(events.suffix(3) == ["finished", "finished", "finished"])
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
