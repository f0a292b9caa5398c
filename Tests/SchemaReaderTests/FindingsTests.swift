import Diagnostics
import Schema
import SchemaReader
import Testing

/// Bodies of models, the one finding that each must have, and its place (`¶`).
private let flawed: [(id: String, severity: Diagnostic.Severity, body: String)] = [
    ("duplicate-entity", .error, "<entity name=\"A\"/>\n¶<entity name=\"A\"/>"),
    (
        "duplicate-property", .error,
        "<entity name=\"A\">\n<attribute name=\"x\" attributeType=\"String\"/>\n¶<attribute name=\"x\" attributeType=\"Date\"/></entity>"
    ),
    ("no-name", .error, "¶<entity syncable=\"YES\"/>"),
    ("no-name", .error, "<entity name=\"¶\"/>"),
    (
        "unknown-type", .error,
        "<entity name=\"A\"><attribute name=\"x\" attributeType=\"¶Strng\"/></entity>"
    ),
    (
        "unknown-type", .error,
        "<entity name=\"A\"><attribute name=\"x\" attributeType=\"¶\"/></entity>"
    ),
    ("unknown-parent", .error, "<entity name=\"A\" parentEntity=\"¶B\"/>"),
    ("inheritance-cycle", .error, "<entity name=\"A\" parentEntity=\"¶A\"/>"),
    ("no-entity", .warning, "<entity name=\"A\"/>¶<fetchRequest name=\"f\"/>"),
    ("no-name", .warning, "<entity name=\"A\"/>¶<fetchRequest entity=\"A\"/>"),
    (
        "no-name", .warning,
        "<entity name=\"A\">¶<fetchedProperty><fetchRequest entity=\"A\"/></fetchedProperty></entity>"
    ),
    (
        "no-name", .warning,
        "<entity name=\"A\"/><configuration name=\"c\">¶<memberEntity/></configuration>"
    ),
    ("no-destinationEntity", .warning, "<entity name=\"A\">¶<relationship name=\"r\"/></entity>"),
    (
        "unknown-destination", .error,
        "<entity name=\"A\"><relationship name=\"r\" destinationEntity=\"¶B\"/></entity>"
    ),
    (
        "unknown-deletion-rule", .error,
        "<entity name=\"A\"><relationship name=\"r\" destinationEntity=\"A\" deletionRule=\"¶Nulify\"/></entity>"
    ),
    (
        "misspelt-attribute", .warning,
        "<entity name=\"A\"><relationship name=\"r\" destinationEntity=\"A\" ¶deleteRule=\"Nullify\"/></entity>"
    ),
    (
        "unknown-inverse", .warning,
        "<entity name=\"A\"><relationship name=\"r\" destinationEntity=\"A\" inverseName=\"¶s\" inverseEntity=\"A\"/></entity>"
    ),
    (
        "asymmetric-inverse", .warning,
        "<entity name=\"A\"><relationship name=\"r\" destinationEntity=\"A\" inverseName=\"¶s\" inverseEntity=\"A\"/><relationship name=\"s\" destinationEntity=\"A\"/></entity>"
    ),
    (
        "asymmetric-inverse", .warning,
        "<entity name=\"A\"><relationship name=\"r\" destinationEntity=\"B\" inverseName=\"s\"/></entity><entity name=\"B\"><relationship name=\"s\" destinationEntity=\"A\" inverseName=\"r\"/></entity><entity name=\"C\"><relationship name=\"r\" destinationEntity=\"B\" inverseName=\"¶s\"/></entity>"
    ),
    (
        "wrong-inverse-entity", .warning,
        "<entity name=\"A\"><relationship name=\"r\" destinationEntity=\"A\" inverseName=\"r\" inverseEntity=\"¶B\"/></entity><entity name=\"B\"/>"
    ),
    (
        "counts-reversed", .warning,
        "<entity name=\"A\"><relationship name=\"r\" toMany=\"YES\" destinationEntity=\"A\" minCount=\"¶3\" maxCount=\"2\"/></entity>"
    ),
    (
        "counts-reversed", .warning,
        "<entity name=\"A\"><relationship name=\"r\" toMany=\"NO\" destinationEntity=\"A\" maxCount=\"¶2\"/></entity>"
    ),
    (
        "not-a-count", .warning,
        "<entity name=\"A\"><relationship name=\"r\" destinationEntity=\"A\" minCount=\"¶one\"/></entity>"
    ),
    ("not-yes-or-no", .warning, "<entity name=\"A\" isAbstract=\"¶true\"/>"),
    ("unknown-attribute", .warning, "<entity name=\"A\" ¶isAbstrakt=\"YES\"/>"),
    ("unknown-element", .warning, "<entity name=\"A\">¶<atribute name=\"x\"/></entity>"),
    ("unexpected-text", .warning, "<entity name=\"A\">¶hello</entity>"),
    ("unexpected-text", .warning, "<entity name=\"A\"><![CDATA[¶hello]]></entity>"),
    (
        "unknown-property", .warning,
        "<entity name=\"A\"><uniquenessConstraints>¶<uniquenessConstraint><constraint value=\"x\"/></uniquenessConstraint></uniquenessConstraints></entity>"
    ),
    (
        "unknown-property", .warning,
        "<entity name=\"A\">¶<fetchIndex name=\"i\"><fetchIndexElement property=\"x\" type=\"Binary\" order=\"ascending\"/></fetchIndex></entity>"
    ),
    ("unknown-entity", .warning, "<entity name=\"A\"/>¶<fetchRequest name=\"f\" entity=\"B\"/>"),
    (
        "unknown-entity", .warning,
        "<entity name=\"A\"/>¶<configuration name=\"c\"><memberEntity name=\"B\"/></configuration>"
    ),
    ("no-fetch-request", .warning, "<entity name=\"A\">¶<fetchedProperty name=\"f\"/></entity>"),
    (
        "unknown-composite", .warning,
        "<entity name=\"A\"><attribute name=\"x\" attributeType=\"Composite\" composite=\"¶P\"/></entity>"
    ),
    (
        "no-derivation", .warning,
        "<entity name=\"A\">¶<attribute name=\"x\" attributeType=\"String\" derived=\"YES\"/></entity>"
    ),
    (
        "two-values", .note,
        "<entity name=\"A\"><attribute name=\"x\" attributeType=\"Date\" defaultDateTimeInterval=\"0\" ¶defaultValueString=\"now\"/></entity>"
    ),
    (
        "duplicate-user-info", .warning,
        "<entity name=\"A\"><userInfo><entry key=\"k\" value=\"1\"/>¶<entry key=\"k\" value=\"2\"/></userInfo></entity>"
    ),
    ("unknown-code-generation", .warning, "<entity name=\"A\" codeGenerationType=\"¶klass\"/>"),
]

@Test func theRequestOfAFetchedPropertyNeedsNoName() {
    let property = "<fetchedProperty name=\"f\"><fetchRequest entity=\"A\"/></fetchedProperty>"
    let result = read(modelText("<entity name=\"A\">\(property)</entity>"))
    #expect(result.diagnostics.isEmpty)
    #expect(result.schema.entities.first?.fetchedProperties.first?.request?.entity == "A")
}

@Test(arguments: flawed.indices)
func aFlawHasOneDiagnosticAtItsPlace(index: Int) throws {
    let (id, severity, body) = flawed[index]
    let (text, place) = marked(modelText(body))
    let result = read(text)
    #expect(result.isWellFormed)
    #expect(result.diagnostics.map(\.id) == [id])
    #expect(result.diagnostics.first?.severity == severity)
    #expect(result.diagnostics.first?.place == place)
}

@Test func aCycleOfInheritanceNamesTheWholeWay() {
    let result = read(
        modelText(
            "<entity name=\"A\" parentEntity=\"B\"/><entity name=\"B\" parentEntity=\"C\"/><entity name=\"C\" parentEntity=\"A\"/><entity name=\"D\" parentEntity=\"A\"/>"
        )
    )
    #expect(result.diagnostics.map(\.id) == Array(repeating: "inheritance-cycle", count: 3))
    #expect(result.diagnostics.first?.problem.contains("A → B → C → A") == true)
}

@Test func anInverseMayStandInAnAncestorOfTheDestination() {
    let result = read(
        modelText(
            """
            <entity name="Base"><relationship name="owner" destinationEntity="Owner" inverseName="things" inverseEntity="Owner"/></entity>
            <entity name="Thing" parentEntity="Base"/>
            <entity name="Owner"><relationship name="things" toMany="YES" destinationEntity="Thing" inverseName="owner" inverseEntity="Base"/></entity>
            """
        )
    )
    #expect(result.diagnostics == [])
}

@Test func whatIsUnknownIsKeptAsWritten() throws {
    let result = read(
        modelText(
            "<entity name=\"A\" mood=\"good\"><shape  sides='3'>\n<side/> </shape><attribute name=\"x\" attributeType=\"Point\"/></entity>"
        )
    )
    #expect(
        result.schema.unknown == [
            UnknownMarkup(kind: .attribute, name: "mood", owner: "model/entity[A]", text: "good"),
            UnknownMarkup(
                kind: .element,
                name: "shape",
                owner: "model/entity[A]",
                text: "<shape  sides='3'>\n<side/> </shape>"
            ),
            UnknownMarkup(
                kind: .attribute,
                name: "attributeType",
                owner: "model/entity[A]/attribute[x]",
                text: "Point"
            ),
        ]
    )
}

@Test func diagnosticsFollowTheOrderOfTheFile() {
    let result = read(
        modelText(
            "<entity name=\"A\" parentEntity=\"Z\"/>\n<widget/>\n<entity name=\"A\"/>\n<entity/>"
        )
    )
    let lines = result.diagnostics.compactMap { $0.place?.line }
    #expect(lines == [3, 4, 5, 6])
}

@Test func aToManyRelationshipMayBeToldByItsCount() {
    let result = read(
        modelText(
            "<entity name=\"A\"><relationship name=\"r\" maxCount=\"5\" destinationEntity=\"A\"/></entity>"
        )
    )
    #expect(result.diagnostics == [])
    #expect(result.schema.entities.first?.relationships.first?.isToMany == true)
}

@Test(arguments: [256, 257, 3000]) func deepInheritanceIsNamedOnce(_ count: Int) {
    let entities = (0..<count).map { number in
        "<entity name=\"E\(number)\"" + (number > 0 ? " parentEntity=\"E\(number - 1)\"/>" : "/>")
    }
    let model = read(modelText(entities.joined(separator: "\n")))
    let found = model.diagnostics.filter { $0.id == "deep-inheritance" }
    let problem = """
        "E256" has too many ancestors (256 or more): each entity repeats the properties of all its \
        ancestors
        """
    #expect(found.map(\.problem) == (count > 256 ? [problem] : []))
    // A list of all ancestors of each entity would take time and memory quadratic in their number.
    let longest = model.schema.entities.map { model.schema.ancestors(of: $0).count }.max()
    #expect(longest == min(count - 1, 256))
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
