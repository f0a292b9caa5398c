package import Diagnostics
import Foundation
import SessionEngine
package import StudyDefinition

extension Room {
    /// Checks the keys under which the study defines or translates page texts. A valid key is one
    /// of these: the name of a page text, its English version, or a text of the study that a page
    /// shows.
    ///
    /// - Throws: `DiagnosticError` that lists all invalid keys.
    package static func check(_ study: StudyFolder) throws(DiagnosticError) {
        let known = PageDocument.keys.union(PageDocument.english).union(study.study.shownTexts)
            .union(study.study.printed.shownTexts)
        let wrong = (study.study.room?.words ?? [:]).keys.filter { !known.contains($0) }
        if wrong.isEmpty { return }
        let diagnostics = wrong.map { key in
            let near = nearestName(to: key, among: known)
            return Diagnostic(
                "room-words",
                at: study.wordPlaces[key] ?? .init(file: study.url.path),
                "the study defines a text with the key \"\(key)\", but no page has a text with this key",
                fix: near.map { "did you mean \"\($0)\"?" }
                    ?? "use an English text of a page, a key such as \"page.save\", or a text of "
                    + "the study"
            )
        }
        throw DiagnosticError(diagnostics.sorted(by: isBefore), status: .data)
    }

    private static func isBefore(_ left: Diagnostic, _ right: Diagnostic) -> Bool {
        let (one, other) = (left.place?.line ?? 0, right.place?.line ?? 0)
        return (one, left.problem) < (other, right.problem)
    }

    /// Returns a warning that the participant's page shows some texts in English, because they have
    /// no translation into the study's language. The warning lists these texts as lines of YAML.
    /// Returns nil if there are no such texts.
    package static func languageWarning(_ study: StudyFolder) -> Diagnostic? {
        let missing = missingTexts(study)
        guard let language = study.study.room?.language, !missing.isEmpty else { return nil }
        let lines = missing.map { key, english in
            let quoted = key.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
            let line = "\"\(quoted)\":" + (key == english ? "" : " # \(english)")
            return "\n    \(line.replacing("\n", with: "\\n"))"
        }
        return Diagnostic(
            "room-language",
            severity: .warning,
            at: .init(file: "study.yaml"),
            "the participant's page is in the language \"\(language)\", but shows "
                + "\(missing.count) of its \(PageDocument.participantTexts.count) texts in English",
            fix: "add these lines, with a translation after each colon, to the file that \"words\" "
                + "under \"room\" names:\(lines.joined())"
        )
    }

    /// Returns a remark for the facilitator with the number of untranslated texts on the
    /// participant's page. Returns nil if there are no such texts.
    package static func languageRemark(_ study: StudyFolder) -> String? {
        let missing = missingTexts(study)
        guard !missing.isEmpty else { return nil }
        return "\(missing.count) of the \(PageDocument.participantTexts.count) texts of the "
            + "participant's page are in English; evalrun validate lists them"
    }

    /// Returns the name (`key`) and the English version of each untranslated text of the
    /// participant's page. Both evalrun and the study can provide translations.
    private static func missingTexts(_ study: StudyFolder) -> [(key: String, english: String)] {
        guard let room = study.study.room, !PageDocument.isBuiltIn(room.language) else { return [] }
        return PageDocument.participantTexts.filter { key, english in
            room.words[key] == nil && room.words[english] == nil
        }
        .sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }
}

extension Study {
    /// The study's own texts that the participant's page shows and that the study can translate.
    fileprivate var shownTexts: [String] {
        let items = questionnaires.flatMap(\.items)
        let labels = items.flatMap { item -> [String] in
            switch item.kind {
            case .single(let options), .multiple(let options): options.map(\.label)
            case .scale, .number, .text: []
            }
        }
        let statements = phases.flatMap { phase -> [String] in
            if case .consent(let consent) = phase { consent.options.map(\.text) } else { [] }
        }
        let reasons = checks.flatMap(\.steps).map(\.reason)
        // The page shows reasons without surrounding space.
        return questionnaires.map(\.title) + items.map(\.text) + labels + statements
            + tasks.map(\.title) + reasons + reasons.map(\.trimmed)
    }
}
