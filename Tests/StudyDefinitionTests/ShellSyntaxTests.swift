import Diagnostics
import Foundation
import Testing

/// Commands that need a shell and have none.
@Suite struct ShellSyntaxTests {
    private func said(run: String) throws -> String {
        let sample = try Sample()
        try sample.edit("run: [sh, greet.sh, Ada]", "run: \(run)")
        return sample.rendered()
    }

    @Test(arguments: [
        "|", "||", "&&", ";", ">", ">>", "<", "2>", "2>&1", "&", "2>/dev/null", ">/dev/null", "x;",
        "$(date)", "today-$(date +%d)", "`date`",
    ])
    func anOperatorIsAWarning(word: String) throws {
        let warning = """
            study.yaml:57:29: warning: "run" of step "plain name" contains "\(word)", \
            but commands run without a shell
              write the whole command as one argument of a shell: [sh, -c, "…"]
            """
        #expect(try said(run: "[sh, greet.sh, \"\(word)\", true]") == warning)
    }

    @Test func theBuildIsCheckedToo() throws {
        let sample = try Sample()
        let build = "build:\n    - make\n    - clean;\n    - make\n    - \"&&\"\n    - \"true\""
        try sample.edit("build: [sh, -n, greet.sh]", build)
        #expect(
            sample.rendered() == """
                study.yaml:18:7: warning: "build" of the project contains "clean;", \
                but commands run without a shell
                  write the whole command as one argument of a shell: [sh, -c, "…"]
                """
        )
    }

    @Test(arguments: [
        "[sh, -c, \"cd x && make | cat > y; `date` $(date)\"]", "[/bin/bash, -ec, x, \"&&\", y;]",
        "[env, A=1, zsh, -c, \"$(date)\"]", "[bash, -o, pipefail, -c, \"a | b\"]",
        "[perl, -e, \"`date`;\"]", "[cut, -d, \"|\", file]", "[awk, -F, \";\", \"{print $1}\"]",
        "[find, ., -exec, cat, \"{}\", ;]", "[sqlite3, db, \"SELECT 1; SELECT 2;\"]",
        "[echo, a|b, c&d, x>y, $HOME, \"a && b\"]", "[grep, -c, \"|\", file]",
        "[/usr/bin/sed, \"s/a/b/;\", file]", "[tr, \";\", \"|\"]",
    ])
    func aShellAndOtherArgumentsAreNoWarnings(run: String) throws {
        #expect(try said(run: run) == "")
    }

    /// Only the first operand of `grep` is a pattern.
    @Test(arguments: ["[grep, Ada, \"|\", file]", "[grep, \"$(date)\", file]"])
    func anOperatorAfterThePatternIsAWarning(run: String) throws {
        #expect(try said(run: run).contains("but commands run without a shell"))
    }

    @Test func theEditorsCommandIsCheckedToo() throws {
        let sample = try Sample()
        try sample.edit("open: [ls, -l]", "open: [ls, -l, \"|\", less]")
        #expect(sample.rendered().contains("\"open\" of the project contains \"|\""))
    }
}
