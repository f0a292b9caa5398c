import Diagnostics
import Foundation
import SeededRandom
import StudyDefinition
import Testing

/// Files that no person wrote on purpose, or only one who wanted to see it fall.
@Suite struct HostileFilesTests {
    private func says(_ yaml: String) throws -> String {
        let sample = try Sample()
        try sample.write(yaml, to: "study.yaml")
        return sample.rendered()
    }

    @Test func theParsersOwnPositionIsKept() throws {
        let said = try says("format: 1\nid: a\ntitle: Cities: a study\n")
        #expect(said.hasPrefix("study.yaml:3:14: invalid YAML: mapping values are not allowed"))
        #expect(said.contains("put quotes around text that contains \": \""))
    }

    /// Quotes around the text would make a wrong study of it.
    @Test func aKeyThatIsIndentedTooFarIsToldSo() throws {
        let said = try says("tasks:\n  - id: a\n    title: Cities\n      check: a\n")
        #expect(said.hasPrefix("study.yaml:4:12: invalid YAML: mapping values are not allowed"))
        #expect(said.contains("\n  indent this key as much as the other keys"), "\(said)")
    }

    @Test func noBreakSpacesAreNamedWithTheirLine() throws {
        let said = try says("a:\n  - id: a\n\u{A0}\u{A0}\u{A0} title: x\n    check: a\n")
        #expect(said.hasSuffix("\n  indent line 3 with spaces; it begins with no-break spaces"))
    }

    /// Japanese paragraphs begin with a wide space.
    @Test func otherWhiteSpaceInATextIsNotItsIndentation() throws {
        let said = try says("a: |\n  \u{3000}x\nb: c: d\n")
        #expect(said.hasSuffix("\n  put quotes around text that contains \": \""), "\(said)")
    }

    @Test(arguments: [
        "run: [sh, {data}/x]\n", "run:\n  - sh\n  - {data}/x\n", "a: [sh, “{data}/x”]\n",
        "a: {text: Yes: I do, id: b}\n",
    ])
    func textWithBracketsNeedsQuotes(yaml: String) throws {
        let said = try says(yaml)
        let advice = "put straight quotes around text that contains brackets or \": \""
        #expect(said.contains(advice), "\(said)")
    }

    @Test func aCommaInTextBetweenBracesNeedsQuotes() throws {
        let sample = try Sample()
        try sample.edit("title: Shell script}", "title: Shell, the script}")
        #expect(
            sample.rendered().contains(
                """
                "the script" is not a key of condition "shell"
                  put quotes around text that contains ","
                """
            )
        )
        try sample.edit("{id: shell, title: Shell, the script}", "id: shell\n    words:")
        #expect(sample.rendered().contains("\n  known here: \"folder\""), "\(sample.rendered())")
    }

    @Test func anOptionWithAColonNeedsQuotes() throws {
        let sample = try Sample()
        try sample.write(
            "title: x\nitems:\n  - id: a\n    text: x\n    type: single\n    options:\n"
                + "      - Yes: always\n      - No\n",
            to: "questionnaires/about-you.yaml"
        )
        let said = sample.rendered()
        #expect(
            said.contains("\"Yes\" is not a key of an option\n  put quotes around text"),
            "\(said)"
        )
    }

    @Test func aTab() throws {
        #expect(
            try says("format: 1\nproduct:\n\tname: x\n").hasPrefix("study.yaml:3:1: invalid YAML")
        )
    }

    @Test(arguments: [
        ("a:\n\tb: y\n", "replace the tab with spaces"),
        ("a: @x\n", "put quotes around text that begins with \"%\", \"@\" or \"`\""),
        ("a: %x\n", "put quotes around text that begins with \"%\", \"@\" or \"`\""),
    ])
    func aCharacterThatBeginsNothingHasItsOwnFix(yaml: String, fix: String) throws {
        let said = try says(yaml)
        #expect(said.contains("cannot start any token"), "\(said)")
        #expect(said.hasSuffix("\n  \(fix)"), "\(said)")
    }

    @Test func aConflictOfVersionsIsToldSo() throws {
        let said = try says("format: 1\n<<<<<<< HEAD\nid: a\n=======\nid: b\n>>>>>>> b\n")
        let fix = "resolve the conflict that begins on line 2, and remove its marker lines"
        #expect(said.hasSuffix("\n  \(fix)"), "\(said)")
    }

    @Test func aValueThatIsOnlyACommentHasAFix() throws {
        let sample = try Sample()
        try sample.edit("title: Greeting\n", "title: #1 of all\n")
        let said = sample.rendered()
        #expect(said.hasPrefix("study.yaml:3:1: study \"greeting\" has no \"title\""), "\(said)")
        #expect(said.contains("put quotes around text that begins with \"#\""), "\(said)")
    }

    @Test func aTabAmongSpacesIsNamedWithItsFix() throws {
        let said = try says("format: 1\ntasks:\n  - id: a\n    \ttitle: x\n")
        #expect(said.hasPrefix("study.yaml:4:5: invalid YAML: found a tab character"), "\(said)")
        #expect(said.contains("\n  indent with spaces, not tabs"), "\(said)")
    }

    @Test(arguments: ["", "\n\n", "# only a comment\n"]) func anEmptyFile(text: String) throws {
        #expect(try says(text).hasPrefix("study.yaml:1:1: the file is empty\n  expected a mapping"))
    }

    @Test(arguments: [("- a\n- b\n", "a list"), ("hello\n", "\"hello\"")])
    func noMapping(text: String, kind: String) throws {
        #expect(
            try says(text).hasPrefix("study.yaml:1:1: the file is \(kind)\n  expected a mapping")
        )
    }

    @Test func twoDocuments() throws {
        let said = try says("format: 1\n---\nformat: 1\n")
        #expect(said.contains("study.yaml:2:1: invalid YAML"))
        #expect(said.hasSuffix("\n  remove the line \"---\""))
    }

    @Test func aKeyWithoutASpaceAfterItsColonHasAFix() throws {
        let said = try says("format: 1\ntitle:Cities\nid: a\n")
        #expect(said.contains("\n  write a space after the \":\" of each key"), "\(said)")
    }

    @Test(arguments: [
        ("format:1\nid: a\n", "1:1", "format"), ("# c\nformat:1 # d\n\nid: a\n", "2:1", "format"),
        ("format: 1\ntasks:\n  - id:x\n    title: y\n", "3:5", "id"),
        ("format: 1\ntitle:Cities\nid: a\n", "2:1", "title"),
    ])
    func aKeyWithoutASpaceIsReportedAtItsOwnLine(yaml: String, place: String, key: String) throws {
        let said = try says(yaml)
        let problem = "invalid YAML: no space follows the \":\" of \"\(key)\""
        #expect(said.hasPrefix("study.yaml:\(place): \(problem)\n"), "\(said)")
    }

    /// The text of the line above has a ":" of its own.
    @Test func aTextWithAColonIsReportedAtItsOwnLine() throws {
        for text in ["https://example.org", "10:30", "a: b:c"] {
            let said = try says("format: 1\nid: \(text)\n  of: b\n")
            #expect(!said.contains("no space follows"), "\(said)")
        }
    }

    @Test(arguments: [
        "tasks:\n  - id: a\n   title: x\n", "tasks:\n  - id: a\n  -id: b\n",
        "tasks:\n  - id: a\n - id: b\n",
    ])
    func wrongIndentationHasAFix(yaml: String) throws {
        #expect(try says(yaml).contains("\n  indent the keys of a mapping equally, and the"))
    }

    @Test func aPhaseWithoutAValueIsNotDropped() throws {
        let sample = try Sample()
        try sample.edit("      - tutorial: tutorial.md", "      - tutorial:")
        let said = sample.rendered()
        #expect(said.contains("study.yaml:28:9: the phase \"tutorial\" is empty\n"), "\(said)")
        #expect(said.contains("\n  indent the phase's value more than its name, or"), "\(said)")
    }

    @Test func aRequiredKeyWithoutAValueIsReportedAtItsLine() throws {
        let sample = try Sample()
        try sample.edit("title: Greeting\n", "title:\n")
        #expect(sample.rendered().hasPrefix("study.yaml:3:1: study \"greeting\" has no \"title\""))
    }

    @Test func aKeyGivenTwice() throws {
        #expect(
            try says("format: 1\nid: a\nid: b\n")
                .hasPrefix("study.yaml:2:1: key \"id\" is given more than once in the same mapping")
        )
    }

    @Test func keysThatAreNoText() throws {
        let said = try says("? [a, b]\n: 1\n? {c: d}\n: 2\n1: 3\n")
        #expect(said.contains("a key of the study is not text"))
        #expect(said.contains("study.yaml:5:1: \"1\" is not a key of the study"))
    }

    @Test(.timeLimit(.minutes(15))) func aliasesAreRefusedBeforeTheyAreExpanded() throws {
        var bomb = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n"
        for level in 1..<40 {
            let list = Array(repeating: "*a\(level - 1)", count: 10).joined(separator: ", ")
            bomb += "a\(level): &a\(level) [\(list)]\n"
        }
        bomb += "? *a39\n: key\n"
        #expect(try says(bomb).hasPrefix("study.yaml:1:5: an anchor or alias"))
    }

    @Test func anAliasWithoutAnAnchor() throws {
        #expect(
            try says("id: *nobody\n").hasPrefix(
                "study.yaml:1:5: invalid YAML: found undefined alias"
            )
        )
    }

    @Test(arguments: ["ignore: [.git, *.swp]\n", "title: *Cities*\n", "title: & more\n"])
    func aTextThatBeginsLikeAnAliasNeedsQuotes(yaml: String) throws {
        #expect(
            try says(yaml).hasSuffix("put quotes around text that begins with \"*\" or \"&\"")
        )
    }

    @Test(arguments: ["title: > more\n", "title: | x\n", "title: !<a\n"])
    func aTextThatBeginsLikeABlockOrTagNeedsQuotes(yaml: String) throws {
        let fix = "put quotes around text that begins with \"|\", \">\" or \"!\""
        #expect(try says(yaml).hasSuffix(fix))
    }

    @Test(arguments: ["title: \"C:\\data\"\n", "title: \"C:\\xyz\"\n"])
    func aBackslashBetweenDoubleQuotesIsDoubled(yaml: String) throws {
        #expect(try says(yaml).contains("write \"\\\\\" for each \"\\\", or put the text"))
    }

    @Test(arguments: [
        "title: 'Don't'\nid: a\n", "title: \"Cities\nid: a\nname: \"x\"\n", "tasks: [a\nid: a\n",
        "title: 'Cities\nid: a\n",
    ])
    func anUnclosedQuoteOrBracketHasAFix(yaml: String) throws {
        #expect(try says(yaml).contains("close each quote and bracket before this position"))
    }

    @Test func starsInTextAreNoAliases() throws {
        let sample = try Sample()
        try sample.edit(
            "assistants: No assistants of any kind.",
            "assistants: |\n  *None* & of *no* kind, &nobody.\n"
        )
        #expect(sample.rendered() == "")
        #expect(
            try StudyReader.read(sample.folder).study.assistants
                == "*None* & of *no* kind, &nobody.\n"
        )
    }

    @Test(
        .timeLimit(.minutes(15)),
        arguments: [
            String(repeating: "[", count: 500_000), String(repeating: "{a: ", count: 200_000),
            String(repeating: "- ", count: 400_000), String(repeating: "? ", count: 400_000),
            "a: " + String(repeating: "[", count: 900) + String(repeating: "]", count: 900),
            String(repeating: "[[", count: 400) + String(repeating: "]]", count: 400) + ": 1\n",
        ]
    ) func deepNesting(text: String) throws {
        #expect(try says(text).contains("study.yaml:1:"))
    }

    @Test(.timeLimit(.minutes(15))) func tenMegabytes() throws {
        let sample = try Sample()
        try sample.write(String(repeating: "a: [b, c]\n", count: 1_000_000), to: "study.yaml")
        #expect(sample.rendered().hasPrefix("study.yaml: \"study.yaml\" is larger than 1 MiB"))
    }

    @Test func bytesThatAreNoText() throws {
        let sample = try Sample()
        var bytes = Data("format: 1\nid: é".utf8)
        bytes.append(contentsOf: [0xFF, 0xFE, 0x41])
        try bytes.write(to: sample.url("study.yaml"))
        #expect(sample.rendered().hasPrefix("study.yaml:2:6: \"study.yaml\" is not UTF-8"))
        try sample.write("a: 1\nb: \u{0} 2\n", to: "study.yaml")
        #expect(sample.rendered().hasPrefix("study.yaml:2:4: invalid YAML: control characters"))
    }

    @Test func aByteOrderMarkAndWindowsLineEnds() throws {
        let sample = try Sample()
        let text = try String(contentsOf: sample.url("study.yaml"), encoding: .utf8)
        try sample.write("\u{FEFF}" + text.replacing("\n", with: "\r\n"), to: "study.yaml")
        #expect(sample.rendered() == "")
    }

    @Test func linksThatLeaveTheFolder() throws {
        let sample = try Sample()
        try sample.remove("method.md")
        try FileManager.default.createSymbolicLink(
            atPath: sample.url("method.md").path,
            withDestinationPath: "/etc/hostname"
        )
        try FileManager.default.createSymbolicLink(
            atPath: sample.url("project/all").path,
            withDestinationPath: "/"
        )
        let said = sample.rendered()
        #expect(
            said.contains(
                "study.yaml:8:9: \"method\" of study \"greeting\" names \"method.md\", which is a link that"
            )
        )
        #expect(said.contains("project/all: \"project/all\" is a link that leads out of"))
    }

    @Test func aLinkInsideTheFolderIsPartOfTheStudy() throws {
        let sample = try Sample()
        try FileManager.default.createSymbolicLink(
            atPath: sample.url("project/hello.sh").path,
            withDestinationPath: "greet.sh"
        )
        let files = try StudyReader.read(sample.folder).files
        #expect(files["project/hello.sh"] == files["project/greet.sh"])
    }

    /// A results file keeps no links, and a folder under two names would be kept twice.
    @Test func aLinkToAFolderOrToNothingIsRefused() throws {
        let sample = try Sample()
        for (name, target) in [("again", "."), ("lost", "nowhere")] {
            try FileManager.default.createSymbolicLink(
                atPath: sample.url("project/\(name)").path,
                withDestinationPath: target
            )
        }
        let said = sample.rendered()
        #expect(said.contains("\"project/again\" is a link to a folder"), "\(said)")
        #expect(said.contains("lost\" is a link to a missing or special file"), "\(said)")
    }

    /// Data of participants would become part of the definition, and of each export of it.
    @Test func whatEvalrunWritesIsNoPartOfTheDefinition() throws {
        let sample = try Sample()
        let before = try StudyReader.read(sample.folder)
        var results = Data("SQLite format 3\0".utf8) + Data(count: 84)
        results.replaceSubrange(68..<72, with: Data("evlr".utf8))
        let plan = "study,participant,table,seed,block,sequence,period,condition,task_set,session\n"
        for path in [
            "Results/workspaces/greeting/P1-00c0ffee/greet.sh", "Results/recording of P1.txt",
            "Results/.evalrun.sqlite.P1.lock", "workspaces/greeting/.before/P1-00c0ffee/greet.sh",
            "lab.sqlite-wal", "project/workspaces/greeting/P1-00c0ffee/greet.sh",
            "reports/report.html", "reports/report.json", "reports/report.md",
            "reports/tables/times.csv", "shared/answers.csv", "shared/sessions.csv",
            ".evalrun-report", ".evalrun-draft-1/plan.csv", "project/.evalrun-draft-2/plan.csv",
        ] {
            try sample.write("P1", to: path)
        }
        try sample.write("{\n  \"format\": 1,\n  \"study\": {}\n}\n", to: "reports/report.json")
        for path in ["Results/evalrun.sqlite", "lab.sqlite", "project/evalrun.sqlite"] {
            try results.write(to: sample.url(path))
        }
        let codebook = "# Codebook\n\nTables are CSV in UTF-8 (RFC 4180)."
        try sample.write(codebook, to: "shared/codebook.md")
        try sample.write(plan, to: "plan.csv")
        try sample.write(plan.replacing(",", with: ";"), to: "plans/from a spreadsheet.csv")
        let after = try StudyReader.read(sample.folder)
        #expect(after.files == before.files)
        #expect(after.hash == before.hash)
        let noted = after.remarks.filter { $0.id == "output-in-study" }.compactMap(\.place?.file)
        #expect(noted == ["project/evalrun.sqlite", "project/workspaces"])
        try sample.write("a text of the study", to: "expected/output.txt")
        #expect(try StudyReader.read(sample.folder).files["expected/output.txt"] != nil)
    }

    /// Among them are files of a task on data, and golden files of a program that writes reports.
    @Test func whatOnlyHasTheNamesOfOutputsIsPartOfTheDefinition() throws {
        let sample = try Sample()
        let honest = [
            "project/data/codebook.md", "project/data/sessions.csv", "project/evalrun.sqlite",
            "project/expected/report.html", "project/expected/report.json",
            "project/expected/report.md", "project/plan.csv",
            "project/workspaces/app/run-20260101",
        ]
        for path in honest { try sample.write("# Codebook\n\nof the task\n", to: path) }
        let files = try StudyReader.read(sample.folder).files
        #expect(honest.filter { files[$0] == nil } == [])
    }

    /// A first session that was killed leaves the mark of a results file in the log only.
    @Test func aResultsFileWithoutACheckpointIsNoPartOfTheDefinition() throws {
        let sample = try Sample()
        let before = try StudyReader.read(sample.folder).hash
        func log(_ frames: [(page: UInt8, mark: String)]) -> Data {
            var log = Data(count: 32)
            log[10] = 16
            for frame in frames {
                var bytes = Data(count: 24 + 4096)
                bytes[3] = frame.page
                bytes.replaceSubrange(92..<96, with: Data(frame.mark.utf8))
                log += bytes
            }
            return log
        }
        let database = Data("SQLite format 3\0".utf8) + Data(count: 4080)
        try database.write(to: sample.url("lab.sqlite"))
        try log([(1, "\0\0\0\0"), (2, "evlr")]).write(to: sample.url("lab.sqlite-wal"))
        #expect(try StudyReader.read(sample.folder).files["lab.sqlite"] != nil)
        try log([(2, "evlr"), (1, "evlr")]).write(to: sample.url("lab.sqlite-wal"))
        #expect(try StudyReader.read(sample.folder).hash == before)
    }

    @Test(.timeLimit(.minutes(15))) func aPipeIsNotWaitedFor() throws {
        let sample = try Sample()
        try sample.remove("method.md")
        #expect(mkfifo(sample.url("method.md").path, 0o600) == 0)
        #expect(
            sample.rendered().contains("names \"method.md\", which is neither a file nor a folder")
        )
    }

    @Test func noFolderAndNoStudyFile() throws {
        let sample = try Sample()
        try sample.remove("study.yaml")
        for folder in [sample.folder, sample.url("nowhere"), sample.url("consent.md")] {
            let error = #expect(throws: DiagnosticError.self) { try StudyReader.read(folder) }
            #expect(error?.status == .noInput)
            #expect(error?.diagnostics.count == 1)
        }
        try sample.write("format: one\n", to: "study.yaml")
        let error = #expect(throws: DiagnosticError.self) { try StudyReader.read(sample.folder) }
        #expect(error?.status == .data)
    }

    /// Every prefix of the study file, and 300 copies with a few bytes changed: a finding or a
    /// study, never a crash.
    @Test(.timeLimit(.minutes(15))) func damagedFiles() throws {
        let sample = try Sample()
        let bytes = Array(try Data(contentsOf: sample.url("study.yaml")))
        for end in stride(from: 0, to: bytes.count, by: 7) {
            try Data(bytes[..<end]).write(to: sample.url("study.yaml"))
            _ = sample.findings()
        }
        var random = SplitMix64(seed: 7)
        let spice = Array("[]{}:-?*&!|>'\"#%@`,\n\t \0\u{7F}~é".utf8)
        for _ in 0..<300 {
            var changed = bytes
            for _ in 0...Int.random(in: 0...3, using: &random) {
                let index = Int.random(in: changed.indices, using: &random)
                changed[index] = spice[Int.random(in: spice.indices, using: &random)]
            }
            try Data(changed).write(to: sample.url("study.yaml"))
            _ = sample.findings()
        }
    }
}
