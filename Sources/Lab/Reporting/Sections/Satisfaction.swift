import Diagnostics
import Instruments
import Statistics
import StudyDefinition

extension ReportAnalysis {
    /// Scores of published instruments; empty if the study uses none.
    @ListBuilder<Block> var satisfactionBlocks: [Block] {
        for part in parts {
            for questionnaire in part.group.unknownInstruments {
                """
                \(questionnaire.title): not scored, because this version of evalrun has no \
                instrument “\(questionnaire.instrument?.id ?? "")”.
                """
            }
            for result in part.satisfaction { blocks(result, part) }
            let opposed = part.opposedInstruments.map { first, second, suspicion -> Phrase in
                """
                \(first.instrument.name) or \(second.instrument.name) may be scored in the wrong \
                direction: \(suspicion.finding)
                """
            }
            if !opposed.isEmpty { Block.list(opposed) }
        }
    }

    @ListBuilder<Block> private func blocks(_ result: Satisfaction, _ part: Part) -> [Block] {
        let name = result.instrument.name
        if result.participants.isEmpty {
            "\(title("\(name): nobody answered", part))."
        } else {
            if !result.scores.isEmpty {
                summary(result, part)
                figure(result, part)
                if let (table, figure) = profile(result, part) {
                    table
                    figure
                }
                if part.group.entries.count > Document.mostInPlace {
                    "\(name): the participants' scores are in tables/scores.csv."
                } else {
                    scores(result, part)
                }
            }
            netPromoter(result)
            for (score, reason) in result.withoutValues {
                "\(score.name): not computable, because \(reason)."
            }
            let signs = result.suspicions.map { participant, suspicion -> Phrase in
                let who = participant.map { Phrase(words: $0) } ?? "All answers together"
                return "\(who), \(suspicion.kind.words): \(suspicion.finding)"
            }
            Document.list("\(name): answers that may be mistakes; none was left out:", signs)
        }
    }

    func scores(_ result: Satisfaction, _ part: Part) -> Table {
        Table(
            caption: title("\(result.instrument.name): scores of the participants", part),
            columns: ["Participant"],
            figures: result.scores.map { Phrase($0.score.name) },
            rows: result.participants.indices.map { index in
                [Phrase(words: result.participants[index])]
                    + result.scores.map { .number($0.values[index].value, 1) }
            },
            notes: missing(result)
        )
    }

    @ListBuilder<Phrase> private func missing(_ result: Satisfaction) -> [Phrase] {
        if !result.silent.isEmpty {
            let names = result.silent.map { Phrase(words: $0) }.joined(separator: ", ")
            "Without any answer: \(names)."
        }
        for score in result.scores {
            for (participant, value) in zip(result.participants, score.values) {
                if let reason = value.reason {
                    "\(words: participant), \(score.score.name): not computable, because \(reason)."
                }
            }
        }
        let partial = result.scores.flatMap { result.partial($0) }
        if !partial.isEmpty {
            let names = partial.map { participant, score, given, asked -> Phrase in
                "\(words: participant), \(score) (\(given) of \(asked) answers)"
            }
            """
            Computed from the answers given, because others are missing: \
            \(names.joined(separator: "; ")).
            """
        }
    }

    private func summary(_ result: Satisfaction, _ part: Part) -> Table {
        let hasGrades = result.scores.contains { result.grades(of: $0) != nil }
        return Table(
            caption: title("\(result.instrument.name): scores across participants", part),
            columns: ["Score"],
            figures: ["n", "Mean", "95 % interval", "SD", "Least", "Most"]
                + (hasGrades ? ["Grade", "Grades within the interval"] : []),
            rows: result.scores.map { score in
                let grades = result.grades(of: score)
                let digits = score.digits
                return [
                    Phrase(score.score.name), "\(score.numbers.count)",
                    .number(score.mean.value, digits), .span(score.interval.value, digits),
                    .number(score.deviation.value, digits), .number(score.numbers.min(), digits),
                    .number(score.numbers.max(), digits),
                ] + (hasGrades ? [.orDash(grades?.mean), .orDash(grades?.range)] : [])
            },
            notes: notes(result),
            isMain: true
        )
    }

    @ListBuilder<Phrase> private func notes(_ result: Satisfaction) -> [Phrase] {
        let hasInterval = result.scores.contains { $0.interval.value != nil }
        let interval =
            hasInterval
            ? "The interval is the t interval of the mean, limited to the range of the score. " : ""
        "\(interval)\(result.instrument.direction)"
        for score in result.scores {
            if let reason = score.interval.reason {
                "\(score.score.name): no interval, because \(reason)."
            }
        }
        if let norms = result.instrument.norms, let main = result.main,
            main.score.id == norms.score, let mean = main.mean.value
        {
            compared(mean, with: norms)
            if result.questionnaire.instrument?.translation != nil {
                "The items were translated, but these norms come from the English form."
            }
        }
        result.quality
        "Instrument: \(result.instrument.source)"
    }

    @ListBuilder<Phrase> private func compared(_ mean: Double, with norms: Norms) -> [Phrase] {
        if let source = norms.gradesSource, norms.grade(mean) != nil {
            """
            The grades are those of the unrounded mean and of the ends of its interval \
            (\(source)). Quote the range of grades: a single grade claims too much.
            """
        }
        if let norm = norms.mean, let source = norms.meanSource {
            "The mean of other products is \(fixed(norm, 1)) (\(source))."
        }
        if let percentile = norms.percentile(mean), let source = norms.percentilesSource {
            let share =
                switch percentile {
                case 99.5...: "more than 99"
                case 0.5...: fixed(percentile, 0)
                case 0: "0"
                default: "less than 1"
                }
            """
            A mean of \(fixed(mean, 1)) is better than the means of \(share) % of \
            other products (\(source)).
            """
        }
        if let adjective = norms.adjective(mean), let source = norms.adjectivesSource {
            "In words: \(adjective.lowercased()) (\(source))."
        }
    }

    private func netPromoter(_ result: Satisfaction) -> Phrase? {
        guard let net = result.netPromoter, let score = net.score.value else { return nil }
        let interval = net.adjustedWald().value.map { $0.interval.clipped(to: -100...100) }.map {
            "; 95 % adjusted Wald interval \(fixed($0.low, 0)) to \(fixed($0.high, 0))"
        }
        return """
            Net promoter score \(fixed(score, 0)): \(counted(net.promoters, "promoter")), \
            \(counted(net.passives, "passive")), \(counted(net.detractors, "detractor")) of \
            \(net.count)\(interval ?? "").
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
