import Terminal
import Testing

@Suite struct TerminalTextTests {
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
