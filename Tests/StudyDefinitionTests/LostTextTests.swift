import Diagnostics
import Foundation
import Testing

/// Unquoted text whose end YAML reads as a comment.
@Suite struct LostTextTests {
    private static let fix =
        "put quotes around the whole text; if this is a comment, write a space after \"#\""

    @Test(arguments: [
        ("Task #1", "36:17", "\"Task\"", "#1"),
        ("Find #tags in C# #now # please", "36:17", "\"Find\"", "#tags in C# #now # please"),
        ("In C#\t##2", "36:18", "\"In C#\"", "##2"),
        ("A long\n\n      and folded task #1", "38:23", "\"A long and folded task\"", "#1"),
        ("#1", "36:12", "empty", "#1"),
    ])
    func aTextThatEndsInACommentIsAWarning(
        title: String,
        place: String,
        value: String,
        comment: String
    ) throws {
        let sample = try Sample()
        try sample.edit("title: Greet one person", "title: \(title)")
        let warning = """
            study.yaml:\(place): warning: "title" of task "one" is \(value), because YAML reads \
            "\(comment)" as a comment
              \(Self.fix)
            """
        #expect(sample.rendered().contains(warning), "\(sample.rendered())")
    }

    @Test(arguments: [
        "Task # one", "Task #", "Task #\tone", "Task ## one", "Task#1", "\"Task #1\"",
        "'Task #1' #x", "|\n      Task #1", ">\n      Task #1",
    ])
    func aCommentWithASpaceAndQuotedTextAreNoWarnings(title: String) throws {
        let sample = try Sample()
        try sample.edit("title: Greet one person", "title: \(title)")
        #expect(sample.rendered() == "")
    }

    /// No text is lost from an id, a duration or the list of a phase.
    @Test func commentsAfterOtherValuesAreNoWarnings() throws {
        let sample = try Sample()
        try sample.edit("time_limit: 5m", "time_limit: 5m #short")
        try sample.edit("    check: one\n", "    check: one #first\n")
        try sample.edit("tasks: [one, all]", "tasks: [one, all] #both")
        try sample.edit("conditions:\n", "conditions: #only one\n")
        #expect(sample.rendered() == "")
    }

    @Test func argumentsOfCommandsAreChecked() throws {
        let sample = try Sample()
        try sample.edit("build: [sh, -n, greet.sh]", "build:\n    - make\n    - all #1")
        try sample.edit("run: [sh, greet.sh, Ada]", "run:\n          - make x #2")
        let rendered = sample.rendered()
        for (name, value, lost) in [
            ("\"build\" of the project", "all", "#1"),
            ("\"run\" of step \"plain name\"", "make x", "#2"),
        ] {
            let problem = "a member of \(name) is \"\(value)\", because YAML reads \"\(lost)\""
            #expect(rendered.contains(problem), "\(rendered)")
        }
    }

    @Test func textInListsAndOtherFilesIsChecked() throws {
        let sample = try Sample()
        let file = "questionnaires/about-you.yaml"
        try sample.edit("      - Z shell", "      - Z shell #2", in: file)
        try sample.edit("label: Another}", "label: Another #3\n        }", in: file)
        try sample.edit("unit: years", "unit: #years", in: file)
        try sample.write("done: ready #1\n", to: "words.yaml")
        try sample.edit("\ntasks:\n", "\nroom: {words: words.yaml}\n\ntasks:\n")
        let text = try String(contentsOf: sample.url(file), encoding: .utf8)
        try sample.write(text.replacing("\n", with: "\r\n"), to: file)
        let places = [
            (file, "14:17", "a member of \"options\" of item \"shells\" is \"Z shell\"", "#2"),
            (file, "15:36", "\"label\" of option \"other\" is \"Another\"", "#3"),
            (file, "31:11", "\"unit\" of item \"years\" is empty", "#years"),
            ("words.yaml", "1:13", "the translation of \"done\" is \"ready\"", "#1"),
        ]
        let warnings = places.map { file, place, problem, comment in
            "\(file):\(place): warning: \(problem), because YAML reads \"\(comment)\" as a comment\n"
                + "  \(Self.fix)"
        }
        #expect(sample.rendered() == warnings.joined(separator: "\n"))
    }
}
