import TestSupport
import TestTraits
import Testing

/// `cdgen query --into` adds a query only if `cdgen generate` can generate it with the file.
@Suite(.blocking) struct QueryAdditionTests {
    private let workshop: Workshop

    init() throws { workshop = try Workshop() }

    private func add(_ name: String, _ more: [String] = []) throws -> Tool.Result {
        let query = ["query", sampleModel, "--entity", "City", "--name", name]
        return try workshop.cdgen(query + ["--into", ".cdgen.yml"] + more)
    }

    /// Each later run of `cdgen generate` failed, or its code did not compile.
    @Test(arguments: [
        ("main", "the file \"main.swift\" would make"),
        ("Main", "the file \"main.swift\" would make"),
        ("City", "already has a file \"city.swift\""),
        ("Cities", "already has a member \"cities\""),
        ("Found", "the query \"found\" of .cdgen.yml has the same Swift file"),
    ])
    func aQueryWhoseNameIsTakenIsNotAdded(name: String, reason: String) throws {
        defer { workshop.remove() }
        let before = "model: \(sampleModel)\noutput: out\nqueries:\n- name: found\n  entity: City\n"
        try workshop.write(".cdgen.yml", before)
        let refused = try add(name)
        #expect(refused.status == 64)
        #expect(refused.errors.contains(reason), "\(refused.errors)")
        #expect(workshop.text(".cdgen.yml") == before)
    }

    /// In a folder, the files main.swift and city.swift, and allAreas.swift and allareas.swift,
    /// would be in the way.
    @Test func aQueryInTheOnlyFileNeedsOnlyAMethodOfItsOwn() throws {
        defer { workshop.remove() }
        try workshop.write(".cdgen.yml", "model: \(sampleModel)\noutput: All.swift\n")
        let names = ["main", "city", "allAreas", "allareas"]
        for name in names { #expect(try add(name).status == 0) }
        #expect(try workshop.cdgen("generate").status == 0)
        let code = try #require(workshop.text("All.swift"))
        for name in names { #expect(code.contains("func \(name)() async throws")) }
        let refused = try add("AllAreas")
        #expect(refused.status == 64)
        let problem = "the query \"allAreas\" of .cdgen.yml has the same method name"
        #expect(refused.errors.contains(problem), "\(refused.errors)")
    }

    /// The query was added, and `cdgen generate` refused it.
    @Test func aQueryIsCheckedForTheBackendOfTheFile() throws {
        defer { workshop.remove() }
        let before = "model: \(sampleModel)\noutput: out\nbackend: coredata\n"
        try workshop.write(".cdgen.yml", before)
        let refused = try add("q", ["--predicate", "name BETWEEN $range"])
        #expect(refused.status == 65)
        #expect(refused.errors.contains("write BETWEEN {$low, $high}"), "\(refused.errors)")
        #expect(workshop.text(".cdgen.yml") == before)
    }

    /// Each later run of `cdgen generate` failed.
    @Test func aQueryIsNotAddedToTheFileOfAnotherModel() throws {
        defer { workshop.remove() }
        let before = "output: out\nmodel: Model/Other.xcdatamodeld\n"
        try workshop.write(".cdgen.yml", before)
        let refused = try add("q")
        #expect(refused.status == 64)
        let problem = ".cdgen.yml:2: the file is for the model Model/Other.xcdatamodeld, not for"
        #expect(refused.errors.contains(problem), "\(refused.errors)")
        #expect(workshop.text(".cdgen.yml") == before)
    }

    /// They had no effect.
    @Test(arguments: [
        ("--backend", "coredata"), ("--access", "public"), ("--module", "Records"),
        ("--transformable", "data"),
    ])
    func anOptionThatTheFileDeterminesIsRefused(option: String, value: String) throws {
        defer { workshop.remove() }
        let refused = try add("q", [option, value])
        #expect(refused.status == 64)
        #expect(refused.errors.contains("--into cannot be combined with \(option): "))
        #expect(workshop.text(".cdgen.yml") == nil)
    }
}
