import JSON
import SessionEngine
import StudyDefinition

/// Texts of a page in English or in the study's language, with the study's own texts in place of
/// these.
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
            "words": JSONNode(
                words.sorted { $0.key < $1.key }.map { ($0.key, JSONNode($0.value)) }
            ),
        ]
    }
}

extension Room {
    func words(for page: PageDocument) -> RoomWords {
        RoomWords(seat.study.study.room, for: page)
    }
}
