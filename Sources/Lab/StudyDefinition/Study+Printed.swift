extension Study {
    /// A copy for printing. Texts that are printed within a line, such as titles and labels, have
    /// no line breaks at their ends. In YAML, a block scalar (`|` or `>`) ends with a line break.
    ///
    /// The study itself keeps these line breaks, because locks contain hashes of its texts.
    package var printed: Study {
        var study = self
        study.title.removeFinalBreaks()
        study.version.removeFinalBreaks()
        study.product.name.removeFinalBreaks()
        study.product.version.removeFinalBreaks()
        study.conditions.change { $0.title.removeFinalBreaks() }
        study.phases.change { $0.removeFinalBreaks() }
        study.questionnaires.change { $0.removeFinalBreaks() }
        study.tasks.change {
            $0.title.removeFinalBreaks()
            $0.success.removeFinalBreaks()
        }
        // A step's name keeps its line breaks, because recorded verdicts contain the name.
        study.checks.change { check in
            check.steps.change { $0.reason.removeFinalBreaks() }
        }
        study.codebook?.change { $0.title.removeFinalBreaks() }
        study.analysis?.hypotheses?.change { $0.removeFinalBreaks() }
        // The keys change too, because translations are looked up by the printed texts.
        if let words = study.room?.words {
            study.room?.words = Dictionary(
                words.sorted { $0.key < $1.key }.map { text, translation in
                    var text = text
                    text.removeFinalBreaks()
                    return (text, translation)
                },
                uniquingKeysWith: { first, _ in first }
            )
        }
        return study
    }
}

extension Phase {
    fileprivate mutating func removeFinalBreaks() {
        switch self {
        case .consent(var consent):
            consent.options.change { $0.text.removeFinalBreaks() }
            self = .consent(consent)
        case .eachCondition(var phases):
            phases.change { $0.removeFinalBreaks() }
            self = .eachCondition(phases)
        case .questionnaire, .reading, .tasks, .practice: break
        }
    }
}

extension Questionnaire {
    fileprivate mutating func removeFinalBreaks() {
        title.removeFinalBreaks()
        items.change {
            $0.text.removeFinalBreaks()
            $0.short?.removeFinalBreaks()
            $0.kind.removeFinalBreaks()
        }
    }
}

extension Questionnaire.Kind {
    fileprivate mutating func removeFinalBreaks() {
        switch self {
        case .single(var options):
            options.change { $0.label.removeFinalBreaks() }
            self = .single(options)
        case .multiple(var options):
            options.change { $0.label.removeFinalBreaks() }
            self = .multiple(options)
        case .scale(let min, let max, var low, var high):
            low?.removeFinalBreaks()
            high?.removeFinalBreaks()
            self = .scale(min: min, max: max, minLabel: low, maxLabel: high)
        case .number(let min, let max, var unit):
            unit?.removeFinalBreaks()
            self = .number(min: min, max: max, unit: unit)
        case .text: break
        }
    }
}

extension Array {
    fileprivate mutating func change(_ body: (inout Element) -> Void) {
        for index in indices { body(&self[index]) }
    }
}

extension String {
    fileprivate mutating func removeFinalBreaks() {
        while last?.isNewline == true { removeLast() }
    }
}
