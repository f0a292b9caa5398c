import Diagnostics
import Foundation
import StudyDefinition
import Testing

/// One fault each: where it is reported, and in which words.
@Suite struct BrokenStudyTests {
    struct Fault: CustomTestStringConvertible {
        var file = "study.yaml"
        let old: String
        let new: String
        let says: String

        var testDescription: String { String(says.prefix { !$0.isNewline }) }
    }

    static let faults: [Fault] = [
        Fault(
            old: "feedback: verdict",
            new: "fedback: verdict",
            says: """
                study.yaml:7:1: "fedback" is not a key of study "greeting"
                  did you mean "feedback"?
                """
        ),
        Fault(
            old: "    time_limit: 5m\n",
            new: "    time_limits: 5m\n",
            says: """
                study.yaml:38:5: "time_limits" is not a key of task "one"
                  expected "id", "title", "instruction", "time_limit", "success", "starts_from" or "check"
                  did you mean "time_limit"?
                """
        ),
        Fault(
            old: "    time_limit: 5m\n",
            new: "",
            says: """
                study.yaml:35:5: task "one" has no "time_limit"
                  expected a duration such as 90s, 15m or 1m 30s, up to 24h
                """
        ),
        Fault(
            old: "time_limit: 5m",
            new: "time_limit: 5 minutes",
            says: """
                study.yaml:38:17: "time_limit" of task "one" is "5 minutes"
                  expected a duration such as 90s, 15m or 1m 30s, up to 24h
                """
        ),
        Fault(
            old: "time_limit: 5m",
            new: "time_limit: [5m]",
            says: """
                study.yaml:38:17: "time_limit" of task "one" is a list
                  expected a duration such as 90s, 15m or 1m 30s, up to 24h
                """
        ),
        Fault(
            old: "    check: all\n",
            new: "    check: al\n",
            says: """
                study.yaml:47:12: "check" of task "all" names check "al", which is not in "checks"
                  did you mean "all"?
                """
        ),
        Fault(
            old: "  - id: all\n    title: Greet everyone",
            new: "  - id: one\n    title: Greet everyone",
            says: """
                study.yaml:41:9: task "one" is declared twice
                  change this id, which line 35 already uses
                """
        ),
        Fault(
            old: "instruction: tasks/one.md",
            new: "instruction: tasks/one.txt",
            says: """
                study.yaml:37:18: "instruction" of task "one" names "tasks/one.txt", which is not in the study's folder
                  known here: "tasks/all.md", "tasks/one.md"
                """
        ),
        Fault(
            old: "      - tasks: [one, all]",
            new: "      - tasks: []",
            says: """
                study.yaml:29:16: "tasks" of a phase is an empty list
                  expected a list of tasks' ids
                """
        ),
        Fault(
            old: "method: method.md",
            new: "method: ../method.md",
            says: """
                study.yaml:8:9: "method" of study "greeting" names "../method.md", which leads out of the study's folder
                """
        ),
        Fault(
            old: "method: method.md",
            new: "method: /etc/passwd",
            says: "which leads out of the study's folder"
        ),
        Fault(
            old: "matches: ['^Hello, .*!$']",
            new: "matches: ['^Hello, (.*!$']",
            says: #"regular expression "^Hello, (.*!$" does not compile"#
        ),
        Fault(
            old: "starts_from: [one]",
            new: "starts_from: [all]",
            says: """
                study.yaml:46:19: the "starts_from" keys of these tasks form a cycle: "all", "all"
                """
        ),
        Fault(
            old: "tasks: [one, all]",
            new: "tasks: [all, one]",
            says: """
                study.yaml:46:19: task "all" starts from "one", which comes later
                """
        ),
        Fault(
            old: "tasks: [one, all]",
            new: "tasks: [one, one, all]",
            says: "study.yaml:29:22: task \"one\" appears twice in the phases"
        ),
        Fault(
            old: "questionnaire: about-you",
            new: "questionnaire: about_you",
            says: """
                study.yaml:26:20: a phase names questionnaire "about_you", which is not in "questionnaires"
                  did you mean "about-you"?
                """
        ),
        Fault(
            old: "questionnaires: [about-you]",
            new: "questionnaires: [about-you, after]",
            says: """
                names "questionnaires/after.yaml", which is not in the study's folder
                """
        ),
        Fault(
            old: "format: 1",
            new: "format: 2",
            says: """
                study.yaml:1:9: the study has format 2, which this version of evalrun cannot read
                  expected the number 1
                """
        ),
        Fault(
            old: "feedback: verdict",
            new: "feedback: verdikt",
            says: """
                study.yaml:7:11: "feedback" of study "greeting" is "verdikt"
                  expected "none", "verdict" or "reason"
                  did you mean "verdict"?
                """
        ),
        Fault(
            file: "questionnaires/about-you.yaml",
            old: "    type: single\n",
            new: "    type: choice\n",
            says: """
                "type" of item "shell" is "choice"
                  expected "single", "multiple", "scale", "number" or "text"
                questionnaires/
                """
        ),
        Fault(
            file: "questionnaires/about-you.yaml",
            old: "    max: 80\n",
            new: "    max: -1\n",
            says: "the minimum 0 of item \"years\" is above the maximum -1\n"
        ),
        Fault(
            old: "- thanks: thanks.md",
            new: "- thanks: thanks.md\n    tutorial: tutorial.md",
            says: "study.yaml:30:5: this phase has 2 keys"
        ),
        Fault(
            old: "required: true}",
            new: "required: yes}",
            says: """
                study.yaml:24:57: "required" of consent option "take-part" is "yes"
                  expected true or false
                """
        ),
        Fault(
            old: "expect: {exit: 2}",
            new: "expect: {exit: 256}",
            says: #""exit" is 256"#
        ),
        Fault(
            old: "ignore: [.git, \"*.swp\"]",
            new: "ignore: [\"*\"]",
            says: """
                "ignore" of the project contains "*"
                  expected a name without "/", or a suffix such as "*.swp"
                """
        ),
        Fault(
            old: "{data}/one-name.txt",
            new: "{data}/one-names.txt",
            says: """
                names "data/one-names.txt", which is not in the study's folder
                  did you mean "{data}/one-name.txt"?
                """
        ),
        Fault(
            old: "\"{scratch}\"]",
            new: "\"{scrach}\"]",
            says: """
                warning: the placeholder "{scrach}" is not defined
                  did you mean "{scratch}"?
                """
        ),
        Fault(
            old: "required: true}",
            new: "required: false}",
            says: "warning: no consent option is required, "
                + "so people can take part without agreeing to anything"
        ),
        Fault(
            old: "phases:\n  - consent:\n",
            new: "phases:\n  - instructions: tutorial.md\n  - consent:\n",
            says: "warning: the consent is not the first phase; "
                + "records of earlier phases are kept even if the participant declines"
        ),
        Fault(
            old: "    check: all\n",
            new: "    check: one\n",
            says: "study.yaml:72:9: warning: no task uses check \"all\""
        ),
        Fault(
            old: "tasks: [one, all]",
            new: "tasks: [one]",
            says: "study.yaml:41:9: warning: no phase contains task \"all\""
        ),
        Fault(
            old: "  - {id: shell, title: Shell script}",
            new: "  - {id: shell, title: Shell script}\n  - {id: shell, title: Other}",
            says: "study.yaml:12:10: condition \"shell\" is declared twice"
        ),
        Fault(
            old: "  - {id: shell, title: Shell script}",
            new: "  - {id: shell, title: Shell script}\n  - {id: other, title: Shell script}",
            says: """
                study.yaml:12:24: warning: condition "other" has the same title as an earlier condition
                  choose another title; the report names conditions by their titles
                """
        ),
        Fault(
            old: "id: greeting",
            new: "id: greeting/../..",
            says: "study.yaml:2:5: \"id\" of study \"greeting/../..\" is \"greeting/../..\""
        ),
        Fault(
            old: "  - id: all\n    title: Greet everyone",
            new: "  - id: \(String(repeating: "a", count: 101))\n    title: Greet everyone",
            says: """
                  expected an id: letters, digits, "-", "_" and ".", starting with a letter or digit, \
                at most 100 bytes
                """
        ),
        Fault(
            old: "folder: project",
            new: "folder: projct",
            says: """
                study.yaml:14:11: "folder" of the project names "projct", which is not in the study's folder
                  did you mean "project"?
                """
        ),
        Fault(
            old: "folder: project",
            new: "folder: study.yaml",
            says: "names \"study.yaml\", which is a file"
        ),
        Fault(
            old: "  tools: [sh]",
            new: "  tools: [sh]\n  links: {../out: \"{store}\"}",
            says: "study.yaml:16:11: the path of a link is \"../out\""
        ),
        Fault(
            file: "questionnaires/about-you.yaml",
            old: "type: single",
            new: "type: singel",
            says: """
                questionnaires/about-you.yaml:6:11: "type" of item "shell" is "singel"
                  expected "single", "multiple", "scale", "number" or "text"
                  did you mean "single"?
                """
        ),
        Fault(
            file: "questionnaires/about-you.yaml",
            old: "show_if: {item: shell, is: yes}",
            new: "show_if: {item: shel, is: yes}",
            says: """
                questionnaires/about-you.yaml:16:21: "show_if" of item "shells" names item "shel", which is not in questionnaire "about-you"
                  did you mean "shell"?
                """
        ),
        Fault(
            file: "questionnaires/about-you.yaml",
            old: "show_if: {item: shell, is: yes}",
            new: "show_if: {item: shell, is: maybe}",
            says: """
                names option "maybe", which is not an option of item "shell"
                  known here: "no", "yes"
                """
        ),
        Fault(
            file: "questionnaires/about-you.yaml",
            old: "show_if: {item: shell, is: yes}",
            new: "show_if: {item: years, is: yes}",
            says: "names item \"years\", which is not asked earlier"
        ),
        Fault(
            file: "questionnaires/about-you.yaml",
            old: "    max: 5\n",
            new: "    max: 1\n",
            says:
                "questionnaires/about-you.yaml:21:10: the scale of item \"confidence\" goes from 1 to 1"
        ),
        Fault(
            file: "questionnaires/about-you.yaml",
            old: "    min: 1\n    max: 5\n",
            new: "    min: -9223372036854775808\n    max: 9223372036854775807\n",
            says: "the scale of item \"confidence\" goes from -9223372036854775808 to"
        ),
        Fault(
            file: "questionnaires/about-you.yaml",
            old: "    max: 5\n",
            new: "    max: 5.0\n",
            says: """
                "max" of item "confidence" is "5.0"
                  expected a number; for a scale, a whole number
                """
        ),
        Fault(
            file: "questionnaires/about-you.yaml",
            old: "    unit: years\n",
            new: "    unit: years\n    options: [a, b]\n",
            says: "\"options\" has no effect for item \"years\" of type \"number\""
        ),
        Fault(
            file: "questionnaires/about-you.yaml",
            old: "      - Z shell",
            new: "      - gnu  bash",
            says: "\"gnu bash\" is a label or an alias of two options of item \"shells\""
        ),
        Fault(
            file: "questionnaires/about-you.yaml",
            old: "  - id: remarks",
            new: "  - id: years",
            says: "questionnaires/about-you.yaml:32:9: item \"years\" is declared twice"
        ),
        Fault(
            file: "wrong/sorted/variant.yaml",
            old: "task: all",
            new: "task: al",
            says: """
                wrong/sorted/variant.yaml:1:7: "task" of wrong variant "sorted" names task "al", which is not in "tasks"
                  did you mean "all"?
                """
        ),
    ]

    /// Its items are unknown, so the names in the analysis may be right.
    @Test(arguments: [
        ("title: About you\nitems:\n  - {id: years\n", "about-you.yaml"),
        ("title: About you\ninstrument: suss\n", "about-you.yaml"), ("", "study.yaml"),
    ])
    func aBrokenQuestionnaireIsNotReportedInTheAnalysis(text: String, file: String) throws {
        let sample = try Sample()
        let path = "questionnaires/about-you.yaml"
        if text.isEmpty { try sample.remove(path) } else { try sample.write(text, to: path) }
        try sample.edit(
            "conditions:\n",
            """
            analysis:
              primary: {measure: about-you}
              tests:
                - {measure: about-you.confidence, method: benchmark, against: 3}
                - {measure: time, method: mixed-model, factor: about-you.shell}
                - {measure: time, method: mixed-model, covariates: [log(about-you.years)]}
            conditions:
              - {id: second, title: Second, only_planned: true}

            """
        )
        let errors = sample.findings().filter { $0.severity == .error }
        let ids = errors.map(\.id)
        #expect(errors.contains { $0.place?.file.hasSuffix(file) == true }, "\(sample.rendered())")
        #expect(
            Set(ids).isDisjoint(with: ["unknown-measure", "test-factor", "test-covariate"]),
            "\(sample.rendered())"
        )
    }

    @Test func aKeyOfAnEmptyMappingNeedsIndentation() throws {
        let sample = try Sample()
        try sample.edit("expect: {exit: 2}", "expect:\n        output: none")
        #expect(
            sample.rendered().contains(
                """
                study.yaml:71:9: "output" is not a key of step "no name"
                  indent this key more than "expect"
                """
            ),
            "\(sample.rendered())"
        )
    }

    @Test func aLineBreakBetweenSingleQuotesIsNone() throws {
        let sample = try Sample()
        try sample.edit("expect: {exit: 2}", "expect: {output: '2\\n'}")
        #expect(
            sample.rendered().contains(
                """
                study.yaml:70:26: warning: "output" of expected results contains the two \
                characters "\\n", not a line break
                  for a line break, put the text between double quotes
                """
            ),
            "\(sample.rendered())"
        )
    }

    /// Otherwise the mistake would be lost among its consequences.
    @Test func questionnairesThatAreNoListAreReportedOnce() throws {
        let sample = try Sample()
        let list = "questionnaires: about-you, sus\n"
        let analysis = "analysis: {primary: {measure: sus}, secondary: [{measure: nps}]}\n"
        try sample.edit("questionnaires: [about-you]\n", list + analysis)
        let errors = sample.findings().filter { $0.severity == .error }
        #expect(
            errors.map(\.problem) == [
                "\"questionnaires\" of study \"greeting\" is \"about-you, sus\""
            ]
        )
    }

    @Test(arguments: faults) func isReportedWhereItStands(fault: Fault) throws {
        let sample = try Sample()
        try sample.edit(fault.old, fault.new, in: fault.file)
        let said = sample.rendered()
        #expect(said.contains(fault.says), "\(said)")
    }

    @Test func everyProblemAtOnceInTheOrderOfTheText() throws {
        let sample = try Sample()
        try sample.edit("title: Greeting\n", "")
        try sample.edit("time_limit: 5m", "time_limit: soon")
        try sample.edit("check: all\n", "check: everything\n")
        try sample.edit("type: scale", "type: scales", in: "questionnaires/about-you.yaml")
        try sample.remove("tutorial.md")
        let errors = sample.findings().filter { $0.severity == .error }
        #expect(
            errors.map(\.id)
                == [
                    "missing-key", "missing-file", "wrong-type", "unknown-check", "wrong-type",
                ]
        )
        #expect(errors.map { $0.place?.line } == [1, 27, 37, 46, 19])
        #expect(errors.last?.place?.file == "questionnaires/about-you.yaml")
    }

    @Test func tasksOutsideEachConditionCompareNothing() throws {
        let sample = try Sample()
        try sample.edit("      - tasks: [one, all]\n", "  - tasks: [one, all]\n")
        #expect(sample.rendered() == "")
        try sample.edit(
            "conditions:\n",
            "conditions:\n  - {id: other, title: Another script}\n"
        )
        #expect(
            sample.rendered() == """
                study.yaml:30:5: warning: these tasks are not in "each_condition", so each \
                participant does them once, and no condition is recorded with them
                  to compare the conditions, indent this phase as a member of "each_condition"
                """
        )
    }

    @Test func onlyInOutsideEachConditionIsWarnedOf() throws {
        let sample = try Sample()
        let file = "questionnaires/about-you.yaml"
        let text = try String(contentsOf: sample.url(file), encoding: .utf8)
        try sample.write("only_in: [shell]\n\(text)", to: file)
        #expect(
            sample.rendered() == """
                study.yaml:26:20: warning: "only_in" of questionnaire "about-you" has no effect here: \
                outside "each_condition", everybody is asked
                  move this phase into "each_condition", or remove "only_in"
                """
        )
    }

    /// `late` is asked after the last task.
    @Test(arguments: [("about-you/shell", ""), ("late/again", "again")])
    func aQuestionAfterATaskReadsAnEarlierAnswer(item: String, late: String) throws {
        let sample = try Sample()
        try sample.edit("questionnaires: [about-you]", "questionnaires: [about-you, late, ease]")
        try sample.edit("  - thanks:", "  - questionnaire: late\n  - thanks:")
        try sample.edit("\ntasks:\n", "\nafter_task: ease\n\ntasks:\n")
        try sample.write(
            "title: Late\nitems: [{id: again, text: Again?, type: single, options: [yes, no]}]\n",
            to: "questionnaires/late.yaml"
        )
        let question = "{id: why, text: Why?, type: text, show_if: {item: \(item), is: yes}}"
        try sample.write(
            "title: Ease\nitems: [\(question)]\n",
            to: "questionnaires/ease.yaml"
        )
        let said = sample.rendered()
        let words = "names item \"\(late)\", which is not asked before the last task"
        #expect(late.isEmpty ? said.isEmpty : said.contains(words), "\(said)")
        // Sessions may have been recorded with the study.
        _ = try StudyReader.read(sample.folder)
    }

    @Test(arguments: [
        ("text: \"How sure are  you of your Shell?\"", true),
        ("text: How sure are you of your shell?\n    short: Later", false),
        ("text: How sure are you of your shell now?", false),
    ])
    func anItemWithTheTextOfAnotherIsNamed(text: String, isSame: Bool) throws {
        let sample = try Sample()
        try sample.edit(
            "  - id: remarks\n",
            "  - id: again\n    \(text)\n    type: text\n  - id: remarks\n",
            in: "questionnaires/about-you.yaml"
        )
        let said = sample.rendered()
        let words = "warning: item \"again\" has the same text as item \"confidence\""
        #expect(isSame ? said.contains(words) : said.isEmpty, "\(said)")
    }

    @Test func aQuestionnaireIsNamedWithoutTheEndOfItsFile() throws {
        let sample = try Sample()
        try sample.edit("questionnaires: [about-you]", "questionnaires: [about-you.yaml]")
        #expect(
            sample.rendered() == """
                study.yaml:32:18: a questionnaire is "about-you.yaml"
                  expected the id of a questionnaire in questionnaires/<id>.yaml
                  did you mean "about-you"?
                """
        )
    }

    @Test func theIdOfAQuestionnaireMayEndLikeAFile() throws {
        let sample = try Sample()
        let source = sample.url("questionnaires/about-you.yaml")
        let file = try String(contentsOf: source, encoding: .utf8)
        try sample.edit("questionnaires: [about-you]", "questionnaires: [about-you, more.yaml]")
        for name in ["more.yaml", "more.yaml.yaml"] {
            try sample.write(file, to: "questionnaires/\(name)")
        }
        let said = sample.rendered()
        #expect(!said.contains("did you mean"), "\(said)")
    }

    /// Each suggestion can be typed as it is printed.
    @Test(arguments: [
        ("tasks/One.md", "tasks/one.md"), ("Tasks/one.md", "tasks/one.md"),
        ("tasks\\one.md", "tasks/one.md"),
    ])
    func aWrongPathIsSuggestedAsAWhole(path: String, meant: String) throws {
        let sample = try Sample()
        try sample.edit("instruction: tasks/one.md", "instruction: \(path)")
        let said = sample.rendered()
        #if os(Linux)
            #expect(said.contains("study's folder\n  did you mean \"\(meant)\"?"), "\(said)")
        #endif
        try sample.edit("instruction: \(path)", "instruction: \(meant)")
        #expect(sample.rendered() == "")
    }

    @Test func aFileOutsideTheFolderIsNotSuggested() throws {
        let sample = try Sample()
        let outside = sample.folder.appendingPathExtension("md")
        try Data("x\n".utf8).write(to: outside)
        defer { try? FileManager.default.removeItem(at: outside) }
        let path = "instruction: ..\\\(outside.lastPathComponent)"
        try sample.edit("instruction: tasks/one.md", path)
        #expect(!sample.rendered().contains("did you mean"), "\(sample.rendered())")
    }

    @Test func aFileWhoseNameIsFixedIsToBeRenamed() throws {
        let sample = try Sample()
        let move = { (from: String, to: String) in
            try FileManager.default.moveItem(at: sample.url(from), to: sample.url(to))
        }
        try move("questionnaires/about-you.yaml", "questionnaires/about-you.yml")
        try move("wrong/sorted/variant.yaml", "wrong/sorted/variant.yml")
        let said = sample.rendered()
        #expect(
            said.contains("rename \"questionnaires/about-you.yml\" to \"about-you.yaml\""),
            "\(said)"
        )
        let missing = "the folder of this wrong variant has no variant.yaml"
        #expect(said.contains("wrong/sorted: \(missing)\n"), "\(said)")
        #expect(said.hasSuffix("\n  rename \"wrong/sorted/variant.yml\" to \"variant.yaml\""))
        try move("study.yaml", "study.yml")
        #expect(sample.rendered().hasSuffix("\n  rename study.yml to study.yaml"))
    }

    @Test func anIdThatIsRefusedIsNotOffered() throws {
        let sample = try Sample()
        try sample.edit("  - id: all\n    title: Greet everyone", "  - id: a l\n    title: Greet")
        #expect(!sample.rendered().contains("known here: \"\""))
    }

    @Test func aTaskWithoutASolution() throws {
        let sample = try Sample()
        try sample.remove("solutions/all")
        let said = sample.rendered()
        #expect(
            said.contains(
                """
                study.yaml:41:9: task "all" has no solution
                  expected the folder "solutions/all"
                """
            )
        )
    }

    @Test func aSolutionAndAQuestionnaireThatNobodyNames() throws {
        let sample = try Sample()
        try sample.write("x", to: "solutions/two/x")
        try sample.write("title: x", to: "questionnaires/about.yaml")
        #expect(
            sample.rendered() == """
                questionnaires/about.yaml: warning: "questionnaires" of the study does not list this file
                solutions/two: warning: this solution belongs to no task
                  known here: "all", "one"
                """
        )
    }

    @Test func aWrongVariantThatChangesNothing() throws {
        let sample = try Sample()
        try sample.remove("wrong/sorted/greet-all.sh")
        #expect(
            sample.rendered().contains("the folder of this variant contains only variant.yaml")
        )
    }

    @Test func anApplyThatCannotBeRun() throws {
        let sample = try Sample()
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o644],
            ofItemAtPath: sample.url("solutions/all/apply").path
        )
        #expect(
            sample.rendered() == """
                solutions/all/apply: "solutions/all/apply" is not executable
                  chmod +x solutions/all/apply
                """
        )
    }

    @Test(.enabled(if: getuid() != 0, "root reads everything"))
    func filesAndFoldersThatCannotBeRead() throws {
        let sample = try Sample()
        let paths = ["data/names.txt", "project", "method.md"].map { sample.url($0).path }
        for path in paths { chmod(path, 0) }
        defer { for path in paths { chmod(path, 0o755) } }
        let said = sample.rendered()
        for name in ["data/names.txt", "project", "method.md"] {
            #expect(said.contains("\"\(name)\" cannot be read: Permission denied"))
        }
    }
}
