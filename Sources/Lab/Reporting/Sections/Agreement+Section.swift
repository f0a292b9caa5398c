import Statistics

extension ReportAnalysis {
    /// Agreement between the people who coded the same sessions; empty if nobody rated a session.
    @ListBuilder<Block> var agreementBlocks: [Block] {
        let agreement = agreement
        if !agreement.pairs.isEmpty { table(agreement) }
        Document.list(
            "Unfinished ratings, which are not counted:",
            agreement.unfinished.map { "\(words: $0.rater), \(words: $0.participant)" }
        )
    }

    var agreement: Agreement {
        Agreement(entries, studies: Array(sample.definitions.values))
    }

    private func table(_ agreement: Agreement) -> Table {
        var notes = rules
        let rows = agreement.pairs.map { pair -> [Phrase] in
            let who: Phrase = "\(words: pair.first) and \(words: pair.second)"
            for (what, reason) in [
                ("presence", pair.presence.reason), ("category", pair.category.reason),
                ("severity", pair.severity.reason),
            ] {
                guard let reason else { continue }
                notes.append("\(who): κ of \(what) is not computable, because \(reason).")
            }
            return [
                who, "\(pair.sessions)", pair.isBlind ? "yes" : "no", "\(pair.codes.first)",
                "\(pair.codes.second)", "\(pair.together)", kappa(pair.presence),
                interval(pair.presence),
                .orDash(pair.category.value.map { percent($0.agreement) }),
                kappa(pair.category), interval(pair.category), .number(pair.severity.value, 2),
            ]
        }
        return Table(
            caption: "Agreement between coders",
            columns: ["Raters"],
            figures: [
                "Sessions", "Blind", "Codes, first rater", "Codes, second rater", "Together",
                "κ of presence", "95 % interval", "Same category", "κ of category",
                "95 % interval", "Weighted κ of severity",
            ],
            rows: rows,
            notes: notes
        )
    }

    private func kappa(_ value: Computed<Kappa>) -> Phrase {
        .number(value.value?.kappa, 2)
    }

    private func interval(_ value: Computed<Kappa>) -> Phrase {
        .span(value.value?.usableInterval.value, 2)
    }

    private var rules: [Phrase] {
        [
            """
            A code is a mark within a task; a note is a code only if it has a codebook entry. \
            Codes of two raters are matched if both refer to the same mark of the facilitator. The \
            others are matched one to one within a task, nearest first, if they are at most \
            \(fixed(Agreement.window, 0)) s apart in time on task.
            """,
            """
            κ of presence: for every task that was run and every category in use, whether the \
            category was coded at all. κ of category: whether matched codes have the same \
            category. κ of severity: over matched codes that both raters graded, with quadratic \
            weights. Cohen's κ with the asymptotic interval, which is inaccurate for few codes and \
            is left out if its standard error is 0, as for one code; κ says little if one category \
            is rare. Blind: outcomes and the words of the \
            facilitator's marks were hidden from the raters; the facilitator counts as blind.
            """,
        ]
    }
}
