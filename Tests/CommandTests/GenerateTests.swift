import Foundation
import TestSupport
import TestTraits
import Testing

let sampleModel = "Model/Sample.xcdatamodeld"

/// A copy of the sample model in a folder of its own, in which `cdgen` runs.
struct Workshop {
    let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("cdgen-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try FileManager.default.copyItem(
            at: Tool.root.appendingPathComponent("Tasks/countries-cities/project/Model"),
            to: folder.appendingPathComponent("Model")
        )
    }

    func remove() { try? FileManager.default.removeItem(at: folder) }

    func cdgen(_ arguments: String...) throws -> Tool.Result { try cdgen(arguments) }

    func cdgen(_ arguments: [String]) throws -> Tool.Result {
        try Tool("cdgen").run(arguments, in: folder)
    }

    func text(_ path: String) -> String? {
        try? String(contentsOf: folder.appendingPathComponent(path), encoding: .utf8)
    }

    func write(_ path: String, _ text: String) throws {
        try Data(text.utf8).write(to: folder.appendingPathComponent(path))
    }

    func files(_ path: String) -> [String] {
        ((try? FileManager.default.contentsOfDirectory(
            atPath: folder.appendingPathComponent(path).path
        )) ?? []).sorted()
    }

    /// Renames the attribute "population" in the model.
    func changeModel(from old: String = "population", to new: String = "people") throws {
        let path = "\(sampleModel)/Sample.xcdatamodel/contents"
        let changed = (text(path) ?? "").replacing("name=\"\(old)\"", with: "name=\"\(new)\"")
        try write(path, changed)
    }
}

/// The message named only the missing output, whatever the model.
@Test(.blocking) func aModelThatDoesNotExistIsNamedWithoutAnOutputToo() throws {
    let workshop = try Workshop()
    defer { workshop.remove() }
    let run = try workshop.cdgen("generate", "nothere")
    #expect(run.status == 64)
    #expect(run.errors.contains("nothere: there is no such file or folder"), "\(run.errors)")
    #expect(run.errors.contains("no output is given"), "\(run.errors)")
    #expect(try !workshop.cdgen("generate", sampleModel).errors.contains("no such file"))
}

@Test(.blocking) func checkShowsTheDifferenceAndWritesNothing() throws {
    let workshop = try Workshop()
    defer { workshop.remove() }
    let missing = try workshop.cdgen("generate", sampleModel, "-o", "out", "--check")
    #expect(missing.status == 1)
    #expect(missing.output.contains("--- /dev/null\n+++ out/City.swift\n@@ -0,0 +1,"))
    #expect(workshop.files("") == ["Model"])

    #expect(try workshop.cdgen("generate", sampleModel, "-o", "out").status == 0)
    let made = workshop.files("out")
    #expect(try workshop.cdgen("generate", sampleModel, "-o", "out", "--check").status == 0)
    try workshop.changeModel()
    let changed = try workshop.cdgen("generate", sampleModel, "-o", "out", "--check")
    #expect(changed.status == 1)
    #expect(changed.output.contains("-    var population: Int64? = 0\n+    var people: Int64? = 0"))
    #expect(workshop.files("out") == made)
    #expect(workshop.text("out/City.swift")?.contains("population") == true)
}

@Test(.blocking) func aDryRunListsAndWritesNothing() throws {
    let workshop = try Workshop()
    defer { workshop.remove() }
    let run = try workshop.cdgen("generate", sampleModel, "-o", "out", "--dry-run")
    #expect(run.status == 0)
    #expect(run.output.contains("would write out/City.swift\n"))
    #expect(workshop.files("") == ["Model"])
}

@Test(.blocking) func quietSaysNothing() throws {
    let workshop = try Workshop()
    defer { workshop.remove() }
    let run = try workshop.cdgen("generate", sampleModel, "-o", "out", "--quiet")
    #expect(run.status == 0 && run.output.isEmpty && run.errors.isEmpty)
    #expect(workshop.files("out").contains("City.swift"))
}

@Test(.blocking) func editedFilesAreToldFromGeneratedOnes() throws {
    let workshop = try Workshop()
    defer { workshop.remove() }
    #expect(try workshop.cdgen("generate", sampleModel, "-o", "out").status == 0)
    try workshop.write("out/City+Mine.swift", "extension City {}\n")
    let edited = (workshop.text("out/City.swift") ?? "") + "// mine\n"
    try workshop.write("out/City.swift", edited)
    let again = try workshop.cdgen("generate", sampleModel, "-o", "out")
    #expect(again.output.contains("wrote out/City.swift, which had been edited"))
    try workshop.write("out/City.swift", edited)
    // The entity City becomes Town: the files of City go, but for the edited one.
    try workshop.changeModel(from: "City", to: "Town")
    let path = "\(sampleModel)/Sample.xcdatamodel/contents"
    let text = (workshop.text(path) ?? "").replacing("\"City\"", with: "\"Town\"")
    try workshop.write(path, text)
    let renamed = try workshop.cdgen("generate", sampleModel, "-o", "out")
    #expect(renamed.status == 0)
    #expect(renamed.output.contains("wrote out/Town.swift"))
    #expect(renamed.output.contains("kept out/City.swift, which cdgen no longer generates"))
    let files = workshop.files("out")
    #expect(files.contains("Town.swift") && files.contains("City+Mine.swift"))
    #expect(files.filter { $0.hasPrefix("City") } == ["City+Mine.swift", "City.swift"])
}

@Test(.blocking) func theConfigurationHoldsQueriesThatAreMadeAndChecked() throws {
    let workshop = try Workshop()
    defer { workshop.remove() }
    let text = """
        model: \(sampleModel)
        output: out
        queries:
          - name: citiesStartingWith
            entity: City
            predicate: name BEGINSWITH[c] $text
            sort: name

        """
    try workshop.write(".cdgen.yml", text)
    #expect(try workshop.cdgen("generate").status == 0)
    let query = workshop.text("out/citiesStartingWith.swift")
    #expect(query?.contains("func citiesStartingWith(text: String)") == true)
    #expect(try workshop.cdgen("generate", "--check").status == 0)
    try workshop.write(".cdgen.yml", text.replacing("BEGINSWITH", with: "ENDSWITH"))
    #expect(try workshop.cdgen("generate", "--check").status == 1)
    try workshop.write(".cdgen.yml", text.components(separatedBy: "queries").first ?? "")
    #expect(try workshop.cdgen("generate").output.contains("removed out/citiesStartingWith.swift"))
}

@Test(
    .blocking,
    arguments: [
        ("modle: x", "bad.yml:1:1: \"modle\" is not a key of the configuration", 78),
        ("a: [1\nb: 2", "bad.yml:2:2: invalid YAML", 78),
        ("- a", "bad.yml:1:1: the file is a list", 78),
        ("model: M.xcdatamodeld", "bad.yml: the file has no \"output\"", 64),
        (
            "model: \(sampleModel)\noutput: out\nbackend: foo",
            "bad.yml:3: \"foo\" is not a valid value of \"backend\"", 78
        ),
        ("model: a\nmodel: b", "key \"model\" is given more than once in the same mapping", 78),
        (
            "output: out\nmodel: nix.xcdatamodeld",
            "bad.yml:2: the model nix.xcdatamodeld does not exist", 66
        ),
        (
            "model: \(sampleModel)\noutput: out\nqueries:\n- name: x\n  entity: Cty",
            "bad.yml:4: the query \"x\" cannot be generated\nx, entity: the model", 65
        ),
        (
            "model: \(sampleModel)\noutput: out\nqueries:\n- {name: x, entity: City, sort: nme}",
            "bad.yml:4: the query \"x\" cannot be generated\nx, sort: \"City\" has no \"nme\"", 65
        ),
        (
            "model: \(sampleModel)\noutput: out\nqueries:\n- {name: cities, entity: City}",
            "bad.yml:4: the query \"cities\" cannot be generated\nname: SampleManager already has a member \"cities\"",
            64
        ),
        (
            "model: \(sampleModel)\noutput: out\nqueries:\n- {name: main, entity: City}",
            "bad.yml:4: the file main.swift of the query \"main\" would make the target an executable",
            65
        ),
    ]
)
func aConfigurationThatIsWrongIsRefused(text: String, problem: String, status: Int32) throws {
    let workshop = try Workshop()
    defer { workshop.remove() }
    try workshop.write("bad.yml", text)
    let run = try workshop.cdgen("generate", "--config", "bad.yml")
    #expect(run.status == status)
    #expect(run.errors.contains(problem), "\(run.errors)")
    #expect(workshop.files("") == ["Model", "bad.yml"])
}

@Test(
    .blocking,
    arguments: [
        "\(sampleModel)/gen", "\(sampleModel)/Sample.xcdatamodel", "Model/../\(sampleModel)/a/b",
    ]
)
func theOutputIsNeverInsideTheModel(folder: String) throws {
    let workshop = try Workshop()
    defer { workshop.remove() }
    let run = try workshop.cdgen("generate", sampleModel, "-o", folder)
    #expect(run.status == 73)
    #expect(run.errors.contains("inside a model package"))
    #expect(workshop.files(sampleModel) == [".xccurrentversion", "Sample.xcdatamodel"])
}

@Test(.blocking) func aFileThatIsNoModelIsNotReadForItsHash() throws {
    let workshop = try Workshop()
    defer { workshop.remove() }
    let contents = workshop.folder.appendingPathComponent(
        "\(sampleModel)/Sample.xcdatamodel/contents"
    )
    // A pipe without a writer, which a plain reader would wait for without end.
    try FileManager.default.removeItem(at: contents)
    #expect(mkfifo(contents.path, 0o600) == 0)
    let pipe = try workshop.cdgen("generate", sampleModel, "--output", "Generated")
    #expect(pipe.status == 66)
    #expect(pipe.errors.contains("this is not a regular file"))
    try FileManager.default.removeItem(at: contents)
    #expect(FileManager.default.createFile(atPath: contents.path, contents: nil))
    #expect(truncate(contents.path, 1 << 30) == 0)
    let large = try workshop.cdgen("generate", sampleModel, "--output", "Generated")
    #expect(large.status == 65)
    #expect(large.errors.contains("is too large to be read (1073741824 bytes)"))
    #expect(!FileManager.default.fileExists(atPath: workshop.folder.path + "/Generated"))
}

@Test(.blocking) func aRunThatIsRefusedHalfwayLeavesNothing() throws {
    let workshop = try Workshop()
    defer { workshop.remove() }
    let query = "  - {name: found, entity: City, predicate: 'name == $name'}\n"
    try workshop.write(
        ".cdgen.yml",
        "model: \(sampleModel)\noutput: out\nqueries:\n\(query)\(query.replacing("found", with: "Found"))"
    )
    let before = try FileManager.default.contentsOfDirectory(atPath: workshop.folder.path)
    let run = try workshop.cdgen("generate")
    #expect(run.status != 0)
    #expect(
        run.errors.hasSuffix(
            """
            .cdgen.yml:5: the query "Found" and other code would both be written to found.swift
              give the query another name

            """
        ),
        "\(run.errors)"
    )
    let after = try FileManager.default.contentsOfDirectory(atPath: workshop.folder.path)
    #expect(before.sorted() == after.sorted())
}

@Test(.blocking) func anOutputThatCannotBeWrittenIsReported() throws {
    let workshop = try Workshop()
    defer { workshop.remove() }
    try workshop.write("out", "a file")
    let run = try workshop.cdgen("generate", sampleModel, "-o", "out")
    #expect(run.status == 73)
    #expect(run.errors.hasPrefix("out: this is a file, not a folder\n"))
    #expect(workshop.text("out") == "a file")
}

@Test(.blocking) func watchFollowsChangesRenamesAndErrors() async throws {
    let workshop = try Workshop()
    defer { workshop.remove() }
    let process = try Tool("cdgen").start(
        ["watch", sampleModel, "-o", "out", "--interval", "20"],
        output: workshop.folder.appendingPathComponent("words").path,
        in: workshop.folder
    )
    defer { process.terminate() }
    func until(_ holds: () -> Bool) async throws {
        for _ in 0..<500 where !holds() { try await Task.sleep(for: .milliseconds(20)) }
        #expect(holds())
    }
    func city(has text: String) -> Bool { workshop.text("out/City.swift")?.contains(text) == true }

    try await until { city(has: "population") }
    let begin = "Watching the model and its settings; Ctrl-C stops.\n"
    #expect(workshop.text("words")?.hasPrefix(begin) == true)
    try workshop.changeModel()
    try await until { city(has: "people") }
    let path = "\(sampleModel)/Sample.xcdatamodel/contents"
    let good = try #require(workshop.text(path))
    try workshop.write(path, "<model>")
    try await until { workshop.text("words")?.contains("waiting for the next change") == true }
    try workshop.write(path, good.replacing("\"people\"", with: "\"dwellers\""))
    try await until { city(has: "dwellers") }
    let place = workshop.folder.appendingPathComponent(sampleModel)
    let away = workshop.folder.appendingPathComponent("away.xcdatamodeld")
    try FileManager.default.moveItem(at: place, to: away)
    try await until { workshop.text("words")?.contains("there is no such file") == true }
    try FileManager.default.moveItem(at: away, to: place)
    try workshop.changeModel(from: "dwellers", to: "souls")
    try await until { city(has: "souls") }
    #expect(process.isRunning)
}

@Test(.blocking) func watchFollowsAModelThatIsALink() async throws {
    let workshop = try Workshop()
    defer { workshop.remove() }
    let link = workshop.folder.appendingPathComponent("Link.xcdatamodeld").path
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: sampleModel)
    let process = try Tool("cdgen").start(
        ["watch", "Link.xcdatamodeld", "-o", "out", "--interval", "20"],
        output: workshop.folder.appendingPathComponent("words").path,
        in: workshop.folder
    )
    defer { process.terminate() }
    for word in ["population", "people"] {
        func isMade() -> Bool { workshop.text("out/City.swift")?.contains(word) == true }
        for _ in 0..<500 where !isMade() { try await Task.sleep(for: .milliseconds(20)) }
        #expect(isMade(), "\(word)")
        if word == "population" { try workshop.changeModel() }
    }
}

/// The output was in the folder of the configuration.
@Test(.blocking) func aTildeInAConfigurationElsewhereIsTheHomeFolder() throws {
    let workshop = try Workshop()
    defer { workshop.remove() }
    try workshop.write("Model/.cdgen.yml", "model: Sample.xcdatamodeld\noutput: ~/cdgen-none\n")
    let run = try workshop.cdgen("generate", "--config", "Model/.cdgen.yml", "--dry-run")
    let file = "\(NSHomeDirectory())/cdgen-none/City.swift"
    #expect(run.output.contains("would write \(file)\n"), "\(run.output)\(run.errors)")
}

@Test(.blocking) func aQueryIsKeptInTheConfiguration() throws {
    let workshop = try Workshop()
    defer { workshop.remove() }
    let begin = [
        "query", sampleModel, "--entity", "City", "--name", "found", "--into", ".cdgen.yml",
    ]
    try workshop.write(
        ".cdgen.yml",
        """
        # ours
        model: \(sampleModel)
        output: out
        queries:
        - name: all # every one
          entity: Country

        """
    )
    func add(_ predicate: String) throws -> String {
        try workshop.cdgen(begin + ["--predicate", predicate, "--sort", "name:descending"]).output
    }
    #expect(try add("name == $name") == "added found in .cdgen.yml\n")
    #expect(try add("name == \"it's\"") == "replaced found in .cdgen.yml\n")
    #expect(
        workshop.text(".cdgen.yml") == """
            # ours
            model: \(sampleModel)
            output: out
            queries:
            - name: all # every one
              entity: Country
            - name: found
              entity: City
              predicate: 'name == "it''s"'
              sort: ['name:descending']

            """
    )
    #expect(try workshop.cdgen("generate").status == 0)
    #expect(workshop.files("out").contains("all.swift"))
    #expect(workshop.text("out/found.swift")?.contains("\"it's\"") == true)
    // In the flow style there is no line to add to.
    let flow = "model: \(sampleModel)\noutput: out\nqueries: [{name: a, entity: City}]\n"
    try workshop.write(".cdgen.yml", flow)
    let refused = try workshop.cdgen(begin)
    #expect(refused.status == 78 && refused.errors.contains("cannot be added"))
    #expect(workshop.text(".cdgen.yml") == flow)
}

@Test(.blocking) func aFormIsAnEntryOfTheConfiguration() throws {
    let workshop = try Workshop()
    defer { workshop.remove() }
    let folder = workshop.folder.appendingPathComponent("Queries")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    func form(_ limit: Int) -> String {
        "{\"name\": \"large\", \"entity\": \"City\", \"sort\": [\"name\"], \"limit\": \(limit)}\n"
    }
    try workshop.write("Queries/large.json", form(3))
    try workshop.write(".cdgen.yml", "model: \(sampleModel)\noutput: out\n")
    let added = try workshop.cdgen([
        "query", sampleModel, "--form", "Queries/large.json", "--into", ".cdgen.yml",
    ])
    #expect(added.output == "added large in .cdgen.yml\n")
    #expect(
        workshop.text(".cdgen.yml") == """
            model: \(sampleModel)
            output: out
            queries:
              - name: large
                form: 'Queries/large.json'

            """
    )
    #expect(try workshop.cdgen("generate").status == 0)
    #expect(workshop.text("out/large.swift")?.contains("LIMIT 3") == true)
    // A form that changed is generated again.
    try workshop.write("Queries/large.json", form(5))
    #expect(try workshop.cdgen(["generate", "--check"]).status != 0)
    #expect(try workshop.cdgen("generate").status == 0)
    #expect(workshop.text("out/large.swift")?.contains("LIMIT 5") == true)
    try workshop.write("Queries/large.json", form(5).replacing("City", with: "Ctiy"))
    let wrong = try workshop.cdgen("generate")
    #expect(wrong.status != 0)
    #expect(wrong.errors.contains(".cdgen.yml:4"))
    #expect(wrong.errors.contains("Queries/large.json:1"))
    try FileManager.default.removeItem(at: folder.appendingPathComponent("large.json"))
    let missing = try workshop.cdgen("generate")
    #expect(missing.errors.contains("the form does not exist or cannot be read"))
    try workshop.write(
        ".cdgen.yml",
        "model: \(sampleModel)\noutput: out\nqueries:\n- form: Queries/large.json\n  entity: City\n"
    )
    let both = try workshop.cdgen("generate")
    #expect(both.errors.contains(".cdgen.yml:4") && both.errors.contains("a form and also"))
}

@Test(.blocking) func theSQLOfAQueryIsShownWithItsPlan() throws {
    let workshop = try Workshop()
    defer { workshop.remove() }
    let run = try workshop.cdgen(
        "query",
        sampleModel,
        "--entity",
        "City",
        "--predicate",
        "country.name == $name AND id == $id",
        "--sql"
    )
    #expect(run.status == 0)
    #expect(run.output.hasPrefix("SELECT t0.\"area\", t0.\"id\""))
    #expect(run.output.contains("WHERE t1.\"name\" IS ?1 AND t0.\"id\" IS ?2\n"))
    #expect(run.output.contains("\n\nSEARCH t0 USING INDEX"))
    // No method is generated, so a name that no method may have does no harm.
    let named = try workshop.cdgen(
        "query",
        sampleModel,
        "--entity",
        "City",
        "--name",
        "close",
        "--sql"
    )
    #expect(named.status == 0, "\(named.errors)")
    // Nor does a form need a name.
    try workshop.write("form.json", #"{"entity": "City"}"#)
    let form = try workshop.cdgen("query", sampleModel, "--form", "form.json", "--sql")
    #expect(form.status == 0, "\(form.errors)")
    #expect(form.output.hasPrefix("SELECT t0.\"area\", t0.\"id\""))
}

@Test(.blocking) func anEntityWithoutItsOptionIsNamedWithTheOption() throws {
    let workshop = try Workshop()
    defer { workshop.remove() }
    let without = try workshop.cdgen("query", sampleModel, "City", "--name", "all")
    #expect(without.status == 64)
    #expect(without.errors.contains("such as --entity City"), "\(without.errors)")
    let more = try workshop.cdgen("query", sampleModel, "--entity", "City", "x", "--name", "all")
    #expect(more.status == 64)
    #expect(more.errors.contains("unexpected argument \"x\""), "\(more.errors)")
    let none = try workshop.cdgen("query", sampleModel, "--name", "all")
    #expect(none.errors.contains("give --entity, or a form: --form FILE"), "\(none.errors)")
}

@Test(.blocking, arguments: ["", ".", ".name", "country..name", "name:down", "name:descending:x"])
func whatIsNoSortKeyIsRefused(key: String) throws {
    let workshop = try Workshop()
    defer { workshop.remove() }
    let run = try workshop.cdgen("query", sampleModel, "--entity", "City", "--sql", "--sort", key)
    #expect(run.status == 64)
    #expect(run.errors.contains("--sort: \"\(key)\" is not a sort key"), "\(run.errors)")
}

/// Forms, each with a part of its SQL.
private let shapedForms: [(String, String)] = [
    (#"{"entity": "City", "sort": ["name"], "limit": 3, "offset": 2}"#, "\nLIMIT 3 OFFSET 2\n\n"),
    (#"{"entity": "City", "result": "first"}"#, "\nLIMIT 1\n\n"),
    (#"{"entity": "City", "result": "count"}"#, "SELECT count(*)\nFROM "),
    (#"{"entity": "City", "result": {"attribute": "name"}}"#, "SELECT t0.\"name\"\nFROM "),
    (
        #"{"entity": "City", "result": {"avg": "population"}}"#,
        "SELECT avg(t0.\"population\")\nFROM "
    ),
]

@Test(.blocking, arguments: shapedForms)
func theSQLOfAFormIsTheStatementOfItsMethod(form: String, sql: String) throws {
    let workshop = try Workshop()
    defer { workshop.remove() }
    try workshop.write("form.json", form)
    let query = ["query", sampleModel, "--form", "form.json"]
    let run = try workshop.cdgen(query + ["--sql"])
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output.contains(sql), "\(run.output)")
    let method = try workshop.cdgen(query + ["--name", "found"]).output
    let lines = method.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
    let statement = run.output.split(separator: "\n\n").first?.split(separator: "\n") ?? []
    #expect(lines.joined(separator: "\n").contains(statement.joined(separator: "\n")), "\(method)")
}

@Test(.blocking) func theOutputMayNotLieInTheModelEvenThroughALink() throws {
    let workshop = try Workshop()
    defer { workshop.remove() }
    try FileManager.default.createSymbolicLink(
        atPath: workshop.folder.appendingPathComponent("link").path,
        withDestinationPath: sampleModel
    )
    for output in [
        sampleModel, "\(sampleModel)/new", "link", "link/new", "link/new/deeper", "x/../link/new",
    ] {
        let run = try workshop.cdgen("generate", sampleModel, "--output", output)
        #expect(run.status == 73, "\(output)")
        #expect(run.errors.contains("inside a model package"), "\(output): \(run.errors)")
    }
    #expect(workshop.files(sampleModel) == [".xccurrentversion", "Sample.xcdatamodel"])
}

@Test(.blocking) func anOutputThatIsNoFolderIsNamed() throws {
    let workshop = try Workshop()
    defer { workshop.remove() }
    try workshop.write("file", "mine")
    let file = try workshop.cdgen("generate", sampleModel, "--output", "file")
    #expect(file.status == 73)
    #expect(
        file.errors == """
            file: this is a file, not a folder
              choose another folder, or move this item; nothing was written

            """
    )
    #expect(workshop.text("file") == "mine")
    let empty = try workshop.cdgen("generate", sampleModel, "--output", "")
    #expect(empty.status == 64)
    #expect(empty.errors.hasPrefix("--output: the name of the output folder is empty"))
    let under = try workshop.cdgen("generate", sampleModel, "--output", "file/new")
    #expect(under.status == 73)
    #expect(workshop.files(".") == ["Model", "file"])
}

@Test(.blocking) func aNewFolderIsThereAsAWholeAndNothingBesideIt() throws {
    let workshop = try Workshop()
    defer { workshop.remove() }
    let run = try workshop.cdgen("generate", "\(sampleModel)/", "--output", "My App/Generated/")
    #expect(run.status == 0)
    #expect(workshop.files(".") == ["Model", "My App"])
    #expect(workshop.files("My App") == ["Generated"])
    #expect(workshop.files("My App/Generated").contains(".cdgen-Sample.xcdatamodeld"))
    let again = try workshop.cdgen("generate", sampleModel, "--output", "My App/Generated")
    #expect(again.output.hasSuffix("already up to date\n"))
}

/// `generate` is parsed without the other commands if that succeeds, see `main.swift`.
@Test func argumentsOfGenerateAreReportedAsThoseOfOtherCommands() throws {
    let cdgen = Tool("cdgen")
    let help = try cdgen.run(["generate", "--help"])
    #expect(help.status == 0)
    #expect(help.output.contains("USAGE: cdgen generate [<options>] [<model>]"))
    #expect(try cdgen.run(["help", "generate"]).output == help.output)

    let both = try cdgen.run(["generate", "--check", "--dry-run"])
    #expect(both.status == 64)
    #expect(both.errors.hasPrefix("Error: give --check or --dry-run, not both\n"))

    let unknown = try cdgen.run(["generate", "--nosuch"])
    #expect(unknown.status == 64)
    #expect(unknown.errors.hasPrefix("Error: Unknown option '--nosuch'\n"))
    #expect(unknown.errors.contains("See 'cdgen generate --help'"))

    let missing = try cdgen.run(["generate", "-o", "out", "--", "nosuch.xcdatamodeld"])
    #expect(missing.status == 66)
    #expect(missing.errors.hasPrefix("nosuch.xcdatamodeld: "))
}

/// Runs at once, into a folder that is there and into one that is not.
@Test(.blocking, arguments: ["there", "new"])
func runsAtOnceWriteTheFilesOfOneRun(_ output: String) throws {
    let workshop = try Workshop()
    defer { workshop.remove() }
    try #require(try workshop.cdgen("generate", sampleModel, "-o", "there").status == 0)
    try workshop.changeModel()
    let runs = try (1...6).map { number in
        try Tool("cdgen").start(
            ["generate", sampleModel, "-o", output],
            output: workshop.folder.appendingPathComponent("said\(number)").path,
            in: workshop.folder
        )
    }
    for (index, run) in runs.enumerated() {
        run.waitUntilExit()
        #expect(run.terminationStatus == 0, "\(workshop.text("said\(index + 1)") ?? "")")
    }
    #expect(try workshop.cdgen("generate", sampleModel, "-o", output, "--check").status == 0)
    #expect(!workshop.files(output).contains { $0.hasSuffix(".cdgen-new") })
    #expect(!workshop.files("").contains { $0.hasPrefix(".new.cdgen-") })
}

/// In a folder, the files main.swift and city.swift would be in the way.
@Test(.blocking) func aSingleFileHasTheRequestsWhoseOwnFilesCouldNotBe() throws {
    let workshop = try Workshop()
    defer { workshop.remove() }
    let path = "\(sampleModel)/Sample.xcdatamodel/contents"
    let requests = ["main", "city"].map { "<fetchRequest name=\"\($0)\" entity=\"City\"/>" }
    let text = workshop.text(path) ?? ""
    try workshop.write(path, text.replacing("</model>", with: "\(requests.joined())</model>"))
    let folder = try workshop.cdgen("generate", sampleModel, "-o", "out")
    #expect(folder.status == 0)
    #expect(folder.errors.contains("no method for the fetch request \"main\""))
    #expect(folder.errors.contains("no method for the fetch request \"city\""))
    let file = try workshop.cdgen("generate", sampleModel, "-o", "Sample.swift")
    #expect(file.status == 0)
    #expect(!file.errors.contains("no method for"), "\(file.errors)")
    let code = workshop.text("Sample.swift") ?? ""
    #expect(code.contains(" func main() async throws -> [City] {"))
    #expect(code.contains(" func city() async throws -> [City] {"))
}

@Test(.blocking) func aQueryDoesNotHideAMemberOfTheManager() throws {
    let workshop = try Workshop()
    defer { workshop.remove() }
    let query = ["query", sampleModel, "--entity", "City", "--name", "close"]
    let run = try workshop.cdgen(query)
    #expect(run.status == 64)
    #expect(run.errors.contains("--name: SampleManager already has a member \"close\""))
    #expect(try workshop.cdgen(query + ["--predicate", "name == $name"]).status == 0)
}

@Test(.blocking) func aQueryReplacesNeitherOtherCodeNorAFetchRequest() throws {
    let workshop = try Workshop()
    defer { workshop.remove() }
    let path = "\(sampleModel)/Sample.xcdatamodel/contents"
    let request = #"<fetchRequest name="old" entity="City" predicateString="name == $x"/>"#
    let text = workshop.text(path) ?? ""
    try workshop.write(path, text.replacing("</model>", with: "\(request)</model>"))
    #expect(try workshop.cdgen("generate", sampleModel, "-o", "out").status == 0)
    let query = ["query", sampleModel, "--entity", "City", "--predicate", "name == $x", "--name"]
    #expect(try workshop.cdgen(query + ["mine", "-o", "out/mine.swift"]).status == 0)
    for name in ["City.swift", "old.swift", "SampleManager.swift", "mine.swift"] {
        let before = workshop.text("out/\(name)")
        let refused = try workshop.cdgen(query + ["other", "-o", "out/\(name)"])
        #expect(refused.status == 73, "\(name): \(refused.errors)")
        #expect(refused.errors.contains("contains other generated code"), "\(refused.errors)")
        #expect(workshop.text("out/\(name)") == before)
    }
    #expect(try workshop.cdgen(query + ["mine", "-o", "out/mine.swift"]).status == 0)
    for output in [[], ["-o", "out/new.swift"]] {
        let refused = try workshop.cdgen(query + ["old"] + output)
        #expect(refused.status == 64)
        #expect(refused.errors.contains("already has a method for a request with this name"))
    }
    #expect(workshop.text("out/new.swift") == nil)
}
