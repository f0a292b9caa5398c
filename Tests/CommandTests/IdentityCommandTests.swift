import Foundation
import TestSupport
import TestTraits
import Testing

/// Packages of versions, and `cdgen` in the folder that has them.
private struct Versions {
    let workshop: Workshop

    /// - Parameter current: the index of the current version; nil for the last one.
    init(_ bodies: [String], current: Int? = nil) throws {
        workshop = try Workshop()
        for (index, body) in bodies.enumerated() {
            let version = "Shop.xcdatamodeld/\(name(index)).xcdatamodel"
            try FileManager.default.createDirectory(
                at: workshop.folder.appendingPathComponent(version),
                withIntermediateDirectories: true
            )
            try workshop.write("\(version)/contents", "<model>\(body)</model>")
        }
        try workshop.write(
            "Shop.xcdatamodeld/.xccurrentversion",
            """
            <plist version="1.0"><dict><key>_XCCurrentVersionName</key>
            <string>\(name(current ?? bodies.count - 1)).xcdatamodel</string></dict></plist>
            """
        )
    }

    private func name(_ index: Int) -> String { index == 0 ? "Shop" : "Shop \(index + 1)" }
}

private func entity(_ name: String, _ body: String) -> String {
    "<entity name=\"\(name)\"><attribute name=\"name\" optional=\"YES\" attributeType=\"String\"/>\(body)</entity>"
}

private func keys(_ keys: [String]...) -> String {
    let parts = keys.map { names in
        let parts = names.map { "<constraint value=\"\($0)\"/>" }
        return "<uniquenessConstraint>\(parts.joined())</uniquenessConstraint>"
    }
    return "<uniquenessConstraints>\(parts.joined())</uniquenessConstraints>"
}

private let rate = """
    <attribute name="id" attributeType="Integer 64" defaultValueString="0"/>\
    <attribute name="siteID" attributeType="Integer 64" defaultValueString="0"/>
    """

@Test(.blocking) func generateNamesTheEntitiesThatTheStoreNumbersInOneLine() throws {
    let versions = try Versions([entity("Rate", rate) + entity("Log", "")])
    defer { versions.workshop.remove() }
    let run = try versions.workshop.cdgen("generate", "Shop.xcdatamodeld", "-o", "out")
    #expect(run.status == 0)
    #expect(run.errors == "")
    let words = "the store assigns numbers to the"
    let lines = run.output.split(separator: "\n").filter { $0.contains(words) }
    #expect(lines.count == 1)
    #expect(lines.first?.contains("2 entities have no identity") == true)
    #expect(lines.first?.contains("Rate, Log") == true)
    #expect(lines.first?.contains(".cdgen.yml") == true)
    let again = try versions.workshop.cdgen("generate", "Shop.xcdatamodeld", "-o", "out")
    #expect(again.output == "9 files already up to date\n" || !again.output.contains("wrote"))
    // The sample declares its keys.
    let sample = try versions.workshop.cdgen("generate", sampleModel, "-o", "sample")
    #expect(!sample.output.contains("the store assigns numbers"))
}

@Test(.blocking) func theConfigurationDeclaresKeys() throws {
    let versions = try Versions([entity("Rate", rate) + entity("Log", "")])
    let workshop = versions.workshop
    defer { workshop.remove() }
    func configure(_ identity: String) throws -> Tool.Result {
        try workshop.write(
            ".cdgen.yml",
            "model: Shop.xcdatamodeld\noutput: out\nidentity:\n  \(identity)\n"
        )
        return try workshop.cdgen("generate")
    }
    let run = try configure("Rate: [siteID, id]\n  Log: name")
    #expect(run.status == 0)
    #expect(!run.output.contains("the store assigns numbers"))
    let rates = workshop.text("out/Rate.swift") ?? ""
    #expect(rates.contains("uniqueness: [[\"siteID\", \"id\"]]"))
    #expect(rates.contains("func retrieve(siteID: Int64, id: Int64)"))
    // Neither has a default, so that two records without them are not one.
    #expect(workshop.text("out/Rate.swift")?.contains("var id: Int64\n") == true)
    #expect(workshop.text("out/Log.swift")?.contains("Identity(name)") == false)
    #expect(workshop.text("out/Log.swift")?.contains("name.map(Identity.init)") == true)
    // A change of the key alone makes the files anew.
    #expect(try configure("Rate: id").output.contains("wrote out/Rate.swift"))
    #expect(try configure("Rate: id").output.contains("already up to date"))
    for (identity, problem) in [
        ("Rat: id", "did you mean \"Rate\"?"), ("Rate: [siteID, ids]", "did you mean \"id\"?"),
        ("Rate: []", "names no attribute"), ("- Rate", "is a list"),
    ] {
        let wrong = try configure(identity)
        #expect(wrong.status == 78, "\(identity)")
        #expect(wrong.errors.contains(problem), "\(identity): \(wrong.errors)")
        #expect(wrong.errors.contains(".cdgen.yml:4"), "\(identity): \(wrong.errors)")
    }
}

/// The identities of a file that cannot be read would be missing in the generated code.
@Test(.blocking) func aBrokenConfigurationIsNotPassedOver() throws {
    let versions = try Versions([entity("Rate", rate)])
    let workshop = versions.workshop
    defer { workshop.remove() }
    let model = "model: Shop.xcdatamodeld\n"
    for (text, problem) in [
        (model + "identity:\n  Rate: id\nidentities: 1\n", ".cdgen.yml:4"),
        ("modle: Shop.xcdatamodeld\n", ".cdgen.yml:1"), (model + "identity: [\n", ".cdgen.yml:"),
    ] {
        try workshop.write(".cdgen.yml", text)
        for command in [["generate", "-o", "out"], ["lint"], ["diagram"]] {
            let run = try workshop.cdgen(command + ["Shop.xcdatamodeld"])
            #expect(run.status == 78, "\(command) with \(text)")
            #expect(run.errors.contains(problem), "\(run.errors)")
        }
    }
    #expect(workshop.text("out/Rate.swift") == nil)
    // The errors of another model's file do not matter.
    try workshop.write(".cdgen.yml", "model: Other.xcdatamodeld\nidentities: 1\n")
    #expect(try workshop.cdgen("generate", "Shop.xcdatamodeld", "-o", "out").status == 0)
}

/// A link and the path of a version lead to the model that the file names.
@Test(.blocking) func theConfiguredKeysApplyToEveryPathOfTheModel() throws {
    let versions = try Versions([entity("Rate", rate)])
    let workshop = versions.workshop
    defer { workshop.remove() }
    try workshop.write(".cdgen.yml", "model: Shop.xcdatamodeld\nidentity:\n  Rate: id\n")
    try FileManager.default.createSymbolicLink(
        at: workshop.folder.appendingPathComponent("Link.xcdatamodeld"),
        withDestinationURL: workshop.folder.appendingPathComponent("Shop.xcdatamodeld")
    )
    let version = "Shop.xcdatamodeld/Shop.xcdatamodel"
    for path in ["Shop.xcdatamodeld/", version, "\(version)/contents", "Link.xcdatamodeld"] {
        let run = try workshop.cdgen("generate", path, "-o", "out")
        #expect(run.status == 0, "\(path): \(run.errors)")
        #expect(workshop.text("out/Rate.swift")?.contains("Identity(id)") == true, "\(path)")
        try FileManager.default.removeItem(at: workshop.folder.appendingPathComponent("out"))
    }
}

/// The first version has no Log, which the file names for the current version.
@Test(.blocking) func theKeysThatFitAnOlderVersionApplyToItsPath() throws {
    let versions = try Versions([entity("Rate", rate), entity("Rate", rate) + entity("Log", "")])
    let workshop = versions.workshop
    defer { workshop.remove() }
    let keys = "identity:\n  Rate: id\n  Log: name\n"
    try workshop.write(".cdgen.yml", "model: Shop.xcdatamodeld\n\(keys)")
    let path = "Shop.xcdatamodeld/Shop.xcdatamodel"
    #expect(try workshop.cdgen("diagram", path).status == 0)
    let run = try workshop.cdgen("generate", path, "-o", "out")
    #expect(run.status == 0, "\(run.errors)")
    #expect(workshop.text("out/Rate.swift")?.contains("Identity(id)") == true)
}

/// The current version has no Log.
@Test(.blocking) func aNewConfigurationNamesTheVersionOfItsQuery() throws {
    let versions = try Versions([
        entity("Rate", rate) + entity("Log", ""), entity("Rate", rate), entity("Rate", rate),
    ])
    let workshop = versions.workshop
    defer { workshop.remove() }
    let query = ["query", "Shop.xcdatamodeld", "--into", ".cdgen.yml"]
    let older = ["--version", "Shop", "--entity", "Log", "--name", "allLogs"]
    let kept = try workshop.cdgen(query + older)
    #expect(kept.status == 0, "\(kept.errors)")
    let made = try workshop.cdgen("generate", "--output", "out")
    #expect(made.status == 0, "\(made.errors)")
    #expect(workshop.files("out").contains("allLogs.swift"))
    try FileManager.default.removeItem(at: workshop.folder.appendingPathComponent(".cdgen.yml"))
    let named = ["--version", "Shop 2", "--entity", "Rate", "--name", "allRates"]
    #expect(try workshop.cdgen(query + named).status == 0)
    #expect(workshop.text(".cdgen.yml")?.contains("\nversion: 'Shop 2'\n") == true)
}

/// The current version has no Log.
@Test(.blocking) func aQueryIsCheckedForTheVersionOfItsConfiguration() throws {
    let versions = try Versions([entity("Rate", rate) + entity("Log", ""), entity("Rate", rate)])
    let workshop = versions.workshop
    defer { workshop.remove() }
    let configuration = "model: Shop.xcdatamodeld\noutput: out\nversion: Shop\n"
    try workshop.write(".cdgen.yml", configuration)
    let query = ["query", "Shop.xcdatamodeld", "--into", ".cdgen.yml"]
    let rates = ["--entity", "Rate", "--name", "allRates", "--into", ".cdgen.yml"]
    for given in [
        ["Shop.xcdatamodeld", "--version", "Shop 2"], ["Shop.xcdatamodeld/Shop 2.xcdatamodel"],
    ] {
        let refused = try workshop.cdgen(["query"] + given + rates)
        #expect(refused.status == 64)
        #expect(refused.errors.contains(".cdgen.yml:3: cdgen generate reads the version \"Shop\""))
        #expect(workshop.text(".cdgen.yml") == configuration)
    }
    #expect(try workshop.cdgen(query + ["--entity", "Log", "--name", "allLogs"]).status == 0)
    #expect(try workshop.cdgen("generate").status == 0)
    #expect(workshop.files("out").contains("allLogs.swift"))
}

@Test(.blocking) func pairsOfVersionsThatCannotBeMigratedAreNamed() throws {
    let versions = try Versions([
        entity("Item", #"<attribute name="price" optional="YES" attributeType="Double"/>"#),
        // An optional key is no obstacle.
        entity(
            "Item",
            #"""
            <attribute name="price" optional="YES" attributeType="Double"/>
            <attribute name="id" optional="YES" attributeType="UUID"/>
            <uniquenessConstraints><uniquenessConstraint><constraint value="id"/></uniquenessConstraint></uniquenessConstraints>
            """#
        ),
        entity(
            "Item",
            #"<attribute name="price" optional="YES" attributeType="String"/><attribute name="code" attributeType="String"/>"#
        ),
    ])
    defer { versions.workshop.remove() }
    let lint = try versions.workshop.cdgen("lint", "Shop.xcdatamodeld")
    #expect(lint.status == 1)
    let found = lint.output.split(separator: "\n").filter { $0.contains("[cannot-migrate]") }
    #expect(found.count == 1)
    #expect(found.first?.contains(#""Shop", "Shop 2" cannot be migrated to "Shop 3""#) == true)
    #expect(found.first?.contains("Item.code is new and required, and has no default") == true)
    #expect(found.first?.contains("Item.price had the type Double") == true)
    let fix =
        #"give Item.code a default value (if Item.code was renamed, set the renaming identifier instead); provide values["Item.price"] in a migration hook"#
    #expect(lint.output.contains("\n  \(fix)\n"))
    let second = try versions.workshop.cdgen("lint", "Shop.xcdatamodeld", "--version", "Shop 2")
    #expect(!second.output.contains("cannot-migrate"))
    let made = try versions.workshop.cdgen("generate", "Shop.xcdatamodeld", "-o", "out")
    #expect(made.status == 0)
    #expect(made.errors.contains(#""Shop", "Shop 2" cannot be migrated to "Shop 3""#))
    let again = try versions.workshop.cdgen("generate", "Shop.xcdatamodeld", "-o", "out")
    #expect(again.output.contains("already up to date"))
}

/// Only the run that wrote the files named them, and no run if that one was quiet.
@Test(.blocking) func anUnchangedRunRepeatsTheWarningsAboutMigrations() throws {
    let code = entity("Item", #"<attribute name="code" attributeType="String"/>"#)
    let versions = try Versions([entity("Item", ""), code, entity("Item", "")], current: 1)
    let workshop = versions.workshop
    defer { workshop.remove() }
    let generate = ["generate", "Shop.xcdatamodeld", "-o", "out"]
    let quiet = try workshop.cdgen(generate + ["--quiet"])
    #expect(quiet.status == 0)
    #expect(quiet.errors == "")
    let again = try workshop.cdgen(generate)
    #expect(again.output.hasSuffix("already up to date\n") && !again.output.contains("wrote"))
    #expect(again.errors.contains(#""Shop" cannot be migrated to "Shop 2""#))
    #expect(again.errors.contains(#"the current version "Shop 2" precedes "Shop 3" by name"#))
    #expect(try workshop.cdgen("generate", "Shop.xcdatamodeld", "-o", "new").errors == again.errors)
    for option in ["--check", "--dry-run"] {
        let run = try workshop.cdgen(generate + [option])
        #expect(run.status == 0)
        #expect(run.errors == again.errors, "\(option)")
    }
    #expect(try workshop.cdgen(generate + ["--quiet"]).errors == "")
    // The warnings depend on the earlier version.
    try workshop.write("Shop.xcdatamodeld/Shop.xcdatamodel/contents", "<model>\(code)</model>")
    let last = try workshop.cdgen(generate)
    #expect(!last.errors.contains("cannot be migrated"), "\(last.errors)")
    #expect(last.errors.contains("precedes"))
}

/// Code can be generated for a version with two identical entities, so it may have stores.
@Test(.blocking) func theMigrationOfAVersionWithARepeatedEntityIsChecked() throws {
    let code = #"<attribute name="code" attributeType="String"/>"#
    let versions = try Versions([entity("Item", "") + entity("Item", ""), entity("Item", code)])
    defer { versions.workshop.remove() }
    let lint = try versions.workshop.cdgen("lint", "Shop.xcdatamodeld")
    #expect(lint.output.contains(#""Shop" cannot be migrated to "Shop 2""#), "\(lint.output)")
    // Entities that differ are an error.
    let differing = entity("Item", "") + entity("Item", code)
    let others = try Versions([differing, entity("Item", code)])
    defer { others.workshop.remove() }
    let other = try others.workshop.cdgen("lint", "Shop.xcdatamodeld")
    #expect(!other.output.contains("cannot be migrated"), "\(other.output)")
}

/// A later release, whose code lists the earlier versions, knows the store by this name.
@Test(.blocking) func theOnlyVersionIsNamedUnlessItHasTheNameOfTheModel() throws {
    let workshop = try Workshop()
    defer { workshop.remove() }
    for (version, isNamed) in [("Leg", false), ("Model", true)] {
        let folder = "\(version)/Leg.xcdatamodeld/\(version).xcdatamodel"
        try FileManager.default.createDirectory(
            at: workshop.folder.appendingPathComponent(folder),
            withIntermediateDirectories: true
        )
        try workshop.write("\(folder)/contents", "<model>\(entity("T", ""))</model>")
        let model = "\(version)/Leg.xcdatamodeld"
        #expect(try workshop.cdgen("generate", model, "-o", "\(version)/out").status == 0)
        let code = workshop.text("\(version)/out/LegModel.swift") ?? ""
        #expect(code.contains("enum LegModel"))
        #expect(code.contains("version: ModelVersion(\"\(version)\"),") == isNamed)
    }
}

/// Without the names of the earlier versions, the code would not migrate their stores.
@Test(.blocking) func theCodeOfAVersionNamesTheVersionsBeforeItHoweverItIsGiven() throws {
    let versions = try Versions(Array(repeating: entity("Rate", rate), count: 3))
    let workshop = versions.workshop
    defer { workshop.remove() }
    let package = ["generate", "Shop.xcdatamodeld", "--version", "Shop 2", "-o", "out"]
    #expect(try workshop.cdgen(package).status == 0)
    let code = workshop.text("out/ShopModel.swift")
    #expect(code?.contains("ModelVersion(\"Shop 2\", after: [\"Shop\"])") == true)
    let path = "Shop.xcdatamodeld/Shop 2.xcdatamodel"
    for given in [path, "\(path)/", "\(path)/contents", "./\(path)/."] {
        let run = try workshop.cdgen("generate", given, "-o", "out", "--check")
        #expect(run.status == 0, "\(given): \(run.output)")
    }
}

@Test(.blocking) func renamesThatAreNotFoundFromAnEarlierVersionAreNamed() throws {
    func text(_ name: String, was identifier: String? = nil) -> String {
        let identifier = identifier.map { " elementID=\"\($0)\"" } ?? ""
        return """
            <attribute name="\(name)" optional="YES" attributeType="String"\(identifier)/>
            """
    }
    func newer(was identifier: String) -> String {
        entity("Item", text("e", was: identifier)).replacing(
            "<entity name=\"Item\"",
            with: "<entity name=\"Thing\" elementID=\"Item\""
        )
    }
    let warning = """
        stores of the versions "Shop", "Shop 2" lose Item.c when they are migrated to "Shop 4", \
        in which Item.c is named Thing.e
        """
    for (identifier, isLost) in [("d", true), ("c", false)] {
        let versions = try Versions([
            entity("Item", text("c")), entity("Item", text("c") + text("f")),
            entity("Item", text("d", was: "c")), newer(was: identifier),
        ])
        defer { versions.workshop.remove() }
        let lint = try versions.workshop.cdgen("lint", "Shop.xcdatamodeld")
        #expect(lint.output.contains("\(warning) [lost-rename]") == isLost, "\(lint.output)")
        let fix = "\n  set the renaming identifier of Thing.e to \"c\"\n"
        #expect(lint.output.contains(fix) == isLost)
        let made = try versions.workshop.cdgen("generate", "Shop.xcdatamodeld", "-o", "out")
        #expect(made.status == 0)
        #expect(made.errors.contains(warning) == isLost)
        let third = try versions.workshop.cdgen("lint", "Shop.xcdatamodeld", "--version", "Shop 3")
        #expect(!third.output.contains("lost-rename"))
    }
}

/// Bytes stay bytes, whatever collection they are for the application.
@Test(.blocking) func anotherCollectionIsAnObstacleUnlessTransformablesAreData() throws {
    func words(_ type: String) -> String {
        """
        <attribute name="words" optional="YES" attributeType="Transformable" customClassName="\(type)"/>
        """
    }
    let versions = try Versions([
        entity("Item", words("[String]")), entity("Item", words("[Int64]")),
    ])
    let workshop = versions.workshop
    defer { workshop.remove() }
    let obstacle = "Item.words had the type [String] and now has the type [Int64]"
    for (type, isObstacle) in [("typed", true), ("data", false)] {
        let made = try workshop.cdgen(
            ["generate", "Shop.xcdatamodeld", "-o", type, "--transformable", type]
        )
        #expect(made.status == 0)
        #expect(made.errors.contains(obstacle) == isObstacle, "\(made.errors)")
        try workshop.write(".cdgen.yml", "model: Shop.xcdatamodeld\ntransformable: \(type)\n")
        let lint = try workshop.cdgen("lint", "Shop.xcdatamodeld")
        #expect(lint.output.contains(obstacle) == isObstacle, "\(lint.output)")
        try FileManager.default.removeItem(
            at: workshop.folder.appendingPathComponent(".cdgen.yml")
        )
    }
}

@Test(.blocking) func aCurrentVersionThatIsNotTheLastByNameIsNamed() throws {
    for current in [1, 2] {
        let bodies = [String](repeating: entity("Item", ""), count: 3)
        let versions = try Versions(bodies, current: current)
        defer { versions.workshop.remove() }
        let warning = #"the current version "Shop 2" precedes "Shop 3" by name: an application"#
        let lint = try versions.workshop.cdgen("lint", "Shop.xcdatamodeld")
        #expect(lint.output.contains(warning) == (current == 1))
        #expect(lint.output.contains("[version-order]") == (current == 1))
        #expect(lint.output.contains(#"for example to "Shop 4""#) == (current == 1))
        let made = try versions.workshop.cdgen("generate", "Shop.xcdatamodeld", "-o", "out")
        #expect(made.status == 0)
        #expect(made.errors.contains(warning) == (current == 1))
        let first = try versions.workshop.cdgen("lint", "Shop.xcdatamodeld", "--version", "Shop")
        #expect(!first.output.contains("version-order"))
    }
}

/// Opening a store refused both changes, but lint said nothing.
@Test(.blocking) func changesThatSomeRecordsRefuseAreNoted() throws {
    func spouse(_ inverse: String) -> String {
        """
        <relationship name="spouse" destinationEntity="Person" optional="YES" maxCount="1" \
        deletionRule="Nullify"\(inverse)/>
        """
    }
    let text = #"attributeType="String""#
    let place = "<attribute name=\"code\" \(text)/><attribute name=\"city\" \(text)/>"
    let site = "<attribute name=\"site\" \(text) defaultValueString=\"main\"/>"
    let versions = try Versions([
        entity("Place", place + keys(["code"])) + entity("Person", spouse("")),
        entity("Place", place + site + keys(["code"], ["city", "site"]))
            + entity("Person", spouse(#" inverseName="spouse" inverseEntity="Person""#)),
    ])
    defer { versions.workshop.remove() }
    let lint = try versions.workshop.cdgen("lint", "Shop.xcdatamodeld")
    let reasons = """
        stores of the version "Shop" cannot always be migrated to "Shop 2": Person.spouse is now \
        its own inverse, and some records may refer to a record that does not refer back; some \
        Place records could have the same city and site, which the new version requires to be \
        unique [may-not-migrate]
        """
    #expect(lint.output.contains(reasons), "\(lint.output)")
}

/// The advice was to give it the default that it has.
@Test(.blocking) func aDefaultOfANewKeyIsNotAdvised() throws {
    let versions = try Versions([
        entity("Item", ""),
        entity(
            "Item",
            #"<attribute name="slug" attributeType="String" defaultValueString="none"/>"#
                + keys(["name"], ["slug"])
        ),
    ])
    defer { versions.workshop.remove() }
    let lint = try versions.workshop.cdgen("lint", "Shop.xcdatamodeld")
    let reason = "Item.slug is new and required, and a unique key cannot consist of default values"
    #expect(lint.output.contains(reason), "\(lint.output)")
    let fix = #"make Item.slug optional, or provide values["Item.slug"] in a migration hook"#
    #expect(lint.output.contains("\n  \(fix) ("), "\(lint.output)")
    #expect(!lint.output.contains("has no default"))
}

/// The message said that a unique key cannot consist of default values, which this one does not.
@Test(.blocking) func aDefaultOfPartOfANewKeyIsAdvised() throws {
    func item(_ value: String) -> String {
        entity(
            "Item",
            "<attribute name=\"slug\" attributeType=\"String\"\(value)/>" + keys(["name", "slug"])
        )
    }
    let versions = try Versions([entity("Item", ""), item("")])
    let workshop = versions.workshop
    defer { workshop.remove() }
    let lint = try workshop.cdgen("lint", "Shop.xcdatamodeld")
    #expect(lint.output.contains("Item.slug is new and required, and has no default"))
    let fix = "give Item.slug a default value if another attribute of its unique key has none, or "
    #expect(lint.output.contains(fix), "\(lint.output)")
    let last = "Shop.xcdatamodeld/Shop 2.xcdatamodel/contents"
    let text = try #require(workshop.text(last))
    let slug = #"name="slug" attributeType="String""#
    try workshop.write(last, text.replacing(slug, with: slug + #" defaultValueString="x""#))
    let better = try workshop.cdgen("lint", "Shop.xcdatamodeld")
    #expect(!better.output.contains("[cannot-migrate]"), "\(better.output)")
}

/// The finding about the migration disappeared without a word.
@Test(.blocking) func aVersionThatCannotBeReadIsNamedAsNotChecked() throws {
    let versions = try Versions([
        entity("Item", #"<attribute name="price" optional="YES" attributeType="Double"/>"#),
        entity("Item", #"<attribute name="price" optional="YES" attributeType="String"/>"#),
    ])
    let workshop = versions.workshop
    defer { workshop.remove() }
    let first = "Shop.xcdatamodeld/Shop.xcdatamodel/contents"
    let warning = #"migrations from and to the version "Shop" were not checked, because"#
    func check(isBroken: Bool) throws {
        for options in [[], ["--version", "Shop 2"], ["--version", "all"]] {
            let lint = try workshop.cdgen(["lint", "Shop.xcdatamodeld"] + options)
            #expect(lint.status == 1, "\(options)")
            #expect(lint.output.contains("[cannot-migrate]") != isBroken, "\(lint.output)")
            #expect(lint.output.contains(warning) == isBroken, "\(lint.output)")
            #expect(lint.output.contains("[migration-not-checked]") == isBroken)
        }
        let made = try workshop.cdgen("generate", "Shop.xcdatamodeld", "-o", "out")
        #expect(made.status == 0)
        #expect(made.errors.contains(warning) == isBroken, "\(made.errors)")
    }
    try check(isBroken: false)
    try workshop.write(first, "<<<<<<< HEAD\n\(workshop.text(first) ?? "")")
    try check(isBroken: true)
    try FileManager.default.removeItem(at: workshop.folder.appendingPathComponent(first))
    try check(isBroken: true)
}

@Test(.blocking) func aVersionGivenWithItsExtensionIsCheckedForMigrations() throws {
    let versions = try Versions([
        entity("Item", ""),
        entity("Item", #"<attribute name="price" attributeType="Double"/>"#),
    ])
    defer { versions.workshop.remove() }
    for name in ["Shop 2", "Shop 2.xcdatamodel"] {
        let run = try versions.workshop.cdgen("lint", "Shop.xcdatamodeld", "--version", name)
        #expect(run.output.contains("[cannot-migrate]"), "\(name)")
        #expect(run.status == 1)
    }
}

/// A path of a version in the package: nothing was checked.
@Test(.blocking) func aVersionGivenByItsPathIsCheckedForMigrations() throws {
    let versions = try Versions([
        entity("Item", ""),
        entity("Item", #"<attribute name="price" attributeType="Double"/>"#), entity("Item", ""),
    ])
    defer { versions.workshop.remove() }
    let path = "Shop.xcdatamodeld/Shop 2.xcdatamodel"
    let warning = #""Shop" cannot be migrated to "Shop 2""#
    for given in [path, "\(path)/contents", "./\(path)/."] {
        let lint = try versions.workshop.cdgen("lint", given)
        #expect(lint.output.contains(warning), "\(given): \(lint.output)")
        #expect(!lint.output.contains("to \"Shop 3\""))
        let made = try versions.workshop.cdgen("generate", given, "-o", "out", "--dry-run")
        #expect(made.status == 0)
        #expect(made.errors.contains(warning), "\(given): \(made.errors)")
    }
}

@Test(.blocking) func renamesBetweenEarlierVersionsAreNamedIfAllAreChecked() throws {
    func text(_ name: String, was identifier: String) -> String {
        """
        <attribute name="\(name)" optional="YES" attributeType="String" elementID="\(identifier)"/>
        """
    }
    let versions = try Versions([
        entity("Item", text("c", was: "c")), entity("Item", text("d", was: "c")),
        entity("Item", text("e", was: "d")), entity("Item", text("e", was: "c")),
    ])
    defer { versions.workshop.remove() }
    let warning = "lose Item.c when they are migrated to \"Shop 3\""
    let all = try versions.workshop.cdgen("lint", "Shop.xcdatamodeld", "--version", "all")
    #expect(all.output.contains(warning), "\(all.output)")
    let current = try versions.workshop.cdgen("lint", "Shop.xcdatamodeld")
    #expect(!current.output.contains(warning))
}

/// The first version has no Log, but its Item has the key that the configuration names.
@Test(.blocking) func aKeyHoldsInAVersionThatLacksTheEntityOfAnotherKey() throws {
    let versions = try Versions([entity("Item", ""), entity("Item", "") + entity("Log", "")])
    defer { versions.workshop.remove() }
    try versions.workshop.write(
        ".cdgen.yml",
        "model: Shop.xcdatamodeld\nidentity:\n  Item: name\n  Log: name\n"
    )
    let run = try versions.workshop.cdgen("lint", "Shop.xcdatamodeld")
    #expect(!run.output.contains("[may-not-migrate]"), "\(run.output)")
    #expect(run.status == 0)
}

/// Generated code reads `0.0` as 0, and ignores a default that is not of the attribute's type.
@Test(.blocking) func aNewAttributeHasTheDefaultThatGeneratedCodeGivesIt() throws {
    func added(_ type: String, _ value: String) -> String {
        "<attribute name=\"added\" attributeType=\"\(type)\" defaultValueString=\"\(value)\"/>"
    }
    for (type, value, isObstacle) in [
        ("Integer 16", "0.0", false), ("Integer 16", "70000", true), ("UUID", "none", true),
    ] {
        let versions = try Versions([entity("Item", ""), entity("Item", added(type, value))])
        defer { versions.workshop.remove() }
        let lint = try versions.workshop.cdgen("lint", "Shop.xcdatamodeld")
        let found = lint.output.contains("Item.added is new and required, and has no default")
        #expect(found == isObstacle, "\(lint.output)")
    }
}

@Test(.blocking) func theDiagramOfCodeHasTheTypesThatTheConfigurationAsksFor() throws {
    let words = """
        <attribute name="words" attributeType="Transformable" customClassName="[String]"/>
        """
    let versions = try Versions([entity("Item", words)])
    defer { versions.workshop.remove() }
    for (type, declared) in [("typed", "words: [String]"), ("data", "words: Data")] {
        try versions.workshop.write(
            ".cdgen.yml",
            "model: Shop.xcdatamodeld\ntransformable: \(type)\n"
        )
        let run = try versions.workshop.cdgen("diagram", "Shop.xcdatamodeld", "--of", "code")
        #expect(run.output.contains("        \(declared)\n"), "\(run.output)")
    }
}

/// The inverse of Bicycle.pilot is Pilot.aircraft, whose own inverse is Aircraft.pilot.
@Test(.blocking) func anInverseOfAnotherRelationshipIsGeneratedAsNone() throws {
    func relationship(_ name: String, _ destination: String, _ inverse: String?) -> String {
        let written = inverse.map { "inverseName=\"\($0)\" inverseEntity=\"\(destination)\"" }
        return """
            <relationship name="\(name)" optional="YES" maxCount="1" deletionRule="Cascade" \
            destinationEntity="\(destination)" \(written ?? "")/>
            """
    }
    func generated(_ inverse: String?) throws -> (files: [String: String], errors: String) {
        let versions = try Versions([
            entity("Aircraft", relationship("pilot", "Pilot", "aircraft"))
                + entity("Pilot", relationship("aircraft", "Aircraft", "pilot"))
                + entity("Bicycle", relationship("pilot", "Pilot", inverse))
        ])
        defer { versions.workshop.remove() }
        let run = try versions.workshop.cdgen("generate", "Shop.xcdatamodeld", "-o", "out")
        #expect(run.status == 0, "\(run.errors)")
        let names = versions.workshop.files("out").filter { !$0.hasPrefix(".") }
        let files = names.map { ($0, versions.workshop.text("out/\($0)") ?? "") }
        return (Dictionary(files) { $1 }, run.errors)
    }
    let foreign = try generated("aircraft")
    let none = try generated(nil)
    let warning = #"the inverse "aircraft" of the relationship "pilot" is ignored"#
    #expect(foreign.errors.components(separatedBy: warning).count == 2, "\(foreign.errors)")
    #expect(!none.errors.contains("inverse"))
    #expect(none.files["Bicycle.swift"]?.isEmpty == false)
    #expect(foreign.files == none.files)
}

/// The reader accepts any derivation, but the store computes only some.
@Test(.blocking) func lintNamesADerivationThatTheStoreDoesNotCompute() throws {
    for (derivation, isComputed) in [("canonical:(name)", true), ("name.length", false)] {
        let derived =
            "<attribute name=\"key\" optional=\"YES\" attributeType=\"String\" derived=\"YES\" derivationExpression=\"\(derivation)\"/>"
        let versions = try Versions([entity("Item", derived)])
        defer { versions.workshop.remove() }
        let lint = try versions.workshop.cdgen("lint", "Shop.xcdatamodeld")
        let problem = "the store cannot compute the derived attribute \"key\" of \"Item\""
        #expect(lint.output.contains(problem) != isComputed, "\(lint.output)")
        #expect(lint.output.contains("[derivation-not-computed]") != isComputed)
        #expect(isComputed || lint.status == 1)
        // Core Data computes both.
        try versions.workshop.write(
            ".cdgen.yml",
            "model: Shop.xcdatamodeld\noutput: out\nbackend: coredata\n"
        )
        let other = try versions.workshop.cdgen("lint", "Shop.xcdatamodeld")
        #expect(!other.output.contains("[derivation-not-computed]"))
    }
}
