import Foundation
import TestSupport
import TestTraits
import Testing

/// The sample model with a folder of templates and a configuration that names it.
private func workshop(_ templates: [String: String]) throws -> Workshop {
    let workshop = try Workshop()
    try FileManager.default.createDirectory(
        at: workshop.folder.appendingPathComponent("mine"),
        withIntermediateDirectories: true
    )
    for (name, text) in templates { try workshop.write("mine/\(name)", text) }
    try workshop.write(
        ".cdgen.yml",
        "model: \(sampleModel)\noutput: out\ntemplates: mine\n"
    )
    return workshop
}

/// Editors on Windows end lines by two bytes, which Swift takes for one character.
@Test(.blocking) func templatesWithLineEndsOfWindowsAreMerged() throws {
    let workshop = try workshop([
        "{entity}Extra.swift.stencil":
            "import Foundation\r\n\r\nstruct {{ entity.type }}Extra {}\r\n"
    ])
    defer { workshop.remove() }
    #expect(try workshop.cdgen("generate", "-o", "out/All.swift", "--quiet").status == 0)
    let text = workshop.text("out/All.swift") ?? ""
    #expect(text.ranges(of: "import Foundation\n").count == 1)
    #expect(text.contains("// MARK: - CityExtra\n\nstruct CityExtra {}\n"), "\(text)")
}

@Test(.blocking) func templatesAddFilesThatAreCheckedWrittenAndRemoved() throws {
    let workshop = try workshop([
        "{entity}Extra.swift.stencil": "struct {{ entity.type }}Extra {}\n",
        "List.txt.stencil": "{% for entity in model.entities %}{{ entity.plural }};{% endfor %}",
    ])
    defer { workshop.remove() }
    #expect(try workshop.cdgen("generate", "--check", "--quiet").status == 1)
    #expect(try workshop.cdgen("generate", "--quiet").status == 0)
    #expect(workshop.text("out/CityExtra.swift")?.contains("struct CityExtra {}") == true)
    #expect(workshop.text("out/List.txt") == "cities;countries;\n")
    #expect(try workshop.cdgen("generate", "--check").status == 0)
    #expect(try workshop.cdgen("generate").output.contains("already up to date"))
    // A change of a template is one of the input.
    try workshop.write("mine/List.txt.stencil", "{{ model.name }}")
    #expect(try workshop.cdgen("generate", "--check").status == 1)
    #expect(try workshop.cdgen("generate").output.contains("wrote out/List.txt"))
    // What nobody has edited goes with its template.
    try FileManager.default.removeItem(
        at: workshop.folder.appendingPathComponent("mine/{entity}Extra.swift.stencil")
    )
    #expect(try workshop.cdgen("generate").output.contains("removed out/CityExtra.swift"))
    // A file of another kind has no head: after an edit it is somebody's own.
    try workshop.write("out/List.txt", "mine now")
    try workshop.write("mine/List.txt.stencil", "again")
    let refused = try workshop.cdgen("generate")
    #expect(refused.status == 73)
    #expect(refused.errors.contains("out/List.txt"))
    #expect(workshop.text("out/List.txt") == "mine now")
}

/// A template was given the statement of a list of all records.
@Test(.blocking) func aTemplateIsGivenTheStatementOfAForm() throws {
    let workshop = try workshop(["{query}.txt.stencil": "{{ query.sql }};{{ query.limit }}"])
    defer { workshop.remove() }
    try workshop.write("some.json", #"{"entity": "City", "sort": ["name"], "limit": 3}"#)
    try workshop.write("number.json", #"{"entity": "City", "result": "count"}"#)
    try workshop.write(
        ".cdgen.yml",
        "model: \(sampleModel)\noutput: out\ntemplates: mine\nqueries:\n- form: some.json\n- form: number.json\n"
    )
    #expect(try workshop.cdgen("generate", "--quiet").status == 0)
    #expect(workshop.text("out/some.txt")?.hasSuffix("\nLIMIT 3;3\n") == true)
    #expect(workshop.text("out/number.txt")?.hasPrefix("SELECT count(*)\nFROM") == true)
}

@Test(.blocking) func aFolderOfTemplatesMayBeALink() throws {
    let workshop = try workshop(["Name.txt.stencil": "{{ model.name }}"])
    defer { workshop.remove() }
    let link = workshop.folder.appendingPathComponent("link").path
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "mine")
    let run = try workshop.cdgen("generate", "--templates", "link", "--quiet")
    #expect(run.status == 0, "\(run.errors)")
    #expect(workshop.text("out/Name.txt") == "Sample\n")
}

@Test(.blocking) func anErrorInATemplateWritesNothing() throws {
    let workshop = try workshop(["{entity}Extra.swift.stencil": "x\n{{ entity.tpye }}"])
    defer { workshop.remove() }
    let run = try workshop.cdgen("generate")
    #expect(run.status == 65)
    #expect(run.errors.contains("mine/{entity}Extra.swift.stencil:2:1:"))
    #expect(run.errors.contains("did you mean \"type\"?"))
    #expect(workshop.files("out") == [])
    #expect(try workshop.cdgen("generate", "--templates", "nowhere").status == 66)
}

@Test(.blocking) func aRecordFromATemplateStaysInTheInterface() throws {
    let workshop = try workshop(["{entity}.swift.stencil": "public struct {{ entity.type }} {}\n"])
    defer { workshop.remove() }
    let interface = "Sources/SampleData/Generated"
    #expect(try workshop.cdgen("generate", "--interface", interface, "--quiet").status == 0)
    let city = workshop.text("\(interface)/City.swift")
    #expect(city?.contains("public struct City {}") == true)
    #expect(!workshop.files("out").contains("City.swift"))
}

@Test(.blocking) func everythingCanBeOneFile() throws {
    let workshop = try Workshop()
    defer { workshop.remove() }
    let arguments = ["generate", sampleModel, "--output", "out/Sample.swift"]
    #expect(try workshop.cdgen(arguments).status == 0)
    #expect(workshop.files("out") == [".cdgen-Sample.xcdatamodeld", "Sample.swift"])
    let text = try #require(workshop.text("out/Sample.swift"))
    #expect(text.components(separatedBy: "import CacheStore\n").count == 2)
    #expect(text.contains("// MARK: - City\n"))
    #expect(try workshop.cdgen(arguments + ["--check"]).status == 0)
    #expect(try workshop.cdgen(arguments).output.contains("already up to date"))
    try workshop.write("x.txt.stencil", "x")
    let mixed = try workshop.cdgen(arguments + ["--templates", "."])
    #expect(mixed.status != 0)
    #expect(mixed.errors.contains("not Swift"))
}

@Test(.blocking) func watchFollowsTemplates() async throws {
    let workshop = try workshop(["Name.txt.stencil": "{{ model.name }}"])
    defer { workshop.remove() }
    let process = try Tool("cdgen").start(
        ["watch", "--interval", "20"],
        output: workshop.folder.appendingPathComponent("words").path,
        in: workshop.folder
    )
    defer { process.terminate() }
    func until(_ name: String, is text: String) async throws {
        for _ in 0..<500 where workshop.text(name) != text {
            try await Task.sleep(for: .milliseconds(20))
        }
        #expect(workshop.text(name) == text)
    }
    try await until("out/Name.txt", is: "Sample\n")
    // A mistake leaves what is there, and the next change is followed again.
    try workshop.write("mine/Name.txt.stencil", "{{ model.nmae }}")
    try await Task.sleep(for: .milliseconds(200))
    try workshop.write("mine/Name.txt.stencil", "{{ model.manager }}")
    try await until("out/Name.txt", is: "SampleManager\n")
    try workshop.write("mine/Other.txt.stencil", "{{ model.source }}")
    try await until("out/Other.txt", is: "Sample.xcdatamodeld\n")
    // Foundation starts processes with signals blocked.
    process.terminate()
    for _ in 0..<250 where process.isRunning { try await Task.sleep(for: .milliseconds(20)) }
    #expect(!process.isRunning)
}
