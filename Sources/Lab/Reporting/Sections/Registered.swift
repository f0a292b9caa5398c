import Diagnostics
import Parallel
import ResultsStore
import Statistics
import StudyDefinition

extension ReportAnalysis {
    /// Runs the registered tests on the latest version of the study for which there are sessions.
    static func registered(_ parts: [Part], _ study: Study?) -> [RegisteredResult] {
        guard let analysis = study?.analysis, let tests = analysis.tests,
            let version = parts.last?.group.version
        else { return [] }
        let own = parts.filter { $0.group.version == version }
        let conditions = own.filter {
            $0.group.condition != nil && !($0.tasks.isEmpty && $0.scoreValues.isEmpty)
        }
        let used = conditions.isEmpty ? own : conditions
        let all = RegisteredInput(
            parts: used,
            outside: conditions.isEmpty ? nil : own.first { $0.group.condition == nil },
            observations: AttemptObservations(used, analysis)
        )
        return concurrently(tests) { test in
            var input = all
            // A benchmark compares no conditions, and a survival test compares them task by task.
            if ![.benchmark, .survival].contains(test.method) {
                input.observations = all.observations.ofCommonTasks(for: test.measure)
            }
            var result: RegisteredResult =
                switch test.method {
                case .means: .means(test, input)
                case .mixedModel, .leastSquares: .model(test, input)
                case .survival: .survival(test, input)
                case .benchmark: .benchmark(test, input)
                case .bootstrap: .bootstrap(test, input)
                }
            result.meanTimes = input.meanTimes(of: test)
            result.notes += input.exclusions(of: test, result.meanTimes)
            return result
        }
    }

    /// The registered hypotheses and rules, the results of the registered tests, and the departures
    /// from the registered analysis. If no tests are registered, contains only the hypotheses. A
    /// preview with simulated data lists no departures.
    @ListBuilder<Block> var registeredBlocks: [Block] {
        Document.list(
            "Registered hypotheses:",
            (study?.analysis?.hypotheses ?? []).map { Phrase($0) }
        )
        if let analysis = study?.analysis, let tests = analysis.tests, !tests.isEmpty {
            rules(analysis)
            for (number, result) in registered.enumerated() { table(result, number + 1) }
            // Before the first session, there is nothing to depart from.
            let found: [Phrase] = isPlan ? [] : departures
            if found.isEmpty, !isPlan { "No departure from the registered analysis is known." }
            Document.list("Departures from the registered analysis:", found)
        }
    }

    private func rules(_ analysis: RegisteredAnalysis) -> Phrase {
        let failures = analysis.failures == .timeLimit ? limited : "failures are left out"
        let exclusions = analysis.excluded
        let left =
            exclusions.isEmpty
            ? ""
            : " Left out of the registered tests: \(listed(exclusions)). Tests of scores, "
                + "benchmarks of completion, and the primary and secondary outcomes leave out none "
                + "of these."
        let hasSurvival = (analysis.tests ?? []).contains { $0.method == .survival }
        let censored =
            hasSurvival
            ? " Survival tests instead censor a failure at the time at which the attempt ended."
            : ""
        return "In registered tests of times, \(failures).\(censored)\(left)"
    }

    /// Returns a line stating that a registered outcome includes the attempts that the registered
    /// rules leave out of the tests. Empty if there is no such rule, or if the outcome is a score.
    func included(_ pairs: [ComparedPair]) -> [KeyFigure.Line] {
        guard let (pair, verdict) = pairs.first, verdict.registered != nil,
            let excluded = pair.analysis?.excluded, !excluded.isEmpty
        else { return [] }
        if case .score = verdict.measure { return [] }
        return [
            .init(
                "Attempts",
                """
                \(listed(excluded)) are included; registered exclusions apply only to registered \
                tests
                """
            )
        ]
    }

    /// A clause that states the registered rule for failures: a failure's time is the time limit of
    /// its task. Also states that failures in tasks without a limit are left out.
    private var limited: String {
        let tasks = (study?.numberedTasks ?? []).map(\.task)
        let unlimited = tasks.count { $0.timeLimit <= 0 }
        if unlimited == 0 { return "a failure's time is the time limit of its task" }
        return unlimited == tasks.count
            ? "failures are left out, because no task has a time limit"
            : "a failure's time is the time limit of its task; failures in tasks without a time limit "
                + "are left out"
    }

    private func table(_ result: RegisteredResult, _ number: Int) -> Table {
        let hasHolm = result.rows.contains { $0.holm != nil }
        let rows = result.rows.map { row -> [Phrase] in
            let (value, interval) = estimate(row, result.test)
            let texts =
                [row.scale.rawValue, value, interval, row.statistic, row.p.map(probability)]
                + (hasHolm ? [row.holm.map(probability)] : [])
            return [Phrase(row.effect)] + texts.map { .orDash($0 == "" ? nil : $0) }
        }
        return Table(
            caption: "Registered test \(number): \(name(result))",
            columns: ["Effect", "Measure"],
            figures: ["Estimate", "95 % interval", "Statistic", "p"] + (hasHolm ? ["p, Holm"] : []),
            rows: rows,
            notes: result.notes.map { Phrase($0) }
                + result.rows.compactMap { row in
                    let what = row.value == nil ? "Not computable" : "No interval"
                    return row.reason.map { "\(what): \(row.effect): \($0)." }
                },
            isMain: true
        )
    }

    private func ends(_ interval: Interval, _ digits: Int) -> String {
        interval.high.isFinite
            ? span(interval, digits) : "\(fixed(interval.low, digits)) or more"
    }

    private func name(_ result: RegisteredResult) -> String {
        let measure =
            switch result.test.measure {
            case .time: "time on task"
            case .completion: "completion"
            case .errors: "mistakes"
            case .score(let id):
                study?.questionnaires.first { $0.id == id }.map { "“\($0.title)”" } ?? id
            }
        return "\(measure), \(method(result))"
    }

    private func method(_ result: RegisteredResult) -> String {
        let test = result.test
        let method = test.method.rawValue.replacing("-", with: " ")
        let factor = test.factor.map { ", condition × \($0)" } ?? ""
        let covariates = (test.covariates ?? []).map(\.name).filter { !result.ignored.contains($0) }
        let given = covariates.isEmpty ? "" : ", adjusted for \(listed(covariates))"
        return "\(method)\(factor)\(given)"
    }

    private func isOf(
        _ test: RegisteredTest,
        _ verdict: ComparedOutcome,
        _ pair: Comparison
    ) -> Bool {
        switch (verdict.measure, test.measure) {
        case (.time, .time), (.completion, .completion): true
        case (.score(let id), .score(let questionnaire)):
            pair.scores.contains { $0.id == id && $0.instrument == questionnaire }
        default: false
        }
    }

    /// Returns the results of an outcome's registered tests as lines for the outcome's card (key
    /// figure). A joint test of several effects, such as an interaction, comes first. At most three
    /// other results of each test are shown; a further line names the table with the rest. The lines
    /// are in the order of `pairs`, the pairs of conditions that the card compares. The values in the
    /// lines may differ from the rest of the card, which uses one value per participant.
    func registeredLines(_ pairs: [ComparedPair]) -> [KeyFigure.Line] {
        testsOnCard(pairs).flatMap { number, result -> [KeyFigure.Line] in
            let heading = "Registered, \(method(result))"
            let joint = result.jointRows.map {
                KeyFigure.Line(heading, "\(words($0, result.test))")
            }
            let rows = rows(of: result, pairs)
            let lines = rows.prefix(3).map { row, compared -> KeyFigure.Line in
                let (pair, verdict) = compared
                let means = result.meanTimes.filter { row.pair?.contains($0.condition) ?? true }
                let partial = means.partialWords.map {
                    "; means over only some of the tasks: \($0)"
                }
                return .init(
                    heading,
                    """
                    \(words(row, result.test))\
                    \(reversed(row, result.test, verdict, pair.names) ?? "")\(partial ?? "")
                    """
                )
            }
            let rest = others(rows.count - 3, number).map { KeyFigure.Line(heading, "\($0)") }
            return joint + lines + [rest].compactMap(\.self)
        }
    }

    /// The results of the registered tests that are on no card (key figure) of the first screen,
    /// such as survival tests and benchmarks.
    ///
    /// - Parameter most: maximum number of tests; a further item counts the others. Nil for no
    ///   maximum.
    func furtherRegistered(most: Int? = nil) -> [Block] {
        let verdicts: [ComparedPair] = comparisons.map(\.inSentences).flatMap { pair in
            pair.outcomes.filter { hasCard($0, of: pair) }.map { (pair, $0) }
        }
        let shown = Set(
            verdicts.grouped(by: \.1.measure).flatMap { testsOnCard($0.elements).map(\.number) }
        )
        let items = registered.enumerated().filter { !shown.contains($0.offset) }
            .map { number, result -> Phrase in
                let known = result.rows.filter { $0.value != nil || $0.p != nil }
                    .map { words($0, result.test) }
                let rest = others(known.count - 3, number)
                let reason = known.isEmpty ? result.reasons.first ?? "there are no values" : nil
                let results: [String] =
                    known.prefix(3)
                    + [reason.map { "not computable: \($0)" }, rest].compactMap(\.self)
                return """
                    Test \(number + 1), \(name(result))\(result.benchmarkWords): \
                    \(results.joined(separator: "; "))
                    """
            }
        let rest = items.count - (most ?? items.count)
        let more: [Phrase] =
            rest > 0 ? ["\(counted(rest, "more registered test")): see the report"] : []
        return Document.list(
            shown.isEmpty ? "Registered tests:" : "Other registered tests:",
            items.dropLast(max(0, rest)) + more
        )
    }

    /// Returns the registered tests of the outcome of `pairs` that have results for a card (key
    /// figure): tests of means, mixed models, least-squares models and bootstrap intervals. Returns
    /// an empty array if `pairs` is from any version of the study except the last.
    private func testsOnCard(
        _ pairs: [ComparedPair]
    ) -> [(number: Int, result: RegisteredResult)] {
        let pairs = pairs.filter { $0.0.version == parts.last?.group.version }
        guard let (pair, verdict) = pairs.first else { return [] }
        return registered.enumerated().filter { _, result in
            [.means, .bootstrap, .mixedModel, .leastSquares].contains(result.test.method)
                && isOf(result.test, verdict, pair)
                && !(result.jointRows.isEmpty && rows(of: result, pairs).isEmpty)
        }
        .map { (number: $0.offset, result: $0.element) }
    }

    /// Returns the results of a registered test for the pairs of conditions.
    private func rows(
        of result: RegisteredResult,
        _ pairs: [ComparedPair]
    ) -> [(row: RegisteredResult.Row, pair: ComparedPair)] {
        let scales: [RegisteredResult.Scale] = [.ratio, .odds, .difference]
        let known = result.rows.filter {
            scales.contains($0.scale) && $0.value != nil && $0.interval != nil
        }
        // Different conditions may have the same title.
        var titles: Set<Set<String>> = []
        return pairs.flatMap { compared in
            let names: Set = [compared.0.names.first, compared.0.names.second]
            let own = known.filter { $0.pair.map { Set($0.map(noun)) } == names }
            return titles.insert(names).inserted ? own.map { (row: $0, pair: compared) } : []
        }
    }

    /// Returns text with the number of further results and the table that contains them; nil if
    /// there are none.
    private func others(_ count: Int, _ number: Int) -> String? {
        guard count > 0 else { return nil }
        let others = counted(count, "other result is", "other results are")
        return "\(others) in the table of registered test \(number + 1)"
    }

    /// Formats a result of a registered test, as in `Generator ÷ Script, ratio of times 0.67 (95 %
    /// interval 0.51 to 0.88), p = 0.0040`.
    private func words(_ row: RegisteredResult.Row, _ test: RegisteredTest) -> String {
        let (value, interval) = estimate(row, test)
        let range = interval.map { " (95 % interval \($0))" } ?? ""
        let statistic = row.value == nil || row.scale == .share ? row.statistic : ""
        let texts: [String?] = [
            row.effect, value.map { "\(row.scale.rawValue) \($0)\(range)" }, statistic,
            row.p.map { equation($0) }, row.holm.map { "adjusted \(equation($0))" },
            row.value == nil ? nil : row.reason.map { "no interval, because \($0)" },
        ]
        return texts.compactMap(\.self).filter { !$0.isEmpty }.joined(separator: ", ")
    }

    /// Formats the estimate of a registered test and its interval.
    private func estimate(
        _ row: RegisteredResult.Row,
        _ test: RegisteredTest
    ) -> (value: String?, interval: String?) {
        let (digits, isShare) = (row.digits(test), row.scale == .share)
        return (
            row.value.map { isShare ? percent($0) : fixed($0, digits) },
            row.interval.map { isShare ? percentages($0) : ends($0, digits) }
        )
    }

    /// Returns a registered ratio in the opposite direction, as text with the interval of the
    /// reciprocal: `; Script ÷ Generator 0.67 (0.51 to 0.88)`. Returns nil if the row is not a
    /// ratio, or if the headline already has the row's direction.
    ///
    /// The row divides the later condition by the earlier one, `names.first`. The headline divides
    /// the condition with the shorter time or the larger value by the other one.
    private func reversed(
        _ row: RegisteredResult.Row,
        _ test: RegisteredTest,
        _ verdict: ComparedOutcome,
        _ names: (first: String, second: String)
    ) -> String? {
        guard [.ratio, .odds].contains(row.scale), let value = row.value,
            let interval = row.interval, verdict.size != nil,
            order(verdict, names).ahead == names.first
        else { return nil }
        var reciprocal = row
        reciprocal.value = 1 / value
        reciprocal.interval = Interval(low: 1 / interval.high, high: 1 / interval.low)
        let digits = reciprocal.digits(test)
        let range = reciprocal.interval.map { ends($0, digits) } ?? ""
        return "; \(names.first) ÷ \(names.second) \(fixed(1 / value, digits)) (\(range))"
    }

    /// Departures from the registered and locked analysis.
    @ListBuilder<Phrase> private var departures: [Phrase] {
        if locked == nil {
            "The study was not locked, so it is unknown when the analysis was registered."
        }
        locked?.precedence
        for change in locked?.changes ?? [] where change.part == StoredLock.registeredAnalysis {
            change.sentence
        }
        let excluded = sample.exclusions.filter { $0.reason == .excluded }.map(\.participant)
        if !excluded.isEmpty {
            "Participants left out by a decision that no registered rule covers: \(Document.names(excluded))"
        }
        let versions = Set(parts.map(\.group.version))
        if versions.count > 1, let last = parts.last?.group.version {
            """
            The sessions are of \(counted(versions.count, "version")) of the study; the registered \
            tests use version \(last) only.
            """
        }
        for (number, result) in registered.enumerated() {
            let reasons = result.departures
            if result.rows.allSatisfy({ $0.value == nil && $0.p == nil }) {
                "Registered test \(number + 1) was not computable."
            } else if !reasons.isEmpty {
                """
                Registered test \(number + 1) was not computed in full: \
                \(reasons.joined(separator: "; ")).
                """
            }
        }
    }
}

extension RegisteredAnalysis {
    /// The attempts that the registered tests leave out, in words.
    fileprivate var excluded: [String] {
        (exclusions ?? []).map { rule in
            switch rule {
            case .assisted: "attempts with an assist"
            case .flagged: "attempts in which a part of the time could not be measured"
            }
        }
    }
}
