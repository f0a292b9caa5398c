import Diagnostics
import YAMLFields

extension StudyReading {
    /// Reads the registered tests of an analysis, in order, and reports errors in them. Tests
    /// without a valid method are left out. Returns nil if the analysis has no `tests`.
    func registeredTests(
        _ fields: Fields,
        _ conditions: [Study.Condition],
        _ questionnaires: AskedQuestionnaires
    ) -> [RegisteredTest]? {
        guard fields["tests"] != nil else { return nil }
        return fields.members("tests", called: "a test", expected: Shape.registeredTest.mapping)
            .compactMap { entry in
                guard let fields = Fields(entry, .registeredTest),
                    var test = registeredTest(fields, conditions, questionnaires)
                else { return nil }
                test.covariates = covariates(of: test, fields, questionnaires)
                return test
            }
    }

    private func registeredTest(
        _ fields: Fields,
        _ conditions: [Study.Condition],
        _ questionnaires: AskedQuestionnaires
    ) -> RegisteredTest? {
        guard let method = fields["method"]?.choice(RegisteredTest.Method.self) else { return nil }
        let name = fields.text("measure")
        let measure = RegisteredTest.Measure(rawValue: name)
        let scored = questionnaires.all.scored(as: name)?.questionnaire.id
        if case .score = measure, !name.isEmpty, scored == nil, !isBroken(name, questionnaires) {
            findings.error(
                "unknown-measure",
                at: fields["measure"]?.place,
                "there is no measure \(quoted(name))",
                expected: "\"time\", \"completion\", \"errors\", the id of a questionnaire with an "
                    + "instrument, or <questionnaire>.<item> for an item of type \"number\" or "
                    + "\"scale\""
            )
        } else if case .score = measure, let scored, method != .benchmark,
            !questionnaires.isCompared(scored)
        {
            findings.error(
                "not-compared",
                at: fields["measure"]?.place,
                "\(quoted(scored)) is not asked in each condition, so \(quoted(name)) "
                    + "cannot be compared between conditions",
                fix: "ask the questionnaire in \"each_condition\", or use the method \"benchmark\""
            )
        } else if !measure.methods.contains(method) {
            findings.error(
                "test-method",
                at: fields["method"]?.place,
                "\(quoted(method.rawValue)) is not a valid method for \(quoted(name))",
                expected: measure.methods.map { quoted($0.rawValue) }.joined(separator: ", ")
            )
        }
        if case .score = measure, let scored, method != .benchmark,
            questionnaires.isCompared(scored)
        {
            questionnaires.warnIfAlone(
                scored,
                at: fields["measure"]?.place,
                findings,
                fix: "use the method \"benchmark\""
            )
        }
        if conditions.count < 2, method != .benchmark {
            findings.error(
                "test-of-one",
                at: fields.place,
                "\(quoted(method.rawValue)) compares conditions, but the study has "
                    + "only \(conditions.count)",
                fix: "use the method \"benchmark\", or add a condition"
            )
        }
        let against = fields.number("against")
        checkBenchmark(against, of: measure, method, fields, questionnaires.all)
        let factor = fields.optionalText("factor")
        if let factor { checkFactor(factor, method, fields, questionnaires) }
        return RegisteredTest(measure: measure, method: method, factor: factor, against: against)
    }

    /// Reads the covariates of a test. Returns nil if there are none. If the test's method does not
    /// accept covariates, reports an error and returns nil.
    private func covariates(
        of test: RegisteredTest,
        _ fields: Fields,
        _ questionnaires: AskedQuestionnaires
    ) -> [RegisteredTest.Covariate]? {
        guard let list = fields["covariates"] else { return nil }
        guard [.mixedModel, .leastSquares].contains(test.method) else {
            findings.error(
                "test-covariate",
                at: list.place,
                "the method \(quoted(test.method.rawValue)) does not accept covariates",
                fix: "use \"mixed-model\" or \"least-squares\", or remove \"covariates\""
            )
            return nil
        }
        let known = names(of: questionnaires.all, where: \.isNumeric)
        return fields.texts("covariates").compactMap { text -> RegisteredTest.Covariate? in
            let covariate = RegisteredTest.Covariate(text)
            let name = covariate.map { "\($0.questionnaire).\($0.item)" } ?? text
            // A text with a parenthesis is meant as a function, such as "ln(before.years)".
            let isFunction = text.contains("(")
            let asked = questionnaires.all.first { $0.id == covariate?.questionnaire }
            guard let covariate,
                asked?.items.contains(where: { $0.id == covariate.item && $0.isNumeric }) == true
            else {
                if let covariate, isBroken(covariate.questionnaire, questionnaires) { return nil }
                findings.error(
                    "test-covariate",
                    at: list.place,
                    "there is no covariate \(quoted(text))",
                    expected: "<questionnaire>.<item> or log(<questionnaire>.<item>) for an item "
                        + "of type \"number\" or \"scale\"",
                    fix: known.contains(name)
                        ? "give the questionnaire an id without \".\""
                        : isFunction
                            ? suggestion(for: text, among: known.map { "log(\($0))" })
                            : suggestion(for: name, among: known)
                )
                return nil
            }
            if case .score(let name) = test.measure,
                covariate.questionnaire == questionnaires.afterTask,
                questionnaires.all.scored(as: name)?.questionnaire.id != questionnaires.afterTask
            {
                findings.error(
                    "test-covariate",
                    at: list.place,
                    "covariate \(quoted(text)) is asked after each task, but the test's measure is a "
                        + "score, with one value for all tasks",
                    fix: "use this covariate with the measure \"time\", \"completion\" or "
                        + "\"errors\""
                )
                return nil
            }
            return covariate
        }
    }

    private func checkBenchmark(
        _ value: Double?,
        of measure: RegisteredTest.Measure,
        _ method: RegisteredTest.Method,
        _ fields: Fields,
        _ questionnaires: [Questionnaire]
    ) {
        guard let value else {
            guard method == .benchmark else { return }
            findings.error(
                "benchmark",
                at: fields.place,
                "a benchmark needs a value to compare with",
                fix: "add \"against\" with a value, such as 68 for points or 0.7 for a rate"
            )
            return
        }
        let expected: String? =
            switch measure {
            case _ where method != .benchmark:
                "no key \"against\": only the method \"benchmark\" has a value to compare with"
            case .completion where value <= 0 || value >= 1: "a rate between 0 and 1, such as 0.7"
            case .time where value <= 0: "a number of seconds above 0"
            default: nil
            }
        if let expected {
            findings.error(
                "benchmark",
                at: fields["against"]?.place,
                "\(ScoreLimits.plain(value)) is not a valid value for \"against\"",
                expected: expected
            )
        } else if case .score(let name) = measure,
            let limits = ScoreLimits(of: name, in: questionnaires), !limits.contains(value)
        {
            findings.warning(
                StudyFolder.impossibleValue,
                at: fields["against"]?.place,
                "\"against\" is \(ScoreLimits.plain(value)), which \(quoted(name)) cannot reach",
                fix: "give \(limits.words)"
            )
        }
    }

    private func checkFactor(
        _ name: String,
        _ method: RegisteredTest.Method,
        _ fields: Fields,
        _ questionnaires: AskedQuestionnaires
    ) {
        let choices = names(of: questionnaires.all) { item in
            if case .single = item.kind { true } else { false }
        }
        if ![.mixedModel, .leastSquares].contains(method) {
            findings.error(
                "test-factor",
                at: fields["factor"]?.place,
                "the method \(quoted(method.rawValue)) does not accept \"factor\"",
                fix: "use \"mixed-model\" or \"least-squares\", or remove \"factor\""
            )
        } else if !choices.contains(name), !isBroken(name, questionnaires) {
            findings.error(
                "test-factor",
                at: fields["factor"]?.place,
                "there is no factor \(quoted(name))",
                expected: "<questionnaire>.<item>, where the item is of type \"single\"",
                fix: suggestion(for: name, among: choices)
            )
        } else if questionnaires.isAfterTaskAlone,
            name.hasPrefix("\(questionnaires.afterTask ?? "").")
        {
            // Not an error, because sessions may already have been recorded with the study.
            findings.warning(
                StudyFolder.impossibleValue,
                at: fields["factor"]?.place,
                "factor \(quoted(name)) is asked after each task, so a participant can have "
                    + "several levels of it in one condition",
                fix: "name an item that is asked once, or once in each condition"
            )
        }
    }

    /// Returns the names of the items for which `isNamed` returns true, in the form
    /// `questionnaire.item`.
    private func names(
        of questionnaires: [Questionnaire],
        where isNamed: (Questionnaire.Item) -> Bool
    ) -> [String] {
        questionnaires.flatMap { questionnaire in
            questionnaire.items.filter(isNamed).map { "\(questionnaire.id).\($0.id)" }
        }
    }
}
