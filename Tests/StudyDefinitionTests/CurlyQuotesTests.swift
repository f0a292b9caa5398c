import Diagnostics
import Testing

/// Curly quotes, as from a word processor, in place of YAML's straight quotes.
@Suite struct CurlyQuotesTests {
    @Test(arguments: ["“Greet one person”", "„Greet one person“", "‘Don’t greet’"])
    func aTextBetweenCurlyQuotesIsAWarning(title: String) throws {
        let sample = try Sample()
        try sample.edit("title: Greet one person", "title: \(title)")
        #expect(
            sample.rendered() == """
                study.yaml:36:12: warning: "title" of task "one" is "\(title)": YAML reads these \
                curly quotes as part of the text
                  write straight quotes instead; to keep the curly quotes, put straight quotes \
                around them
                """
        )
    }

    @Test func textInListsIsChecked() throws {
        let sample = try Sample()
        let file = "questionnaires/about-you.yaml"
        try sample.edit("      - Z shell", "      - “Z shell”", in: file)
        #expect(sample.rendered().contains("a member of \"options\" of item \"shells\" is"))
    }

    @Test(arguments: ["“Hello” and “bye”", "Say “hello”", "\"“Greet one person”\"", "’", "it’s"])
    func otherCurlyQuotesAreNoWarnings(title: String) throws {
        let sample = try Sample()
        try sample.edit("title: Greet one person", "title: \(title)")
        #expect(sample.rendered() == "")
    }
}
