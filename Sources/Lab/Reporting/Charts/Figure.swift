/// A chart with a description in words. A table of the report contains the same numbers.
struct Figure: Sendable {
    var number = 0
    var caption: Phrase
    /// A short name for the figure.
    var name: String
    /// The chart's content in sentences, for readers who cannot see it. Contains at most 60
    /// sentences, followed by the number of omitted sentences.
    var description: String
    var canvas: Canvas
    /// Whether the figure contains text written by participants or facilitators.
    var hasWords = false

    /// Maximum number of participants whom a chart draws individually. With more participants,
    /// charts draw bins or quantiles.
    static let mostMarks = 200

    init(caption: Phrase, name: String, description: [String], canvas: Canvas) {
        self.caption = caption
        self.name = name
        self.canvas = canvas
        let sentences = description.prefix(60)
        let rest = description.count - sentences.count
        self.description = sentences.joined(separator: " ") + (rest > 0 ? " And \(rest) more." : "")
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
