/// An error in a line of a diagram.
public struct StateDiagramError: Error, Hashable, CustomStringConvertible {
    /// Line, counted from 1.
    public var line: Int
    public var problem: String
    public var fix: String

    public var description: String { "line \(line): \(problem); \(fix)" }
}

extension StateDiagram {
    /// Reads a state diagram in Mermaid's language (`stateDiagram-v2`):
    ///
    ///     stateDiagram-v2
    ///         [*] --> SignedOut
    ///         SignedOut --> SignedIn: SignInPressed / Authenticate → Authenticated, LoadCities
    ///         SignedIn --> SignedOut: SignOutPressed, SessionEnded
    ///
    /// The label of an arrow is a list of messages. A single message may be followed by a slash and
    /// its queries. Names become names of Swift types: "sign in pressed" is `SignInPressed`.
    /// Comments, notes, styles and descriptions are skipped. A `<<choice>>` is replaced with the
    /// arrows that lead through it. An arrow to `[*]` is skipped if it has no message. Nested states
    /// are not supported.
    ///
    /// - Throws: ``StateDiagramError`` for the first line that cannot be read.
    public init(mermaid text: String) throws(StateDiagramError) {
        // Windows editors begin UTF-8 text with a byte order mark.
        let unmarked = text.first == "\u{FEFF}" ? text.dropFirst() : text[...]
        let lines = unmarked.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
            .map(\.trimmed)
        var reader = MermaidReader()
        reader.findChoices(in: lines)
        for (index, line) in lines.enumerated() { try reader.read(line, index + 1) }
        self = try reader.diagram()
    }
}

private struct MermaidReader {
    private var hasHead = false
    private var isInFrontMatter = false
    private var isInNote = false
    private var skipsArrows = false
    private var last = 1
    private var start: String?
    private var choices: Set<String> = []
    private var arrows: [StateDiagram.Arrow] = []

    /// First words of the lines that are skipped, because they do not describe scenarios.
    private static let passed = [
        "direction", "classDef", "class", "style", "accTitle", "accDescr", "hide", "scale", "click",
    ]

    /// Finds all `<<choice>>` states. Called before the arrows are read, because an arrow may
    /// precede the declaration of its choice. Ignores errors, which are found again when all lines
    /// are read.
    mutating func findChoices(in lines: [String]) {
        var reader = MermaidReader()
        reader.skipsArrows = true
        for line in lines { try? reader.read(line, 0) }
        choices = reader.choices
    }

    mutating func read(_ line: String, _ number: Int) throws(StateDiagramError) {
        last = number
        if isInFrontMatter || (line == "---" && !hasHead) {
            isInFrontMatter = line != "---" || !isInFrontMatter
            return
        }
        if isInNote {
            isInNote = line != "end note"
            return
        }
        if line.isEmpty || line.hasPrefix("%%") { return }
        guard hasHead else {
            hasHead = ["stateDiagram", "stateDiagram-v2"].contains(line)
            if hasHead { return }
            throw error("\"\(line)\" does not begin a state diagram", "write \"stateDiagram-v2\"")
        }
        let word = line.prefix { !$0.isWhitespace && $0 != ":" }
        if word == "note" {
            isInNote = !line.contains(":")
        } else if line.contains("-->") {
            if !skipsArrows { try readArrow(line) }
        } else if word == "state" {
            try readState(line)
        } else if line == "--" || line.contains("{") || line == "}" {
            throw error("nested states are not supported", "draw all states without nesting")
        } else if !Self.passed.contains(String(word)) {
            // The line is a description, or names a state without an arrow. Neither is needed.
            _ = try name(String(word), "a state")
        }
    }

    func diagram() throws(StateDiagramError) -> StateDiagram {
        guard hasHead else {
            throw error("the diagram is missing", "begin the diagram with \"stateDiagram-v2\"")
        }
        guard let start else {
            throw error("the diagram has no first state", "draw \"[*] --> State\"")
        }
        return StateDiagram(start: start, arrows: arrows.flatMap(through))
    }

    /// Returns the arrows that replace `arrow`. An arrow to a choice is replaced with arrows to the
    /// states to which the choice leads. An arrow from a choice is removed. Any other arrow is
    /// returned unchanged.
    private func through(_ arrow: StateDiagram.Arrow) -> [StateDiagram.Arrow] {
        if choices.contains(arrow.from) { return [] }
        guard choices.contains(arrow.to) else { return [arrow] }
        var ends: [String] = []
        var passed: Set<String> = []
        func follow(_ choice: String) {
            guard passed.insert(choice).inserted else { return }
            for next in arrows where next.from == choice {
                if choices.contains(next.to) {
                    follow(next.to)
                } else if !ends.contains(next.to) {
                    ends.append(next.to)
                }
            }
        }
        follow(arrow.to)
        // If choices lead only to other choices, the arrow is kept. The choice is then reported as a
        // state that the code does not have.
        if ends.isEmpty, arrows.contains(where: { $0.from == arrow.to }) { return [arrow] }
        return ends.map { end in
            var joined = arrow
            joined.to = end
            return joined
        }
    }

    /// Reads `state "Words" as Name`, `state Name <<choice>>` or `state Name`.
    private mutating func readState(_ line: String) throws(StateDiagramError) {
        if line.hasSuffix("{") {
            throw error("nested states are not supported", "draw all states without nesting")
        }
        let rest = String(line.dropFirst("state".count)).trimmed
        guard !rest.hasPrefix("\""), rest.hasSuffix(">>") else { return }
        let parts = rest.components(around: "<<")
        guard parts.count == 2, parts[1] == "choice>>" else {
            throw error(
                "\"\(rest)\" is not supported",
                "use <<choice>>, the only supported kind of special state"
            )
        }
        choices.insert(try name(parts[0], "a state"))
    }

    private mutating func readArrow(_ line: String) throws(StateDiagramError) {
        let (states, label) = line.divided(at: ":")
        let ends = states.components(around: "-->")
        guard ends.count == 2 else {
            throw error("\"\(states)\" is not a single arrow", "write \"State --> State: Message\"")
        }
        if ends[1] == "[*]" { return try readEnd(from: ends[0], label ?? "") }
        let to = try name(ends[1], "a state")
        if ends[0] == "[*]" {
            if let start, start != to {
                throw error(
                    "the diagram already has the first state \(start)",
                    "draw only one arrow from [*]"
                )
            }
            start = to
            return
        }
        let from = try name(ends[0], "a state")
        if choices.contains(from) {
            arrows.append(.init(from: from, to: to, message: "", line: last))
            return
        }
        guard let label, !label.isEmpty else {
            throw error(
                "the arrow from \(from) to \(to) has no message",
                "write \"\(from) --> \(to): Message\""
            )
        }
        let (messages, queries) = label.divided(at: "/")
        let names = try list(messages, "a message")
        if queries != nil, names.count > 1 {
            throw error(
                "an arrow with several messages cannot have queries",
                "draw a separate arrow for each message"
            )
        }
        let asks = try queries.map { text throws(StateDiagramError) in try self.asks(text) }
        for message in names {
            arrows.append(.init(from: from, to: to, message: message, asks: asks, line: last))
        }
    }

    /// Reads an arrow to `[*]`. Only an arrow without a message is skipped. An arrow from a choice
    /// belongs to the messages that lead to the choice.
    private func readEnd(from words: String, _ label: String) throws(StateDiagramError) {
        let isChoice = scenarioTypeName(words).map { choices.contains($0) } ?? false
        if label.isEmpty, !isChoice { return }
        let from = try name(words, "a state")
        let arrow = label.isEmpty ? "\(from) --> Over" : "\(from) --> Over: \(label)"
        throw error(
            "a scenario cannot lead to [*], which is not a state of the code",
            "draw a state of your own, such as \"\(arrow)\""
        )
    }

    private func asks(_ text: String) throws(StateDiagramError) -> [StateDiagram.Ask] {
        var asks: [StateDiagram.Ask] = []
        for part in text.components(around: ",") {
            let (query, reply) = part.replacing("->", with: "→").divided(at: "→")
            asks.append(
                .init(
                    query: try name(query, "a query"),
                    reply: try reply.map { text throws(StateDiagramError) in
                        try name(text, "an answer")
                    }
                )
            )
        }
        return asks
    }

    private func list(_ text: String, _ what: String) throws(StateDiagramError) -> [String] {
        var names: [String] = []
        for part in text.components(around: ",") { names.append(try name(part, what)) }
        return names
    }

    private func name(_ text: String, _ what: String) throws(StateDiagramError) -> String {
        if let name = scenarioTypeName(text) { return name }
        throw error("\"\(text)\" is not a valid name for \(what)", "use letters, digits and spaces")
    }

    private func error(_ problem: String, _ fix: String) -> StateDiagramError {
        StateDiagramError(line: last, problem: problem, fix: fix)
    }
}

/// Converts words in a diagram to the name of a Swift type: "sign in pressed" becomes
/// `SignInPressed`. Returns nil if the result is not a valid name.
package func scenarioTypeName(_ words: String) -> String? {
    let parts = words.split { $0.isWhitespace || $0 == "-" }
    let name = parts.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    guard let first = name.first, first.isLetter,
        name.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" })
    else { return nil }
    return name
}

extension StringProtocol {
    fileprivate var trimmed: String {
        let head = drop { $0.isWhitespace }
        return String(head.reversed().drop { $0.isWhitespace }.reversed())
    }

    /// Splits the text at the separators. Returns the parts without leading or trailing white
    /// space.
    fileprivate func components(around separator: String) -> [String] {
        split(separator: separator, omittingEmptySubsequences: false).map { $0.trimmed }
    }

    /// Splits the text at the first `separator`. Returns both parts without leading or trailing
    /// white space. The second part is nil if there is no separator.
    fileprivate func divided(at separator: Character) -> (String, String?) {
        guard let place = firstIndex(of: separator) else { return (trimmed, nil) }
        return (self[..<place].trimmed, self[index(after: place)...].trimmed)
    }
}
