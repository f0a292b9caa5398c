import Foundation
import TestSupport
import TestTraits
import Testing

/// Records and protocols in one module, the implementation in another; access levels.
@Suite(.blocking) struct InterfaceTests {
    private let workshop: Workshop
    private let interface = "Sources/SampleData/Generated"

    init() throws { workshop = try Workshop() }

    private func generate(_ more: String...) throws -> Tool.Result {
        try workshop.cdgen(
            ["generate", sampleModel, "--output", "out", "--interface", interface] + more
        )
    }

    /// Renames an entity, with all references to it.
    private func rename(_ old: String, _ new: String) throws {
        let path = "\(sampleModel)/Sample.xcdatamodel/contents"
        let text = try #require(workshop.text(path))
        try workshop.write(path, text.replacing("\"\(old)\"", with: "\"\(new)\""))
    }

    @Test func recordsAndProtocolsAreAModuleOfTheirOwn() throws {
        defer { workshop.remove() }
        try workshop.write(
            ".cdgen.yml",
            """
            model: \(sampleModel)
            output: out
            interface: \(interface)
            queries:
              - {name: citiesCalled, entity: City, predicate: 'name == $name'}
            """
        )
        let run = try workshop.cdgen("generate")
        #expect(run.status == 0)
        #expect(run.output.contains("wrote \(interface)/City.swift"))
        let made = ["City.swift", "Country.swift", "SampleRecords.swift"]
        #expect(workshop.files(interface).filter { !$0.hasPrefix(".") } == made)
        let others = ["SampleManager.swift", "SampleModel.swift", "citiesCalled.swift"]
        #expect(workshop.files("out").filter { !$0.hasPrefix(".") } == others)

        let city = try #require(workshop.text("\(interface)/City.swift"))
        #expect(city.contains("public struct City"))
        #expect(!city.contains("CacheStore"))
        let query = "func citiesCalled(name: String) async throws -> [City]"
        let records = try #require(workshop.text("\(interface)/SampleRecords.swift"))
        #expect(records.contains("\(query)\n"))
        for name in others {
            #expect(workshop.text("out/\(name)")?.contains("public import SampleData\n") == true)
        }
        #expect(workshop.text("out/SampleManager.swift")?.contains(": SampleRecords {") == true)
        #expect(try workshop.cdgen("generate", "--check").status == 0)
        #expect(try workshop.cdgen("generate").output == "6 files already up to date\n")
    }

    @Test func bothFoldersFollowTheModel() throws {
        defer { workshop.remove() }
        try #require(try generate().status == 0)
        let all = try #require(workshop.text("\(interface)/City.swift"))
        try rename("Country", "Nation")
        let checked = try generate("--check")
        #expect(checked.status == 1)
        #expect(checked.output.contains("--- \(interface)/City.swift"))
        #expect(checked.output.contains("--- out/SampleManager.swift"))
        #expect(workshop.text("\(interface)/City.swift") == all)
        // Edited, and no longer made.
        let country = try #require(workshop.text("\(interface)/Country.swift"))
        try workshop.write("\(interface)/Country.swift", country + "// mine\n")
        let run = try generate()
        #expect(run.output.contains("kept \(interface)/Country.swift, which cdgen no longer"))
        try FileManager.default.removeItem(
            at: workshop.folder.appendingPathComponent("\(interface)/Country.swift")
        )
        try rename("Nation", "Country")
        #expect(try generate().output.contains("removed \(interface)/Nation.swift"))
        #expect(workshop.text("\(interface)/City.swift") == all)
    }

    /// The interface is written first: a run that is killed after it is completed by the next.
    @Test func aRunThatWasKilledBetweenTheFoldersIsCompleted() throws {
        defer { workshop.remove() }
        try #require(try generate().status == 0)
        let folder = workshop.folder
        let before = folder.appendingPathComponent("before")
        try FileManager.default.copyItem(at: folder.appendingPathComponent("out"), to: before)
        try rename("Country", "Nation")
        try #require(try generate().status == 0)
        let done = workshop.text("out/SampleManager.swift")
        try FileManager.default.removeItem(at: folder.appendingPathComponent("out"))
        try FileManager.default.moveItem(at: before, to: folder.appendingPathComponent("out"))
        #expect(try generate("--check").status == 1)
        #expect(try generate().status == 0)
        #expect(workshop.text("out/SampleManager.swift") == done)
        #expect(try generate("--check").status == 0)
    }

    @Test(arguments: [
        (["-o", "Sample.swift", "--interface", "in"], "--interface: an interface and its"),
        (["-o", "in/", "--interface", "./in"], "--interface: the interface and its"),
        (["-o", "out", "--interface", "in", "--access", "internal"], "--access: the records"),
        (["-o", "out", "--module", "Data"], "--module: the module has a name"),
        (["-o", "out", "--interface", "my data"], "--interface: \"my data\" is not a valid name"),
        (
            ["-o", "out", "--interface", "in", "--module", "a-b"],
            "--module: \"a-b\" is not a valid name"
        ),
    ])
    func whatCannotBeTwoModulesIsRefused(arguments: [String], problem: String) throws {
        defer { workshop.remove() }
        let run = try workshop.cdgen(["generate", sampleModel] + arguments)
        #expect(run.status == 64)
        #expect(run.errors.contains(problem))
        #expect(run.errors.split(separator: "\n").count <= 3)
        #expect(!workshop.files("").contains { ["in", "out", "my data"].contains($0) })
    }

    @Test func aLinkToTheOutputIsTheSameFolder() throws {
        defer { workshop.remove() }
        let link = workshop.folder.appendingPathComponent("in").path
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "out")
        let run = try workshop.cdgen("generate", sampleModel, "-o", "out", "--interface", "in")
        #expect(run.status == 64)
        #expect(run.errors.contains("--interface: the interface and its"), "\(run.errors)")
        #expect(!workshop.files("").contains("out"))
    }

    @Test func theAccessLevelIsThatOfTheOptionOrTheFile() throws {
        defer { workshop.remove() }
        let begin = "model: \(sampleModel)\noutput: out\naccess: "
        for (text, options, prefix) in [
            ("package", [], "package "), ("package", ["--access", "public"], "public "),
            ("internal", [], ""),
        ] {
            try workshop.write(".cdgen.yml", begin + text)
            try #require(try workshop.cdgen(["generate"] + options).status == 0)
            let city = try #require(workshop.text("out/City.swift"))
            #expect(city.contains("\n\(prefix)struct City: "))
            #expect(city.contains("\n\(prefix)import CacheStore\n"))
            #expect(city.contains("    \(prefix)init(\n") == !prefix.isEmpty)
        }
        try workshop.write(".cdgen.yml", begin + "open")
        let refused = try workshop.cdgen("generate")
        #expect(refused.status == 78)
        #expect(
            refused.errors.contains(".cdgen.yml:3: \"open\" is not a valid value of \"access\"")
        )
    }

    @Test func aQueryHasTheAccessAndTheModuleOfTheRecords() throws {
        defer { workshop.remove() }
        let run = try workshop.cdgen(
            "query",
            sampleModel,
            "--entity",
            "City",
            "--predicate",
            "country == $country",
            "--name",
            "citiesOf",
            "--access",
            "public",
            "--module",
            "SampleData"
        )
        #expect(run.output.contains("\npublic import SampleData\n"))
        #expect(run.output.contains("    public nonisolated(nonsending) func citiesOf("))
        let refused = try workshop.cdgen(
            "query",
            sampleModel,
            "--entity",
            "City",
            "--name",
            "all",
            "--module",
            "a b"
        )
        #expect(refused.status == 64)
        #expect(refused.errors.contains("--module: \"a b\" is not a valid name for a Swift module"))
    }

    @Test func aCollectionIsItsTypeOrBytes() throws {
        defer { workshop.remove() }
        let path = "\(sampleModel)/Sample.xcdatamodel/contents"
        let tags = """
            <attribute name="tags" optional="YES" attributeType="Transformable" \
            customClassName="[String]"/>
            """
        let text = try #require(workshop.text(path))
        let place = try #require(text.firstRange(of: "<entity name=\"City\""))
        let end = try #require(text[place.upperBound...].firstIndex(of: ">"))
        try workshop.write(path, "\(text[...end])\(tags)\(text[text.index(after: end)...])")
        for (options, type) in [([], "[String]?"), (["--transformable", "data"], "Data?")] {
            let run = try workshop.cdgen(["generate", sampleModel, "-o", "out"] + options)
            try #require(run.status == 0)
            #expect(workshop.text("out/City.swift")?.contains("    var tags: \(type)\n") == true)
        }
        let begin = "model: \(sampleModel)\noutput: out\n"
        try workshop.write(".cdgen.yml", begin + "transformable: json\n")
        let refused = try workshop.cdgen("generate")
        #expect(refused.status == 78)
        #expect(refused.errors.contains("\"json\" is not a valid value of \"transformable\""))
    }
}
