import Testing

@testable import Diagnostics

@Suite struct CommandNamesTests {
    private let tool = CommandNames(
        "tool",
        [
            CommandNames("session"),
            CommandNames("hub", [CommandNames("add"), CommandNames("list")]),
        ]
    )

    private func problem(_ words: String) -> String? {
        do throws(DiagnosticError) {
            try tool.require(words.split(separator: " ").map(String.init)[...])
            return nil
        } catch {
            let found = error.diagnostics.first
            return "\(found?.problem ?? ""); \(found?.fix ?? "")"
        }
    }

    @Test(arguments: [
        "", "session", "session anything", "hub", "hub add x", "--help", "help", "help hub list",
        "help session x", "help help",
    ])
    func aKnownCommandIsLeftToTheParser(words: String) {
        #expect(problem(words) == nil)
    }

    /// After "help", the parser would print the help of the program.
    @Test(arguments: [
        ("sesion --code 1", "tool has no command \"sesion\"; did you mean \"session\"?"),
        ("hub ad", "tool hub has no command \"ad\"; did you mean \"add\"?"),
        ("hub x", "tool hub has no command \"x\"; tool hub --help lists the commands"),
        ("help sesion", "tool has no command \"sesion\"; did you mean \"session\"?"),
        ("help hub ad", "tool hub has no command \"ad\"; did you mean \"add\"?"),
    ])
    func aMisspelledCommandIsNamed(words: String, message: String) {
        #expect(problem(words) == message)
    }
}
