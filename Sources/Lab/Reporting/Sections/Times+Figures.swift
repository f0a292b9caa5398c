import Diagnostics
import ResultsStore
import Statistics

extension ReportAnalysis {
    func timesFigure(_ part: Part, range: ClosedRange<Double>) -> Figure {
        let zeros = part.tasks.reduce(0) { count, task in
            count + task.cells.count { $0.seconds.map { $0 <= 0 } ?? false }
        }
        let missing =
            zeros == 0
            ? ""
            : " \(counted(zeros, "recorded time")) of zero \(zeros == 1 ? "is" : "are") not drawn."
        let failures = part.tasks.contains { task in
            task.cells.contains { $0.seconds != nil && !$0.outcome.isSuccess }
        }
        let hollow =
            failures ? " Hollow points: attempts without success, which the means leave out." : ""
        let rows = DotRows(
            rows: part.tasks.map { task in
                let typical = task.typical
                return DotRows.Row(
                    label: label(task).plain,
                    dots: task.cells.compactMap { cell in
                        guard let seconds = cell.seconds, seconds > 0 else { return nil }
                        return .init(
                            participant: cell.participant,
                            value: seconds,
                            isFull: cell.outcome.isSuccess
                        )
                    },
                    centre: typical.value.value,
                    low: typical.interval.value?.low,
                    high: typical.interval.value?.high
                )
            },
            range: range,
            isLogarithmic: true,
            colour: part.colour,
            words: Scale.time
        )
        let marks =
            rows.isBinned
            ? "Bars show the number of participants; the highest bar of each task has full height."
            : "Every participant is a dot."
        return Figure(
            caption: title(
                """
                Time on task on a logarithmic axis. \(marks) Diamond and line: the typical time \
                and its 95 % interval, cut at the edges of the drawing. Up to n = 30, these are \
                the geometric mean and its log-t interval; for larger n, the median and an \
                interval from order statistics.\(hollow)\(missing)
                """,
                part
            ),
            name: "Time on task, for each task",
            description: rows.description,
            canvas: rows.canvas(
                ticks: Scale.times,
                title: "Time on task, minutes:seconds, logarithmic axis"
            )
        )
    }

    /// Returns survival curves for tasks in which some attempts succeeded and others did not; nil
    /// if there is no such task.
    func curves(_ part: Part) -> Figure? {
        let panels = part.tasks.compactMap { task -> StepCurves.Panel? in
            let censored = task.censored
            // If no attempt succeeded, the curve is a flat line.
            guard !censored.isEmpty, !task.times.isEmpty, let curve = task.survival.value
            else { return nil }
            var steps = curve.steps.map { (time: $0.time, survival: $0.survival, censored: 0) }
            var place = 0
            for time in censored.sorted() {
                while place < curve.steps.count, curve.steps[place].time <= time { place += 1 }
                let survival = place == 0 ? 1 : curve.steps[place - 1].survival
                steps.append((time, survival, 1))
            }
            steps.sort { ($0.time, -$0.survival) < ($1.time, -$1.survival) }
            // Because of rounding errors, the curve may not reach exactly one half; `time(by:)`
            // tolerates this.
            let half = curve.time(by: 0.5).value
            return .init(label: label(task).plain, half: half, steps: steps)
        }
        guard !panels.isEmpty else { return nil }
        let curves = StepCurves(panels: panels, colour: Canvas.colour(part.colour))
        let thinned =
            curves.isThinned ? " Attempts that ended at about the same time share one tick." : ""
        return Figure(
            caption: title(
                """
                Share of participants who had not yet succeeded (Kaplan–Meier estimate), for tasks \
                in which an attempt ended without success (a tick).\(thinned) The medians are in \
                the table.
                """,
                part
            ),
            name: "Share without success over time",
            description: curves.description,
            canvas: curves.canvas
        )
    }
}
