import Foundation
import Generator
import SchemaReader
import Testing

/// The files that are made from the model Odd, whose longest names are those of a large application.
private func oddFiles(_ backend: GenerationOptions.Backend) throws -> [GeneratedFile] {
    let model = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("Models/Odd.xcdatamodeld/Odd.xcdatamodel/contents")
    let contents = try Data(contentsOf: model)
    let read = readSchema(contents: contents, named: "Odd", file: "contents")
    let options = GenerationOptions(backend: backend)
    return generate(modelContext(for: read.schema, source: "Odd", options: options).context)
}

@Test(arguments: GenerationOptions.Backend.allCases)
func noLineOfCodeIsLongerThanTheFormatterAllows(_ backend: GenerationOptions.Backend) throws {
    for file in try oddFiles(backend) {
        var isInLiteral = false
        for line in file.text.split(separator: "\n") {
            let isQuote = line.hasSuffix("\"\"\"") || line.drop { $0 == " " }.hasPrefix("\"\"\"")
            if isQuote { isInLiteral.toggle() }
            let isText = isInLiteral || line.drop { $0 == " " }.hasPrefix("//")
            #expect(isText || line.count <= 100, "\(file.name): \(line)")
        }
    }
}

@Test func longDeclarationsBreakAtTheirParameters() throws {
    let name = "CustomerAccountSettingGroup"
    let file = try #require(try oddFiles(.store).first { $0.name == "OddManager.swift" })
    #expect(
        file.text.contains(
            """
                nonisolated(nonsending) func followingSettingGroup(
                    of customerAccountSettingGroup: \(name)
                ) async throws -> \(name)? {
            """
        )
    )
}

@Test func aLongInitialValueStandsOnALineOfItsOwn() throws {
    let text = "one two three four five six seven eight nine ten eleven twelve thirteen (14)"
    let contents = """
        <?xml version="1.0" encoding="UTF-8"?>
        <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0">
            <entity name="Note" syncable="YES">
                <attribute name="explanation" attributeType="String" defaultValueString="\(text)"/>
            </entity>
        </model>
        """
    let read = readSchema(contents: Data(contents.utf8), named: "Notes", file: "contents")
    let files = generate(modelContext(for: read.schema, source: "Notes").context)
    let file = try #require(files.first { $0.name == "Note.swift" })
    #expect(file.text.contains("\n    var explanation: String =\n        \"\(text)\"\n"))
}

@Test func aLongDefaultOfAParameterStandsOnALineOfItsOwn() throws {
    let text = "https://example.org/pictures/2024/11/27/one-two-three-four-five-six-seven-eight.jpg"
    let longer = text + "?width=400&amp;height=400"
    let contents = """
        <?xml version="1.0" encoding="UTF-8"?>
        <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0">
            <entity name="Note" syncable="YES">
                <attribute name="picture" attributeType="String" defaultValueString="\(text)"/>
                <attribute name="poster" attributeType="String" defaultValueString="\(longer)"/>
            </entity>
        </model>
        """
    let read = readSchema(contents: Data(contents.utf8), named: "Notes", file: "contents")
    let options = GenerationOptions(access: .public)
    let files = generate(modelContext(for: read.schema, source: "Notes", options: options).context)
    let file = try #require(files.first { $0.name == "Note.swift" })
    #expect(file.text.contains("\n        picture: String =\n            \"\(text)\",\n"))
    // A literal of more than 100 columns is alone on its line.
    let literal = "\"\(text)?width=400&height=400\""
    #expect(file.text.contains("\n        poster: String =\n            \(literal)\n"))
    #expect(file.text.contains("\n            default:\n                \(literal)\n"))
}

/// A line that ends with a backslash is continued by the next: the SQL is the same.
@Test func aLongComputationIsContinuedOnTheNextLine() throws {
    let contents = """
        <?xml version="1.0" encoding="UTF-8"?>
        <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0">
            <entity name="CustomerAccountSetting" syncable="YES">
                <attribute name="count" optional="YES" attributeType="Integer 64" derived="YES"
                    derivationExpression="connectedDeviceIdentifiers.@count"/>
                <relationship name="connectedDeviceIdentifiers" optional="YES" toMany="YES"
                    deletionRule="Nullify" destinationEntity="ConnectedDeviceIdentifier"
                    inverseName="setting" inverseEntity="ConnectedDeviceIdentifier"/>
            </entity>
            <entity name="ConnectedDeviceIdentifier" syncable="YES">
                <relationship name="setting" optional="YES" maxCount="1" deletionRule="Nullify"
                    destinationEntity="CustomerAccountSetting"
                    inverseName="connectedDeviceIdentifiers" inverseEntity="CustomerAccountSetting"/>
            </entity>
        </model>
        """
    let read = readSchema(contents: Data(contents.utf8), named: "Settings", file: "contents")
    let files = generate(modelContext(for: read.schema, source: "Settings").context)
    let file = try #require(files.first { $0.name == "CustomerAccountSetting.swift" })
    #expect(file.text.split(separator: "\n").allSatisfy { $0.count <= 100 })
    let joined = file.text.replacing("\\\n                ", with: "")
    #expect(
        joined.contains(
            """
            \n                (SELECT count(*) FROM "ConnectedDeviceIdentifier" AS \
            "CustomerAccountSetting.connectedDeviceIdentifiers" WHERE \
            "CustomerAccountSetting.connectedDeviceIdentifiers"."setting" = computed."_id")\n
            """
        )
    )
}

/// Small models with many relationships had more than a hundred lines an entity.
@Test func shortMembersAreOnOneLine() throws {
    let contents = """
        <?xml version="1.0" encoding="UTF-8"?>
        <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0">
            <entity name="User">
                <relationship name="rooms" optional="YES" toMany="YES" destinationEntity="Room" inverseName="owner" inverseEntity="Room"/>
            </entity>
            <entity name="Room">
                <relationship name="owner" optional="YES" maxCount="1" destinationEntity="User" inverseName="rooms" inverseEntity="User"/>
            </entity>
        </model>
        """
    let read = readSchema(contents: Data(contents.utf8), named: "Chat", file: "contents")
    let options = GenerationOptions(access: .public, interface: "Records")
    let files = generate(modelContext(for: read.schema, source: "Chat", options: options).context)
    let manager = try #require(files.first { $0.name == "ChatManager.swift" }).text
    #expect(manager.contains("shared: ChatManager { get throws { try opened.get() } }\n"))
    #expect(manager.contains("close() throws { try keeping.close() }\n"))
    let model = try #require(files.first { $0.name == "ChatModel.swift" }).text
    #expect(model.contains("records: [User.self, Room.self]\n"))
    #expect(
        model.hasSuffix(
            """
            }

            extension User: StoredRecord { public static let statements = entity.statements }
            extension Room: StoredRecord { public static let statements = entity.statements }

            """
        )
    )
}
