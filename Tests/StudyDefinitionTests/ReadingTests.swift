import Diagnostics
import Foundation
import Testing

@testable import StudyDefinition

@Suite struct ReadingTests {
    @Test func theFixtureIsReadWithoutAWarning() throws {
        let result = try StudyReader.readWithWarnings(Sample.fixture)
        #expect(result.warnings == [])
        // Steps that expect something of a program, and have no `on_timeout`.
        let remarks = result.folder.remarks
        #expect(remarks.map(\.id) == [String](repeating: "no-on-timeout", count: 5))
        let first = "step \"unusual name\" has no \"on_timeout\""
        #expect(remarks.first?.problem.hasPrefix(first) == true)
        let study = result.folder.study
        #expect(study.id == "greeting")
        #expect(study.version == "1.0")
        #expect(study.product == .init(name: "sh", version: "POSIX"))
        #expect(study.feedback == .verdict)
        #expect(study.conditions == [.init(id: "shell", title: "Shell script")])
        #expect(study.method.path == "method.md")
        #expect(study.method.text.hasPrefix("Participants changed"))
        #expect(study.project.folder == "project")
        #expect(study.project.links == [:])
        #expect(study.project.build == ["sh", "-n", "greet.sh"])
        #expect(study.project.ignore == [".git", "*.swp"])
    }

    @Test func aStudyWithoutConsentGetsANote() throws {
        let sample = try Sample()
        let consent = """
              - consent:
                  file: consent.md
                  options:
                    - {id: take-part, text: I take part., required: true}
                    - {id: quote, text: My words may be quoted.}

            """
        try sample.edit(consent, "")
        let result = try StudyReader.readWithWarnings(sample.folder)
        #expect(result.warnings == [])
        #expect(result.folder.remarks.count { $0.id == "no-consent" } == 1)
    }

    /// The text itself ends with a line break, and a lock contains its hash.
    @Test func aTextInABlockIsPrintedWithoutItsFinalLineBreak() throws {
        let sample = try Sample()
        try sample.edit("    title: Greet one person\n", "    title: |\n      Greet one person\n")
        let consent = "{id: quote, text: My words may be quoted.}"
        try sample.edit(consent, "{id: quote, text: \"My words may be quoted.\\n\"}")
        let questions = "questionnaires/about-you.yaml"
        try sample.edit("title: About you\n", "title: >+\n  About\n  you\n\n", in: questions)
        try sample.edit("      - Z shell\n", "      - |\n        Z shell\n", in: questions)
        let study = try StudyReader.read(sample.folder).study
        #expect(study.tasks[0].title == "Greet one person\n")
        #expect(study.printed.tasks[0].title == "Greet one person")
        #expect(study.printed.questionnaires[0].title == "About you")
        guard case .multiple(let options) = study.printed.questionnaires[0].items[1].kind,
            case .consent(let form) = study.printed.phases[0]
        else {
            Issue.record("\(study.printed.phases[0])")
            return
        }
        #expect(options.map(\.label) == ["Bash", "Z shell", "Another"])
        #expect(form.options.map(\.text) == ["I take part.", "My words may be quoted."])
        // The expected output of a command is kept as it is.
        #expect(study.printed.checks[0].steps[1].expect.output == "Hello, Ada!\n")
        let plain = try StudyReader.read(Sample.fixture).study
        #expect(plain.printed == plain)
        var translated = plain
        translated.room = RoomSettings(words: ["Z shell\n": "Z-Shell", "page.save": "Weiter"])
        #expect(translated.printed.room?.words == ["Z shell": "Z-Shell", "page.save": "Weiter"])
    }

    @Test func phasesKeepTheirOrder() throws {
        let phases = try StudyReader.read(Sample.fixture).study.phases
        try #require(phases.count == 4)
        guard case .consent(let consent) = phases[0], case .eachCondition(let inner) = phases[2],
            case .reading(let thanks) = phases[3]
        else {
            Issue.record("wrong kinds of phases: \(phases)")
            return
        }
        #expect(consent.options.map(\.id) == ["take-part", "quote"])
        #expect(consent.options.map(\.required) == [true, false])
        #expect(phases[1] == .questionnaire("about-you"))
        try #require(inner.count == 2)
        #expect(inner[1] == .tasks(["one", "all"]))
        #expect(thanks.kind == .thanks)
    }

    @Test func tasksAndChecks() throws {
        let study = try StudyReader.read(Sample.fixture).study
        #expect(study.tasks.map(\.id) == ["one", "all"])
        #expect(study.tasks.map(\.timeLimit) == [300, 90])
        #expect(study.tasks.map(\.startsFrom) == [[], ["one"]])
        #expect(study.tasks[0].instruction.text.hasPrefix("# Greet one person"))
        let one = study.checks[0].steps
        #expect(one.map(\.name) == ["syntax", "plain name", "unusual name", "no name"])
        #expect(one[0].expect == .init())
        #expect(one[1].onTimeout == .failure)
        #expect(one[1].timeout == 6)
        #expect(one[1].expect.output == "Hello, Ada!\n")
        #expect(one[2].run == ["sh", "greet.sh", "Zoë O'Hara  de Ål"])
        #expect(one[3].expect.exit == 2)
        let all = study.checks[1].steps
        #expect(all[0].expect.ordered)
        #expect(!all[1].expect.ordered)
        #expect(all[1].input == "Grace\nAlan\n")
        #expect(all[1].expect.rows == ["Hello, Alan!", "Hello, Grace!"])
    }

    @Test func everyTypeOfItem() throws {
        let items = try StudyReader.read(Sample.fixture).study.questionnaires[0].items
        #expect(items.map(\.id) == ["shell", "shells", "confidence", "years", "remarks"])
        #expect(
            items[0].kind
                == .single([.init(id: "yes", label: "yes"), .init(id: "no", label: "no")])
        )
        #expect(
            items[1].kind
                == .multiple([
                    .init(id: "bash", label: "Bash", aliases: ["bash 5", "GNU Bash"]),
                    .init(id: "z-shell", label: "Z shell"),
                    .init(id: "other", label: "Another"),
                ])
        )
        #expect(
            items[1].showIf
                == .init(questionnaire: "about-you", item: "shell", options: ["yes"])
        )
        #expect(
            items[2].kind == .scale(min: 1, max: 5, minLabel: "not at all", maxLabel: "very")
        )
        #expect(items[3].kind == .number(min: 0, max: 80, unit: "years"))
        #expect(items[3].header == "Years, programming")
        #expect(items[4].kind == .text)
        #expect(items.map(\.required) == [true, false, true, false, false])
        #expect(items.map(\.inTable) == [true, true, true, true, false])
        #expect(items.map(\.short) == ["Shell", nil, nil, nil, nil])
    }

    @Test func wrongVariantsNameTaskAndReason() throws {
        let variants = try StudyReader.read(Sample.fixture).wrongVariants
        #expect(
            variants.map(\.name)
                == [
                    "endless", "hard-coded", "last-line-lost", "nameless", "sorted", "syntax-error",
                ]
        )
        #expect(
            variants[1]
                == .init(
                    name: "hard-coded",
                    task: "one",
                    reason: "not kept as it is",
                    condition: nil,
                    path: "wrong/hard-coded"
                )
        )
    }

    @Test func theHashNamesTheContentOfEveryFile() throws {
        let sample = try Sample()
        let first = try StudyReader.read(sample.folder)
        #expect(first.files.count == 27)
        // printf Last | sha256sum
        #expect(
            first.files["data/one-name.txt"]
                == "eb970eb0951c6cdeac1ec0cc723fc91e30b0c26ee6f3b5ee0e574db7f487dc55"
        )
        #expect(first.hash == (try StudyReader.read(Sample.fixture)).hash)

        try sample.write("ignored", to: "project/greet.sh.swp")
        try sample.write("ignored", to: ".git/HEAD")
        try sample.write("ignored", to: "project/.build/debug.yaml")
        #expect(try StudyReader.read(sample.folder).hash == first.hash)

        try sample.write("Lost", to: "data/one-name.txt")
        #expect(try StudyReader.read(sample.folder).hash != first.hash)
    }

    @Test(arguments: ["{data}/two names.txt", "wc -l '{data}/two names.txt' | sort"])
    func aFileOfDataMayHaveSpacesInItsName(argument: String) throws {
        let sample = try Sample()
        try sample.write("Ada", to: "data/two names.txt")
        try sample.edit("run: [sh, greet.sh]", "run: [sh, greet.sh, \"\(argument)\"]")
        #expect(sample.rendered() == "")
        try sample.remove("data/two names.txt")
        #expect(sample.rendered().contains("which is not in the study's folder"))
    }

    @Test func aStudySurvivesBeingStored() throws {
        let study = try StudyReader.read(Sample.fixture).study
        let data = try JSONEncoder().encode(study)
        #expect(try JSONDecoder().decode(Study.self, from: data) == study)
    }
}
