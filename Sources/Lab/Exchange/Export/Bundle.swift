import ContentHash
package import Diagnostics
import Foundation
import ResultsStore
import StudyDefinition

extension Exporter {
    /// One deposit: the data of those who may be published, under new codes and without times of
    /// day or machines, with the study as it was run and a script that computes the primary result
    /// again. Tables and figures of the report are added by whoever has them.
    ///
    /// Left out: pilots, scripted and unfinished sessions; sessions that were excluded or whose
    /// participant took the consent back; drawn persons beside real ones; participants who did not
    /// agree to the consent option `share`, where the study has one; and the free words of those who
    /// did not agree to `quote`, where it has one.
    ///
    /// Returns with the files the new code of every participant in them.
    package func deposit() throws(DiagnosticError) -> (files: [File], codes: [String: String]) {
        let consents = try consents()
        func refuses(_ session: SessionResults, _ option: String) -> Bool {
            consents[session.id]?[option] == false
        }
        var refused = 0
        var data = try ExportData(store: store, study: study) { session in
            let over = session.state == .finished || session.state == .ended
            if session.start.pilot || session.start.source == .script || !over { return true }
            if session.exclusion != nil { return true }
            if refuses(session, "share") {
                refused += 1
                return true
            }
            return false
        }
        if data.sessions.contains(where: { $0.start.source != .simulated }) {
            data.sessions.removeAll { $0.start.source == .simulated }
        }
        var silenced = 0
        for index in data.sessions.indices {
            data.sessions[index].start.environment = SessionEnvironment()
            guard refuses(data.sessions[index], "quote") else { continue }
            silenced += 1
            data.sessions[index].silence()
        }
        data.renumber()
        var files = psychDS(data).filter { $0.path != "README.md" }
        let tables = data.tables + [data.codebook]
        files.append(File("codebook.md", Codebook.markdown(tables)))
        files.append(File("README.md", readme(data, refused: refused, silenced: silenced)))
        files.append(File("analysis/primary.R", RScript.text(data)))
        for (hash, _) in data.definitions.sorted(by: { $0.key < $1.key }) {
            for (path, bytes) in try store.studyFiles(hash: hash)
            where ProgSnap2.isInside(path) {
                files.append(
                    File(path: "study/\(hash.prefix(12))/\(path)", bytes: bytes)
                )
            }
        }
        return (files.sorted { $0.path < $1.path }, data.codes)
    }

    private func consents() throws(DiagnosticError) -> [Int64: [String: Bool]] {
        var found: [Int64: [String: Bool]] = [:]
        for session in try store.results().sessions {
            guard session.start.source == .live else { continue }
            for event in try store.events(session: session.id) {
                if case .consentGiven(let value) = event.event {
                    found[session.id] = value.options
                }
            }
        }
        return found
    }

    private func readme(_ data: ExportData, refused: Int, silenced: Int) -> String {
        """
        # \(data.study.title)

        Data of \(data.codes.count) participants of the usability experiment “\(data.study.title)”,
        version \(data.study.version), on \(data.study.product.name) \(data.study.product.version).

        | place | what |
        |---|---|
        | `data/`, `dataset_description.json` | the data, as Psych-DS has it |
        | `codebook.md` | what every column means |
        | `study/` | the study as it was run: tasks, instructions, questionnaires, checks |
        | `report/` | the report, its tables as LaTeX and its figures as SVG |
        | `analysis/primary.R` | computes the primary result from `data/` again |

        Participants have new codes, in no order that means anything; times of day, machines and
        editors are left out. \(refused) did not agree to publication and are not in it; of \
        \(silenced) the free words are left out. Pilots, scripted, drawn, unfinished, excluded and \
        withdrawn sessions are not in it. Free words may still name somebody: read them before you deposit.

        """
    }
}

extension SessionResults {
    /// Without free words.
    fileprivate mutating func silence() {
        for index in answers.indices {
            if case .text? = answers[index]?.value.meaning {
                answers[index]?.value = AnswerValue(raw: "", meaning: .text(""))
            }
        }
        for index in marks.indices { marks[index].text = "" }
        for index in ratings.indices { ratings[index].value.text = "" }
        for index in reasons.indices { reasons[index].text = "" }
    }
}

extension ExportData {
    /// New codes in the order of a hash, which tells nothing of when somebody came; sessions in the
    /// order of the codes, numbered anew.
    fileprivate mutating func renumber() {
        let names = Set(sessions.map(\.start.participant))
        let order = names.map { (sha256(Array("\(study.id) \($0)".utf8)), $0) }.sorted { $0 < $1 }
        let width = String(max(1, names.count)).count
        for (index, name) in order.map(\.1).enumerated() {
            let digits = String(index + 1)
            codes[name] = "S" + String(repeating: "0", count: width - digits.count) + digits
        }
        let raterNames = Set(sessions.flatMap { $0.ratings.map(\.value.rater) })
        let others = raterNames.map { (sha256(Array("\(study.id) rater \($0)".utf8)), $0) }.sorted {
            $0 < $1
        }
        for (index, name) in others.map(\.1).enumerated() { raters[name] = "R\(index + 1)" }
        let codes = codes
        sessions.sort {
            (codes[$0.start.participant] ?? "", $0.id) < (codes[$1.start.participant] ?? "", $1.id)
        }
        for index in sessions.indices { sessions[index].id = Int64(index + 1) }
    }
}
