import Statistics

extension ReportAnalysis {
    /// Agreement between the people who coded the same sessions; empty if nobody rated a session.
    var agreementSection: Section {
        let agreement = agreement
        var blocks: [Block] = []
        if !agreement.pairs.isEmpty { blocks.append(.table(table(agreement))) }
        if !agreement.unfinished.isEmpty {
            blocks.append(.paragraph("Unfinished ratings, which are not counted:"))
            blocks.append(
                .list(
                    agreement.unfinished.map { "\(words: $0.rater), \(words: $0.participant)" }
                )
            )
        }
        return Section(id: "agreement", title: "Agreement of raters", blocks: blocks)
    }

    var agreement: Agreement { Agreement(entries, studies: sample.definitions) }

    private func table(_ agreement: Agreement) -> Table {
        var notes = rules
        let rows = agreement.pairs.map { pair -> [Phrase] in
            let who: Phrase = "\(words: pair.first) and \(words: pair.second)"
            for (what, reason) in [
                ("presence", pair.presence.reason), ("category", pair.category.reason),
                ("severity", pair.severity.reason),
            ] {
                guard let reason else { continue }
                notes.append("\(who): no κ of \(what), because \(reason).")
            }
            return [
                who, "\(pair.sessions)", pair.isBlind ? "yes" : "no", "\(pair.codes.first)",
                "\(pair.codes.second)", "\(pair.together)", kappa(pair.presence),
                interval(pair.presence),
                "\(pair.category.value.map { percent($0.agreement) } ?? "-")",
                kappa(pair.category), interval(pair.category),
                "\(pair.severity.value.map { fixed($0, 2) } ?? "-")",
            ]
        }
        return Table(
            caption: "Agreement of the coders",
            columns: [.init("Raters")]
                + [
                    "Sessions", "Blind", "Codes of the first", "Codes of the second", "Together",
                    "κ of presence", "95 % interval", "Same category", "κ of category",
                    "95 % interval", "Weighted κ of severity",
                ].map { .init(Phrase($0), .figure) },
            rows: rows,
            notes: notes
        )
    }

    private func kappa(_ value: Computed<Kappa>) -> Phrase {
        "\(value.value.map { fixed($0.kappa, 2) } ?? "-")"
    }

    private func interval(_ value: Computed<Kappa>) -> Phrase {
        guard let interval = value.value?.interval.clipped(to: -1...1) else { return "-" }
        return "\(fixed(interval.low, 2)) to \(fixed(interval.high, 2))"
    }

    private var rules: [Phrase] {
        [
            """
            A code is a mark within a task; a note is a code only with an entry of the codebook. \
            Codes of two raters are matched if a rating names the mark, otherwise one to one \
            within a task, nearest first, at most \(fixed(Agreement.window, 0)) s of running time \
            apart.
            """,
            """
            κ of presence: for every task that was run and every category in use, whether it was \
            coded at all. κ of category: over matched codes. κ of severity: over matched codes \
            with two grades, with squared weights. Cohen's κ with the asymptotic interval, which \
            is rough for few codes; κ says little if one category is rare. Blind: neither rater \
            saw the other's codes.
            """,
        ]
    }
}
