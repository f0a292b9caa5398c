import Instruments
import Statistics
import StudyDefinition

extension ReportAnalysis {
    /// Scores of published instruments; empty if the study uses none.
    var satisfactionSection: Section {
        var blocks: [Block] = []
        for part in parts {
            blocks += part.group.unknownInstruments.map { questionnaire in
                .paragraph(
                    """
                    \(questionnaire.title): not scored, because this version of evalrun has no \
                    instrument “\(questionnaire.instrument?.id ?? "")”.
                    """
                )
            }
            for result in part.satisfaction { blocks += self.blocks(result, part) }
            let opposed = part.opposedInstruments.map { first, second, suspicion -> Phrase in
                """
                \(first.instrument.name) and \(second.instrument.name), \
                direction misread: \(suspicion.finding)
                """
            }
            if !opposed.isEmpty { blocks.append(.list(opposed)) }
        }
        return Section(id: "satisfaction", title: "Satisfaction", blocks: blocks)
    }

    private func blocks(_ result: Satisfaction, _ part: Part) -> [Block] {
        let name = result.instrument.name
        guard !result.participants.isEmpty else {
            return [.paragraph(title("\(name): nobody answered.", part))]
        }
        var blocks: [Block] = []
        if !result.scores.isEmpty {
            blocks = [.table(summary(result, part))]
            if let figure = figure(result, part) { blocks.append(.figure(figure)) }
            if let (table, figure) = profile(result, part) {
                blocks += [.table(table), .figure(figure)]
            }
            blocks.append(
                part.group.entries.count > Document.mostInPlace
                    ? .paragraph("\(name): the participants' scores are in tables/scores.csv.")
                    : .table(scores(result, part))
            )
        }
        if let net = netPromoter(result) { blocks.append(.paragraph(net)) }
        blocks += result.withoutValues.map { score, reason in
            .paragraph("\(score.name): not computable, because \(reason).")
        }
        let signs = result.suspicions.map { participant, suspicion -> Phrase in
            let who = participant.map { Phrase(words: $0) } ?? "All answers together"
            return "\(who), \(suspicion.kind.words): \(suspicion.finding)"
        }
        if !signs.isEmpty {
            blocks.append(
                .paragraph(
                    "\(name): answers that may be mistakes; none was left out:"
                )
            )
            blocks.append(.list(signs))
        }
        return blocks
    }

    func scores(_ result: Satisfaction, _ part: Part) -> Table {
        var notes: [Phrase] = []
        if !result.silent.isEmpty {
            let names = result.silent.map { Phrase(words: $0) }.joined(separator: ", ")
            notes.append("Without any answer: \(names).")
        }
        for score in result.scores {
            for (participant, value) in zip(result.participants, score.values) {
                guard let reason = value.reason else { continue }
                notes.append(
                    """
                    \(words: participant), \(score.score.name): not computable, because \(reason).
                    """
                )
            }
        }
        return Table(
            caption: title("\(result.instrument.name): scores of the participants", part),
            columns: [.init("Participant")]
                + result.scores.map { .init(Phrase($0.score.name), .figure) },
            rows: result.participants.indices.map { index in
                [Phrase(words: result.participants[index])]
                    + result.scores.map {
                        "\($0.values[index].value.map { fixed($0, 1) } ?? "-")"
                    }
            },
            notes: notes
        )
    }

    private func summary(_ result: Satisfaction, _ part: Part) -> Table {
        let hasGrades = result.scores.contains { result.grades(of: $0) != nil }
        let figures =
            ["n", "Mean", "95 % interval", "SD", "Least", "Most"]
            + (hasGrades ? ["Grade", "Grades over the interval"] : [])
        let rows = result.scores.map { score -> [Phrase] in
            let grades = result.grades(of: score)
            let digits = score.digits
            let interval = score.interval.value.map { span($0, digits) }
            let texts =
                [
                    "\(score.numbers.count)", score.mean.value.map { fixed($0, digits) },
                    interval, score.deviation.value.map { fixed($0, digits) },
                    score.numbers.min().map { fixed($0, digits) },
                    score.numbers.max().map { fixed($0, digits) },
                ] + (hasGrades ? [grades?.mean, grades?.range] : [])
            return [Phrase(score.score.name)] + texts.map { Phrase($0 ?? "-") }
        }
        var table = Table(
            caption: title("\(result.instrument.name): scores across participants", part),
            columns: [.init("Score")] + figures.map { .init(Phrase($0), .figure) },
            rows: rows,
            notes: notes(result)
        )
        table.isMain = true
        return table
    }

    private func notes(_ result: Satisfaction) -> [Phrase] {
        let hasInterval = result.scores.contains { $0.interval.value != nil }
        let interval =
            hasInterval
            ? "The interval is the t interval of the mean, limited to the range of the score. " : ""
        var notes: [Phrase] = ["\(interval)\(result.instrument.direction)"]
        notes += result.scores.compactMap { score in
            score.interval.reason.map {
                "\(score.score.name): no interval, because \($0)."
            }
        }
        if let norms = result.instrument.norms, let main = result.main,
            main.score.id == norms.score
        {
            notes += compared(main, with: norms)
        }
        notes += result.quality
        notes.append("Instrument: \(result.instrument.source)")
        return notes
    }

    private func compared(_ main: Satisfaction.ScoreResult, with norms: Norms) -> [Phrase] {
        guard let mean = main.mean.value else { return [] }
        var notes: [Phrase] = []
        if let source = norms.gradesSource, norms.grade(mean) != nil {
            notes.append(
                """
                Grades of the unrounded mean and of the ends of its interval: \(source). Quote the \
                range of grades: a single grade claims too much.
                """
            )
        }
        if let norm = norms.mean, let source = norms.meanSource {
            notes.append("The mean of other products is \(fixed(norm, 1)) (\(source)).")
        }
        if let percentile = norms.percentile(mean), let source = norms.percentilesSource {
            notes.append(
                """
                A mean of \(fixed(mean, 1)) is better than the means of \(fixed(percentile, 0)) % \
                of other products (\(source)).
                """
            )
        }
        if let adjective = norms.adjective(mean), let source = norms.adjectivesSource {
            notes.append("In words: \(adjective.lowercased()) (\(source)).")
        }
        return notes
    }

    private func netPromoter(_ result: Satisfaction) -> Phrase? {
        guard let net = result.netPromoter, let score = net.score.value else { return nil }
        let interval = net.adjustedWald().value.map {
            """
            ; 95 % adjusted Wald interval \(fixed($0.interval.low, 0)) to \
            \(fixed($0.interval.high, 0))
            """
        }
        return """
            Net promoter score \(fixed(score, 0)): \(net.promoters) promoters, \
            \(net.passives) passives, \(net.detractors) detractors of \(net.count)\
            \(interval ?? "").
            """
    }
}

extension Instrument {
    fileprivate var direction: String {
        switch better {
        case .high: "High is good."
        case .low: "Low is good."
        case .declared: "The study does not state which end is good."
        }
    }
}

extension DataQualityWarning.Kind {
    var words: String { rawValue.replacing("-", with: " ") }
}
