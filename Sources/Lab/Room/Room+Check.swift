package import Diagnostics
import Foundation
package import StudyDefinition

extension Room {
    /// Checks the keys of the texts that the study defines for the pages.
    ///
    /// - Throws: `DiagnosticError` with each key that begins with `page.` or `desk.` but is not the
    ///   key of a page text. Other keys are not checked, because a key can also be an English
    ///   sentence to translate.
    package static func check(_ study: StudyFolder) throws(DiagnosticError) {
        let known = PageDocument.keys
        let wrong = (study.study.room?.words ?? [:]).keys.sorted().filter { key in
            (key.hasPrefix("page.") || key.hasPrefix("desk.")) && !known.contains(key)
        }
        if wrong.isEmpty { return }
        throw DiagnosticError(
            wrong.map { key in
                Diagnostic(
                    "room-words",
                    at: .init(file: study.url.path),
                    "the study defines a text with the key \"\(key)\", but no page has a text with this key",
                    fix: suggestion(for: key, among: known)
                )
            },
            status: .data
        )
    }
}
