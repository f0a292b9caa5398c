package import Diagnostics

/// A participant's code: what files and tables are named by.
package enum Participant {
    package static func check(_ code: String) throws(DiagnosticError) {
        let allowed = code.unicodeScalars.allSatisfy {
            $0.properties.isAlphabetic || $0.properties.numericType != nil
                || "-_.".unicodeScalars.contains($0)
        }
        guard !code.isEmpty, code.count <= 40, allowed, !code.hasPrefix("."), !code.hasPrefix("-")
        else {
            let shown = code.unicodeScalars.map {
                $0.properties.generalCategory == .control
                    ? "\\u{\(String($0.value, radix: 16))}" : String($0)
            }.joined()
            throw DiagnosticError(
                "participant-code",
                "\"\(shown)\" cannot be a participant's code",
                expected:
                    "1 to 40 letters, digits, \"-\", \"_\" or \".\", beginning with a letter or digit",
                fix: "choose a code that tells nothing about the person, such as P1",
                status: .usage
            )
        }
    }
}
