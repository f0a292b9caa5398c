import Foundation
import TestSupport
import TestTraits
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// `cdgen studio`, started in a folder and ended with the value.
private final class RunningStudio {
    private let process: Process
    private let scratch: TemporaryFolder
    private let address: URLComponents

    init(in folder: URL, _ arguments: [String] = []) throws {
        scratch = try TemporaryFolder()
        let output = scratch.path("output")
        process = try Tool("cdgen").start(["studio"] + arguments, output: output, in: folder)
        var said = ""
        for _ in 0..<200 where !said.contains("Ctrl-C ends it.\n") && process.isRunning {
            usleep(50_000)
            said = try String(contentsOfFile: output, encoding: .utf8)
        }
        let line = said.split(separator: "\n").first { $0.contains("http://") } ?? ""
        let text = line.trimmingCharacters(in: .whitespaces)
        address = try #require(URLComponents(string: text), "\(said)")
        try #require(address.port != nil, "\(said)")
    }

    deinit {
        process.terminate()
    }

    /// The answer to a POST of JSON, as text, and its status.
    func post(_ path: String, _ json: String) async throws -> (status: Int, body: String) {
        var address = address
        address.path = path
        var request = URLRequest(url: try #require(address.url))
        request.httpMethod = "POST"
        request.httpBody = Data(json.utf8)
        let (data, response) = try await URLSession.shared.data(for: request)
        let status = (response as? HTTPURLResponse)?.statusCode ?? 0
        return (status, String(decoding: data, as: UTF8.self))
    }
}

/// A project with a model of two versions, templates, a form and a configuration.
private struct Project {
    let folder: TemporaryFolder
    static let model = "Model/Shop.xcdatamodeld"

    init(_ configuration: String?) throws {
        folder = try TemporaryFolder()
        let place = folder.url.appendingPathComponent("Model")
        _ = try ModelPackageFixture.write(to: place, name: "Shop", versions: 2, entities: 3)
        try write("mine/{entity}Extra.swift.stencil", "struct {{ entity.type }}Extra {}\n")
        try write("Queries/some.json", #"{"name": "some", "entity": "Entity1", "limit": 3}"#)
        if let configuration { try write(".cdgen.yml", configuration) }
    }

    func write(_ path: String, _ text: String) throws {
        let file = folder.url.appendingPathComponent(path)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(),
            withIntermediateDirectories: true
        )
        try Data(text.utf8).write(to: file)
    }

    /// Every file with its bytes.
    func contents() throws -> [String: Data] {
        let names = try FileManager.default.subpathsOfDirectory(atPath: folder.url.path)
        var result: [String: Data] = [:]
        for name in names { result[name] = FileManager.default.contents(atPath: folder.path(name)) }
        return result
    }

    func generate(_ arguments: [String] = []) throws -> Tool.Result {
        try Tool("cdgen").run(["generate"] + arguments, in: folder.url)
    }
}

private let named = "model: \(Project.model)\noutput: Code\n"

private let configurations = [
    named,
    named + "backend: coredata\n",
    named + "types: xcode\n",
    named + "backend: coredata\ntypes: xcode\n",
    named + "version: Shop 1\n",
    named + "templates: mine\n",
    named + "interface: Records\n",
    "model: \(Project.model)\noutput: Sources/Shop.swift\nbackend: coredata\n",
    """
    model: ./Model/../\(Project.model)/
    output: Code
    version: Shop 1
    backend: store
    types: xcode
    templates: mine
    queries:
      - name: titled
        entity: Entity0
        predicate: title1 BEGINSWITH[c] $text
        sort: [id]
      - form: Queries/some.json
    """,
]

@Test(.blocking, arguments: configurations)
func theStudioGeneratesWhatTheCommandGenerates(configuration: String) async throws {
    let (ours, theirs) = (try Project(configuration), try Project(configuration))
    let run = try theirs.generate()
    try #require(run.status == 0, "\(run.errors)")
    let studio = try RunningStudio(in: ours.folder.url)
    let answer = try await studio.post("/api/generate", "{}")
    try #require(answer.status == 200, "\(answer.body)")
    #expect(try ours.contents() == theirs.contents())
    #expect(try ours.generate(["--check"]).status == 0)
}

@Test(.blocking) func withoutAConfigurationTheStudioGeneratesWhatTheCommandGenerates() async throws
{
    let (ours, theirs) = (try Project(nil), try Project(nil))
    #expect(try theirs.generate([Project.model, "--output", "Generated"]).status == 0)
    let studio = try RunningStudio(in: ours.folder.url, [Project.model])
    #expect(try await studio.post("/api/generate", "{}").status == 200)
    #expect(try ours.contents() == theirs.contents())
}

@Test(.blocking) func aConfigurationOfAnotherModelIsNotUsed() async throws {
    let configuration = "model: Model/Other.xcdatamodeld\noutput: Code\nbackend: coredata\n"
    let (ours, theirs) = (try Project(configuration), try Project(configuration))
    #expect(try theirs.generate([Project.model, "--output", "Generated"]).status == 0)
    let studio = try RunningStudio(in: ours.folder.url, [Project.model])
    #expect(try await studio.post("/api/generate", "{}").status == 200)
    let form = #"{"form": {"entity": "Entity0"}, "name": "all"}"#
    #expect(try await studio.post("/api/save", form).status == 200)
    try theirs.write(
        "Queries/all.json",
        String(decoding: ours.contents()["Queries/all.json"] ?? Data(), as: UTF8.self)
    )
    let query = ["query", Project.model, "--form", "Queries/all.json", "-o", "Generated/all.swift"]
    #expect(try Tool("cdgen").run(query, in: theirs.folder.url).status == 0)
    #expect(try ours.contents() == theirs.contents())
}

@Test(.blocking, arguments: configurations)
func aSavedQueryIsWhatTheCommandGenerates(configuration: String) async throws {
    let project = try Project(configuration)
    let studio = try RunningStudio(in: project.folder.url)
    #expect(try await studio.post("/api/generate", "{}").status == 200)
    let form = #"{"form": {"entity": "Entity2", "result": "count"}, "name": "counted"}"#
    let answer = try await studio.post("/api/save", form)
    try #require(answer.status == 200, "\(answer.body)")
    let saved = try project.contents().filter { !$0.key.contains(".cdgen-") }
    #expect(saved.values.contains { String(decoding: $0, as: UTF8.self).contains("func counted(") })
    let run = try project.generate()
    try #require(run.status == 0, "\(run.errors)")
    #expect(try project.contents().filter { !$0.key.contains(".cdgen-") } == saved)
}

@Test(.blocking) func aSingleFileKeepsTheQueriesSavedBefore() async throws {
    let project = try Project(nil)
    let studio = try RunningStudio(in: project.folder.url, [Project.model])
    func methods() throws -> [String] {
        let code = try #require(try project.contents()["Code/Shop.swift"])
        return String(decoding: code, as: UTF8.self).matches(of: /func (older|newer)\(/)
            .map { String($0.1) }.sorted()
    }
    for name in ["older", "newer"] {
        let body =
            #"{"form": {"entity": "Entity0"}, "name": "\#(name)", "output": "Code/Shop.swift"}"#
        let answer = try await studio.post("/api/save", body)
        try #require(answer.status == 200, "\(answer.body)")
    }
    #expect(try methods() == ["newer", "older"])
    // A form of another model.
    try project.write("Queries/other.json", #"{"name": "other", "entity": "Country"}"#)
    let answer = try await studio.post("/api/generate", #"{"output": "Code/Shop.swift"}"#)
    try #require(answer.status == 200, "\(answer.body)")
    #expect(try methods() == ["newer", "older"])
}

@Test(.blocking) func theStudioWritesNoInterfaceOutsideTheProject() async throws {
    let project = try Project(nil)
    let configuration = "model: ../\(Project.model)\noutput: Code\ninterface: ../Away\n"
    try project.write("App/.cdgen.yml", configuration)
    let before = try project.contents()
    let studio = try RunningStudio(in: project.folder.url.appendingPathComponent("App"))
    let answer = try await studio.post("/api/generate", "{}")
    #expect(answer.status == 422)
    #expect(answer.body.contains("the interface folder is outside"), "\(answer.body)")
    #expect(try project.contents() == before)
    // The query's form and code are inside; `cdgen generate` writes the interface.
    let saved = #"{"form": {"entity": "Entity0"}, "name": "all"}"#
    let save = try await studio.post("/api/save", saved)
    #expect(save.status == 200, "\(save.body)")
    let after = try project.contents()
    #expect(after["App/Code/all.swift"] != nil)
    #expect(after["Away"] == nil && !after.keys.contains { $0.hasPrefix("Away/") })
}

@Test(.blocking) func theStudioWritesNoConfigurationOutsideTheProject() async throws {
    let project = try Project(nil)
    try project.write("shared.yml", "model: ../\(Project.model)\noutput: Code\n")
    try project.write("App/notes.txt", "")
    let app = project.folder.url.appendingPathComponent("App")
    try FileManager.default.createSymbolicLink(
        atPath: app.appendingPathComponent(".cdgen.yml").path,
        withDestinationPath: "../shared.yml"
    )
    let before = try project.contents()
    let studio = try RunningStudio(in: app)
    let save = try await studio.post(
        "/api/save",
        #"{"form": {"entity": "Entity0"}, "name": "all"}"#
    )
    #expect(save.status == 422)
    #expect(save.body.contains("a link to a file outside the project"), "\(save.body)")
    #expect(try project.contents() == before)
}

@Test(.blocking) func theInterfaceMayBeTheProjectsFolderItself() async throws {
    let project = try Project(named + "interface: .\nmodule: Records\n")
    let studio = try RunningStudio(in: project.folder.url)
    let answer = try await studio.post("/api/generate", "{}")
    #expect(answer.status == 200, "\(answer.body)")
    #expect(try project.contents()["ShopRecords.swift"] != nil)
}

@Test(.blocking) func aQueryThatTheStudioSavedIsNotCalledEdited() async throws {
    let project = try Project(named)
    let studio = try RunningStudio(in: project.folder.url)
    for limit in [1, 2] {
        #expect(try project.generate().status == 0)
        let form = #"{"form": {"entity": "Entity2", "limit": \#(limit)}, "#
        let answer = try await studio.post(
            "/api/save",
            form + #""name": "few", "replace": true}"#
        )
        try #require(answer.status == 200, "\(answer.body)")
    }
    let text = try #require(try project.contents()[".cdgen.yml"])
    try project.write(".cdgen.yml", String(decoding: text, as: UTF8.self) + "access: public\n")
    let changed = try project.generate()
    #expect(changed.output.contains("wrote Code/few.swift\n"), "\(changed.output)")
    let form = #"{"form": {"entity": "Entity2", "limit": 3}, "name": "few", "replace": true}"#
    #expect(try await studio.post("/api/save", form).status == 200)
    try project.write(".cdgen.yml", named)
    let without = try project.generate()
    #expect(without.output.contains("removed Code/few.swift\n"), "\(without.output)")
}

/// `cdgen generate MODEL -o Other` does not read `.cdgen.yml`, and so does not know the query.
@Test(.blocking) func aRunWithoutTheConfigurationKeepsASavedQuery() async throws {
    let project = try Project(named)
    let run = [Project.model, "-o", "Other"]
    #expect(try project.generate(run).status == 0)
    let studio = try RunningStudio(in: project.folder.url)
    let form = #"{"form": {"entity": "Entity2"}, "name": "few", "output": "Other"}"#
    let answer = try await studio.post("/api/save", form)
    try #require(answer.status == 200, "\(answer.body)")
    let saved = try project.contents()["Other/few.swift"]
    #expect(try project.generate(run).status == 0)
    #expect(saved != nil)
    #expect(try project.contents()["Other/few.swift"] == saved)
}

/// Another studio has saved the query "counted" between the preview and the save.
@Test(.blocking, arguments: ["COUNTED", "mine"])
func aQueryWhoseCodeCannotBeWrittenIsNotSaved(name: String) async throws {
    let project = try Project(named)
    try project.write("Code/mine.swift", "struct Mine {}\n")
    let studio = try RunningStudio(in: project.folder.url)
    let form = #"{"form": {"entity": "Entity2", "result": "count"}, "name": "counted"}"#
    #expect(try await studio.post("/api/save", form).status == 200)
    let before = try project.contents()
    let other = #"{"form": {"entity": "Entity1"}, "name": "\#(name)"}"#
    let answer = try await studio.post("/api/save", other)
    #expect(answer.status == 422, "\(answer.body)")
    #expect(try project.contents() == before)
    #expect(try project.generate(["--dry-run"]).status == 0)
}

/// The method is `bigItems`. The file of the code was not written.
@Test(.blocking, arguments: [named, nil]) func aQueryMayHaveAnotherNameThanItsMethod(
    configuration: String?
) async throws {
    let project = try Project(configuration)
    let studio = try RunningStudio(in: project.folder.url, [Project.model])
    let form = #"{"form": {"entity": "Entity2"}, "name": "big_items", "output": "Code"}"#
    let answer = try await studio.post("/api/save", form)
    try #require(answer.status == 200, "\(answer.body)")
    #expect(answer.body.contains("Code/bigItems.swift"))
    let code = try #require(try project.contents()["Code/bigItems.swift"])
    #expect(String(decoding: code, as: UTF8.self).contains("func bigItems("))
}

/// An editor's lock is a link whose target does not exist.
@Test(.blocking) func filesThatAreNoQueriesDoNotStopASingleFile() async throws {
    let project = try Project(nil)
    try FileManager.default.createSymbolicLink(
        atPath: project.folder.path("Queries/.#some.json"),
        withDestinationPath: "somebody@computer.1234"
    )
    try project.write("Queries/some notes.json", "{}")
    let studio = try RunningStudio(in: project.folder.url, [Project.model])
    let answer = try await studio.post("/api/generate", #"{"output": "Code/Shop.swift"}"#)
    try #require(answer.status == 200, "\(answer.body)")
    let code = try #require(try project.contents()["Code/Shop.swift"])
    #expect(String(decoding: code, as: UTF8.self).contains("func some("))
    // A query that cannot be generated is named without a place, because no file lists it.
    try project.write("Queries/bad.json", #"{"entity": "Entity0", "limit": "x"}"#)
    let refused = try await studio.post("/api/generate", #"{"output": "Code/Shop.swift"}"#)
    #expect(refused.status == 422)
    #expect(!refused.body.contains("\": the query"), "\(refused.body)")
}

@Test(.blocking) func thePageShowsTheCodeOfTheConfiguration() async throws {
    let project = try Project(named + "version: Shop 1\nbackend: coredata\n")
    let studio = try RunningStudio(in: project.folder.url)
    let body = #"{"form": {"entity": "Entity0"}, "text": "title1 == 'a'"}"#
    let first = try await studio.post("/api/update", body).body
    #expect(first.contains("import ManagedStore"))
    // The configuration changes while the studio runs.
    try project.write(".cdgen.yml", named)
    var second = first
    for _ in 0..<50 where second == first {
        usleep(100_000)
        second = try await studio.post("/api/update", body).body
    }
    #expect(second.contains("has no"))
    try project.write(".cdgen.yml", "\(named)backend: cloud\n")
    var refused = try await studio.post("/api/generate", "{}")
    #expect(refused.status == 422)
    #expect(refused.body.contains("\\\"cloud\\\" is not a valid value"), "\(refused.body)")
    try project.write(".cdgen.yml", "model: \(Project.model)\noutput: ../away\n")
    refused = try await studio.post("/api/generate", "{}")
    #expect(
        refused.status != 200
            || !FileManager.default.fileExists(atPath: project.folder.path("../away"))
    )
}

@Test(.blocking, .timeLimit(.minutes(20)))
func aConfigurationThatIsWrongStopsTheStudio() throws {
    for (text, words) in [
        ("modle: x\n", "did you mean \"model\""), ("model: none.xcdatamodeld\n", "does not exist"),
        (named + "version: Shop 9\n", "Shop 9"),
    ] {
        let project = try Project(text)
        let run = try Tool("cdgen").run(["studio"], in: project.folder.url)
        #expect(run.status != 0)
        #expect(run.errors.contains(words), "\(run.errors)")
    }
}
