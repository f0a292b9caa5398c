import Diagnostics
import Foundation
import Schema
import SchemaReader
import Testing

private let text = """
    <?xml version="1.0"?>
    <model>
        <entity name="Straße"><attribute name="größe" attributeType="String" defaultValueString="日本 😀"/></entity>
        <widget/>
    </model>
    """

private func check(_ data: Data, _ comment: Comment) {
    let result = read(data)
    #expect(result.schema.entities.map(\.name) == ["Straße"], comment)
    let attribute = result.schema.entities.first?.attributes.first
    #expect(attribute?.name == "größe", comment)
    #expect(attribute?.defaultText == "日本 😀", comment)
    #expect(result.diagnostics.map(\.id) == ["unknown-element"], comment)
    #expect(
        result.diagnostics.first?.place == .init(file: "contents", line: 4, column: 5),
        comment
    )
}

@Test func everyUnicodeEncodingGivesTheSameSchemaAndPlaces() throws {
    check(Data(text.utf8), "UTF-8")
    check(Data([0xEF, 0xBB, 0xBF]) + Data(text.utf8), "UTF-8 with a mark")
    let little = try #require(text.data(using: .utf16LittleEndian))
    let big = try #require(text.data(using: .utf16BigEndian))
    check(Data([0xFF, 0xFE]) + little, "UTF-16 with a mark, little endian")
    check(Data([0xFE, 0xFF]) + big, "UTF-16 with a mark, big endian")
    check(little, "UTF-16, little endian")
    check(big, "UTF-16, big endian")
    check(Data(text.replacingOccurrences(of: "\n", with: "\r\n").utf8), "CRLF")
    check(Data(text.replacingOccurrences(of: "\n", with: "\r").utf8), "CR")
}

@Test func latinOneIsReadWhereTheFileSaysSo() {
    let head = Data(
        "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?><model><entity name=\"Stra".utf8
    )
    let result = read(head + Data([0xDF]) + Data("e\"/></model>".utf8))
    #expect(result.diagnostics == [])
    #expect(result.schema.entities.map(\.name) == ["Straße"])
}

@Test func anEncodingThatIsNotReadIsNamedWithItsPlace() throws {
    let (text, place) = marked("<?xml version=\"1.0\" encoding=\"¶windows-1252\"?><model/>")
    let found = try #require(read(text).diagnostics.first)
    #expect(found.id == "unknown-encoding")
    #expect(found.place == place)
    #expect(found.problem.contains("windows-1252"))
    let wide = read(Data([0xFF, 0xFE, 0, 0, 0x3C, 0, 0, 0]))
    #expect(wide.diagnostics.map(\.id) == ["unknown-encoding"])
}

@Test(
    arguments: [
        [0xFF], [0xC3], [0xC0, 0xAF], [0xE0, 0x80, 0xAF], [0xED, 0xA0, 0x80],
        [0xF4, 0x90, 0x80, 0x80],
        [0xF0, 0x9F, 0x98], [0x80],
    ] as [[UInt8]]
)
func bytesThatAreNotUTF8AreReportedWhereTheyStand(bytes: [UInt8]) throws {
    let head = "<model>\n<entity name=\"é"
    let found = try #require(read(Data(head.utf8) + Data(bytes)).diagnostics.first)
    #expect(found.id == "malformed-xml")
    #expect(found.place == .init(file: "contents", line: 2, column: 16))
    #expect(found.problem.contains("is not UTF-8"))
}

@Test func anUnpairedSurrogateIsReportedWhereItStands() throws {
    let head = try #require("<model>\n<a".data(using: .utf16LittleEndian))
    let found = try #require(
        read(Data([0xFF, 0xFE]) + head + Data([0x00, 0xD8, 0x20, 0])).diagnostics.first
    )
    #expect(found.problem.contains("not valid UTF-16"))
    #expect(found.place == .init(file: "contents", line: 2, column: 3))
}

@Test func anEarlierFaultComesBeforeABadByte() throws {
    let found = try #require(
        read(Data("<model>\n</x>\n".utf8) + Data([0xFF])).diagnostics.first
    )
    #expect(found.place == .init(file: "contents", line: 2, column: 1))
}

@Test func namesThatSwiftReservesAndNamesOfAnyScriptAreKeptAsTheyStand() throws {
    let names = ["class", "self", "default", "Type", "名前", "имя", "naïve", "a.b-c", "in"]
    let attributes = names.map { "<attribute name=\"\($0)\" attributeType=\"String\"/>" }
    let result = read(modelText("<entity name=\"protocol\">\(attributes.joined())</entity>"))
    #expect(result.diagnostics == [])
    #expect(result.schema.entities.first?.attributes.map(\.name) == names)
}

@Test func commentsAnywhereBetweenElementsChangeNothing() {
    let plain = read(
        modelText("<entity name=\"A\"><userInfo><entry key=\"k\" value=\"v\"/></userInfo></entity>")
    )
    let full = read(
        modelText(
            "<!-- a --><entity name=\"A\"><!-- <b> & --><userInfo><!--c--><entry key=\"k\" value=\"v\"><!--d--></entry></userInfo></entity><!-- e -->"
        )
    )
    #expect(full.diagnostics == [])
    #expect(full.schema == plain.schema)
}
