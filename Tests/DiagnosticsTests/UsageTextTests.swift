import Diagnostics
import Testing

@Suite struct UsageTextTests {
    @Test func aLongUsageLineIsBrokenBetweenItsParts() {
        let usage =
            "USAGE: evalrun amend <participant> [--results <results>] --questionnaire "
            + "<questionnaire> --item <item> [--task <task> ...]"
        #expect(
            wrappingUsage("Correct one answer.\n\n\(usage)\n\nOPTIONS:") == """
                Correct one answer.

                USAGE: evalrun amend <participant> [--results <results>]
                       --questionnaire <questionnaire> --item <item> [--task <task> ...]

                OPTIONS:
                """
        )
    }

    @Test func otherTextIsUnchanged() {
        let long = String(repeating: "word ", count: 30)
        for text in ["", "0.2.0", "USAGE: evalrun report [--open]\n", long] {
            #expect(wrappingUsage(text) == text)
        }
    }
}
