import ContentHash
package import Diagnostics
import Foundation
import ResultsStore
import StudyDefinition

extension Exporter {
    /// Returns the files of a deposit, a data set for a public archive. The deposit contains the
    /// data that participants allow to be published, with a codebook, and the study as it was run.
    /// It also contains a script that recomputes the primary result. Participants get new codes.
    /// Times of day, labs and descriptions of machines are left out. The caller adds the files of
    /// the report.
    ///
    /// Omits:
    /// - pilot, scripted, unfinished and excluded sessions;
    /// - sessions of participants who withdrew consent, or who refused the consent option `share`;
    /// - simulated participants if the results file also has real participants;
    /// - free text of participants who refused the consent option `quote`.
    ///
    /// - Returns: the files, and a dictionary from each participant's code in the results file to
    ///   the new code in the deposit.
    package func deposit() throws(DiagnosticError) -> (files: [File], codes: [String: String]) {
        var data = try ExportData(store: store, study: study, for: .others) { sessions in
            let hasPeople = sessions.contains {
                !$0.start.pilot && ![.script, .simulated].contains($0.start.source)
            }
            return sessions.filter { session in
                let isOver = session.state == .finished || session.state == .ended
                return isOver && session.exclusion == nil && !session.start.pilot
                    && session.start.source != .script
                    && !(hasPeople && session.start.source == .simulated)
            }
        }
        for index in data.sessions.indices {
            data.sessions[index].start.environment = SessionEnvironment()
            data.sessions[index].lab = ""
        }
        data.renumber(secret: try store.secret())
        var files = psychDS(data).filter { $0.path != "README.md" }
        let tables = data.tables + [data.codebook]
        files.append(File("codebook.md", Codebook.markdown(tables, of: data)))
        files.append(File("README.md", readme(data)))
        files.append(File("analysis/primary.R", RScript.text(data)))
        for (hash, _) in data.definitions.sorted(by: { $0.key < $1.key }) {
            for (path, bytes) in try store.studyFiles(hash: hash)
            where ProgSnap2.isInside(path) {
                files.append(File(path: "study/\(hash.prefix(12))/\(path)", bytes: bytes))
            }
        }
        return (files.sorted { $0.path < $1.path }, data.codes)
    }

    private func readme(_ data: ExportData) -> String {
        let study = data.study.title.inMarkdown
        let title = study + (data.isSimulated ? " (simulated data)" : "")
        let (version, product) = (data.study.version.inMarkdown, data.study.product)
        let count = data.codes.count
        let who =
            data.isSimulated
            ? "Randomly generated data of \(counted(count, "simulated participant")) (nobody took part) in"
            : "Data from \(counted(count, "participant")) in"
        return """
            # \(title)

            \(who) the usability experiment “\(study)”,
            version \(version), on \(product.name.inMarkdown) \(product.version.inMarkdown).

            | file or folder | contents |
            |---|---|
            | `data/`, `dataset_description.json` | the data in the Psych-DS format |
            | `codebook.md` | the meaning of every column |
            | `study/` | the study as it was run: tasks, instructions, questionnaires, checks |
            | `report/` | tables of the report as LaTeX and figures as SVG |
            | `analysis/primary.R` | recomputes the primary result from `data/`: `Rscript analysis/primary.R` |

            Participants have new codes in arbitrary order. Times of day, machines and editors
            are left out. \(consent(data))The data contain no pilot, scripted, unfinished, excluded\
            \(data.isSimulated ? "" : ", simulated") or withdrawn sessions. Free text may still identify
            somebody: read it before you deposit the data. A report and other exports have the same
            times next to the participants' own codes: do not publish them with these data.

            """
    }

    /// Returns up to two sentences with the numbers of participants who refused the consent options
    /// `share` and `quote`. Omits the sentence about an option that nobody refused.
    private func consent(_ data: ExportData) -> String {
        let silent = Set(
            data.sessions.filter { $0.withheld != nil }.map(\.start.participant)
        ).count
        let who = { counted($0, "participant") }
        return
            (data.unshared == 0
            ? ""
            : "\(who(data.unshared)) did not agree to publication: none of their data are included. ")
            + (silent == 0
                ? "" : "\(who(silent)) did not agree to be quoted: their free text is left out. ")
    }
}

extension ExportData {
    /// Replaces the codes of participants and raters. The new codes are numbered in the order of
    /// the old codes' hashes. This order does not reveal when somebody took part. Sorts the
    /// sessions by the new codes, keeps the order of each participant's sessions, and renumbers
    /// them.
    ///
    /// - Parameter secret: random bytes that are hashed together with each old code, and never
    ///   exported. Without the secret, anybody could guess old codes, hash them, and compute the
    ///   new order.
    fileprivate mutating func renumber(secret: Data) {
        func ordered(_ names: Set<String>, _ kind: String) -> [String] {
            names.map { (sha256(Array(secret) + Array("\(kind) \($0)".utf8)), $0) }
                .sorted { $0 < $1 }.map(\.1)
        }
        let names = ordered(Set(sessions.map(\.start.participant)), "participant")
        let width = String(max(1, names.count)).count
        for (index, name) in names.enumerated() {
            let digits = String(index + 1)
            codes[name] = "S" + String(repeating: "0", count: width - digits.count) + digits
        }
        let others = ordered(Set(sessions.flatMap { $0.ratings.map(\.value.rater) }), "rater")
        for (index, name) in others.enumerated() { raters[name] = "R\(index + 1)" }
        let codes = codes
        sessions.sort {
            (codes[$0.start.participant] ?? "", $0.number)
                < (codes[$1.start.participant] ?? "", $1.number)
        }
        for index in sessions.indices { sessions[index].id = Int64(index + 1) }
    }
}
