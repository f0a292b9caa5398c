import Diagnostics
import YAMLFields

/// The file and line in which the study defines each text of the participant's page. The keys are
/// those of ``RoomSettings/words``.
final class WordPlaces {
    var places: [String: Diagnostic.Place] = [:]
}

extension StudyReading {
    /// Reads the settings of the participant's page. Returns nil if there are none, or if they are
    /// not a mapping.
    func room(_ fields: Fields) -> RoomSettings? {
        guard let entry = fields["room"], let fields = Fields(entry, .room) else { return nil }
        return RoomSettings(
            showsClock: fields.choice("clock", default: RoomClock.hidden) == .shown,
            language: fields["language"]?.converted(language) ?? "en",
            words: fields["words"].map(words) ?? [:],
            silence: fields["silence"]?.converted(parseDuration)
        )
    }

    /// Reads the translation file that `entry` names: a mapping from English texts to texts in the
    /// study's language. Reports a file that cannot be read, and returns an empty dictionary for
    /// it. Reports and omits pairs that are not text.
    private func words(_ entry: Entry) -> [String: String] {
        guard let path = entry.text(),
            let url = files.resolve(path, .file, at: entry.place, name: "\"words\" of the room"),
            let text = files.text(at: url, path: path),
            let root = Entry(
                yaml: text,
                file: path,
                expected: "a mapping from English texts to texts in the study's language",
                findings: findings
            )
        else { return [:] }
        let pairs = root.pairs(expected: "text in the study's language") {
            "the translation of \(quoted($0))"
        }
        return pairs.reduce(into: [:]) { words, pair in
            pair.value.warnOfLostText()
            if let english = pair.key.text(), let shown = pair.value.text() {
                words[english] = shown
                wordPlaces.places[english] = pair.key.place
            }
        }
    }

    private func language(_ text: String) -> String? {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        let isCode = parts.allSatisfy { part in
            (1...8).contains(part.count)
                && part.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
        }
        return isCode && (2...3).contains(parts.first?.count ?? 0) ? text : nil
    }
}

private enum RoomClock: String, CaseIterable {
    case shown, hidden
}
