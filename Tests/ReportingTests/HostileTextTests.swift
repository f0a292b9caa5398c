import Foundation
import ResultsStore
import StudyDefinition
import Testing

@testable import Reporting

/// Words of participants and facilitators are text, whatever is in them.
@Suite struct HostileTextTests {
    private func report(on text: String) async throws -> Report {
        try await ReportingTests.report(
            Played(
                participant: "P1",
                answers: [.words(text)],
                runs: [.init(task: "first", seconds: 20, marks: [(.note, text)])]
            )
        )
    }

    @Test(arguments: [
        "<script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "</td></table><h1>x",
        "<!-- x", "&lt;b&gt; &amp; &#60;",
    ])
    func markupIsTextInHTML(text: String) async throws {
        let html = try await report(on: text).text("report.html")
        #expect(!html.contains(text))
        let escaped = text.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
            .replacing(">", with: "&gt;").replacing("\"", with: "&quot;")
        #expect(html.contains("<td><bdi>\(escaped)</bdi></td>"))
    }

    /// A browser shows two names of a right-to-left script in reverse order in a line of English.
    @Test func namesInARightToLeftScriptKeepTheirOrder() {
        let text = "مع الأداة ÷ بدون الأداة: 1.4 & more"
        #expect(
            HTML.text("\(text)")
                == "<bdi>مع الأداة</bdi> ÷ <bdi>بدون الأداة</bdi>: 1.4 &amp; more"
        )
        #expect(Canvas.escape("א ÷ b") == "\u{2068}א\u{2069} ÷ b")
        #expect(HTML.text("é ÷ b") == "é ÷ b")
    }

    @Test func nothingInAReportIsFetchedOrRun() async throws {
        let html = try await report(on: "javascript:alert(1) http://x.example/a.png")
            .text("report.html")
        #expect(!html.contains("<script"))
        #expect(!html.contains("src="))
        #expect(!html.contains("url("))
        #expect(!html.contains("href=\"http"))
        #expect(html.contains("default-src 'none'"))
    }

    @Test(arguments: [
        ("a | b", "a \\| b"), ("**bold** _it_", "\\*\\*bold\\*\\* \\_it\\_"),
        ("[x](http://y)", "\\[x\\](http\\://y)"), ("<b>", "&lt;b&gt;"),
        ("`code`", "\\`code\\`"), ("@someone", "\\@someone"), ("$x$", "\\$x\\$"),
        ("two\nlines", "two<br>lines"), ("www.x.org", "www\\.x.org"), ("a \\| b", "a \\\\\\| b"),
        ("a*\u{FE0F}\u{20E3} |\u{301}", "a\\*\u{FE0F}\u{20E3} \\|\u{301}"),
    ])
    func markupIsTextInMarkdown(text: String, escaped: String) async throws {
        let markdown = try await report(on: text).text("report.md")
        #expect(markdown.contains("| P1 | \(escaped) | - |"))
    }

    @Test(arguments: ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1"])
    func formulasAreDisarmedInCSV(text: String) async throws {
        let csv = try await report(on: text).text("tables/after.csv")
        #expect(csv.contains("P1,1,only,'\(text),"))
    }

    @Test func quotesCommasAndLineEndsStayInTheirCell() async throws {
        let csv = try await report(on: "a, \"b\"\r\nc").text("tables/after.csv")
        #expect(csv.contains("P1,1,only,\"a, \"\"b\"\"\r\nc\","))
    }

    @Test func controlCharactersBecomeVisible() async throws {
        let report = try await report(on: "a\u{1B}[31mb\u{0}\u{202E}c")
        for path in ["report.md", "report.html"] {
            let scalars = report.text(path).unicodeScalars
            #expect(!scalars.contains { $0.value < 0x20 && $0 != "\n" || $0.value == 0x202E })
        }
        #expect(report.text("report.html").contains("a␛[31mb␀\u{FFFD}c"))
        #expect(!report.terminalText.unicodeScalars.contains("\u{1B}"))
    }

    /// A study may be from another person, like the words of a participant.
    @Test func noTextOfTheStudyReordersAReport() {
        let blocks: [Block] = [.heading("a\u{202E}b"), .prose("c\u{2066}d")]
        let section = Section(id: "s", title: "e\u{202E}f", blocks: blocks)
        let document = Document(title: "g\u{202E}h", sections: [section])
        for text in [Markdown.render(document), HTML.render(document), PlainText.render(document)] {
            #expect(!text.unicodeScalars.contains { [0x202E, 0x2066].contains($0.value) })
            #expect(text.contains("g\u{FFFD}h"))
        }
    }

    @Test func JSONKeepsTheWordsAsTheyWere() async throws {
        let words = "\"\\\n\u{1}é👩‍💻</script>"
        let data = Data(try await report(on: words).text("report.json").utf8)
        let object = try JSONSerialization.jsonObject(with: data) as? [String: Any]
        let questionnaires = object?["questionnaires"] as? [[String: Any]]
        let items = questionnaires?.last?["items"] as? [[String: Any]]
        let answers = items?.first?["answers"] as? [[String: Any]]
        #expect(answers?.first?["value"] as? String == words)
    }

    @Test func theStudysProseIsMarkdownWithoutHTMLAndPictures() async throws {
        let report = try await report(on: "-")
        let html = report.text("report.html")
        #expect(
            html.contains("<h3>How</h3>\n<p>With <em>care</em>. &lt;b&gt;raw&lt;/b&gt; picture</p>")
        )
        #expect(report.text("report.md").contains("### How\n\nWith *care*."))
        #expect(!report.text("report.md").contains("x/y.png"))
        #expect(html.contains("<title>Small &lt;study&gt;</title>"))
    }

    /// A table with such a word was wider than a printed page, which cut it off.
    @Test func aLongWordCanBeBroken() async throws {
        let word = "https://x.example/?a&" + String(repeating: "b", count: 60)
        let html = try await report(on: "see \(word)").text("report.html")
        let (first, rest) = (String(repeating: "b", count: 19), String(repeating: "b", count: 40))
        #expect(
            html.contains("<td><bdi>see https://x.example/?a&amp;\(first)<wbr>\(rest)<wbr>b</bdi>")
        )
    }
}
