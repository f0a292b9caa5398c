import Foundation
import TestSupport
import TestTraits
import Testing

@Test(.blocking) func codeForCoreDataIsGeneratedFromTheConfiguration() throws {
    let workshop = try Workshop()
    defer { workshop.remove() }
    try workshop.write(
        ".cdgen.yml",
        """
        model: \(sampleModel)
        output: out
        backend: coredata
        queries:
          - name: citiesStartingWith
            entity: City
            predicate: name BEGINSWITH[c] $text AND country == $country
        """
    )
    let run = try workshop.cdgen("generate")
    #expect(run.status == 0)
    // Xcode would make classes of the same names.
    #expect(run.errors.contains("class-by-xcode") || run.errors.contains("Manual/None"))
    let query = try #require(workshop.text("out/citiesStartingWith.swift"))
    #expect(query.contains("import ManagedStore\n"))
    #expect(query.contains("\"name BEGINSWITH[c] %@ AND country."))
    let manager = try #require(workshop.text("out/SampleManager.swift"))
    #expect(manager.contains("not yet run on macOS or iOS."))
    let kinds = ["Manager", "Model"].map { "Sample\($0).swift" }
    let entities = ["City.swift", "Country.swift", "citiesStartingWith.swift"]
    #expect(
        Set(workshop.files("out").filter { $0.hasSuffix(".swift") }) == Set(kinds + entities)
    )
    for name in workshop.files("out") where name.hasSuffix(".swift") {
        #expect(workshop.text("out/\(name)")?.contains("import CacheStore") == false)
    }
    #expect(try workshop.cdgen("generate", "--check").status == 0)
    // The other backend replaces the files, and removes those that it does not make.
    #expect(try workshop.cdgen("generate", "--backend", "store", "--quiet").status == 0)
    #expect(workshop.text("out/SampleManager.swift")?.contains("ManagedStore") == false)
    #expect(workshop.text("out/citiesStartingWith.swift")?.contains("import CacheStore") == true)
}

@Test(.blocking) func aQueryForCoreDataIsPrinted() throws {
    let workshop = try Workshop()
    defer { workshop.remove() }
    let run = try workshop.cdgen(
        "query",
        sampleModel,
        "--backend",
        "coredata",
        "--entity",
        "City",
        "--predicate",
        "name BEGINSWITH[c] $text",
        "--sort",
        "name",
        "--name",
        "citiesStartingWith"
    )
    #expect(run.status == 0)
    #expect(run.output.contains("func citiesStartingWith(text: String) async throws -> [City] {"))
    #expect(
        run.output.contains("fetched: .init(\"name BEGINSWITH[c] %@\", [.value(text)])")
    )
}

@Test(.blocking) func aQueryThatEndsCoreDataIsNotPrinted() throws {
    let workshop = try Workshop()
    defer { workshop.remove() }
    func run(_ backend: String) throws -> Tool.Result {
        try workshop.cdgen(
            "query",
            sampleModel,
            "--backend",
            backend,
            "--entity",
            "City",
            "--predicate",
            "name BETWEEN $range",
            "--name",
            "citiesBetween"
        )
    }
    let refused = try run("coredata")
    #expect(refused.status == 65)
    #expect(refused.output == "")
    #expect(refused.errors.contains("write BETWEEN {$low, $high}"))
    #expect(try run("store").status == 0)
}
