import CSV
import ResultsStore
import Statistics
import StudyDefinition

extension CSVExport {
    /// A statistic in a long-format table: a point estimate, an interval, or both.
    struct Described {
        enum Unit: String {
            case probability, ratio, share
            /// Difference of two shares, from −1 to 1.
            case difference = "difference of shares"
            case oddsRatio = "odds ratio"
            case deviations = "standard deviations"
            case none = "no unit"
        }

        var name: String
        var value: Computed<Double>?
        var interval: Computed<Interval>?
        var unit: Unit

        init(
            _ name: String,
            _ value: Computed<Double>?,
            _ interval: Computed<Interval>? = nil,
            unit: Unit = .none
        ) {
            (self.name, self.value, self.interval, self.unit) = (name, value, interval, unit)
        }

        /// Returns a statistic that is a probability, such as a p-value.
        static func probability(_ name: String, _ value: Computed<Double>?) -> Described {
            Described(name, value, unit: .probability)
        }

        /// Adds a row with the statistic to `text`.
        ///
        /// - Parameters:
        ///   - cells: the first cells of the row, to the left of the statistic's cells.
        ///   - last: the last cells of the row, to the right of the statistic's cells.
        func addRow(after cells: [String], to text: inout CSVText, before last: [String] = []) {
            text.add(cells + [name])
            text.add(value?.value?.portable)
            text.add(interval?.value?.low.portable)
            text.add(interval?.value?.high.portable)
            text.addRow([value?.reason ?? interval?.reason ?? ""] + last)
        }
    }

    /// Writes statistics of each task's times and completion, and tests for differences between
    /// tasks. Includes statistics that other programs print but the report does not.
    func descriptions(to text: inout CSVText) {
        text.addRow([
            "study_version", "condition", "task", "statistic", "value", "low", "high",
            "not_computable",
        ])
        for part in findings.parts where !part.tasks.isEmpty {
            let about = [part.group.version, part.group.conditionID]
            for task in part.tasks {
                for described in task.timeDescriptions + task.completionDescriptions {
                    described.addRow(after: about + [task.task.id], to: &text)
                }
            }
            for described in part.taskDifferences {
                described.addRow(after: about + [""], to: &text)
            }
        }
    }
}

extension TaskResult {
    /// Statistics of the times of successful attempts, in seconds.
    fileprivate var timeDescriptions: [CSVExport.Described] {
        // The functions that sort their values have less to do.
        let sorted = times.sorted()
        let shapiro = shapiroWilk(sorted)
        let logs = logarithms(sorted).flatMap(shapiroWilk)
        let censored = cells.filter(\.outcome.isAttempt).compactMap { cell in
            cell.seconds.map { CensoredTime($0, succeeded: cell.outcome.isSuccess) }
        }
        let middle = medianInterval(sorted)
        let curve = kaplanMeier(censored)
        return [
            .init("mean", mean, meanInterval(times, within: nil)),
            .init("median", median, middle.map(\.interval)),
            .init("geometric mean", geometricMean, interval),
            .init("trimmed mean, 20 %", trimmedMean(sorted)),
            .init("standard deviation", deviation), .init("standard error", standardError(times)),
            .init("geometric standard deviation", geometricDeviation(times)),
            .init("median absolute deviation", medianAbsoluteDeviation(sorted)),
            .init("skewness", skewness(times)),
            .init("lower quartile, type 6", quantile(sorted, at: 0.25, type: .six)),
            .init("upper quartile, type 6", quantile(sorted, at: 0.75, type: .six)),
            .init("lower quartile, type 7", quantile(sorted, at: 0.25)),
            .init("upper quartile, type 7", quantile(sorted, at: 0.75)),
            .init("Shapiro-Wilk W", shapiro.map(\.w)), .init("Shapiro-Wilk p", shapiro.map(\.p)),
            .init("Shapiro-Wilk p of logarithms", logs.map(\.p)),
            .init("outliers, Tukey", tukeyOutliers(sorted).map { Double($0.count) }),
            .init("outliers of logarithms", logOutliers(sorted).map { Double($0.count) }),
            .init(
                "probability that the range contains the median",
                rangeCoverage(count: times.count)
            ),
            .init("median time of all attempts, Rummel", rummelMedian(censored)),
            .init("time at which more than half had succeeded", curve.flatMap(\.medianBelow)),
            .init("restricted mean time, all attempts", curve.map(\.restrictedMean)),
        ]
    }

    fileprivate var completionDescriptions: [CSVExport.Described] {
        let (x, n) = (successes, attempts)
        return [
            // Before clipping, the adjusted Wald interval has the same center as Wilson's interval.
            .init("completion, Wilson", wilsonPoint(x, of: n), wilson(x, of: n)),
            .init("completion, adjusted Wald", wilsonPoint(x, of: n), adjustedWald(x, of: n)),
            .init("completion, LaPlace", laplace(x, of: n)),
            .init("completion, Clopper-Pearson", nil, clopperPearson(x, of: n)),
            .init("completion, Jeffreys", jeffreysPoint(x, of: n), jeffreys(x, of: n)),
            .init("completion, Wald", nil, wald(x, of: n)),
            .init("completion, Lewis and Sauro", lewisSauroPoint(x, of: n)),
        ]
    }
}

extension ReportAnalysis.Part {
    /// Tests for differences in completion between tasks, and for an increase of times from task to
    /// task.
    fileprivate var taskDifferences: [CSVExport.Described] {
        let tasks = countedTasks
        let places = group.entries.indices.filter { place in
            tasks.allSatisfy { $0.cells[place].outcome.isAttempt }
        }
        let outcomes = places.map { place in tasks.map { $0.cells[place].outcome.isSuccess } }
        let times = places.compactMap { place -> [Double]? in
            let row = tasks.compactMap { $0.cells[place].successTime }
            return row.count == tasks.count ? row : nil
        }
        let cochran = cochranQ(outcomes)
        let page = pageTrend(times)
        return [
            .init("Cochran's Q", cochran.map(\.chiSquared)),
            .init("Cochran's Q, p", cochran.map(\.p)),
            .init("Page's L", page.map(\.l)),
            .init("Page's L, p for rising times", page.flatMap(\.exactIncreasing)),
        ]
    }
}
