import Diagnostics
import Foundation
import SchemaReader
import TestSupport
import Testing

private let small = """
    <model userDefinedModelVersionIdentifier="1" sourceLanguage="Swift">
      <entity name="Book" syncable="YES">
        <attribute name="title" attributeType="String" defaultValueString="&quot;a&quot;&#10;é"/>
        <relationship name="next" optional="YES" toMany="YES" destinationEntity="Book"/>
        <uniquenessConstraints><uniquenessConstraint><constraint value="title"/></uniquenessConstraint></uniquenessConstraints>
        <userInfo><entry key="a: b" value="yes"/></userInfo>
      </entity>
      <configuration name="Main"><memberEntity name="Book"/></configuration>
      <widget/>
    </model>
    """

@Test func aModelIsDescribedInJSON() {
    #expect(
        String(decoding: inspection(of: read(small), as: .json), as: UTF8.self) == """
            {
              "model": "Library",
              "version": "Library",
              "current": true,
              "file": "contents",
              "wellFormed": true,
              "versionIdentifier": "1",
              "usesCloudKit": false,
              "usesSwiftData": false,
              "editorSettings": {
                "sourceLanguage": "Swift"
              },
              "counts": {
                "entities": 1,
                "attributes": 1,
                "relationships": 1,
                "fetchedProperties": 0
              },
              "entities": [
                {
                  "name": "Book",
                  "line": 2,
                  "column": 3,
                  "abstract": false,
                  "codeGeneration": "manual",
                  "syncable": true,
                  "attributes": [
                    {
                      "name": "title",
                      "line": 3,
                      "column": 5,
                      "type": "String",
                      "optional": false,
                      "default": "\\"a\\"\\né",
                      "transient": false,
                      "userInfo": {}
                    }
                  ],
                  "relationships": [
                    {
                      "name": "next",
                      "line": 4,
                      "column": 5,
                      "destination": "Book",
                      "toMany": true,
                      "ordered": false,
                      "optional": true,
                      "deletionRule": "Nullify",
                      "transient": false,
                      "userInfo": {}
                    }
                  ],
                  "fetchedProperties": [],
                  "uniquenessConstraints": [
                    ["title"]
                  ],
                  "fetchIndexes": [],
                  "compoundIndexes": [],
                  "userInfo": {
                    "a: b": "yes"
                  }
                }
              ],
              "composites": [],
              "fetchRequests": [],
              "configurations": [
                {
                  "name": "Main",
                  "line": 8,
                  "column": 3,
                  "entities": ["Book"],
                  "usesCloudKit": false
                }
              ],
              "unknown": [
                {
                  "kind": "element",
                  "name": "widget",
                  "owner": "model",
                  "text": "<widget/>"
                }
              ],
              "diagnostics": [
                {
                  "id": "unknown-element",
                  "severity": "warning",
                  "file": "contents",
                  "line": 9,
                  "column": 3,
                  "problem": "the unknown element \\"widget\\" inside model is kept but has no effect",
                  "expected": "one of entity, fetchRequest, configuration, composite, elements"
                }
              ]
            }

            """
    )
}

@Test func aModelIsDescribedInYAML() {
    let text = String(decoding: inspection(of: read(small), as: .yaml), as: UTF8.self)
    let start = """
        model: "Library"
        version: "Library"
        current: true
        file: "contents"
        wellFormed: true
        versionIdentifier: "1"
        usesCloudKit: false
        usesSwiftData: false
        editorSettings:
          "sourceLanguage": "Swift"
        counts:
          entities: 1
          attributes: 1
          relationships: 1
          fetchedProperties: 0
        entities:
          - name: "Book"
            line: 2
            column: 3
            abstract: false
            codeGeneration: "manual"
            syncable: true
            attributes:
              - name: "title"
                line: 3
                column: 5
                type: "String"
                optional: false
                default: "\\"a\\"\\né"
                transient: false
                userInfo: {}
            relationships:
              - name: "next"
        """
    let middle = """
            fetchedProperties: []
            uniquenessConstraints:
              - ["title"]
            fetchIndexes: []
            compoundIndexes: []
            userInfo:
              "a: b": "yes"
        composites: []
        """
    #expect(text.hasPrefix(start))
    #expect(text.contains(middle))
    #expect(text.hasSuffix("composite, elements\"\n"))
}

@Test func hiddenCharactersAreEscaped() {
    let text = "<model><entity name=\"a&#x85;&#x2028;&#xFEFF;\\&#9;\"/></model>"
    let json = String(decoding: inspection(of: read(text), as: .json), as: UTF8.self)
    #expect(json.contains(#""name": "a\u0085\u2028\uFEFF\\\t""#))
}

@Test(arguments: [1, 9, 20])
func everyVersionIsDescribedInOneDocument(count: Int) throws {
    let folder = try TemporaryFolder()
    let package = try ModelPackageFixture.write(to: folder.url, versions: count, entities: 3)
    var json: [UInt8] = []
    let faults = try inspectVersions(at: package.path, as: .json) { json += $0 }
    #expect(faults == [])
    let root = try #require(JSONSerialization.jsonObject(with: Data(json)) as? [String: Any])
    #expect(root["model"] as? String == "Large")
    let versions = try #require(root["versions"] as? [[String: Any]])
    #expect(versions.map { $0["version"] as? String } == (1...count).map { "Large \($0)" })
    #expect(versions.filter { $0["current"] as? Bool == true }.count == 1)
    let one = try #require(
        JSONSerialization.jsonObject(
            with: Data(inspection(of: readSchema(at: package.path), as: .json))
        ) as? [String: Any]
    )
    #expect(versions.last.map { $0 as NSDictionary } == one as NSDictionary)
}
