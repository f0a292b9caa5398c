import Diagnostics
import Testing

@testable import Instruments

/// A few lines of aliases can mean more values than memory holds.
@Suite struct AliasTests {
    @Test(.timeLimit(.minutes(15))) func anInstrumentOfAliasesIsRefusedAtItsPlace() {
        let levels = (1...9).map { level in
            let aliases = Array(repeating: "*l\(level - 1)", count: 10).joined(separator: ", ")
            return "l\(level): &l\(level) [\(aliases)]\n"
        }
        let text = "l0: &l0 [a, b, c]\n" + levels.joined()
        for text in [text, text + "? *l9\n: x\n"] {
            do throws(DiagnosticError) {
                _ = try InstrumentReader.read(text, file: "sus.yaml")
                Issue.record("read")
            } catch {
                let words = render(error.diagnostics)
                #expect(words.contains(#/sus.yaml:\d+:\d+/#), "\(words)")
                #expect(words.contains("when its aliases are expanded"), "\(words)")
            }
        }
    }
}
