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
    /// Left out: pilots, scripted and unfinished sessions; participants who did not agree to the
    /// consent option `share`, where the study has one; and the free words of those who did not
    /// agree to `quote`, where it has one.
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
            if refuses(session, "share") {
                refused += 1
                return true
            }
            return false
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
        \(silenced) the free words are left out. Pilots, scripted and unfinished sessions are not \
        in it. Free words may still name somebody: read them before you deposit.

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
        let codes = codes
        sessions.sort {
            (codes[$0.start.participant] ?? "", $0.id) < (codes[$1.start.participant] ?? "", $1.id)
        }
        for index in sessions.indices { sessions[index].id = Int64(index + 1) }
    }
}

/// The primary result in R, from the tables of a bundle.
enum RScript {
    static func text(_ data: ExportData) -> String {
        let folder = "study-\(PsychDS.alphanumeric(data.study.id))_description-runs_data.csv"
        let conditions = data.study.conditions.map { "\"\(escaped($0.id))\"" }
        let tasks = data.study.analysedTasks.map { "\"\(escaped($0.task.id))\"" }
        return """
            # The primary result from data/, in base R: Rscript analysis/primary.R
            runs <- read.csv("data/\(folder)", stringsAsFactors = FALSE,
                             colClasses = c(task = "character", condition = "character"))
            runs <- runs[runs$practice == "no", ]
            # The last run of a task counts.
            key <- paste(runs$participant, runs$task, runs$condition)
            runs <- runs[!duplicated(key, fromLast = TRUE), ]
            success <- runs$outcome %in% c("success", "assisted-success")
            tried <- !(runs$outcome %in% c("skipped", "not-attempted", "checker-error", ""))
            tasks <- c(\(tasks.joined(separator: ", ")))
            conditions <- c(\(conditions.joined(separator: ", ")))

            cat("Typical time of successes (geometric mean, 95 % log-t interval), and completion\\n")
            for (condition in sort(unique(runs$condition))) for (task in tasks) {
              of <- runs$task == task & runs$condition == condition
              x <- log(runs$seconds[of & success & runs$seconds > 0])
              n <- length(x)
              if (!any(of)) next
              half <- if (n > 1) qt(0.975, n - 1) * sd(x) / sqrt(n) else NA
              cat(sprintf("%s %s: n = %d, %.1f s [%.1f, %.1f]; completed %d of %d\\n",
                          condition, task, n, exp(mean(x)), exp(mean(x) - half), exp(mean(x) + half),
                          sum(success[of]), sum(tried[of])))
            }

            if (length(conditions) > 1) {
              first <- conditions[1]
              second <- conditions[2]
              wide <- merge(runs[success & runs$condition == first, c("participant", "task", "seconds")],
                            runs[success & runs$condition == second, c("participant", "task", "seconds")],
                            by = c("participant", "task"))
              if (nrow(wide) > 1) {
                d <- tapply(log(wide$seconds.x) - log(wide$seconds.y), wide$participant, mean)
                test <- t.test(d)
                cat(sprintf("%s / %s, all tasks, %d participants: ratio %.3f [%.3f, %.3f]\\n", first,
                            second, length(d), exp(test$estimate), exp(test$conf.int[1]),
                            exp(test$conf.int[2])))
              }
            }

            """
    }

    private static func escaped(_ text: String) -> String {
        text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    }
}
