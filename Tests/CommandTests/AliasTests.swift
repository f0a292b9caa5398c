import Foundation
import TestSupport
import Testing

@Suite struct AliasTests {
    @Test(.timeLimit(.minutes(15))) func aConfigurationOfAliasesIsRefusedAtItsPlace() throws {
        let folder = try TemporaryFolder()
        let levels = (1...9).map { level in
            let aliases = Array(repeating: "*l\(level - 1)", count: 10).joined(separator: ", ")
            return "l\(level): &l\(level) [\(aliases)]\n"
        }
        for end in ["", "? *l9\n: x\n"] {
            try ("l0: &l0 [a, b, c]\n" + levels.joined() + end)
                .write(toFile: folder.path(".cdgen.yml"), atomically: true, encoding: .utf8)
            let result = try Tool("cdgen").run(["generate"], in: folder.url)
            #expect(result.status == 78)
            #expect(result.errors.contains(#/.cdgen.yml:\d+/#), "\(result.errors)")
            #expect(result.errors.contains("aliases are expanded"), "\(result.errors)")
        }
    }
}
