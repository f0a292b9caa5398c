package import Diagnostics
import Foundation
package import StudyDefinition

extension Room {
    /// - Throws: a `DiagnosticError` for each key of the study's words that looks like one of the pages' and is none.
    ///   Other words may be the study's own sentences.
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
                    "the words of the room name \"\(key)\", which no page has",
                    fix: suggestion(for: key, among: known)
                )
            },
            status: .data
        )
    }
}
