import Diagnostics
import YAMLFields

/// The questionnaires whose answers an analysis can use.
struct AskedQuestionnaires {
    let all: [Questionnaire]
    /// Id of the questionnaire that is asked after each task; nil if there is none.
    let afterTask: String?
    /// Ids of the questionnaires that are asked in each condition. Nil if the study has fewer than
    /// two conditions or no phases. Missing phases are reported separately.
    private let perCondition: Set<String>?
    /// Ids of the questionnaires that phases name.
    private let inPhases: Set<String>

    init(all: [Questionnaire], afterTask: String?, phases: [Phase], conditions: Int) {
        self.all = all
        self.afterTask = afterTask
        inPhases = Set(phases.flatMap(\.flattened).compactMap(\.questionnaireID))
        let repeated = phases.flatMap { phase -> [Phase] in
            if case .eachCondition = phase { phase.flattened } else { [] }
        }
        let asked = repeated.compactMap { phase -> String? in
            switch phase {
            case .questionnaire(let id): id
            case .tasks: afterTask
            default: nil
            }
        }
        perCondition = conditions < 2 || phases.isEmpty ? nil : Set(asked)
    }

    /// Whether the questionnaire of ``afterTask`` is asked only after tasks.
    var isAfterTaskAlone: Bool { afterTask.map { !inPhases.contains($0) } ?? false }

    /// Returns whether the answers to a questionnaire can be compared between conditions.
    func isCompared(_ questionnaire: String) -> Bool {
        perCondition?.contains(questionnaire) ?? true
    }

    /// Reports a warning if a questionnaire is asked in one condition only, so that the report
    /// cannot compare its answers. This is not an error, because sessions may already have been
    /// recorded with the study.
    func warnIfAlone(
        _ questionnaire: String,
        at place: Diagnostic.Place?,
        _ findings: DiagnosticList,
        fix: String
    ) {
        guard perCondition != nil,
            let only = all.first(where: { $0.id == questionnaire })?.onlyIn, Set(only).count == 1
        else { return }
        findings.warning(
            "not-compared",
            at: place,
            "\(quoted(questionnaire)) is asked in one condition only, so its answers cannot be "
                + "compared between conditions",
            fix: "name further conditions in its \"only_in\", or \(fix)"
        )
    }
}

extension StudyReading {
    /// Returns whether the file of a questionnaire is missing or has errors. The items and score
    /// of such a questionnaire may be unknown. Its missing file or its errors are reported
    /// elsewhere.
    ///
    /// - Parameter name: the questionnaire's id, or the name of one of its items, such as
    ///   `before.years`.
    func isBroken(_ name: String, _ questionnaires: AskedQuestionnaires) -> Bool {
        let id = name.prefix { $0 != "." }
        if !questionnaires.all.contains(where: { $0.id == id }) {
            return references.ids(.questionnaire).contains(String(id))
        }
        return findings.all.contains { item in
            item.severity == .error && item.place?.file == "questionnaires/\(id).yaml"
        }
    }

    /// Reads the registered analysis. Returns nil in three cases:
    ///
    /// - The study has no registered analysis.
    /// - The primary outcome cannot be read.
    /// - The study's `questionnaires` are not a list. Measures may then be unknown.
    func analysis(
        _ fields: Fields,
        _ conditions: [Study.Condition],
        _ questionnaires: AskedQuestionnaires
    ) -> RegisteredAnalysis? {
        guard fields["questionnaires"]?.isList != false, let entry = fields["analysis"],
            let fields = Fields(entry, .analysis)
        else { return nil }
        if conditions.count < 2, fields["tests"] == nil {
            findings.error(
                "analysis-of-one",
                at: entry.place,
                "the analysis compares conditions, but the study has only \(conditions.count)",
                fix: "add a condition, register a benchmark under \"tests\", or remove \"analysis\""
            )
        }
        let primary = fields["primary"].flatMap { Fields($0, .outcome) }
            .map { outcome($0, questionnaires) }
        let secondary =
            fields["secondary"] == nil
            ? []
            : fields.mappings("secondary", .outcome).map { outcome($0, questionnaires) }
        guard let primary else { return nil }
        var result = RegisteredAnalysis(primary: primary, secondary: secondary)
        if fields["hypotheses"] != nil { result.hypotheses = fields.texts("hypotheses") }
        result.failures = fields["failures"]?.choice(RegisteredFailures.self)
        if fields["exclusions"] != nil {
            result.exclusions = fields.members(
                "exclusions",
                called: "a rule",
                expected: "\"assisted\" or \"flagged\""
            )
            .compactMap { $0.choice(RegisteredExclusion.self) }
        }
        result.tests = registeredTests(fields, conditions, questionnaires)
        let names = result.outcomes.map(\.measure.rawValue)
        for (place, name) in names.enumerated() where names[..<place].contains(name) {
            findings.error(
                "repeated-outcome",
                at: entry.place,
                "the outcome \(quoted(name)) is registered twice",
                fix: "keep one"
            )
        }
        return result
    }

    private func outcome(
        _ fields: Fields,
        _ questionnaires: AskedQuestionnaires
    ) -> RegisteredAnalysis.Outcome {
        let name = fields.text("measure")
        let measure = RegisteredAnalysis.Measure(rawValue: name)
        let scored = questionnaires.all.filter { $0.instrument != nil }.map(\.id)
        let isUnknown = !scored.contains(name) && !name.isEmpty
        if case .score = measure, isUnknown, !isBroken(name, questionnaires) {
            findings.error(
                "unknown-measure",
                at: fields["measure"]?.place,
                "there is no measure \(quoted(name))",
                expected: "\"time\", \"completion\" or the id of a questionnaire with an "
                    + "instrument",
                fix: suggestion(for: name, among: ["time", "completion"] + scored)
            )
        } else if case .score = measure, !questionnaires.isCompared(name) {
            findings.error(
                "not-compared",
                at: fields["measure"]?.place,
                "\(quoted(name)) is not asked in each condition, so its answers cannot be "
                    + "compared between conditions",
                fix: "ask the questionnaire in \"each_condition\", or remove the outcome"
            )
        } else if case .score = measure {
            questionnaires.warnIfAlone(
                name,
                at: fields["measure"]?.place,
                findings,
                fix: "remove the outcome"
            )
        }
        let margin = fields.number("margin")
        if let margin, let expected = problem(of: margin, measure) {
            findings.error(
                "margin",
                at: fields["margin"]?.place,
                "\(ScoreLimits.plain(margin)) is not a valid margin for \(quoted(name))",
                expected: expected
            )
        } else if let margin, case .score = measure,
            let limits = ScoreLimits(of: name, in: questionnaires.all),
            margin >= limits.high - limits.low
        {
            findings.warning(
                StudyFolder.impossibleValue,
                at: fields["margin"]?.place,
                "the margin \(ScoreLimits.plain(margin)) of \(quoted(name)) is not smaller than the "
                    + "range of the score, so no difference can exceed the margin",
                fix: "give a smaller margin; the score is \(limits.words)"
            )
        } else if let margin, measure == .time, margin > 3 {
            let percent = margin <= 100 ? margin : 25
            findings.warning(
                "large-margin",
                at: fields["margin"]?.place,
                "the margin \(ScoreLimits.plain(margin)) of \(quoted(name)) is a ratio, so times that "
                    + "differ by a factor of up to \(ScoreLimits.plain(margin)) count as equivalent",
                fix: "for a margin of \(ScoreLimits.plain(percent)) %, write "
                    + ScoreLimits.plain((100 + percent) / 100)
            )
        }
        return .init(measure: measure, margin: margin)
    }

    /// Returns a description of the valid margins; nil if `margin` is valid.
    private func problem(of margin: Double, _ measure: RegisteredAnalysis.Measure) -> String? {
        switch measure {
        case .time: margin > 1 ? nil : "a ratio of times above 1, such as 1.25"
        case .completion: "no margin: equivalence is tested only for times and scores"
        case .score: margin > 0 ? nil : "a number above 0, in points of the score"
        }
    }
}
