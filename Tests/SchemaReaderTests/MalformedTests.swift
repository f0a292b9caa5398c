import Diagnostics
import Foundation
import Schema
import SchemaReader
import Testing

/// Texts that are not well-formed XML. `¶` marks the first place that makes them so.
private let malformed = [
    "<model>\n  <entity name=\"A\">\n¶</model>",
    "<model>\n  <entity name=\"A\"/>\n</model>\n¶</model>",
    "<model>\n  <entity name=\"A\"/>\n¶",
    "<model/>\n¶<model/>",
    "<model/>\n  ¶x",
    "¶x<model/>",
    "<model name=\"a\" ¶name=\"b\"/>",
    "<model name=\"a\"¶type=\"b\"/>",
    "<model name¶/>",
    "<model name=¶a/>",
    "<model name=¶\"a/>\n\n",
    "<model name=\"¶<\"/>",
    "<model name=\"é¶&copy;\"/>",
    "<model name=\"¶& b\"/>",
    "<model name=\"¶&#0;\"/>",
    "<model name=\"¶&#xD800;\"/>",
    "<model name=\"¶&#+65;\"/>",
    "<model>\n  <¶1/></model>",
    "<model ¶",
    "<model>a ¶]]> b</model>",
    "<model>\n¶<!-- a </model>",
    "<model><!-- a ¶-- b --></model>",
    "<model>¶<![CDATA[ a </model>",
    "<model>¶<?pi a </model>",
    "<model></model ¶x>",
    "\n¶<?xml version=\"1.0\"?><model/>",
    "<?xml version=\"1.0\"¶!?><model/>",
    "<?xml ¶encoding=\"UTF-8\"?><model/>",
    "<?xml version=\"1.0\" ¶standalone=\"maybe\"?><model/>",
    "<?xml ¶version=\"2.0\"?><model/>",
    "<model>\n<!¶ELEMENT a></model>",
    "<model>größe 日本 ¶\u{1}</model>",
]

@Test(arguments: malformed)
func malformedXMLIsReportedExactlyWhereItBreaks(text: String) throws {
    let (text, place) = marked(text)
    let result = read(text)
    let found = try #require(result.diagnostics.filter { $0.severity == .error }.first)
    #expect(found.id == "malformed-xml")
    #expect(found.place == place)
    #expect(found.fix != nil || found.expected != nil)
    #expect(!result.isWellFormed)
}

@Test(arguments: ["", " \n\t ", "\u{FEFF}", "<!-- only a comment -->", "<?xml version=\"1.0\"?>"])
func aFileWithoutAnElementSaysSo(text: String) {
    #expect(read(text).diagnostics.map(\.id) == ["empty-file"])
}

@Test func anotherOutermostElementIsNamed() {
    let result = read("<plist><dict/></plist>")
    #expect(result.diagnostics.map(\.id) == ["no-model-element"])
    #expect(result.diagnostics.first?.problem.contains("\"plist\"") == true)
}

@Test(arguments: [
    "<!-- a - b --><model><entity name='A'/><!----></model><!-- end -->\n<?pi?>",
    "<model\n\ttype = \"x\"\r\n><entity name=\"A\"></entity ></model >",
    "<?xml version=\"1.0\"?>\n<?xml-stylesheet href='a'?><model><entity name=\"&#65;\"/></model>",
    "<?xml\nversion = \"1.0\"\nencoding = \"UTF-8\"\nstandalone = \"yes\"?>\n<model><entity name='A'/></model>",
    "<model><entity name=\"A\" syncable='YES' /></model>\r\n\r\n",
])
func whatIsWellFormedIsRead(text: String) {
    let result = read(text)
    #expect(result.diagnostics == [])
    #expect(result.schema.entities.map(\.name) == ["A"])
}

@Test func referencesAndLineEndsInValuesBecomeCharacters() {
    let text =
        "<model><entity name=\"A\"><userInfo><entry key=\"&lt;&quot;&#233;&#x1F600;&amp;lt;\" value='a\r\nb\tc&#10;d'/></userInfo></entity></model>"
    #expect(read(text).schema.entities.first?.userInfo == ["<\"é😀&lt;": "a b c\nd"])
}

@Test func whatStandsBeforeTheFaultIsKept() {
    let result = read("<model><entity name=\"A\"/><entity name=\"B\"><oops</model>")
    #expect(result.schema.entities.map(\.name) == ["A"])
    #expect(result.diagnostics.map(\.id) == ["malformed-xml"])
}
