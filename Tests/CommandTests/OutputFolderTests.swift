import Foundation
import TestSupport
import TestTraits
import Testing

/// What stands in the output folder already, and what a run does with it.
@Suite(.blocking) struct OutputFolderTests {
    private let workshop: Workshop

    init() throws { workshop = try Workshop() }

    private var manifest: String { "out/.cdgen-Sample.xcdatamodeld" }

    private func generate(_ model: String = sampleModel, _ more: String...) throws -> Tool.Result {
        try workshop.cdgen(["generate", model, "-o", "out"] + more)
    }

    private func replace(_ path: String, _ old: String, with new: String) throws {
        try workshop.write(path, (workshop.text(path) ?? "").replacing(old, with: new))
    }

    private func remove(_ path: String) throws {
        try FileManager.default.removeItem(at: workshop.folder.appendingPathComponent(path))
    }

    /// As a badly resolved merge leaves it.
    @Test func aManifestThatIsNotWholeIsNone() throws {
        defer { workshop.remove() }
        try #require(try generate().status == 0)
        let whole = try #require(workshop.text(manifest))
        let lines = whole.split(separator: "\n").filter { !$0.contains("City.swift") }
        for damaged in [lines.joined(separator: "\n") + "\n", String(whole.prefix(200))] {
            try workshop.write(manifest, damaged)
            try remove("out/City.swift")
            #expect(try generate(sampleModel, "--check").status == 1)
            #expect(try generate().output.contains("wrote out/City.swift"))
            #expect(workshop.text(manifest) == whole)
        }
    }

    @Test func twoModelsDoNotShareAFolder() throws {
        defer { workshop.remove() }
        try #require(try generate().status == 0)
        let second = "Model/Second.xcdatamodeld"
        try FileManager.default.copyItem(
            at: workshop.folder.appendingPathComponent(sampleModel),
            to: workshop.folder.appendingPathComponent(second)
        )
        let before = workshop.files("out")
        let refused = try generate(second)
        #expect(refused.status == 73)
        #expect(refused.errors.contains("out/City.swift"))
        #expect(refused.errors.contains("Sample.xcdatamodeld"))
        #expect(workshop.files("out") == before)
        #expect(try generate(sampleModel, "--check").status == 0)
    }

    @Test func anEditedFileThatWasLeftIsNamedUntilItGoesAndWhenItIsWrittenOver() throws {
        defer { workshop.remove() }
        try #require(try generate().status == 0)
        let contents = "\(sampleModel)/Sample.xcdatamodel/contents"
        let model = try #require(workshop.text(contents))
        try replace("out/City.swift", "import CacheStore", with: "import CacheStore // mine")
        try workshop.write(
            contents,
            """
            <model type="com.apple.IDECoreDataModeler.DataModel"><entity name="Country">
            <attribute name="name" attributeType="String"/></entity></model>
            """
        )
        for _ in 1...2 {
            #expect(try generate().output.contains("kept out/City.swift, which cdgen"))
        }
        try workshop.write(contents, model)
        let again = try generate()
        #expect(again.output.contains("wrote out/City.swift, which had been edited"))
    }

    @Test(arguments: [
        "\(sampleModel)/.", "\(sampleModel)//", "Model/../\(sampleModel)",
        "\(sampleModel)/Sample.xcdatamodel", "\(sampleModel)/Sample.xcdatamodel/contents",
    ])
    func aModelHasTheNameOfItsFolderHoweverItIsGiven(_ path: String) throws {
        defer { workshop.remove() }
        try #require(try generate().status == 0)
        #expect(try generate(path, "--check").status == 0)
    }

    @Test func whatStandsInTheManifestsPlaceIsSeenBeforeAnythingIsWritten() throws {
        defer { workshop.remove() }
        try #require(try generate().status == 0)
        try remove(manifest)
        try FileManager.default.createDirectory(
            at: workshop.folder.appendingPathComponent(manifest),
            withIntermediateDirectories: true
        )
        let before = workshop.text("out/City.swift")
        try workshop.changeModel()
        let refused = try generate()
        #expect(refused.status == 73)
        #expect(refused.errors.contains(manifest))
        #expect(workshop.text("out/City.swift") == before)
    }

    @Test func aFolderThatCannotBeIsNamedWithWhatIsInItsWay() throws {
        defer { workshop.remove() }
        try workshop.write("file", "x")
        let link = workshop.folder.appendingPathComponent("link").path
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "nowhere")
        for (folder, words) in [
            ("file/sub", "file: this is not a folder"),
            ("link", "link: the target of this link does not exist"),
        ] {
            let refused = try workshop.cdgen("generate", sampleModel, "-o", folder)
            #expect(refused.status == 73)
            #expect(refused.errors.contains(words), "\(refused.errors)")
        }
    }

    @Test(arguments: [
        ".git/hooks", ".git", "sub/.git/modules/x", ".GIT/x", ".hg/store", ".svn/new", "CVS",
        "App.xcodeproj/Sources", "bare/hooks", "link/hooks", "App.xcassets",
    ])
    func aFolderThatAnotherToolKeepsIsRefused(_ folder: String) throws {
        defer { workshop.remove() }
        for name in [".git/hooks", "sub/.git", "bare/objects", "bare/refs"] {
            try FileManager.default.createDirectory(
                at: workshop.folder.appendingPathComponent(name),
                withIntermediateDirectories: true
            )
        }
        try workshop.write("bare/HEAD", "ref: refs/heads/main")
        try FileManager.default.createSymbolicLink(
            atPath: workshop.folder.appendingPathComponent("link").path,
            withDestinationPath: ".git"
        )
        let before = workshop.files(".")
        let query = ["query", sampleModel, "--entity", "City", "--name", "all"]
        for arguments in [
            ["generate", sampleModel, "-o", folder],
            ["generate", sampleModel, "-o", "\(folder)/A.swift"],
            query + ["-o", "\(folder)/all.swift"],
        ] {
            let refused = try workshop.cdgen(arguments)
            #expect(refused.status == 73, "\(refused.errors)")
            #expect(refused.errors.contains("nothing was written"))
        }
        #expect(workshop.files(".") == before)
    }

    @Test func aFolderInAWorkingCopyIsNotRefused() throws {
        defer { workshop.remove() }
        for name in [".git", "my.git.files"] {
            try FileManager.default.createDirectory(
                at: workshop.folder.appendingPathComponent(name),
                withIntermediateDirectories: true
            )
        }
        #expect(try workshop.cdgen("generate", sampleModel, "-o", "my.git.files/out").status == 0)
    }

    /// The second run generates nothing and says the same.
    @Test func warningsOfAnUnchangedModelAreSaidAgainWithoutGenerating() throws {
        defer { workshop.remove() }
        let contents = "\(sampleModel)/Sample.xcdatamodel/contents"
        try replace(
            contents,
            "</entity>",
            with: """
                <attribute name="cached" optional="YES" transient="YES"/>
                <attribute name="wrong" optional="YES" attributeType="Integer 32" defaultValueString="x"/>
                </entity>
                """
        )
        let first = try generate()
        #expect(first.status == 0)
        #expect(first.errors.contains("note: the attribute \"cached\""))
        #expect(first.errors.contains("warning: the default value \"x\""))
        #expect(!first.errors.contains("its Swift type is Data"))
        #expect(
            workshop.text(manifest)?.contains("say {model}/Sample.xcdatamodel/contents:") == true
        )
        let second = try generate()
        #expect(second.errors == first.errors)
        #expect(second.output.hasSuffix("already up to date\n"))
        // From another folder, with its own path of the model.
        let absolute = workshop.folder.appendingPathComponent(sampleModel).path
        let third = try workshop.cdgen("generate", absolute, "-o", "out")
        #expect(third.errors == first.errors.replacing(sampleModel, with: absolute))
        #expect(try generate(sampleModel, "--quiet").errors.isEmpty)
    }

    @Test func helpListsAnOptionOnce() throws {
        for command in ["generate", "query", "inspect", "lint", "watch"] {
            let options = try workshop.cdgen(command, "--help").output
                .components(separatedBy: "\n  --version")
            #expect(options.count <= 2, "\(command)")
        }
        #expect(try workshop.cdgen("--version").output.hasPrefix("0."))
    }

    @Test func howToBeginIsSaidOnceAndASingleFileByItsName() throws {
        defer { workshop.remove() }
        #expect(try generate(sampleModel, "--dry-run").output.contains("Begin with") == false)
        let beginning = try generate().output
        #expect(beginning.contains("Begin with"))
        #expect(beginning.contains("needs the product CacheStore of the package evalrun"))
        try workshop.changeModel()
        #expect(try generate().output.contains("Begin with") == false)
        let single = ["generate", sampleModel, "-o", "All.swift"]
        #expect(try workshop.cdgen(single).output.hasPrefix("wrote All.swift\n"))
        #expect(try workshop.cdgen(single + ["--check"]).output == "All.swift is up to date\n")
    }

    @Test(arguments: ["name == $_", "name == $T AND name == $t"])
    func variablesThatCannotBeParametersAreRefused(_ predicate: String) throws {
        defer { workshop.remove() }
        let query = ["query", sampleModel, "--entity", "City", "--name", "q"]
        let refused = try workshop.cdgen(query + ["--predicate", predicate])
        #expect(refused.status != 0)
        #expect(refused.errors.contains("parameter"), "\(refused.errors)")
        #expect(refused.output.isEmpty)
    }

    /// Swift takes it for the end of the comment that it stands in.
    @Test func aCarriageReturnInAPredicateEndsNoComment() throws {
        defer { workshop.remove() }
        let query = ["query", sampleModel, "--entity", "City", "--name", "q"]
        let made = try workshop.cdgen(query + ["--predicate", "name == 'a\rb\u{1}'"])
        #expect(made.status == 0)
        #expect(made.output.unicodeScalars.contains { $0 == "\r" || $0 == "\u{1}" } == false)
        let lines = made.output.split(separator: "\n")
        #expect(lines.contains { $0.hasPrefix("    /// b") }, "\(made.output)")
    }

    @Test(arguments: [
        ("model: \(sampleModel)\r\nqueries:\r\n- name: a\r\n  entity: City\r\n", "\r\n"),
        ("model: \(sampleModel)\r\n", "\r\n"), ("\u{FEFF}model: \(sampleModel)\n", "\n"),
        ("queries: [] # none\n", "\n"),
    ])
    func aQueryIsKeptWithTheLineEndsOfTheFile(_ text: String, lineEnd: String) throws {
        defer { workshop.remove() }
        try workshop.write("q.yml", text)
        for name in ["first", "second"] {
            let query = ["query", sampleModel, "--entity", "City", "--name", name]
            let added = try workshop.cdgen(query + ["--into", "q.yml"])
            #expect(added.output == "added \(name) in q.yml\n", "\(added.errors)")
        }
        let kept = try #require(workshop.text("q.yml"))
        #expect(kept.contains("name: second\(lineEnd)"))
        let bare = kept.replacing("\r\n", with: "")
        #expect(bare.utf8.contains(0x0A) == (lineEnd == "\n"))
        let queries = kept.split(whereSeparator: \.isNewline).count { $0.contains("- name: ") }
        #expect(queries == (text.contains("- name: a") ? 3 : 2))
    }

    @Test func blankLinesAfterAQueryStay() throws {
        defer { workshop.remove() }
        let start = "model: \(sampleModel)\nqueries:\n- name: a\n  entity: City\n"
        let end = "\n# no scalars\ntypes: strict\n"
        try workshop.write("q.yml", start + end)
        for name in ["a", "b"] {
            let query = ["query", sampleModel, "--entity", "City", "--name", name]
            #expect(try workshop.cdgen(query + ["--into", "q.yml"]).status == 0)
        }
        #expect(workshop.text("q.yml") == "\(start)- name: b\n  entity: City\n\(end)")
    }

    /// A file that editors of two systems wrote; a version control shows only the added lines.
    @Test(arguments: ["", "\n", "\r\n"])
    func eachLineKeepsItsOwnEnd(last: String) throws {
        defer { workshop.remove() }
        let start = "# one\r\nmodel: \(sampleModel)\nqueries:\n- name: a\r\n  entity: City"
        try workshop.write("q.yml", start + last)
        let query = ["query", sampleModel, "--entity", "City", "--name", "b", "--into", "q.yml"]
        #expect(try workshop.cdgen(query).output == "added b in q.yml\n")
        let end = last.isEmpty ? "\r\n" : last
        #expect(workshop.text("q.yml") == "\(start)\(end)- name: b\(end)  entity: City\(end)")
    }

    @Test func queriesThatAreAddedAtOnceAreAllKept() throws {
        defer { workshop.remove() }
        try workshop.write(".cdgen.yml", "model: \(sampleModel)\n")
        let runs = try (1...8).map { number in
            try Tool("cdgen").start(
                [
                    "query", sampleModel, "--entity", "City", "--name", "q\(number)", "--into",
                    ".cdgen.yml",
                ],
                output: workshop.folder.appendingPathComponent("said\(number)").path,
                in: workshop.folder
            )
        }
        for run in runs { run.waitUntilExit() }
        #expect(runs.allSatisfy { $0.terminationStatus == 0 })
        let kept = workshop.text(".cdgen.yml")?.split(separator: "\n") ?? []
        let names = kept.filter { $0.contains("- name: ") }.map { String($0.suffix(2)) }
        #expect(names.sorted() == (1...8).map { "q\($0)" })
    }

    private static let strace = "/usr/bin/strace"

    /// Killed before the renaming of the temporary file.
    @Test(
        .enabled(if: FileManager.default.isExecutableFile(atPath: strace)),
        arguments: [
            ["query", sampleModel, "--entity", "City", "--name", "q", "--into", "made"],
            ["scenarios", "lamp.mmd", "--output", "made"],
        ]
    )
    func whatAKilledCommandLeftIsGoneAfterTheNext(_ arguments: [String]) throws {
        defer { workshop.remove() }
        try workshop.write("lamp.mmd", "stateDiagram-v2\n    [*] --> Off\n")
        let before = Set(workshop.files("."))
        let process = Process()
        process.executableURL = URL(fileURLWithPath: Self.strace)
        process.currentDirectoryURL = workshop.folder
        process.arguments =
            [
                "-f", "-o", "/dev/null", "-e", "trace=rename", "-e",
                "inject=rename:signal=KILL:when=1",
                Tool.root.appendingPathComponent(".build/debug/cdgen").path,
            ] + arguments
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        #expect(workshop.text("made") == nil)
        let again = try workshop.cdgen(arguments)
        #expect(again.status == 0, "\(again.errors)")
        #expect(Set(workshop.files(".")) == before.union(["made"]))
    }

    @Test func aQueryIsAddedToTheFileThatALinkNames() throws {
        defer { workshop.remove() }
        try workshop.write("shared.yml", "model: \(sampleModel)\n")
        for (link, target) in [(".cdgen.yml", "shared.yml"), ("new.yml", "made.yml")] {
            let path = workshop.folder.appendingPathComponent(link).path
            try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: target)
            let query = ["query", sampleModel, "--entity", "City", "--name", "q"]
            let added = try workshop.cdgen(query + ["--into", link])
            #expect(added.output == "added q in \(link)\n", "\(added.errors)")
            #expect(workshop.text(target)?.contains("name: q\n") == true)
            let kept = try FileManager.default.destinationOfSymbolicLink(atPath: path)
            #expect(kept == target)
        }
    }

    @Test func aNewConfigurationNamesTheModelOfItsQuery() throws {
        defer { workshop.remove() }
        let query = ["query", sampleModel, "--entity", "City", "--name", "q"]
        try FileManager.default.createDirectory(
            at: workshop.folder.appendingPathComponent("settings"),
            withIntermediateDirectories: true
        )
        for (name, output) in [(".cdgen.yml", "out"), ("settings/new.yml", "other")] {
            #expect(try workshop.cdgen(query + ["--into", name]).status == 0)
            let made = try workshop.cdgen("generate", "--config", name, "--output", output)
            #expect(made.status == 0, "\(made.errors)")
            #expect(workshop.files(output).contains("q.swift"))
        }
    }

    @Test func aPredicateIsKeptWhateverCharactersItHas() throws {
        defer { workshop.remove() }
        let predicate = "name == 'a\t\u{1}\u{2028}\u{FEFF}\u{85}é都\\\\\"'"
        let query = ["query", sampleModel, "--entity", "City", "--name", "q"]
        let kept = try workshop.cdgen(query + ["--predicate", predicate, "--into", ".cdgen.yml"])
        try #require(kept.output == "added q in .cdgen.yml\n", "\(kept.errors)")
        let text = try #require(workshop.text(".cdgen.yml"))
        try workshop.write(".cdgen.yml", "output: out\n\(text)")
        let made = try workshop.cdgen(query + ["--predicate", predicate])
        #expect(try workshop.cdgen("generate").status == 0)
        #expect(workshop.text("out/q.swift") == made.output)
    }

    @Test func aFormBesideTheFolderOfTheFileIsKeptByItsWayThere() throws {
        defer { workshop.remove() }
        let folder = workshop.folder.appendingPathComponent("sub")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try workshop.write("large.json", "{\"name\": \"large\", \"entity\": \"City\"}")
        let query = ["query", sampleModel, "--form", "large.json", "--into", "sub/q.yml"]
        #expect(try workshop.cdgen(query).status == 0)
        #expect(workshop.text("sub/q.yml")?.contains("form: '../large.json'") == true)
    }

    @Test func pathsMayBeOneCharacterLong() throws {
        defer { workshop.remove() }
        try workshop.write("c", "model: \(sampleModel)\noutput: o")
        #expect(try workshop.cdgen("generate", "--config", "c").status == 0)
        #expect(try workshop.cdgen("inspect", "c").status == 66)
        #expect(workshop.files("o").contains("City.swift"))
    }

    @Test func aPredicateMayBeginWithADash() throws {
        defer { workshop.remove() }
        let query = ["query", sampleModel, "--entity", "City", "--name", "q"]
        #expect(try workshop.cdgen(query + ["--predicate", "-population < -5"]).status == 0)
    }
}
