import ResultsStore
import StudyDefinition

extension Findings {
    /// What must be known before any number is read.
    var notices: [Phrase] {
        var notices: [Phrase] = []
        if sample.isScripted {
            notices.append(
                """
                Every session in this report was played by a script. No person took part, and \
                nothing here is a finding.
                """
            )
        }
        if entries.contains(where: \.start.simulatedClock) {
            notices.append("Times are those that the script gave; no clock was read.")
        }
        if hasImported {
            let imported = entries.filter(\.isImported).map(\.participant)
            let who: Phrase =
                isAllImported ? "All sessions" : "The sessions of \(Document.names(imported))"
            let pooled =
                isAllImported ? "" : " They stand in one average with those that were held here."
            notices.append(
                """
                \(who) were imported from files. Answers and times were collected elsewhere; the \
                product named here is the study's, and may not be the one that was used there.\
                \(pooled)
                """
            )
        }
        if let doubtfulTimes { notices.append(doubtfulTimes) }
        if !differences.files.isEmpty {
            notices.append(
                """
                Participants ran with different definitions of the study. \
                Where the version is the same they stand in one average; what differs is named \
                under “Differences between participants”.
                """
            )
        }
        if entries.isEmpty {
            notices.append("No session entered this report; the reasons stand below.")
        }
        return notices
    }
}
