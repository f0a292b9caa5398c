/// A problems × participants grid. A cell is filled if the participant had the problem. With more
/// than 60 participants, each problem instead has a bar that shows the proportion of participants
/// who had it.
struct ProblemCells {
    var participants: [String]
    var problems: [(label: String, met: [Bool])]

    static let most = 60

    var canvas: Canvas {
        var canvas = Canvas()
        let isBars = participants.count > ProblemCells.most
        // A character of a participant code is about 6 units wide. Codes that do not fit are left
        // out.
        let code = 6 * Double(participants.map(\.count).max() ?? 0) + 2
        let widest = 560 / Double(max(1, participants.count))
        let isNamed = participants.count <= 20 && code <= widest
        let cell = min(isNamed ? max(26, code) : 26, widest)
        let (top, rowHeight) = (isNamed ? 30.0 : 12.0, 36.0)
        canvas.height = top + rowHeight * Double(problems.count) + 12
        if isNamed {
            for (index, name) in participants.enumerated() {
                let x = 22 + cell * (Double(index) + 0.5)
                canvas.text(name, x, 18, size: 10, anchor: .middle)
            }
        }
        for (index, problem) in problems.enumerated() {
            let y = top + rowHeight * Double(index)
            canvas.text(Canvas.short(problem.label, 88), 22, y + 10, size: 12)
            let count = problem.met.count(where: \.self)
            if isBars {
                let share = Double(count) / Double(participants.count)
                canvas.rectangle(22, y + 15, 500, 14, fill: Canvas.band)
                canvas.rectangle(22, y + 15, 500 * share, 14, fill: Canvas.colour(1))
            } else {
                for (place, met) in problem.met.enumerated() {
                    canvas.rectangle(
                        22 + cell * Double(place),
                        y + 15,
                        cell - 2,
                        14,
                        fill: met ? Canvas.colour(1) : Canvas.band,
                        stroke: met ? Canvas.colour(1) : Canvas.line,
                        title: met ? participants[place] : ""
                    )
                }
            }
            let end = isBars ? 500.0 : cell * Double(participants.count)
            canvas.text("\(count)", 30 + end, y + 26)
        }
        return canvas
    }

    var description: [String] {
        problems.map { problem in
            let names = zip(participants, problem.met).filter(\.1).map(\.0)
            let who =
                names.count > 12 ? "\(names.count) participants" : names.joined(separator: ", ")
            return "\(problem.label): \(who)."
        }
    }
}
