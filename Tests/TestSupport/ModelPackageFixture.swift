package import Foundation

/// Models of any size, for tests and benchmarks. The same numbers give the same bytes.
package enum ModelPackageFixture {
    /// Writes `<name>.xcdatamodeld` into `folder`: `versions` versions of `entities` entities with
    /// nine attributes and two relationships each, about what a large application has. The last
    /// version is the current one.
    package static func write(
        to folder: URL,
        name: String = "Large",
        versions: Int,
        entities: Int
    ) throws -> URL {
        let package = folder.appendingPathComponent("\(name).xcdatamodeld")
        for version in 1...versions {
            let place = package.appendingPathComponent("\(name) \(version).xcdatamodel")
            try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
            try Data(contents(entities: entities, version: version).utf8)
                .write(to: place.appendingPathComponent("contents"))
        }
        let current = """
            <?xml version="1.0" encoding="UTF-8"?>
            <plist version="1.0">
            <dict>
                <key>_XCCurrentVersionName</key>
                <string>\(name) \(versions).xcdatamodel</string>
            </dict>
            </plist>
            """
        try Data(current.utf8).write(to: package.appendingPathComponent(".xccurrentversion"))
        return package
    }

    /// The text of a `contents` file.
    package static func contents(entities: Int, version: Int = 1) -> String {
        let bodies = (0..<entities).map { entity($0, of: entities, version) }
        return """
            <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
            <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0" lastSavedToolsVersion="21754" systemVersion="22G120" minimumToolsVersion="Automatic" sourceLanguage="Swift" userDefinedModelVersionIdentifier="\(version)">
            \(bodies.joined(separator: "\n"))
            </model>

            """
    }

    private static func entity(_ number: Int, of count: Int, _ version: Int) -> String {
        let next = (number + 1) % count
        let previous = (number + count - 1) % count
        // A ring of cascades is refused, so the ring is open at one place.
        let rule = number == 0 ? "Nullify" : "Cascade"
        return """
                <entity name="Entity\(number)" representedClassName=".Entity\(number)" syncable="YES">
                    <attribute name="amount" attributeType="Decimal" defaultValueString="0.0"/>
                    <attribute name="count" optional="YES" attributeType="Integer 64" defaultValueString="0" usesScalarValueType="YES"/>
                    <attribute name="created" optional="YES" attributeType="Date" usesScalarValueType="NO"/>
                    <attribute name="id" attributeType="String"/>
                    <attribute name="isHidden" attributeType="Boolean" defaultValueString="NO" usesScalarValueType="YES"/>
                    <attribute name="options" optional="YES" attributeType="Transformable" valueTransformerName="NSSecureUnarchiveFromData" customClassName="[String]"/>
                    <attribute name="ratio" optional="YES" attributeType="Double" defaultValueString="0.0" usesScalarValueType="YES"/>
                    <attribute name="title\(version)" optional="YES" attributeType="String" elementID="title"/>
                    <attribute name="url" optional="YES" attributeType="URI"/>
                    <relationship name="next" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Entity\(next)" inverseName="previous" inverseEntity="Entity\(next)"/>
                    <relationship name="previous" optional="YES" toMany="YES" deletionRule="\(rule)" destinationEntity="Entity\(previous)" inverseName="next" inverseEntity="Entity\(previous)"/>
                    <uniquenessConstraints>
                        <uniquenessConstraint>
                            <constraint value="id"/>
                        </uniquenessConstraint>
                    </uniquenessConstraints>
                </entity>
            """
    }
}
