import JSON
import LoopbackServer
import ResultsStore

/// A key press or an answer, as a page sends it to the server.
struct PressRequest: Sendable {
    enum Input: Sendable, Hashable {
        /// `enter`, `delete`, a character, or the name of a button: `stuck` and `pause` on the
        /// participant's page, `leave` on the facilitator's page.
        case key(String)
        case answer(String)
        /// The text of a note by the facilitator.
        case note(String)
    }

    var id: String
    var load: String?
    var turn: String
    /// UUID of the session for which the press was sent. Nil if the sender did not send the UUID.
    var session: String?
    var input: Input
    var time: PageTime
    /// Id of the zip file that the page is sending; nil if there is none. The page also announces
    /// the file in a separate request, which may arrive after the press.
    var zip: String?
    /// Whether the press comes from `evalrun control` instead of a web page.
    var isFromTerminal = false

    /// Parses the body of a request.
    ///
    /// - Throws: `HTTPFault` that names the invalid member.
    init(_ body: [UInt8]) throws(HTTPFault) {
        guard let json = JSONNode(utf8: body), json.members != nil else {
            throw HTTPFault(400, "the body is not a JSON object")
        }
        guard let id = json["id"]?.string, (8...64).contains(id.utf8.count) else {
            throw HTTPFault(422, "\"id\" is missing, or does not have 8 to 64 characters")
        }
        guard let turn = json["turn"]?.string else { throw HTTPFault(422, "\"turn\" is missing") }
        if let key = json["key"]?.string, key.count <= 12 {
            input = .key(key)
        } else if let answer = json["answer"]?.string {
            input = .answer(Self.withoutNUL(answer))
        } else if let note = json["note"]?.string {
            input = .note(Self.withoutNUL(note))
        } else {
            throw HTTPFault(422, "\"key\", \"answer\" and \"note\" are missing; one is required")
        }
        (self.id, self.turn) = (id, turn)
        session = json["session"]?.string
        load = json["load"]?.string.map { String($0.prefix(64)) }
        time = PageTime(json["time"])
        zip = json["zip"]?.string.map { String($0.prefix(64)) }
        isFromTerminal = json["from"]?.string == "control"
    }

    /// Returns the text without NUL characters. SQLite would cut the text at the first one.
    private static func withoutNUL(_ text: String) -> String { text.replacing("\0", with: "") }

    /// Whether the press is a note. A note is recorded even if the page has changed since.
    var isNote: Bool { if case .note = input { true } else { false } }

    /// The key that is recorded in the log, or "answer" for a typed answer.
    var key: String {
        switch input {
        case .key(let key): key
        case .answer: "answer"
        case .note: "n"
        }
    }
}

/// The time of a press, measured by the page's clock, and the offset between this clock and the
/// session's clock.
struct PageTime: Sendable, Hashable {
    /// Time of the press in nanoseconds on the page's clock. Nil if the page did not send it.
    var page: Int64?
    /// Nanoseconds to add to the page's clock to get the session's clock. Nil if the page did not
    /// send this number.
    var offset: Int64?
    /// Round-trip time in nanoseconds of the exchange that measured `offset`. Nil if the page did
    /// not send it.
    var roundTrip: Int64?
    /// Boot id of the session's machine when `offset` was measured. After a reboot, `offset` is no
    /// longer valid.
    var boot: String?
    /// Nanoseconds between the press and the sending of the request, on the page's clock.
    var ago: Int64 = 0
    var isLate = false
    var hasSlept = false

    init(_ json: JSONNode?) {
        page = Self.nanoseconds(json?["page"])
        offset = json?["offset"]?.string.flatMap { Int64($0) }
        roundTrip = Self.nanoseconds(json?["roundTrip"])
        boot = json?["boot"]?.string
        ago = max(0, Self.nanoseconds(json?["ago"]) ?? 0)
        isLate = json?["late"]?.kind == .boolean(true)
        hasSlept = json?["slept"]?.kind == .boolean(true)
    }

    /// Converts milliseconds to nanoseconds. Nil if the value is not a number, or is a hundred
    /// billion milliseconds (about three years) or more.
    private static func nanoseconds(_ json: JSONNode?) -> Int64? {
        let milliseconds: Double? =
            switch json?.kind {
            case .integer(let value)?: Double(value)
            case .real(let value)?: value
            default: nil
            }
        guard let milliseconds, abs(milliseconds) < 1e11 else { return nil }
        return Int64(milliseconds * 1e6)
    }
}

extension PageTime {
    /// Error bound in nanoseconds if the clocks were not compared: the longest time for which a
    /// message is assumed to be in transit.
    static let unmeasured: Int64 = 1_000_000_000

    /// Returns the time of the press on the session's clock, and a bound for its error.
    ///
    /// All presses from one load of the page have the same offset. The intervals between the
    /// presses are therefore measured by the page's clock. A time before `since` or after `now` is
    /// replaced with that limit, and the bound grows by the difference.
    func stamp(since: Stamp, now: Stamp) -> (stamp: Stamp, bound: Int64) {
        var wanted = Nanoseconds.sum([now.monotonic, -ago])
        var bound = roundTrip ?? Self.unmeasured
        if let page, let offset, boot == now.boot {
            wanted = Nanoseconds.sum([page, offset])
        } else {
            bound = max(bound, Self.unmeasured)
        }
        let first = since.boot == now.boot ? since.monotonic : now.monotonic
        let placed = min(max(wanted, min(first, now.monotonic)), now.monotonic)
        let moved = Nanoseconds.sum([placed, Nanoseconds.negated(wanted)])
        bound = Nanoseconds.sum([max(0, bound), Nanoseconds.magnitude(of: moved)])
        let back = Nanoseconds.sum([now.monotonic, Nanoseconds.negated(placed)])
        let stamp = Stamp(monotonic: placed, wall: now.wall - back / 1000, boot: now.boot)
        return (stamp, min(bound, 1 << 52))
    }
}
