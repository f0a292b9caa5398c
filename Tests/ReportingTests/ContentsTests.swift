import Foundation
import Testing

@testable import Reporting

/// The two contents lists of report.html: beside the text, and folded on narrow pages.
@Suite struct ContentsTests {
    @Test func eachSectionIsInBothLists() {
        let sections = ["one", "two"].map { id in
            Section(id: id, title: "Title of \(id)", blocks: [.paragraph("Text.")])
        }
        let html = HTML.render(Document(title: "t", sections: sections))
        for id in ["one", "two"] {
            let link = "<li><a href=\"#\(id)\">Title of \(id)</a></li>"
            #expect(html.components(separatedBy: link).count == 3)
        }
        #expect(html.contains("<details>\n<summary>Contents</summary>\n<ol>"))
    }

    /// On a narrow screen, the average is in view, and a shadow tells that a table goes on.
    @Test func aTableThatIsCutOffHasAShadowAtItsEdge() {
        #expect(HTMLStyle.sheet.contains("(to left, var(--edge) 0, transparent 100%)"))
        let narrow = HTMLStyle.sheet.components(separatedBy: "@media (max-width: 30rem)").last
        #expect(narrow?.contains("table, table.wide { font-size: 0.8rem; }") == true)
    }
}
