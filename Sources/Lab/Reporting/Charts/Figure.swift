/// A chart with a description in words. A table has its numbers.
struct Figure: Sendable {
    var number = 0
    var caption: Phrase
    /// A short name.
    var name: String
    /// The same in sentences, for those who do not see it; cut where it would be endless.
    var description: String
    var canvas: Canvas
    /// Whether it shows words of participants or facilitators.
    var hasWords = false

    /// Most participants that are drawn one by one; above, they are counted in bins.
    static let mostMarks = 200

    init(caption: Phrase, name: String, description: [String], canvas: Canvas) {
        self.caption = caption
        self.name = name
        self.canvas = canvas
        let sentences = description.prefix(60)
        let rest = description.count - sentences.count
        self.description =
            sentences.joined(separator: " ") + (rest > 0 ? " And \(rest) more." : "")
    }

    var svg: String {
        """
        <svg viewBox="0 0 \(fixed(canvas.width, 0)) \(fixed(canvas.height, 0))" role="img" \
        aria-labelledby="figure-\(number)-title figure-\(number)-text">
        <title id="figure-\(number)-title">\(Canvas.escape(name))</title>
        <desc id="figure-\(number)-text">\(Canvas.escape(description))</desc>
        \(canvas.body)</svg>

        """
    }
}
