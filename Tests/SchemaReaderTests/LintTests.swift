import Diagnostics
import Schema
import SchemaReader
import Testing

private func attribute(_ words: String) -> String {
    "<entity name=\"A\"><attribute name=\"x\" optional=\"YES\" \(words)/></entity>"
}

/// Bodies of models that one rule finds, and where.
private let found: [(rule: LintRule, body: String)] = [
    (
        .sameSwiftName,
        "<entity name=\"A\"><attribute name=\"taxRate\" attributeType=\"Float\"/><attribute name=\"¶tax_rate\" attributeType=\"Float\"/></entity>"
    ),
    (
        .sameSwiftName,
        "<entity name=\"TaxRate\"><attribute name=\"x\" attributeType=\"Float\"/></entity><entity name=\"¶Tax_rate\"><attribute name=\"x\" attributeType=\"Float\"/></entity>"
    ),
    (
        .sameSwiftName,
        "<entity name=\"¶LibraryManager\"><attribute name=\"x\" attributeType=\"Float\"/></entity>"
    ),
    (
        .sameSwiftName,
        "<entity name=\"Tag\"><attribute name=\"x\" attributeType=\"Float\"/></entity><entity name=\"¶TagDAO\"><attribute name=\"x\" attributeType=\"Float\"/></entity>"
    ),
    (
        .missingInverse,
        "<entity name=\"A\">¶<relationship name=\"r\" optional=\"YES\" destinationEntity=\"A\"/></entity>"
    ),
    (
        .noActionRule,
        "<entity name=\"A\"><relationship name=\"r\" optional=\"YES\" destinationEntity=\"A\" inverseName=\"r\" inverseEntity=\"A\" deletionRule=\"¶No Action\"/></entity>"
    ),
    (
        .cascadeToOwner,
        """
        <entity name="A"><relationship name="bs" optional="YES" toMany="YES" destinationEntity="B" inverseName="a" deletionRule="Nullify"/></entity>
        <entity name="B"><relationship name="a" optional="YES" destinationEntity="A" inverseName="bs" deletionRule="¶Cascade"/></entity>
        """
    ),
    (
        .nullifiesRequired,
        """
        <entity name="A"><relationship name="bs" optional="YES" toMany="YES" destinationEntity="B" inverseName="a" deletionRule="¶Nullify"/></entity>
        <entity name="B"><relationship name="a" destinationEntity="A" inverseName="bs" deletionRule="Nullify"/></entity>
        """
    ),
    (.defaultNotOfType, attribute("attributeType=\"Integer 16\" defaultValueString=\"¶0.5\"")),
    (.defaultNotOfType, attribute("attributeType=\"Integer 16\" defaultValueString=\"¶40000\"")),
    (.defaultNotOfType, attribute("attributeType=\"Boolean\" defaultValueString=\"¶on\"")),
    (.defaultNotOfType, attribute("attributeType=\"Double\" defaultValueString=\"¶\"")),
    (.defaultNotOfType, attribute("attributeType=\"Date\" defaultValueString=\"¶today\"")),
    (.defaultNotOfType, attribute("attributeType=\"Date\" defaultDateTimeInterval=\"¶today\"")),
    (.defaultNotOfType, attribute("attributeType=\"UUID\" defaultValueString=\"¶1\"")),
    (.defaultNotOfType, attribute("attributeType=\"Binary\" defaultValueString=\"¶1\"")),
    (.boundNotOfType, attribute("attributeType=\"Float\" minValueString=\"¶low\"")),
    (.boundNotOfType, attribute("attributeType=\"String\" maxValueString=\"¶long\"")),
    (
        .boundsReversed,
        attribute("attributeType=\"Float\" minValueString=\"¶10\" maxValueString=\"9.5\"")
    ),
    (
        .boundsReversed,
        attribute("attributeType=\"Date\" minDateTimeInterval=\"¶10\" maxDateTimeInterval=\"9\"")
    ),
    (
        .defaultOutOfBounds,
        attribute(
            "attributeType=\"String\" defaultValueString=\"¶aé\" regularExpressionString=\"[a-z]+\""
        )
    ),
    (
        .defaultOutOfBounds,
        attribute("attributeType=\"Float\" minValueString=\"1\" defaultValueString=\"¶0\"")
    ),
    (
        .defaultOutOfBounds,
        attribute("attributeType=\"String\" maxValueString=\"3\" defaultValueString=\"¶four\"")
    ),
    (
        .defaultOutOfBounds,
        attribute(
            "attributeType=\"Date\" maxDateTimeInterval=\"9\" defaultDateTimeInterval=\"¶10\""
        )
    ),
    (
        .badRegularExpression,
        attribute("attributeType=\"String\" regularExpressionString=\"¶(a\"")
    ),
    (
        .undefinedType,
        "<entity name=\"A\">¶<attribute name=\"x\" optional=\"YES\"/></entity>"
    ),
    (
        .untypedTransformable,
        "<entity name=\"A\">¶<attribute name=\"x\" attributeType=\"Transformable\"/></entity>"
    ),
    (
        .classNameShared,
        "<entity name=\"A\" representedClassName=\"Core.A\"><attribute name=\"x\" attributeType=\"Float\"/></entity><entity name=\"B\" representedClassName=\"¶.A\"><attribute name=\"x\" attributeType=\"Float\"/></entity>"
    ),
    (
        .xcodeGeneratesClass,
        "<entity name=\"A\" codeGenerationType=\"¶class\"><attribute name=\"x\" attributeType=\"Float\"/></entity>"
    ),
    (
        .xcodeGeneratesClass,
        "<entity name=\"A\" codeGenerationType=\"¶category\"><attribute name=\"x\" attributeType=\"Float\"/></entity>"
    ),
    (
        .reservedWord,
        "<entity name=\"A\"><attribute name=\"¶default\" attributeType=\"Float\"/></entity>"
    ),
    (
        .reservedWord,
        "<entity name=\"¶Protocol\"><attribute name=\"x\" attributeType=\"Float\"/></entity>"
    ),
    (
        .inheritedName,
        "<entity name=\"A\"><attribute name=\"¶description\" attributeType=\"String\"/></entity>"
    ),
    (
        .typeNameTaken,
        "<entity name=\"¶Group\"><attribute name=\"x\" attributeType=\"Float\"/></entity>"
    ),
    (
        .nameCase,
        "<entity name=\"¶book\"><attribute name=\"x\" attributeType=\"Float\"/></entity>"
    ),
    (
        .nameCase,
        "<entity name=\"A\"><attribute name=\"¶Box\" attributeType=\"Float\"/></entity>"
    ),
    (
        .notAKey,
        "<entity name=\"A\"><attribute name=\"¶my name\" attributeType=\"Float\"/></entity>"
    ),
    (
        .notAKey,
        "<entity name=\"A\"><attribute name=\"¶a*b\" attributeType=\"Float\"/></entity>"
    ),
    (
        .notAKey,
        "<entity name=\"A\"><attribute name=\"¶preis€\" attributeType=\"Float\"/></entity>"
    ),
    (
        .redeclaredProperty,
        "<entity name=\"A\"><attribute name=\"x\" attributeType=\"Float\"/></entity><entity name=\"B\" parentEntity=\"A\">¶<attribute name=\"x\" attributeType=\"Float\"/></entity>"
    ),
    (
        .cloudKitUnsupported,
        "<entity name=\"A\">¶<attribute name=\"x\" attributeType=\"Float\"/></entity><configuration name=\"C\" usedWithCloudKit=\"YES\"><memberEntity name=\"A\"/></configuration>"
    ),
    (.legacyIndex, attribute("attributeType=\"Float\" indexed=\"¶YES\"")),
    (.emptyEntity, "¶<entity name=\"A\"/>"),
]

@Test(arguments: found.indices)
func aRuleFindsItsFlawAtItsPlace(index: Int) {
    let (rule, body) = found[index]
    let (text, place) = marked(modelText(body))
    let read = read(text)
    #expect(read.diagnostics == [])
    let findings = lint(read)
    #expect(findings.map(\.id) == [rule.rawValue])
    #expect(findings.first?.severity == rule.severity)
    #expect(findings.first?.place == place)
}

@Test func aBoundThatIsNotANumberDoesNotHideADefaultBelowTheOther() {
    let bounds = "minValueString=\"1\" maxValueString=\"many\" defaultValueString=\"0\""
    let read = read(modelText(attribute("attributeType=\"Integer 16\" \(bounds)")))
    #expect(Set(lint(read).map(\.id)) == ["bound-not-of-type", "default-out-of-bounds"])
}

/// The model editor leaves such values when a type changes, and the generator reads them.
@Test(arguments: [
    ("Boolean", "0"), ("Boolean", "true"), ("Integer 16", "3.0"), ("Integer 64", "-1"),
])
func aDefaultThatTheGeneratorReadsIsNoFinding(_ type: String, value: String) {
    let words = "attributeType=\"\(type)\" defaultValueString=\"\(value)\""
    #expect(lint(read(modelText(attribute(words)))) == [])
}

@Test func everyRuleHasAnExample() {
    #expect(Set(found.map(\.rule)) == Set(LintRule.allCases))
}

@Test func aSoundModelHasNoFindings() {
    let text = modelText(
        """
        <entity name="Book" representedClassName="Book">
            <attribute name="isbn" attributeType="String"/>
            <attribute name="pages" attributeType="Integer 32" minValueString="-1" maxValueString="9000" defaultValueString="-1"/>
            <attribute name="price" attributeType="Decimal" defaultValueString="0.0"/>
            <attribute name="isRead" attributeType="Boolean" defaultValueString="NO"/>
            <attribute name="bought" attributeType="Date" defaultDateTimeInterval="0"/>
            <attribute name="cover" attributeType="Transformable" valueTransformerName="NSSecureUnarchiveFromData"/>
            <attribute name="shown" optional="YES" transient="YES"/>
            <relationship name="author" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Author" inverseName="books" inverseEntity="Author"/>
        </entity>
        <entity name="Author" representedClassName="Author">
            <attribute name="name" attributeType="String" defaultValueString=""/>
            <relationship name="books" optional="YES" toMany="YES" deletionRule="Cascade" destinationEntity="Book" inverseName="author" inverseEntity="Book"/>
        </entity>
        """
    )
    #expect(lint(read(text)) == [])
}

@Test func whatTheReaderFoundIsAmongTheFindingsInTheOrderOfTheFile() {
    let text = modelText("<entity name=\"A\"/>\n<widget/>\n<entity name=\"b\" parentEntity=\"A\"/>")
    #expect(lint(read(text)).map(\.id) == ["empty-entity", "unknown-element", "name-case"])
}

@Test func aModelThatIsNotWellFormedHasOnlyThatFinding() {
    #expect(lint(read("<model><entity name=\"a\"/>")).map(\.id) == ["malformed-xml"])
}

@Test func theReportNamesEachFindingAndCountsThem() {
    let text = modelText("<entity name=\"A\" parentEntity=\"A\" isAbstract=\"1\"/>")
    #expect(
        lintReport(lint(read(text))) == """
            contents:3:32: "A" is its own ancestor: A → A [inheritance-cycle]
              remove the parent of one of these entities
            contents:3:47: warning: isAbstract="1" is read as YES [not-yes-or-no]
              expected YES or NO
              write isAbstract="YES"
            1 error, 1 warning

            """
    )
    #expect(lintReport([]) == "no findings\n")
}

@Test(arguments: ["YES", "NO", "true", "false"])
func xcodeWritesWhetherCloudKitIsUsedInEitherWay(_ value: String) {
    let text = modelText("<entity name=\"A\"/>").replacing(
        "<model ",
        with: "<model usedWithCloudKit=\"\(value)\" usedWithSwiftData=\"\(value)\" "
    )
    let read = read(text)
    #expect(read.diagnostics.isEmpty)
    #expect(read.schema.usesCloudKit == ["YES", "true"].contains(value))
}

@Test(arguments: [
    ("Label", "SwiftUI.Label"), ("Image", "SwiftUI.Image"), ("Timer", "Foundation.Timer"),
    ("Task", "_Concurrency.Task"), ("View", "SwiftUI.View"), ("Locale", "Foundation.Locale"),
])
func theTypeThatAnEntityHidesIsNamedWithItsModule(_ name: String, _ type: String) {
    let found = lint(
        read(
            modelText(
                "<entity name=\"\(name)\"><attribute name=\"x\" attributeType=\"Float\"/></entity>"
            )
        )
    )
    let finding = found.first { $0.id == LintRule.typeNameTaken.rawValue }
    #expect(finding?.problem.hasSuffix("hides \(type)") == true)
    #expect(finding?.fix?.contains("write \(type) ") == true)
}

@Test(arguments: [("class", "`class`"), ("self", "self_"), ("Type", "type")])
func aReservedWordIsShownAsTheGeneratedCodeNamesIt(_ name: String, _ made: String) {
    let body =
        "<entity name=\"A\"><attribute name=\"\(name)\" attributeType=\"Float\"/></entity>"
    let finding = lint(read(modelText(body))).first { $0.id == LintRule.reservedWord.rawValue }
    #expect(finding?.fix?.hasSuffix(" is \(made)") == true)
}
