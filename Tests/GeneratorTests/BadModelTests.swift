import Diagnostics
import Foundation
import Generator
import Schema
import SchemaReader
import Testing

/// What lint says of the predicates and derivations of a model with these entities.
private func texts(_ entities: String) -> [String] {
    let text = """
        <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
        <model type="com.apple.IDECoreDataModeler.DataModel">
        \(entities)
        </model>
        """
    let read = readSchema(contents: Data(text.utf8), named: "Bad", file: "contents")
    return textFindings(in: read.schema) { read.place(of: $0) }
        .map { "\($0.id) \($0.place?.line ?? 0)" }
}

/// What the generator says of a model with these entities, each finding with its line.
private func findings(
    _ entities: String,
    named name: String = "Bad",
    _ severity: Diagnostic.Severity = .error,
    for backend: GenerationOptions.Backend = .store,
    interface: String? = nil
) -> [String] {
    let text = """
        <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
        <model type="com.apple.IDECoreDataModeler.DataModel">
        \(entities)
        </model>
        """
    let read = readSchema(contents: Data(text.utf8), named: name, file: "contents")
    var options = GenerationOptions()
    options.backend = backend
    options.interface = interface
    let result = modelContext(
        for: read.schema,
        source: "Bad.xcdatamodeld",
        options: options
    ) {
        read.place(of: $0)
    }
    return result.diagnostics.filter { $0.severity == severity }
        .map { "\($0.id) \($0.place?.line ?? 0)" }
}

@Test func aNameThatCannotBeMadeIntoSwiftIsRefusedWithItsPlace() {
    #expect(findings(#"<entity name="🏙️"/>"#) == ["unnameable 3"])
    #expect(
        findings(
            """
            <entity name="City">
            <attribute name="--" attributeType="String"/>
            </entity>
            """
        ) == ["unnameable 4"]
    )
    #expect(findings(##"<entity name="a&#10;b"/>"##) == ["unnameable 3"])
    #expect(findings(#"<entity name="City"/>"#, named: "!") == ["unnameable 0"])
    #expect(findings(#"<entity name="Città"/><entity name="город"/><entity name="2"/>"#) == [])
}

@Test(arguments: ["", "--"]) func onlyAFetchedPropertyWithoutASwiftNameIsLeftOut(_ name: String) {
    let model = """
        <entity name="City">
        <fetchedProperty name="\(name)"><fetchRequest entity="City"/></fetchedProperty>
        </entity>
        """
    #expect(findings(model) == [])
    #expect(findings(model, .warning) == ["request-left-out 4"])
}

/// Two entities can have one plural, and a third one the name that is used instead.
@Test(arguments: [["City", "Cities", "CitiesRecord"], ["CitiesRecord", "City", "Cities"]])
func everyEntityHasAPropertyOfItsOwn(_ names: [String]) {
    let schema = Schema(name: "M", entities: names.map { Entity(name: $0) })
    let entities = modelContext(for: schema, source: "M.xcdatamodeld").context.entities
    #expect(Set(entities.map(\.plural)).count == 3, "\(entities.map(\.plural))")
}

/// Both have the plural `bases`.
@Test func relationshipsWithOnePluralHaveMethodsOfTheirOwn() throws {
    let names = ["base", "basis"]
    let thing = Entity(
        name: "Thing",
        relationships: names.map { Relationship(name: $0, destination: "Thing") }
    )
    let schema = Schema(name: "M", entities: [thing])
    let files = generate(modelContext(for: schema, source: "M.xcdatamodeld").context)
    let manager = try #require(files.first { $0.name == "MManager.swift" }).text
    for name in names { #expect(manager.contains("func \(name)(of things: [Thing])")) }
    #expect(!manager.contains("func bases("))
}

@Test func entitiesThatMapToOneTypeAreRefused() {
    #expect(
        findings("<entity name=\"tax_rate\"/>\n<entity name=\"TaxRate\"/>") == ["same-type 4"]
    )
    #expect(findings("<entity name=\"City\"/>\n<entity name=\"CITY\"/>") == ["same-type 4"])
    #expect(findings("<entity name=\"City\"/>\n<entity name=\"CityDAO\"/>") == ["same-type 4"])
    #expect(findings(#"<entity name="BadManager"/>"#) == ["same-type 3"])
    #expect(findings(#"<entity name="sqlite_things"/>"#) == ["reserved-table 3"])
}

/// `cdgen lint` had no finding.
@Test(arguments: [
    #"<entity name="BadManager"/>"#, #"<entity name="bad_model"/>"#,
    #"<entity name="City"/><entity name="CityDAO"/>"#,
    #"<entity name="CityMapping"/><entity name="City"/>"#,
    #"<entity name="StoredCityDAO"/><entity name="City"/>"#,
])
func lintReportsTypesThatWouldBeGeneratedTwiceInTheSameWords(_ entities: String) {
    let text = "<model>\(entities)</model>"
    let read = readSchema(contents: Data(text.utf8), named: "Bad", file: "contents")
    let found = lint(read).filter { $0.severity == .error }
    let refused = modelContext(for: read.schema, source: "Bad.xcdatamodeld").diagnostics
        .filter { $0.severity == .error }
    #expect(found.map(\.problem) == refused.map(\.problem))
    #expect(found.map(\.fix) == refused.map(\.fix))
    #expect(found.map(\.id) == ["same-swift-name"])
}

@Test func typesThatDifferOnlyInCaseAreNamedAsSuch() {
    let schema = Schema(name: "M", entities: ["City", "CITY"].map { Entity(name: $0) })
    let result = modelContext(for: schema, source: "M.xcdatamodeld")
    #expect(
        result.diagnostics.filter { $0.severity == .error }.map(\.problem) == [
            "the Swift types CITY and City differ only in letter case, but some file systems ignore case"
        ]
    )
}

@Test func propertiesThatMapToOneNameAreRefused() {
    func entity(_ one: String, _ two: String) -> String {
        """
        <entity name="City">
        <attribute name="\(one)" attributeType="String"/>
        <attribute name="\(two)" attributeType="String"/>
        </entity>
        """
    }
    #expect(findings(entity("tax_rate", "taxRate")) == ["same-property 5"])
    #expect(findings(entity("Name", "name")) == ["same-property 5"])
    #expect(findings(entity("fooBar", "foobar")) == ["same-property 5"])
    #expect(findings(entity("name", "names")) == [])
}

@Test func anIdentityOfATypeThatCannotBeOneIsRefused() {
    func entity(_ attribute: String) -> String {
        """
        <entity name="City">
        <attribute name="founded" attributeType="Date"/>
        <attribute name="code" attributeType="String"/>
        <userInfo><entry key="relatedByAttribute" value="\(attribute)"/></userInfo>
        </entity>
        """
    }
    #expect(findings(entity("founded")) == ["identity-type 4"])
    #expect(findings(entity("cod")) == ["unknown-identity 3"])
    #expect(findings(entity("code")) == [])
}

/// The records of a child entity have the identity of the root entity.
@Test func anIdentityOfAChildIsNamed() {
    func model(_ attribute: String, _ more: String = "") -> String {
        """
        <entity name="Place">
        <attribute name="code" attributeType="String"/>
        <userInfo><entry key="relatedByAttribute" value="code"/></userInfo>
        </entity>
        <entity name="Town" parentEntity="Place">
        <attribute name="number" attributeType="Integer 32"/>
        <userInfo><entry key="relatedByAttribute" value="\(attribute)"/></userInfo>
        \(more)
        </entity>
        """
    }
    let unique =
        "<uniquenessConstraints><uniquenessConstraint><constraint value=\"number\"/></uniquenessConstraint></uniquenessConstraints>"
    for backend in GenerationOptions.Backend.allCases {
        let found = findings(model("number"), .warning, for: backend)
        #expect(found == ["inherited-identity 7"])
        #expect(findings(model("code"), .warning, for: backend) == [])
        #expect(findings(model("number", unique), .warning, for: backend) == [])
    }
}

@Test func aPropertyCalledAsAColumnOfTheStoreIsRefused() {
    let child = "<entity name=\"B\" parentEntity=\"A\">\n"
    let kind = "<attribute name=\"_Kind\" optional=\"YES\" attributeType=\"String\"/>\n</entity>\n"
    let id = "<attribute name=\"_id\" optional=\"YES\" attributeType=\"String\"/>\n</entity>\n"
    #expect(findings("<entity name=\"A\">\n\(kind)\(child)</entity>") == ["reserved-column 4"])
    #expect(findings("<entity name=\"A\"/>\n\(child)\(kind)") == ["reserved-column 5"])
    #expect(findings("<entity name=\"A\"/>\n\(child)\(id)") == ["reserved-column 5"])
    #expect(findings("<entity name=\"A\">\n\(id)\(child)</entity>") == [])
    #expect(findings("<entity name=\"A\">\n\(kind)") == [])
}

@Test func aPropertyThatIsNotGeneratedAsDeclaredIsNamedWithItsPlace() {
    let entity = """
        <entity name="City">
        <attribute name="place" optional="YES" attributeType="Composite"/>
        <relationship name="country" optional="YES" maxCount="1"/>
        </entity>
        """
    let expected = ["untyped-attribute 4", "relationship-left-out 5"]
    #expect(findings(entity, .warning) == expected)
    #expect(findings(entity, .warning, for: .coredata) == expected)
}

/// The column of a one-to-one relationship is in the table of the entity that comes first.
@Test func aConstraintThatIsLeftOutIsNamed() {
    func entity(_ name: String, _ relationships: String, unique: String) -> String {
        """
        <entity name="\(name)">
        <attribute name="code" attributeType="String"/>
        <attribute name="shown" optional="YES" transient="YES"/>
        \(relationships)
        <uniquenessConstraints><uniquenessConstraint><constraint value="code"/><constraint value="\(unique)"/></uniquenessConstraint></uniquenessConstraints>
        </entity>

        """
    }
    let owner =
        #"<relationship name="owner" optional="YES" maxCount="1" destinationEntity="Person" inverseName="card"/>"#
    let card =
        #"<relationship name="card" optional="YES" maxCount="1" destinationEntity="Card" inverseName="owner"/>"#
    let lent = #"<relationship name="lent" optional="YES" toMany="YES" destinationEntity="Card"/>"#
    for unique in ["card", "lent", "shown"] {
        let model =
            entity("Card", owner, unique: "owner") + entity("Person", card + lent, unique: unique)
        #expect(findings(model, .warning) == ["constraint-left-out 9"])
        #expect(findings(model, .warning, for: .coredata) == [])
    }
}

@Test func aTransientRelationshipThatIsStoredIsNamed() {
    let model = """
        <entity name="City">
        <relationship name="next" optional="YES" maxCount="1" transient="YES" destinationEntity="City"/>
        </entity>
        """
    #expect(findings(model, .note) == ["stored-anyway 4"])
    #expect(findings(model, .note, for: .coredata) == [])
}

/// In the module of the implementation, the static property of the record hides the relationship.
@Test func aRelationshipThatWouldNotCompileWithAnInterfaceIsRefused() {
    let model = """
        <entity name="Bank">
        <relationship name="statements" optional="YES" maxCount="1" destinationEntity="Bank"/>
        </entity>
        """
    #expect(findings(model, interface: "Records") == ["reserved-property 4"])
    #expect(findings(model) == [])
}

/// Of two requests with one name, the first does not fit the model.
@Test func aFetchRequestThatIsLeftOutIsNamedWithItsPlace() {
    let model = """
        <entity name="City">
        <attribute name="name" optional="YES" attributeType="String"/>
        </entity>
        <fetchRequest name="named" entity="City" predicateString="nmae == $x"/>
        <fetchRequest name="named" entity="City" predicateString="name == $x"/>
        <fetchRequest name="unfinished" entity="City" predicateString="name =="/>
        <fetchRequest name="nowhere" predicateString="name == $x"/>
        """
    let expected = ["request-left-out 6", "request-left-out 8", "request-left-out 9"]
    #expect(findings(model, .warning) == expected)
    #expect(findings(model, .warning, for: .coredata) == expected)
}

@Test(arguments: [
    ("name == 3 AND", "bad-predicate"), ("nope == $x", "bad-predicate"),
    ("bank.nope == 1", "bad-predicate"), ("name == 'a", "bad-predicate"), ("name == $x", nil),
    ("bank.name == 'a' AND ANY bank.cities.name == $x", nil), ("objectID == $x", nil),
    ("randomn(2) == 1", nil), ("", nil),
])
func aPredicateThatCoreDataRejectsIsFound(predicate: String, id: String?) {
    let body = """
        <entity name="City">
        <attribute name="name" optional="YES" attributeType="String"/>
        <relationship name="bank" optional="YES" maxCount="1" destinationEntity="Bank" inverseName="cities" inverseEntity="Bank"/>
        </entity>
        <entity name="Bank">
        <attribute name="name" optional="YES" attributeType="String"/>
        <relationship name="cities" optional="YES" toMany="YES" destinationEntity="City" inverseName="bank" inverseEntity="City"/>
        <fetchedProperty name="own">
        <fetchRequest entity="City" predicateString="\(predicate)"/>
        </fetchedProperty>
        </entity>
        <fetchRequest name="found" entity="City" predicateString="\(predicate)"/>
        """
    #expect(texts(body) == (id.map { ["\($0) 14", "\($0) 10"] } ?? []))
}

@Test(arguments: [("nope.nothing", true), ("uppercase:(name", true), ("uppercase:(name)", false)])
func aDerivationThatCoreDataRejectsIsFound(derivation: String, isFound: Bool) {
    let body = """
        <entity name="City">
        <attribute name="name" optional="YES" attributeType="String"/>
        <attribute name="key" optional="YES" attributeType="String" derived="YES" derivationExpression="\(derivation)"/>
        </entity>
        """
    #expect(texts(body) == (isFound ? ["bad-derivation 5"] : []))
}

@Test func namesThatCoreDataHasItselfAreNamed() {
    let entity = """
        <entity name="A" codeGenerationType="manual">
        <attribute name="description" optional="YES" attributeType="String"/>
        <attribute name="id" attributeType="String"/>
        </entity>
        """
    #expect(findings(entity, .warning, for: .coredata) == ["name-of-core-data 4"])
    #expect(findings(entity, .warning) == [])
}

@Test func aFetchedPropertyThatWouldNotCompileWithAnInterfaceIsLeftOut() {
    let model = """
        <entity name="Bank">
        <attribute name="statements" optional="YES" attributeType="String"/>
        <fetchedProperty name="alike">
        <fetchRequest entity="Bank" predicateString="statements == $FETCH_SOURCE.statements"/>
        </fetchedProperty>
        </entity>
        """
    #expect(findings(model, .warning, interface: "Records") == ["request-left-out 5"])
    #expect(findings(model, .warning, for: .coredata, interface: "Records") == [])
    #expect(findings(model, .warning) == [])
}

/// The records of a child are also records of its parent, with one column for the property. If it
/// is the identity, the code did not compile.
@Test func aPropertyRedeclaredWithAnotherTypeIsRefused() {
    func model(_ property: String) -> String {
        """
        <entity name="Place">
        <attribute name="code" attributeType="String"/>
        <userInfo><entry key="relatedByAttribute" value="code"/></userInfo>
        </entity>
        <entity name="Town" parentEntity="Place">
        \(property)
        </entity>
        """
    }
    let refused = [
        #"<attribute name="code" attributeType="Integer 64"/>"#,
        #"<relationship name="code" optional="YES" maxCount="1" destinationEntity="Town"/>"#,
        #"<fetchedProperty name="code"><fetchRequest entity="Town"/></fetchedProperty>"#,
    ]
    let same = #"<attribute name="code" optional="YES" attributeType="String"/>"#
    for backend in GenerationOptions.Backend.allCases {
        for property in refused {
            #expect(findings(model(property), for: backend) == ["redeclared-type 8"])
        }
        #expect(findings(model(same), for: backend) == [])
    }
}

/// A method without parameters would hide the member, or could not be declared.
@Test func aFetchRequestNamedAsAMemberOfTheManagerIsLeftOut() {
    let names = ["cities", "close", "keeping", "path", "stack", "store"]
    let requests = names.map { #"<fetchRequest name="\#($0)" entity="City"/>"# }
    let model = """
        <entity name="City">
        <attribute name="name" optional="YES" attributeType="String"/>
        </entity>
        <fetchRequest name="closed" entity="City"/>
        <fetchRequest name="store" entity="City" predicateString="name == $x"/>
        \(requests.joined(separator: "\n"))
        """
    let expected = (8..<14).map { "request-left-out \($0)" }
    for backend in GenerationOptions.Backend.allCases {
        #expect(findings(model, .warning, for: backend) == expected)
    }
}

@Test func fetchIndexesAndConfigurationsThatAreLeftOutAreNamed() {
    let model = """
        <entity name="City">
        <attribute name="name" optional="YES" attributeType="String"/>
        <attribute name="place" optional="YES" attributeType="Double"/>
        <fetchIndex name="few" partialIndexPredicate="name != nil"><fetchIndexElement property="name"/></fetchIndex>
        <fetchIndex name="near"><fetchIndexElement property="name"/><fetchIndexElement property="place" type="RTree"/></fetchIndex>
        <fetchIndex name="all"><fetchIndexElement property="place"/></fetchIndex>
        </entity>
        <configuration name="Cloud"><memberEntity name="City"/></configuration>
        """
    let configurations = ["configurations-ignored 10"]
    let indexes = ["index-left-out 3", "index-left-out 3"]
    #expect(findings(model, .note) == configurations + indexes)
    #expect(findings(model, .note, for: .coredata) == configurations)
}
