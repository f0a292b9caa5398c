import Terminal
import Testing

@Suite struct TerminalTextTests {
    @Test func aTextIsIndentedByItsLabel() {
        let text = "the greeting differs from the one in the task"
        #expect(
            TerminalText.fitted(text, after: "  ok   starter  ", columns: 40) == """
                  ok   starter  the greeting differs
                                from the one in the task
                """
        )
        #expect(
            TerminalText.fitted(text, after: "  ok   starter  ", columns: 30) == """
                  ok   starter  the greeting
                  differs from the one in the
                  task
                """
        )
    }

    @Test func errorsEndAtWholeWordsAndCommandsStayWhole() {
        let text = """
            r.sqlite: the data of P1 were erased; this code cannot be used again
              use another participant code, or ask who erased the data
              for help, run: evalrun help erase --results r.sqlite
            """
        #expect(
            TerminalText.fitted(text, columns: 40) == """
                r.sqlite: the data of P1 were erased;
                this code cannot be used again
                  use another participant code, or ask
                  who erased the data
                  for help, run: evalrun help erase --results r.sqlite
                """
        )
        #expect(TerminalText.fitted(text, columns: 100) == text)
    }
}

@Suite struct ProgressLineTests {
    @Test(arguments: [
        ("", "          "), ("2 of 4", "2 of 4    "), ("33 of 40; 2 min", "33 of 40; "),
    ])
    func aTextCoversThePreviousOne(text: String, line: String) {
        #expect(ProgressLine.replacing(text, columns: 10) == "\r" + line)
    }
}
