import Testing

@testable import Reporting

/// The tables as LaTeX, which every engine must accept.
@Suite struct LaTeXTests {
    @Test(arguments: [
        ("Cliff's δ", "Cliff's $\\delta$"), ("N − 1 χ²", "N $-$ 1 $\\chi$\\textsuperscript{2}"),
        ("n ≤ 30", "n $\\leq$ 30"), ("a ÷ b", "a $\\div$ b"), ("5 % & a_b", "5 \\% \\& a\\_b"),
        ("δέλτα", "δέλτα"), ("p < 0.0001", "p $<$ 0.0001"), ("a | b > c", "a $|$ b $>$ c"),
        ("#\u{FE0F}\u{20E3} 1", "\\#\u{FE0F}\u{20E3} 1"), ("git --amend", "git -{}-amend"),
        ("`x`", "\\textasciigrave{}x\\textasciigrave{}"),
    ]) func aSymbolIsACommandUnlessItIsPartOfAWord(text: String, expected: String) {
        let table = Table(caption: Phrase(text), columns: [Table.Column("x")], rows: [])
        let section = Section(id: "s", title: "s", blocks: [.table(table)])
        let files = LaTeX.tables(Document(title: "t", sections: [section]), codes: [])
        #expect(files.first?.1.contains("\\caption{\(expected)}") == true)
    }

    @Test func aRowThatBeginsWithABracketOrAStarIsNoOptionOfTheRowBefore() {
        let table = Table(
            caption: "c",
            columns: [Table.Column("[x]"), Table.Column("y")],
            rows: [["a", "b"], ["[c] d", "[e]"], ["* f", "g"], ["*\u{FE0F}\u{20E3} h", "i"]]
        )
        let section = Section(id: "s", title: "s", blocks: [.table(table)])
        let text = LaTeX.tables(Document(title: "t", sections: [section]), codes: []).first?.1
        #expect(text?.contains("\\toprule\n{}[x] & y \\\\\n") == true)
        #expect(text?.contains("a & b \\\\\n{}[c] d & [e] \\\\\n{}* f & g \\\\\n") == true)
        #expect(text?.contains("{}*\u{FE0F}\u{20E3} h & i \\\\\n") == true)
    }
}
