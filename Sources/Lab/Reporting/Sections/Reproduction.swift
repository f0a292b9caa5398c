extension ReportAnalysis {
    /// Instructions for reproducing this report, and for verifying that the result is identical.
    @ListBuilder<Block> var reproductionBlocks: [Block] {
        if let date { "Date of the report, as given: \(date)." }
        if inputs.sessions.count > Document.mostRows {
            """
            SHA-256 over the hashes of the \(inputs.sessions.count) sessions: \(inputs.hash). The hash of \
            each session covers its events; the file report.json lists these hashes. \(rule)
            """
        } else if !inputs.sessions.isEmpty {
            Table(
                caption: "Sessions in this report",
                columns: [
                    .init("Participant"), .init("Events", .figure), .init("SHA-256 of the events"),
                ],
                rows: inputs.sessions.map {
                    [Phrase(words: $0.participant), "\($0.events)", "\($0.hash)"]
                },
                notes: ["\(rule)"]
            )
        }
    }

    private var rule: String {
        """
        From the same events and the same definition of the study, this version of evalrun makes \
        the same report, byte for byte, if the same sessions are left out. \(excluded)
        """
    }

    private var excluded: String {
        exclusionReasons.isEmpty
            ? "No session was left out." : "Left out: \(exclusionReasons.joined(separator: "; "))."
    }

    /// The reasons why sessions were left out, each with the number of sessions.
    var exclusionReasons: [String] {
        Exclusion.Reason.allCases.compactMap { reason -> String? in
            let count = sample.exclusions.count { $0.reason == reason }
            return count == 0 ? nil : "\(reason.words) (\(count))"
        }
    }
}
