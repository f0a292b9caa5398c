import Diagnostics
import Schema
import SchemaReader
import Testing

/// Every element and XML attribute that model files have, with values that differ from the default.
let everything = """
    <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
    <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0" lastSavedToolsVersion="23231" systemVersion="24A335" minimumToolsVersion="Automatic" sourceLanguage="Swift" macOSVersion="Automatic" iOSVersion="Automatic" name="Shop" usedWithCloudKit="NO" usedWithSwiftData="YES" userDefinedModelVersionIdentifier="1.3">
        <entity name="Thing" representedClassName="Thing" isAbstract="YES" syncable="YES">
            <attribute name="id" attributeType="UUID" usesScalarValueType="NO"/>
        </entity>
        <entity name="Article" representedClassName=".ShopArticle" parentEntity="Thing" codeGenerationType="category" elementID="Item" versionHashModifier="2" coreSpotlightDisplayNameExpression="title" syncable="YES">
            <attribute name="amount" optional="YES" attributeType="Integer 32" minValueString="1" maxValueString="100" defaultValueString="10" usesScalarValueType="YES" indexed="YES"/>
            <attribute name="changed" optional="YES" attributeType="Date" minDateTimeInterval="407847600" maxDateTimeInterval="439470000" defaultDateTimeInterval="704497620" usesScalarValueType="NO"/>
            <attribute name="mail" optional="YES" attributeType="String" regularExpressionString="[^@]+@[^@]+" spotlightIndexingEnabled="YES" preserveAfterDeletion="YES" allowsCloudEncryption="YES"/>
            <attribute name="picture" optional="YES" attributeType="Binary" allowsExternalBinaryDataStorage="YES" storedInTruthFile="YES"/>
            <attribute name="place" optional="YES" attributeType="Composite" composite="Point"/>
            <attribute name="shout" optional="YES" attributeType="String" derived="YES" derivationExpression="uppercase:(title)"/>
            <attribute name="tags" optional="YES" attributeType="Transformable" valueTransformerName="NSSecureUnarchiveFromData" customClassName="[String]" syncable="YES" elementID="labels" versionHashModifier="a"/>
            <attribute name="title" attributeType="String" defaultValueString="">
                <userInfo>
                    <entry key="hint" value="short"/>
                </userInfo>
            </attribute>
            <attribute name="view" optional="YES" transient="YES"/>
            <relationship name="parts" optional="YES" toMany="YES" minCount="3" maxCount="10" ordered="YES" deletionRule="Deny" destinationEntity="Part" inverseName="article" inverseEntity="Part" indexed="YES" transient="YES" syncable="YES" elementID="pieces" versionHashModifier="b" spotlightIndexingEnabled="YES" storedInTruthFile="YES">
                <userInfo>
                    <entry key="k" value="v"/>
                </userInfo>
            </relationship>
            <fetchedProperty name="similar" optional="YES" syncable="YES" elementID="alike" versionHashModifier="c">
                <fetchRequest name="fetchedPropertyFetchRequest" entity="Article" predicateString="$FETCH_SOURCE.title == title"/>
                <userInfo>
                    <entry key="k" value="w"/>
                </userInfo>
            </fetchedProperty>
            <fetchIndex name="byTitle" partialIndexPredicate="amount &gt; 1">
                <fetchIndexElement property="title" type="Binary" order="descending"/>
                <fetchIndexElement expression="length:(title)" expressionType="Integer 64" type="RTree" order="ascending"/>
            </fetchIndex>
            <compoundIndexes>
                <compoundIndex>
                    <index value="title"/>
                    <index value="amount"/>
                </compoundIndex>
            </compoundIndexes>
            <uniquenessConstraints>
                <uniquenessConstraint>
                    <constraint value="id"/>
                </uniquenessConstraint>
                <uniquenessConstraint>
                    <constraint value="title"/>
                    <constraint value="mail"/>
                </uniquenessConstraint>
            </uniquenessConstraints>
            <userInfo>
                <entry key="relatedByAttribute" value="id"/>
            </userInfo>
        </entity>
        <entity name="Part" codeGenerationType="class">
            <relationship name="article" maxCount="1" deletionRule="No Action" destinationEntity="Article" inverseName="parts" inverseEntity="Article"/>
        </entity>
        <composite name="Point">
            <attribute name="x" attributeType="Double" defaultValueString="0.0"/>
            <attribute name="y" attributeType="Double" defaultValueString="0.0"/>
        </composite>
        <fetchRequest name="costly" entity="Article" predicateString="amount &gt; $least" resultType="2" fetchLimit="5" fetchBatchSize="20" includeSubentities="YES" includePropertyValues="NO" includesPendingChanges="YES" returnObjectsAsFaults="NO" returnDistinctResults="YES"/>
        <configuration name="Cloud" usedWithCloudKit="YES">
            <memberEntity name="Article"/>
            <memberEntity name="Part"/>
        </configuration>
        <elements>
            <element name="Article" positionX="-63" positionY="-18" width="128" height="44"/>
        </elements>
    </model>
    """

@Suite struct EveryWordTests {
    private let schema: Schema
    private let article: Entity

    init() throws {
        let result = read(everything)
        try #require(result.diagnostics == [])
        schema = result.schema
        article = try #require(schema.entity(named: "Article"))
    }

    @Test func nothingIsUnknown() {
        #expect(schema.unknown == [])
    }

    @Test func whatTheModelSaysOfItselfIsKept() {
        #expect(schema.versionIdentifier == "1.3")
        #expect(schema.usesSwiftData)
        #expect(!schema.usesCloudKit)
        #expect(schema.editorSettings["sourceLanguage"] == "Swift")
        #expect(schema.editorSettings["name"] == "Shop")
        #expect(schema.editorSettings.count == 9)
    }

    @Test func entitiesKeepWhatTheyAreToCode() {
        #expect(schema.entities.map(\.isAbstract) == [true, false, false])
        #expect(schema.entities.map(\.parent) == [nil, "Thing", nil])
        #expect(schema.entities.map(\.className) == ["Thing", ".ShopArticle", nil])
        #expect(schema.entities.map(\.codeGeneration) == [.manual, .category, .class])
        #expect(article.renamingIdentifier == "Item")
        #expect(article.versionHashModifier == "2")
        #expect(article.spotlightDisplayName == "title")
        #expect(article.userInfo == ["relatedByAttribute": "id"])
        #expect(schema.ancestors(of: article).map(\.name) == ["Thing"])
    }

    @Test func attributesKeepEveryKindOfValue() throws {
        let types: [AttributeType] = [
            .integer32, .date, .string, .binary, .composite, .string, .transformable, .string,
            .undefined,
        ]
        #expect(article.attributes.map(\.type) == types)
        func attribute(_ name: String) throws -> Attribute {
            try #require(article.attribute(named: name))
        }
        let amount = try attribute("amount")
        #expect(amount.validation == .init(minimum: "1", maximum: "100"))
        #expect(amount.defaultText == "10")
        #expect(amount.usesScalar == true)
        #expect(amount.isIndexed)
        let changed = try attribute("changed")
        #expect(changed.validation == .init(minimum: "407847600", maximum: "439470000"))
        #expect(changed.defaultText == "704497620")
        #expect(changed.usesScalar == false)
        let mail = try attribute("mail")
        #expect(mail.validation.regularExpression == "[^@]+@[^@]+")
        #expect(mail.isIndexedBySpotlight && mail.isPreservedAfterDeletion)
        #expect(mail.allowsCloudEncryption)
        #expect(mail.usesScalar == nil)
        let picture = try attribute("picture")
        #expect(picture.allowsExternalStorage && picture.isStoredInExternalRecord)
        #expect(try attribute("place").compositeName == "Point")
        let shout = try attribute("shout")
        #expect(shout.isDerived && shout.derivation == "uppercase:(title)")
        let tags = try attribute("tags")
        #expect(tags.valueTransformer == "NSSecureUnarchiveFromData")
        #expect(tags.customClass == "[String]")
        #expect(tags.renamingIdentifier == "labels" && tags.versionHashModifier == "a")
        #expect(tags.isSyncable)
        let title = try attribute("title")
        #expect(!title.isOptional && title.defaultText == "")
        #expect(title.userInfo == ["hint": "short"])
        #expect(try attribute("view").isTransient)
    }

    @Test func relationshipsKeepEveryKindOfValue() throws {
        let parts = try #require(article.relationship(named: "parts"))
        #expect(parts.isToMany && parts.isOrdered && parts.isOptional)
        #expect(parts.minimumCount == 3 && parts.maximumCount == 10)
        #expect(parts.deletionRule == .deny)
        #expect(parts.inverse == "article" && parts.inverseEntity == "Part")
        #expect(parts.isIndexed && parts.isTransient && parts.isSyncable)
        #expect(parts.isIndexedBySpotlight && parts.isStoredInExternalRecord)
        #expect(parts.renamingIdentifier == "pieces" && parts.versionHashModifier == "b")
        #expect(parts.userInfo == ["k": "v"])
        let back = try #require(schema.entity(named: "Part")?.relationship(named: "article"))
        #expect(!back.isToMany && !back.isOptional && back.deletionRule == .noAction)
    }

    @Test func fetchesAndFetchedPropertiesAreKept() throws {
        let similar = try #require(article.fetchedProperties.first { $0.name == "similar" })
        #expect(similar.request?.predicate == "$FETCH_SOURCE.title == title")
        #expect(similar.request?.entity == "Article")
        #expect(similar.isOptional && similar.isSyncable)
        #expect(similar.renamingIdentifier == "alike" && similar.versionHashModifier == "c")
        #expect(similar.userInfo == ["k": "w"])
        var costly = FetchRequest(name: "costly", entity: "Article", predicate: "amount > $least")
        costly.resultType = 2
        costly.limit = 5
        costly.batchSize = 20
        costly.includesSubentities = true
        costly.includesPropertyValues = false
        costly.includesPendingChanges = true
        costly.returnsObjectsAsFaults = false
        costly.returnsDistinctResults = true
        #expect(schema.fetchRequests == [costly])
    }

    @Test func indexesConstraintsConfigurationsAndCompositesAreKept() {
        #expect(article.uniquenessConstraints == [["id"], ["title", "mail"]])
        #expect(article.compoundIndexes == [["title", "amount"]])
        let elements = [
            FetchIndex.Element(property: "title", isDescending: true),
            FetchIndex.Element(
                property: nil,
                expression: "length:(title)",
                expressionType: "Integer 64",
                kind: .rTree
            ),
        ]
        let index = FetchIndex(name: "byTitle", elements: elements, predicate: "amount > 1")
        #expect(article.fetchIndexes == [index])
        let cloud = Configuration(name: "Cloud", entities: ["Article", "Part"], usesCloudKit: true)
        #expect(schema.configurations == [cloud])
        #expect(schema.composites.map(\.name) == ["Point"])
        #expect(schema.composites.first?.attributes.map(\.name) == ["x", "y"])
    }
}
