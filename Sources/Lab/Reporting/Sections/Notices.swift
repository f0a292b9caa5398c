import Diagnostics
import ResultsStore

extension ReportAnalysis {
    /// Notices that a reader needs to see before the numbers.
    @ListBuilder<Phrase> var notices: [Phrase] {
        if sample.isScripted {
            played(in: other == nil ? "this report" : "this file", "nothing here is a finding")
        }
        locked?.analysisNotice
        other?.notices ?? []
        sessionsInBothFiles
        clocks
        withheld
        imported
        repeatsNote
        doubtfulTimes
        if !differences.files.isEmpty {
            """
            The sessions used different definitions of the study. Sessions of the same version \
            are averaged together, and their tables show the tasks, conditions and titles of one of these \
            definitions; “Differences between participants” lists the differences.
            """
        }
        sample.leftOut.map(notice)
        if entries.isEmpty { "This report includes no session; the reasons are below." }
    }

    /// Notices about this results file, for the report on another file that is compared with this
    /// file.
    @ListBuilder<Phrase> var noticesAsOther: [Phrase] {
        if sample.isScripted {
            played(in: "the other file", "the comparison with it is not a finding")
        }
        let measured = sample.isScripted ? nil : clocks
        for notice in [measured, imported, repeatsNote, doubtfulTimes].compactMap(\.self) {
            "Other file: \(notice)"
        }
        for left in sample.leftOut {
            """
            The comparison leaves out \(left.words) of the other file. In these sessions, version \
            \(left.version) of the study was defined differently than in the compared sessions.
            """
        }
    }

    private var sessionsInBothFiles: Phrase? {
        guard let shared = other?.shared, !shared.isEmpty, !acrossFiles.isEmpty else { return nil }
        return """
            Both files have the sessions of \(Document.names(shared)). The comparison treats them \
            as sessions of different people, so its intervals and p-values are not valid.
            """
    }

    private var imported: Phrase? {
        guard hasImported, !isAllImported else { return nil }
        let imported = entries.filter(\.isImported).map(\.participant)
        return """
            The sessions of \(Document.names(imported)) were imported from files. They may concern \
            a different product than the one named here. They are averaged together with the \
            sessions that evalrun recorded.
            """
    }

    private func notice(_ left: LeftOut) -> Phrase {
        """
        The tables of this report leave out \(left.words). In these sessions, version \
        \(left.version) of the study was defined differently than in the tables. If you change a \
        study, give it a new version: each version has its own tables. Imported sessions can be \
        imported again, into a new results file.
        """
    }

    /// Whether every included session is simulated.
    var isSimulated: Bool { sample.isSimulated }

    /// Returns the notice that the sessions in `place` are simulated or were run by a script. The
    /// notice ends with `consequence`, a clause about the results.
    private func played(in place: String, _ consequence: String) -> Phrase {
        let drawn = entries.count { $0.start.source == .simulated }
        let who =
            switch drawn {
            case entries.count where drawn > 0:
                "Every session in \(place) is simulated: its data were drawn at random."
            case 0: "Every session in \(place) was run by a script."
            default:
                "Every session in \(place) was run by a script or is simulated (\(drawn) simulated)."
            }
        return "\(who) No person took part, and \(consequence)."
    }

    /// A notice about times that were not measured by a real clock; nil if there are no such times.
    private var clocks: Phrase? {
        let without = entries.filter(\.start.simulatedClock)
        guard !without.isEmpty else { return nil }
        if without.count < entries.count {
            return """
                In the sessions of \(Document.names(without.map(\.participant))), times were not \
                measured with a clock; in the other sessions, they were.
                """
        }
        return isSimulated
            ? "Times were drawn at random; no clock was read."
            : "Times were set by the script; no clock was read."
    }

    private var withheld: Phrase? {
        let silent = entries.filter { $0.record.withheld != nil }
        let texts = silent.reduce(0) { $0 + ($1.record.withheld ?? 0) }
        let people = Set(silent.map(\.participant)).count
        guard people > 0 else { return nil }
        let what =
            texts == 0
            ? "no such text was recorded"
            : "\(counted(texts, "text")) \(texts == 1 ? "is" : "are") left out"
        return """
            \(counted(people, "participant")) did not agree to be quoted. Their words, and words \
            about them, are withheld here and in every table (\(what)).
            """
    }
}
