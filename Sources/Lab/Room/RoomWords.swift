import JSON
import SessionEngine
import StudyDefinition

extension Room {
    /// Returns the texts of a page in the study's language. A text without a translation is in
    /// English. A text that the study defines replaces evalrun's text.
    func words(for page: PageDocument) -> JSONNode {
        let settings = seat.study.study.printed.room
        let language = settings?.language ?? "en"
        let base = baseLanguage(language)
        return [
            "language": JSONNode(language),
            "direction": Self.rightToLeft.contains(base) ? "rtl" : "ltr",
            "words": JSONNode(sorted: page.words(in: language, own: settings?.words ?? [:])),
        ]
    }

    /// Languages that are written from right to left.
    private static let rightToLeft: Set = ["ar", "fa", "he", "ur", "yi", "ps", "sd", "ug", "dv"]
}

/// Returns the language code of a language tag, in lowercase and without the region: `ar` for
/// `ar-EG`.
func baseLanguage(_ tag: String) -> String {
    tag.split(separator: "-").first.map { $0.lowercased() } ?? ""
}
