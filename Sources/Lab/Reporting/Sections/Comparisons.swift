import Diagnostics
import Statistics
import StudyDefinition

extension ReportAnalysis {
    /// Comparisons of the conditions; empty if there is only one condition.
    @ListBuilder<Block> var comparisonBlocks: [Block] {
        if !comparisons.isEmpty, let analysis = study?.analysis { registration(analysis) }
        for test in omnibus { words(of: test) }
        for comparison in comparisons where hasTimes(comparison) || !comparison.scores.isEmpty {
            blocks(comparison.inSentences)
        }
    }

    private func registration(_ analysis: RegisteredAnalysis) -> Phrase {
        func words(_ outcome: RegisteredAnalysis.Outcome) -> String {
            switch outcome.measure {
            case .time: "time on task"
            case .completion: "completion of \(parts.everyTask)"
            case .score(let id):
                study?.questionnaires.first { $0.id == id }.map { "the score of “\($0.title)”" }
                    ?? id
            }
        }
        let secondary = analysis.secondary.map(words)
        let other = secondary.isEmpty ? "" : "; secondary: \(listed(secondary))"
        let versions = Set(comparisons.map(\.version)).count
        let margins =
            analysis.outcomes.contains { $0.margin != nil } && comparisons.count > versions
            ? " The registered margins apply only to a comparison of two conditions, and are not used here."
            : ""
        let primary =
            locked?.isAnalysisLate == true
            ? "Primary outcome, registered after data collection began"
            : locked?.hasAnalysis == false
                ? "Primary outcome, registered after the study was locked"
                : "Registered primary outcome"
        return """
            \(primary): \(words(analysis.primary))\(other). All other comparisons are \
            exploratory.\(margins)
            """
    }

    /// Comparison with another results file; empty if no other file was given.
    @ListBuilder<Block> var otherFileBlocks: [Block] {
        if other != nil, acrossFiles.isEmpty {
            "The two files have no task in common under the same condition."
        } else if other != nil {
            """
            Participants of the two files are treated as different people, even if they have \
            the same code. Other differences between the files are not adjusted for.
            """
        }
        Document.list(
            "Sessions of the other file that are not included:",
            other?.sample.exclusionItems ?? []
        )
        acrossFiles.flatMap { blocks($0.inSentences) }
    }

    @ListBuilder<Block> private func blocks(_ comparison: Comparison) -> [Block] {
        let heading = "\(comparison.names.first) and \(comparison.names.second)"
        let version =
            sample.versions.count > 1 && !comparison.version.isEmpty
            ? ", version \(comparison.version)" : ""
        Block.heading("\(capitalized(heading))\(version)")
        design(comparison)
        if hasTimes(comparison) {
            if !comparison.unshared.isEmpty { tasksInCommon(comparison) }
            verdict(comparison)
            ranking(comparison)
            ratios(comparison)
            forest(comparison)
            slopes(comparison)
            completion(comparison)
            sensitivity(comparison)
        }
        if !comparison.scores.isEmpty { scores(comparison) }
    }

    private func tasksInCommon(_ comparison: Comparison) -> Phrase {
        """
        Only the tasks that \(comparison.names.first) and \(comparison.names.second) have in common \
        are compared, also in “all tasks together” and “every task”. Left out: \
        \(leftOutTasks(comparison)).
        """
    }

    /// Returns the titles of the tasks that only one of the conditions has, in quotation marks.
    func leftOutTasks(_ comparison: Comparison) -> String {
        listed(comparison.unshared.map { "“\($0)”" })
    }

    private func hasTimes(_ comparison: Comparison) -> Bool {
        !comparison.tasks.isEmpty && !isHopeless(comparison)
    }

    /// Returns whether there are too few participants for a significant comparison over all tasks.
    /// In that case, the comparison's p-value after Holm's correction is above 0.05 even if every
    /// pair of conditions has the smallest possible p-value. Returns false if there is only one
    /// pair, or if there are no tasks.
    private func isHopeless(_ comparison: Comparison) -> Bool {
        let own = comparisons.filter { $0.version == comparison.version }
        guard own.count > 1, !comparison.tasks.isEmpty,
            let place = own.firstIndex(where: { $0.conditions == comparison.conditions })
        else { return false }
        let least = own.map(\.overall.ranked).map { $0.p.value == nil ? nil : $0.smallestP }
        return (Multiplicity.holm(least)[place] ?? comparison.overall.ranked.smallestP) > 0.05
    }

    private func words(of test: OmnibusTest) -> Phrase {
        let names = listed(test.names.map(noun))
        let version = sample.versions.count > 1 ? " (version \(test.version))" : ""
        let result: String
        switch test.result {
        case .within(.value(let value)):
            let f = value.imanDavenport.value.map {
                "Iman and Davenport's F(\(fixed($0.df1, 0)), \(fixed($0.df2, 0))) = "
                    + "\(fixed($0.f, 2)), \(equation($0.p)); "
            }
            result = """
                \(test.testName) over \(counted(value.rows, "participant")) with values in all \
                conditions: \(f ?? "")χ² = \(fixed(value.test.chiSquared, 2)), \
                \(value.test.df) degrees of freedom, \(equation(value.test.p)) (asymptotic); \
                Kendall's W = \
                \(fixed(value.kendallsW, 2))
                """
        case .between(.value(let value)):
            result = """
                \(test.testName): H = \(fixed(value.test.chiSquared, 2)), \
                \(value.test.df) degrees of freedom, \(equation(value.test.p)) (asymptotic)
                """
        case .within(.notComputable(let reason)), .between(.notComputable(let reason)):
            result = "\(test.testName): not computable, because \(reason)"
        }
        if let score = test.score { return "\(score): \(names)\(version). \(result)." }
        let hopeless = comparisons.filter { $0.version == test.version && isHopeless($0) }.count
        let left =
            hopeless == 0
            ? ""
            : """
             Tables of times are left out for \(counted(hopeless, "pair")) of conditions: after \
             Holm's correction, p cannot be below 0.05 with so few participants.
            """
        let tasks =
            test.leavesOutTasks
            ? " only the tasks that all of these conditions have,"
            : parts.haveOneTask ? "" : " all tasks together,"
        return "\(names)\(version),\(tasks) failures ranked worst. \(result).\(left)"
    }

    private func design(_ comparison: Comparison) -> Phrase {
        switch comparison.design {
        case .within(let participants, let single):
            let left =
                single == 0
                ? ""
                : " Left out: \(counted(single, "participant")) who worked in only one condition."
            return """
                \(counted(participants, "participant")) worked in both conditions; the two \
                conditions are compared within each participant.\(left)
                """
        case .between(let first, let second, let both):
            let left =
                both == 0
                ? "" : " Left out: \(counted(both, "participant")) who worked in both conditions."
            return """
                Groups are compared: \(counted(first, "participant")) \
                \(withOrUnder(comparison.names.first)), \(counted(second, "other")) \
                \(withOrUnder(comparison.names.second)).\(left)
                """
        }
    }

    /// Describes the result of the primary analysis.
    func verdict(_ comparison: Comparison) -> Phrase {
        let (one, two) = comparison.names
        let row = comparison.overall
        guard let test = row.ratio.value.value else {
            let tasks = comparison.hasOneTask ? "" : " over all tasks"
            if let constant = row.ratio.constant {
                return """
                    The ratio of times\(tasks) of those who succeeded, \(one) ÷ \(two), is \
                    \(fixed(constant, digits(ofConstant: constant, .time))). It has no interval, \
                    because \(row.ratio.value.reason ?? "").
                    """
            }
            return """
                The ratio of times\(tasks), \(one) ÷ \(two), is not computable, because \
                \(row.ratio.value.reason ?? "").
                """
        }
        let interval = test.ratioInterval
        let digits = decimals(of: interval, atLeast: 2, null: 1)
        let tasks = comparison.tasks.count == 1 ? "the task" : "tasks"
        let size = """
            \(capitalized(withOrUnder(one))), \(tasks) took \(fixed(test.ratio, digits)) times \
            as long as \(withOrUnder(two))
            """
        let range = "95 % interval \(span(interval, digits))"
        let excludes = interval.low > 1 || interval.high < 1
        let p = row.holm ?? row.ranked.p.value?.p
        let given = (row.holm == nil ? "" : "adjusted ") + equation(p)
        let words =
            switch (excludes, p.map { $0 < 0.05 }) {
            case (true, true?):
                if let opposite = comparison.oppositeOfTimes {
                    """
                    \(capitalized(opposite)) (\(given)). The ratio and the rank test disagree; \
                    do not quote either alone
                    """
                } else {
                    """
                    Chance alone would rarely give a difference this large; the rank test, \
                    which ranks failures last, agrees (\(given))
                    """
                }
            case (false, false?):
                """
                No difference was shown: the interval includes 1, and the rank test, which \
                ranks failures last, gives \(given). This does not prove that there is no \
                difference
                """
            case (true, false?):
                """
                The interval excludes 1, but the rank test, which ranks failures last, does not \
                confirm a difference (\(given)). The ratio and the rank test disagree; do not \
                quote either alone
                """
            case (false, true?):
                """
                The interval includes 1, but the rank test, which ranks failures last, shows a \
                difference that chance alone would rarely give (\(given)). The ratio and the \
                rank test disagree; do not quote either alone. Failures or extreme times can cause \
                such a disagreement
                """
            case (_, nil):
                "The rank test, which ranks failures last, is not computable, because "
                    + (row.ranked.p.reason ?? "there are no values")
            }
        let who =
            comparison.isWithin
            ? "in both conditions" : comparison.tasks.count == 1 ? "in it" : "in every task"
        let among = "among those who succeeded \(who)\(row.ratio.inKnownTime)"
        return "\(size) (\(range), \(among)). \(words)."
    }
}

extension Comparison {
    /// A copy whose condition titles are converted by ``noun(_:)``, for use in sentences.
    var inSentences: Comparison {
        var comparison = self
        comparison.names = (noun(names.first), noun(names.second))
        return comparison
    }
}
