import Diagnostics
import Schema
import SchemaReader
import Testing

@Test func readsEntitiesAttributesAndRelationshipsInTheOrderOfTheFile() throws {
    let result = read(
        modelText(
            """
            <entity name="Book" representedClassName="Book">
                <attribute name="pages" attributeType="Integer 32" defaultValueString="0"/>
                <attribute name="isbn" optional="YES" attributeType="String"/>
                <relationship name="author" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Author" inverseName="books" inverseEntity="Author"/>
                <uniquenessConstraints>
                    <uniquenessConstraint><constraint value="isbn"/></uniquenessConstraint>
                </uniquenessConstraints>
            </entity>
            <entity name="Author">
                <relationship name="books" optional="YES" toMany="YES" deletionRule="Cascade" destinationEntity="Book" inverseName="author" inverseEntity="Book"/>
                <userInfo><entry key="relatedByAttribute" value="name"/></userInfo>
            </entity>
            <elements><element name="Book" positionX="0"/></elements>
            """
        )
    )
    #expect(result.diagnostics == [])
    #expect(result.schema.entities.map(\.name) == ["Book", "Author"])
    let book = try #require(result.schema.entity(named: "Book"))
    #expect(
        book.attributes == [
            Attribute(name: "pages", type: .integer32, isOptional: false, defaultText: "0"),
            Attribute(name: "isbn", type: .string, isOptional: true),
        ]
    )
    var toAuthor = Relationship(
        name: "author",
        destination: "Author",
        isToMany: false,
        isOptional: true,
        deletionRule: .nullify,
        inverse: "books"
    )
    toAuthor.inverseEntity = "Author"
    toAuthor.maximumCount = 1
    #expect(book.relationships == [toAuthor])
    #expect(book.identityRule == .attribute("isbn"))
    let author = try #require(result.schema.entity(named: "Author"))
    #expect(author.relationships.first?.deletionRule == .cascade)
    #expect(author.userInfo == ["relatedByAttribute": "name"])
}

@Test func anUnknownTypeNamesTheNearest() throws {
    let result = read(
        modelText(
            """
            <entity name="Book">
                <attribute name="title" attributeType="Strng"/>
            </entity>
            """
        )
    )
    let found = try #require(result.diagnostics.first)
    #expect(found.id == "unknown-type")
    #expect(found.place?.line == 4)
    #expect(found.fix == "did you mean \"String\"?")
}

@Test func aRelationshipThatLeadsNowhereIsAnError() throws {
    let result = read(
        modelText(
            """
            <entity name="Book">
                <relationship name="author" destinationEntity="Autor"/>
            </entity>
            <entity name="Author"/>
            """
        )
    )
    let found = try #require(result.diagnostics.first)
    #expect(found.id == "unknown-destination")
    #expect(found.place?.line == 4)
    #expect(found.fix == "did you mean \"Author\"?")
}

@Test func anInverseThatIsNotThereAndNamesUsedTwiceAreErrors() {
    let result = read(
        modelText(
            """
            <entity name="Book">
                <attribute name="title" attributeType="String"/>
                <attribute name="title" attributeType="String"/>
                <relationship name="author" destinationEntity="Author" inverseName="bocks"/>
            </entity>
            <entity name="Author"><relationship name="books" destinationEntity="Book"/></entity>
            <entity name="Author"/>
            """
        )
    )
    let ids = result.diagnostics.map(\.id)
    #expect(ids.contains("duplicate-property"))
    #expect(ids.contains("unknown-inverse"))
    #expect(ids.contains("duplicate-entity"))
}

@Test func entitiesThatSayTheSameAreOneForGenerating() throws {
    let book = "<entity name=\"Book\"><attribute name=\"title\" attributeType=\"String\"/></entity>"
    let shelf =
        "<entity name=\"Shelf\"><attribute name=\"room\" attributeType=\"String\"/></entity>"
    let result = read(modelText([book, book, shelf, book].joined(separator: "\n")))
    #expect(result.diagnostics.map(\.id) == ["duplicate-entity", "duplicate-entity"])
    #expect(result.hasErrors)
    let once = result.withoutRepeatedEntities
    #expect(once.schema.entities.map(\.name) == ["Book", "Shelf"])
    #expect(once.diagnostics.map(\.severity) == [.warning, .warning])
    #expect(once.diagnostics.map(\.place) == result.diagnostics.map(\.place))
    #expect(
        once.place(ofEntity: "Shelf", property: "room")
            == result.place(ofEntity: "Shelf", property: "room")
    )
}

@Test(arguments: [
    [
        "<attribute name=\"title\" attributeType=\"String\"/>",
        "<attribute name=\"title\" attributeType=\"Date\"/>",
    ],
    ["<attribute name=\"title\" attributeType=\"String\"/>", ""], ["", ""],
])
func entitiesThatShareNoMoreThanTheirNameStayAnError(_ bodies: [String]) {
    let entities = bodies.map { "<entity name=\"Book\">\($0)</entity>" }
    let result = read(modelText(entities.joined(separator: "\n"))).withoutRepeatedEntities
    #expect(result.hasErrors)
    #expect(result.schema.entities.count == 2)
}

/// A pilot has one aircraft, of which she is the pilot or the passenger, and a bicycle without one.
@Test func anInverseThatBelongsToAnotherRelationshipIsIgnored() {
    func relationship(_ name: String, _ destination: String, _ inverse: String) -> String {
        """
        <relationship name="\(name)" destinationEntity="\(destination)" maxCount="1" \
        inverseName="\(inverse)" inverseEntity="\(destination)"/>
        """
    }
    let result = read(
        modelText(
            """
            <entity name="Aircraft">
            \(relationship("passenger", "Pilot", "aircraft"))
            \(relationship("pilot", "Pilot", "aircraft"))
            </entity>
            <entity name="Bicycle">\(relationship("pilot", "Pilot", "aircraft"))</entity>
            <entity name="Pilot">\(relationship("aircraft", "Aircraft", "pilot"))</entity>
            <entity name="Glider" parentEntity="Aircraft"/>
            """
        )
    )
    let problem = """
        the inverse "aircraft" of the relationship "NAME" is ignored: "aircraft" of "Pilot" has \
        the inverse "pilot" of "Aircraft"
        """
    #expect(
        result.diagnostics.map(\.problem)
            == ["passenger", "pilot"].map { problem.replacing("NAME", with: $0) }
    )
    #expect(result.diagnostics.compactMap { $0.place?.line } == [4, 7])
    let inverses = result.forGeneration.schema.entities.map { $0.relationships.map(\.inverse) }
    #expect(inverses == [[nil, "aircraft"], [nil], ["pilot"], []])
    #expect(result.schema.entities[1].relationships[0].inverse == "aircraft")
}

@Test func anUnknownElementIsReportedAndTheRestIsRead() {
    let result = read(modelText("<widget/><entity name=\"Book\"/>"))
    #expect(result.diagnostics.map(\.id) == ["unknown-element"])
    #expect(!result.hasErrors)
    #expect(result.schema.entities.map(\.name) == ["Book"])
}
