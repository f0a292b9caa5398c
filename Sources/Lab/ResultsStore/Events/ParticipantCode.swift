package import Diagnostics

/// What files and tables name a participant by.
package enum ParticipantCode {
    /// What is wrong with `code`; nil where it can be used.
    package static func problem(
        with code: String,
        at place: Diagnostic.Place? = nil
    ) -> Diagnostic? {
        let allowed = code.unicodeScalars.allSatisfy {
            $0.properties.isAlphabetic || $0.properties.numericType != nil
                || "-_.".unicodeScalars.contains($0)
        }
        guard
            code.isEmpty || code.count > 40 || !allowed || code.hasPrefix(".")
                || code.hasPrefix("-")
        else { return nil }
        let shown = code.unicodeScalars.map {
            $0.properties.generalCategory == .control
                ? "\\u{\(String($0.value, radix: 16))}" : String($0)
        }.joined()
        return Diagnostic(
            "participant-code",
            at: place,
            "\"\(shown)\" cannot be a participant's code",
            expected:
                "1 to 40 letters, digits, \"-\", \"_\" or \".\", beginning with a letter or digit",
            fix: "choose a code that tells nothing about the person, such as P1"
        )
    }
}
