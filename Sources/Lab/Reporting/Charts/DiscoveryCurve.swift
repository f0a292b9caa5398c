/// Two curves over the number of participants: the number of problems seen, and the expected number
/// of problems. The second curve may extend beyond the actual number of participants.
struct DiscoveryCurve {
    /// Mean number of problems seen by 1, 2, … participants.
    var seen: [Double]
    /// Expected number of problems seen by 1, 2, … participants; nil if it cannot be estimated.
    var expected: [Double]?
    /// Estimated total number of problems; nil if it cannot be estimated.
    var total: Double?

    var canvas: Canvas {
        var canvas = Canvas()
        canvas.height = 250
        let columns = max(seen.count, expected?.count ?? 0)
        let most = seen.max() ?? 1
        let highest = max(1, most, expected?.max() ?? 0, min(total ?? 0, 2 * most))
        let x = Scale(range: 0...Double(max(1, columns)), from: 48, to: 616)
        let y = Scale(range: 0...highest, from: 196, to: 14)
        let rise = DiscoveryCurve.step(to: highest)
        for value in stride(from: 0, through: highest, by: rise) {
            let place = y.place(value)
            canvas.line(48, place, 616, place)
            canvas.text(fixed(value, rise < 1 ? 1 : 0), 42, place + 4, size: 11, anchor: .end)
        }
        func points(_ values: [Double]) -> [(x: Double, y: Double)] {
            [(x: x.place(0), y: y.place(0))]
                + values.enumerated().map { (x: x.place(Double($0 + 1)), y: y.place($1)) }
        }
        if let expected {
            let drawn = DiscoveryCurve.thinned(points(expected))
            canvas.polyline(drawn, stroke: Canvas.colour(0), dash: "5 4")
        }
        let points = points(seen)
        canvas.polyline(DiscoveryCurve.thinned(points), stroke: Canvas.colour(1), width: 2)
        if seen.count <= 60 {
            for point in points.dropFirst() {
                canvas.circle(point.x, point.y, radius: 3.5, fill: Canvas.colour(1))
            }
        }
        let step = DiscoveryCurve.step(to: columns)
        for count in stride(from: step, through: columns, by: step) {
            canvas.text("\(count)", x.place(Double(count)), 214, size: 11, anchor: .middle)
        }
        canvas.text("Problems seen, by number of participants", 22, 240)
        return canvas
    }

    /// Returns the points to draw. Drops each point that is less than half a drawing unit to the
    /// right of the previous drawn point. The final point is always kept.
    private static func thinned(_ points: [(x: Double, y: Double)]) -> [(x: Double, y: Double)] {
        var drawn: [(x: Double, y: Double)] = []
        for point in points where drawn.last.map({ point.x - $0.x >= 0.5 }) ?? true {
            drawn.append(point)
        }
        if let end = points.last, drawn.last?.x != end.x { drawn.append(end) }
        return drawn
    }

    /// Returns the interval between axis labels: the first number of the series 1, 2, 5, 10, 20,
    /// 50, … that gives at most 12 labels.
    private static func step(to count: Int) -> Int {
        var unit = 1
        while true {
            for step in [unit, 2 * unit, 5 * unit] where count / step <= 12 { return step }
            unit *= 10
        }
    }

    /// Returns the interval between horizontal lines: the first number of the series 0.2, 0.5, 1, 2,
    /// 5, … that gives at most five lines above zero. Labels with one decimal are therefore exact.
    private static func step(to highest: Double) -> Double {
        var unit = 0.1
        while unit < highest {
            for step in [2 * unit, 5 * unit, 10 * unit] where highest / step <= 5 { return step }
            unit *= 10
        }
        return max(1, highest)
    }

    var description: [String] {
        let ends = seen.enumerated().filter { [1, 5, 10, seen.count].contains($0.offset + 1) }
            .map { "\(fixed($0.element, 1)) with \($0.offset + 1)" }
        return ["Problems seen, by number of participants: \(ends.joined(separator: ", "))."]
    }
}
