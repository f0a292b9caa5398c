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
}
