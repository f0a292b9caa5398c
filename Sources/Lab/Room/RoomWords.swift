import JSON
import LoopbackServer
import SessionEngine
import StudyDefinition

/// Texts of a page in English or in the study's language. A text that the study defines replaces
/// the built-in one.
struct RoomWords {
    let language: String
    let words: [String: String]

    init(_ settings: RoomSettings?, for page: PageDocument) {
        language = settings?.language ?? "en"
        words = page.words(in: language, own: settings?.words ?? [:])
    }

    /// Languages that are written from right to left.
    private static let rightToLeft: Set = ["ar", "fa", "he", "ur", "yi", "ps", "sd", "ug", "dv"]

    private var direction: String {
        let base = language.split(separator: "-").first.map { $0.lowercased() } ?? ""
        return Self.rightToLeft.contains(base) ? "rtl" : "ltr"
    }

    var json: JSONNode {
        [
            "language": JSONNode(language), "direction": JSONNode(direction),
            "words": JSONNode(sorted: words),
        ]
    }
}

extension Room {
    func words(for page: PageDocument) -> RoomWords {
        RoomWords(seat.study.study.room, for: page)
    }
}
