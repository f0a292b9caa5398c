import Testing

@testable import Reporting

/// The report in a terminal, where an ideograph is two columns wide.
@Suite struct PlainTextTests {
    private func text(_ table: Table) -> String {
        let section = Section(id: "s", title: "s", blocks: [.table(table)])
        return PlainText.render(Document(title: "t", sections: [section]))
    }

    @Test func numbersAreAlignedBesideIdeographs() {
        let task = String(repeating: "任务", count: 8)
        let table = Table(
            caption: "c",
            columns: ["任务"],
            figures: ["s"],
            rows: [["\(task)", "90"], ["b", "20"]],
            isMain: true
        )
        let lines = text(table).split(separator: "\n")
        #expect(lines.contains("\(task)  90"))
        #expect(lines.contains("b\(String(repeating: " ", count: 31))  20"))
    }

    @Test func aLineOfIdeographsIsAtMost100Columns() {
        let table = Table(
            caption: Phrase(String(repeating: "字", count: 120)),
            columns: ["a"],
            rows: [],
            isMain: true
        )
        let lines = text(table).split(separator: "\n").filter { $0.contains("字") }
        #expect(lines.map(\.count) == [50, 50, 20])
    }

    @Test func aNumberIsNotSeparatedFromItsPercentSign() {
        let table = Table(
            caption: "\(String(repeating: "a", count: 87)) 95 % to 100 % of people",
            columns: ["a"],
            rows: [],
            isMain: true
        )
        #expect(text(table).contains("a\n95 % to 100 % of people\n"))
    }

    @Test func tablesThatAreLeftOutAreSaidToBeInTheReport() {
        var table = Table(caption: "c", columns: ["a"], rows: [["1"]], isMain: true)
        #expect(!text(table).contains("in the report"))
        table.isMain = false
        #expect(text(table).hasSuffix("\n\nThe other tables are in the report.\n"))
    }
}
