import Diagnostics
import Foundation
import Testing
import YAMLFields

@testable import StudyDefinition

/// Keeps the contract page true.
@Suite struct StudyFilePageTests {
    private let page: String

    init() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        page = try String(
            contentsOf: root.appending(
                path: "Sources/Lab/StudyDefinition/StudyDefinition.docc/StudyFile.md"
            ),
            encoding: .utf8
        )
    }

    /// The YAML blocks by the file name in their first line.
    private var examples: [String: String] {
        var examples: [String: String] = [:]
        for block in page.components(separatedBy: "```yaml\n").dropFirst() {
            let text = block.components(separatedBy: "```")[0]
            let name = text.prefix { $0 != "\n" }.dropFirst(2)
            examples[String(name)] = text
        }
        return examples
    }

    private func example() throws -> (folder: Sample, files: [String]) {
        let sample = try Sample()
        for name in try FileManager.default.contentsOfDirectory(atPath: sample.folder.path) {
            try sample.remove(name)
        }
        for (name, text) in examples { try sample.write(text, to: name) }
        let prose = [
            "method.md", "consent.md", "instructions.md", "tutorial.md", "thanks.md",
            "tasks/lines.md", "tasks/words.md", "tasks/longest.md", "project/count.sh",
            "solutions/lines/count.sh", "solutions/words/count.sh", "solutions/longest/count.sh",
            "wrong/case-folded/count.sh", "data/text.txt", "tasks/letters.md", "tasks/shortest.md",
            "solutions/letters/count.sh", "solutions/shortest/count.sh",
            "other-project/count.sh", "plain/tutorial.md", "plain/tasks/words.md",
            "plain/wrong/case-folded/count.sh", "plain/wrong/case-folded/variant.yaml",
            "plain/solutions/lines/count.sh", "plain/solutions/words/count.sh",
            "plain/solutions/longest/count.sh", "plain/solutions/letters/count.sh",
            "plain/solutions/shortest/count.sh",
        ]
        for name in prose { try sample.write("some words\n", to: name) }
        try sample.write(
            "task: words\nreason: words are not counted\n",
            to: "plain/wrong/case-folded/variant.yaml"
        )
        return (sample, prose + examples.keys)
    }

    @Test func itsExampleIsAStudyWithoutAWarning() throws {
        let (sample, files) = try example()
        #expect(sample.rendered() == "")
        let folder = try StudyReader.read(sample.folder)
        #expect(Set(folder.files.keys) == Set(files))
        #expect(folder.study.tasks.map(\.timeLimit) == [300, 600, 90, 600, 90])
        #expect(
            folder.study.taskSets?.map(\.tasks) == [
                ["words", "longest"], ["letters", "shortest"],
            ]
        )
        #expect(folder.study.conditions.map(\.folder) == [nil, "plain"])
        #expect(folder.study.usualConditions.map(\.id) == ["awk"])
        let words = folder.study.tasks.first { $0.id == "words" }
        #expect(words?.instruction(in: "awk").path == "tasks/words.md")
        #expect(words?.instruction(in: "plain").path == "plain/tasks/words.md")
        #expect(folder.study.counterpart(of: "shortest") == "longest")
        #expect(folder.study.counterpart(of: "lines") == "lines")
        // The condition has no starter of its own.
        #expect(folder.study.starter(of: "letters", in: "plain") == ["other-project"])
        #expect(folder.study.solution(of: "letters", in: "plain") == "plain/solutions/letters")
        #expect(
            folder.wrongVariants.map(\.path) == ["wrong/case-folded", "plain/wrong/case-folded"]
        )
        #expect(folder.study.codebook?.map(\.kind) == [.mistake, .note])
        #expect(folder.study.afterTask == "ease")
        #expect(folder.study.thinkAloud == Study.ThinkAloud.none)
        #expect(folder.study.feedback == .reason)
        #expect(
            folder.study.questionnaires[1].items[0].showIf
                == .init(
                    questionnaire: "before",
                    item: "awk-uses",
                    options: ["reports", "one-liners"]
                )
        )
    }

    @Test func itsExampleUsesEveryKey() throws {
        let text = examples.values.joined(separator: "\n")
        for key in Set(Shape.all.flatMap(\.keys).map(\.name)) {
            let pattern = try Regex("(^|[{,\\s])\(key):").anchorsMatchLineEndings()
            #expect(text.contains(pattern), "\(key)")
        }
    }

    /// `key → required` of the table under the heading of a shape.
    private func table(of shape: Shape) -> [String: Bool] {
        let heading = "\n### \(shape.what.prefix(1).uppercased())\(shape.what.dropFirst())\n"
        let parts = page.components(separatedBy: heading)
        guard parts.count == 2 else { return [:] }
        let section = parts[1].components(separatedBy: "\n###")[0]
        return section.split(separator: "\n").filter { $0.hasPrefix("| `") }
            .reduce(into: [:]) { table, row in
                let cells = row.split(separator: "|").map {
                    $0.trimmingCharacters(in: .whitespaces)
                }
                table[cells[0].replacing("`", with: "")] = cells[1] == "required"
            }
    }

    @Test(arguments: Shape.all.map(\.what)) func itsTablesHaveTheReadersKeys(what: String) throws {
        let shape = try #require(Shape.all.first { $0.what == what })
        let keys = Dictionary(uniqueKeysWithValues: shape.keys.map { ($0.name, $0.required) })
        #expect(table(of: shape) == keys)
    }

    /// The defaults that the page states, against what a reader makes of a file without them.
    @Test func itsDefaultsAreTheReaders() throws {
        let (sample, _) = try example()
        try sample.edit("feedback: reason\n", "")
        try sample.edit("  folder: project\n", "")
        try sample.edit("  links: {vendor/store: \"{store}\"}\n", "")
        try sample.edit("  tools: [sh, awk]\n", "")
        try sample.edit("  ignore: [.git, \"*.swp\"]\n", "")
        try sample.edit("  open: [vi, count.sh]\n", "")
        try sample.edit(", order: any}", "}")
        let study = try StudyReader.read(sample.folder).study
        #expect(study.feedback == .none)
        #expect(study.project.folder == "project")
        #expect(study.project.links == [:])
        #expect(study.project.tools == [])
        #expect(study.project.ignore == [])
        #expect(study.project.open == [])
        let build = study.checks[1].steps[0]
        #expect(build.input == "")
        #expect(build.timeout == 60)
        #expect(build.onTimeout == .fault)
        #expect(build.expect == .init(exit: 0))
        #expect(study.checks[1].steps[1].expect.ordered)
        let item = study.questionnaires[0].items[2]
        #expect(!item.required)
        #expect(item.inTable)
        #expect(item.short == nil && item.header == nil && item.showIf == nil)
    }

    @Test(arguments: [
        ("90s", 90.0), ("15m", 900), ("1m 30s", 90), ("1m30s", 90), ("1h", 3600), ("24h", 86_400),
        ("500ms", 0.5), ("1.5s", 1.5),
    ]) func durations(text: String, seconds: Double) {
        #expect(parseDuration(text) == seconds)
    }

    @Test(arguments: [
        "", "0s", "90", "5 m", "m", "-5m", "1d", "25h", "1e3s", "nan s", "5m,", "1..5s", "٥m",
    ]) func noDurations(text: String) {
        #expect(parseDuration(text) == nil)
    }

    @Test(arguments: [
        ("5-10 years.", "5-10-years"), ("2 - 3", "2-3"), ("Very easy to use", "very-easy-to-use"),
        ("Objective-C", "objective-c"), ("C++", "c"), ("نعم", "نعم"), ("…", ""),
    ]) func slugs(label: String, id: String) {
        #expect(slug(of: label) == id)
    }
}

extension Shape {
    fileprivate static let all = [
        study, product, condition, code, taskSet, project, phase, consent, consentOption, task,
        check, step, room, analysis, outcome, registeredTest,
        expect, questionnaire, translation, translatedItem, item, option, showIf, variant,
    ]
}
