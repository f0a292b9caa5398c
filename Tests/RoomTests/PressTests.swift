import JSON
import LoopbackServer
import ResultsStore
import Testing

@testable import Room
@testable import SessionEngine

/// When a press happened, and that it counts once.
@Suite struct PressTests {
    private let boot = "boot"

    private func stamp(_ milliseconds: Int64) -> Stamp {
        Stamp(monotonic: milliseconds * 1_000_000, wall: milliseconds * 1000, boot: boot)
    }

    private func time(_ json: String) throws -> PageTime { PageTime(try JSONNode(reading: json)) }

    @Test func withinALoadDifferencesAreThoseOfThePagesClock() throws {
        let first = try time(
            #"{"page": 1000.5, "offset": "5000000000", "roundTrip": 200, "boot": "boot"}"#
        )
        let second = try time(
            #"{"page": 31000.25, "offset": "5000000000", "roundTrip": 200, "boot": "boot"}"#
        )
        let one = first.stamp(since: stamp(5000), now: stamp(6500))
        let other = second.stamp(since: stamp(6000), now: stamp(37000))
        #expect(one.stamp.nanoseconds(to: other.stamp) == 29_999_750_000)
        #expect(one.bound == 200_000_000)
        #expect(one.stamp.wall == 6_500_000 - 499_500)
        let press = { (time: PageTime, bound: Int64) in
            Press(
                id: "a",
                frontEnd: .page,
                key: "d",
                load: "one",
                page: time.page,
                roundTrip: time.roundTrip,
                bound: bound
            )
        }
        let bound = Press.bound(
            from: press(first, one.bound),
            to: press(second, other.bound),
            length: 29_999_750_000
        )
        #expect(bound <= 50_000_000)
        var elsewhere = press(second, other.bound)
        elsewhere.load = "two"
        let apart = Press.bound(from: press(first, one.bound), to: elsewhere, length: 1)
        #expect(apart == 400_000_000)
        #expect(Press.bound(from: nil, to: press(second, 3), length: 1) == 3)
        // A results file edited by hand.
        var (least, most) = (press(first, 1), press(first, 1))
        (least.page, most.page) = (.min, .max)
        #expect(Press.bound(from: least, to: most, length: .min) > 1 << 62)
        #expect(Press.bound(from: most, to: least, length: .max) > 1 << 62)
    }

    /// SQLite cuts a text at a NUL.
    @Test(arguments: ["answer", "note"])
    func anInputHasNoNUL(kind: String) throws {
        let body = #"{"id": "12345678", "turn": "t", "\#(kind)": "a\u0000b\u0000"}"#
        let request = try PressRequest(Array(body.utf8))
        let wanted: PressRequest.Input = kind == "note" ? .note("ab") : .answer("ab")
        #expect(request.input == wanted)
    }

    /// A clock that is an hour off, or another boot: the press is between its page and now, and the
    /// error says how far it was moved.
    @Test func whatCannotBeIsMovedAndTheErrorGrows() throws {
        let early = try time(#"{"page": 0, "offset": "0", "roundTrip": 10, "boot": "boot"}"#)
            .stamp(since: stamp(2000), now: stamp(9000))
        #expect(early.stamp == stamp(2000))
        #expect(early.bound == 2_010_000_000)
        let late = try time(
            #"{"page": 3600000, "offset": "9000000000", "roundTrip": 10, "boot": "boot"}"#
        ).stamp(since: stamp(2000), now: stamp(9000))
        #expect(late.stamp == stamp(9000))
        #expect(late.bound == 3_600_010_000_000)
        let rebooted = try time(
            #"{"page": 5, "offset": "77", "roundTrip": 10, "boot": "other", "ago": 1500}"#
        ).stamp(since: stamp(2000), now: stamp(9000))
        #expect(rebooted.stamp == stamp(7500))
        #expect(rebooted.bound == PageTime.unmeasured)
        let nothing = PageTime(nil).stamp(since: .unknown, now: stamp(9000))
        #expect(nothing.stamp == stamp(9000))
        for (page, offset) in [("0", Int64.min), ("0", .max), ("-99999999999", .min + 1)] {
            let wild = try time(
                "{\"page\": \(page), \"offset\": \"\(offset)\", \"roundTrip\": 1, \"boot\": \"boot\"}"
            ).stamp(since: stamp(2000), now: stamp(9000))
            #expect(wild.stamp == stamp(offset > 0 ? 9000 : 2000))
            #expect(wild.bound == 1 << 52)
        }
        // Numbers that are no times are left out.
        #expect(try time(#"{"page": 1e300, "ago": -4, "roundTrip": "x"}"#).page == nil)
    }

    @Test func aPressCountsOnce() {
        var desk = PressDesk(recorded: ["from before"])
        #expect(desk.outcome(of: "from before") == .saved)
        #expect(desk.outcome(of: "new") == nil)
        desk.take("new", turn: "t", role: .participant)
        #expect(desk.isPending("new"))
        desk.recorded([
            .pressed(Press(id: "new", frontEnd: .page, key: "d")),
            .pressed(Press(id: "late", frontEnd: .page, key: "d", isApplied: false)),
        ])
        #expect(desk.outcome(of: "new") == .saved)
        #expect(!desk.isPending("new"))
        // Stamps lead to presses: no two are equal.
        let stamps = [5000, 5000, 4000].map { desk.distinct(stamp($0)).monotonic }
        #expect(Set(stamps).count == 3)
    }

    /// The facilitator presses a key while the participant's "done" waits for a connection.
    @Test func aPressThatComesLateKeepsItsTime() {
        var desk = PressDesk(recorded: [])
        let later = desk.distinct(stamp(65_000))
        let earlier = desk.distinct(stamp(60_000))
        #expect(later == stamp(65_000))
        #expect(earlier == stamp(60_000))
    }

    /// A press of a task that left no event did nothing, wherever the page went.
    @Test func aPressThatLeftNoEventIsNotSaved() {
        var desk = PressDesk(recorded: [])
        desk.take("stuck", turn: "t", role: .participant, needsEvent: true)
        desk.take("consent", turn: "t", role: .participant)
        let screen = Screen(
            moment: .paused,
            left: "",
            right: "",
            title: "",
            body: "",
            participant: ParticipantPage(study: "s")
        )
        desk.shown(screen, turns: [.participant: "t"])
        #expect(desk.isPending("stuck") && desk.isPending("consent"))
        // A refusal is for the answer to a question, not for a note that comes meanwhile.
        var refusing = screen
        refusing.isRefusal = true
        desk.take("answer", turn: "t", role: .participant)
        desk.shown(refusing, turns: [.participant: "t"])
        #expect(desk.isPending("stuck") && desk.outcome(of: "answer") == .refused(notice: nil))
        desk.take("consent", turn: "t", role: .participant)
        // A write has failed, and the facilitator leaves without it.
        desk.take("leave", turn: "f", role: .facilitator, followsFailure: true)
        desk.shown(screen, turns: [.participant: "other"], isWritten: false)
        #expect(desk.isPending("stuck") && desk.isPending("consent"))
        #expect(desk.outcome(of: "leave") == .saved)
        desk.shown(screen, turns: [.participant: "other"])
        #expect(desk.outcome(of: "stuck") == .gone)
        #expect(desk.outcome(of: "consent") == .saved)
    }

    /// The facilitator starts to type a note just before the participant presses "done".
    @Test func aDoneBehindTheFacilitatorsNoteIsSentAgain() {
        var desk = PressDesk(recorded: [])
        var screen = Screen(
            moment: .running,
            left: "",
            right: "",
            title: "",
            body: "",
            participant: ParticipantPage(study: "s")
        )
        screen.keys = [.shared("d", "done") { Done(at: $0) }]
        screen.offer("d")
        for id in ["done", "stuck"] {
            desk.take(
                id,
                turn: "t",
                role: .participant,
                trigger: id == "done" ? "d" : nil,
                needsEvent: true
            )
        }
        desk.shown(screen, turns: [.participant: "t"])
        #expect(desk.isPending("done"))
        (screen.moment, screen.keys) = (.wording, [])
        desk.shown(screen, turns: [.participant: "t"])
        #expect(!desk.isPending("done") && desk.isPending("stuck"))
        #expect(desk.outcome(of: "done") == nil)
    }

    /// The participant's page says what it likes and stays a page.
    @Test func pressesOfATerminalSaySo() throws {
        let body = #"{"id": "12345678", "turn": "t", "key": "d", "from": "control"}"#
        let request = try PressRequest(Array(body.utf8))
        #expect(request.press(.facilitator, bound: 0).frontEnd == .control)
        #expect(request.press(.participant, bound: 0).frontEnd == .page)
        let page = try PressRequest(Array(#"{"id": "12345678", "turn": "t", "key": "d"}"#.utf8))
        #expect(page.press(.facilitator, bound: 0).frontEnd == .facilitator)
    }

    @Test(arguments: [
        "", "[]", "{}", #"{"id": "12345678"}"#, #"{"id": "12345678", "turn": "t"}"#,
        #"{"id": "1", "turn": "t", "key": "d"}"#, #"{"id": 5, "turn": "t", "key": "d"}"#,
    ])
    func aBrokenPressIsRefusedWithItsReason(body: String) {
        #expect(throws: HTTPFault.self) { try PressRequest(Array(body.utf8)) }
    }
}
