package import Diagnostics
import Foundation
import FrontEnd
import JSON
import ResultsStore
package import SessionEngine
import Synchronization

/// The command `evalrun control ADDRESS`. It runs on a different machine from the session, shows
/// the facilitator's screens, and reads the facilitator's keys.
package final class RoomControl: Sendable {
    struct Seen: Sendable {
        var version: Int?
        var epoch = ""
        var turn = ""
    }

    private struct Offset {
        var nanoseconds: Int64
        var roundTrip: Int64
        var boot: String
    }

    private let address: RoomLink
    private let environment: [String: String]
    private let clock = SessionClock.system
    /// The values that identify the last received screen: its version, the random name of the
    /// server's process (`epoch`), and the hash of the screen's question or task (`turn`).
    /// Protected by a mutex because one Swift task receives screens while another reads keys.
    private let seen = Mutex(Seen())
    /// The latest screen of the session. Protected by a mutex for the same reason as ``seen``. The
    /// mutex stays locked while a screen is shown, so that an earlier screen cannot replace a later
    /// screen.
    private let latest = Mutex<Screen?>(nil)

    private struct Sent {
        var body: String
        var at: Stamp
        /// The key's description, or the typed text.
        var words: String
    }

    package init(_ address: RoomLink, environment: [String: String]) {
        (self.address, self.environment) = (address, environment)
    }

    /// Shows the session's screens until the session ends, and returns the last screen. If this
    /// terminal is closed earlier, returns the screen that was shown at that time, or nil if no
    /// screen was shown.
    package func run() async throws(DiagnosticError) -> Screen? {
        guard let link = address.link else {
            throw DiagnosticError(
                "control-link",
                at: .init(file: address.origin),
                "the address has no part after \"#\"",
                fix: "copy the facilitator's whole link from the session's terminal",
                status: .usage
            )
        }
        let control = try RemoteControl(environment: environment)
        let (cookie, offset) = try await enter(link)
        let (presses, sink) = AsyncStream.makeStream(of: Sent.self)
        let follow = Task { await self.follow(cookie, control) }
        let send = Task {
            let client = self.client(cookie)
            for await press in presses {
                let body = self.body(press.body, press.at, offset)
                let request = RoomRequest(path: "/control/press", body: .json(body))
                guard let answer = try? await client.send(request),
                    let notice = Self.notice(of: press.words, in: answer)
                else { continue }
                self.latest.withLock { latest in
                    guard var screen = latest else { return }
                    screen.notice = notice
                    control.sink.yield(screen)
                }
            }
        }
        defer {
            follow.cancel()
            send.cancel()
        }
        return await control.run(keys(sink), clock: clock)
    }

    private func client(
        _ cookie: String?,
        say: @escaping (String) -> Void = { _ in }
    ) -> RoomClient {
        RoomClient(Curl(origin: address.origin, environment: environment), cookie: cookie, say: say)
    }

    /// Exchanges the link for the session's cookie. Returns the cookie, and the offset between the
    /// session's clock and this machine's clock.
    private func enter(_ link: String) async throws(DiagnosticError) -> (String, Offset?) {
        let client = client(nil)
        do {
            let cookie = try await client.enter(link, as: .facilitator, attempt: UUID().uuidString)
            var best: Offset?
            for _ in 0..<3 {
                let sent = clock.now().monotonic
                let answer = try await client.send(RoomRequest(path: "/time", body: .json("{}")))
                let came = clock.now().monotonic
                guard let json = JSONNode(utf8: answer.body),
                    let now = json["now"]?.string.flatMap({ Int64($0) })
                else { continue }
                let found = Offset(
                    nanoseconds: Nanoseconds.sum([now, Nanoseconds.negated((sent + came) / 2)]),
                    roundTrip: came - sent,
                    boot: json["boot"]?.string ?? ""
                )
                if found.roundTrip < best?.roundTrip ?? .max { best = found }
            }
            return (cookie, best)
        } catch let refusal as RoomClient.Refusal {
            throw refusal.error("control", at: address.origin)
        } catch let error as DiagnosticError {
            throw error
        } catch {
            throw DiagnosticError("control", "\(error)", status: .unavailable)
        }
    }

    // MARK: - Screens

    private func follow(_ cookie: String, _ control: RemoteControl) async {
        let client = client(cookie) { line in
            // When the connection is restored, the next screen replaces the message.
            if line == RoomClient.restored { return }
            // Without a version, the server answers at once, even if the screen has not changed.
            self.seen.withLock { $0.version = nil }
            control.sink.yield(RemoteControl.waiting("No connection to the session", line))
        }
        while !Task.isCancelled {
            do {
                // The session answers within `RoomLimits.wait`. A longer timeout would hide a
                // lost connection from the facilitator, who goes on pressing keys.
                let answer = try await client.send(
                    RoomRequest(path: "/control/page" + seenQuery, timeout: 15)
                )
                let page = try Self.page(in: answer)
                var screen = page.screen
                seen.withLock { $0 = page.seen }
                if screen.clock?.since != nil { screen.clock?.since = clock.now() }
                latest.withLock { [screen] latest in
                    latest = screen
                    control.sink.yield(screen)
                }
                if screen.over != nil { break }
            } catch {
                let problem = (error as? RoomClient.Refusal)?.problem ?? "\(error)"
                control.sink.yield(RemoteControl.waiting("No connection to the session", problem))
                try? await Task.sleep(for: .seconds(2))
            }
        }
        control.sink.finish()
    }

    /// Returns the screen in a response of the session's server.
    ///
    /// - Throws: `Refusal` if the response cannot be read, for example because the session runs
    ///   another version of evalrun.
    static func page(
        in answer: RoomResponse
    ) throws(RoomClient.Refusal) -> (screen: Screen, seen: Seen) {
        guard let json = JSONNode(utf8: answer.body), let page = json["page"]?.string,
            let screen = try? ControlPage.decode(Data(page.utf8))
        else {
            throw RoomClient.Refusal(
                status: answer.status,
                problem: "the session's screens cannot be read; use the same version of evalrun on "
                    + "both machines"
            )
        }
        let seen = Seen(
            version: json["version"]?.integer,
            epoch: json["epoch"]?.string ?? "",
            turn: json["turn"]?.string ?? ""
        )
        return (screen, seen)
    }

    private var seenQuery: String {
        seen.withLock { seen in
            seen.version.map { "?seen=\($0)&epoch=\(seen.epoch)" } ?? ""
        }
    }

    // MARK: - Keys

    private func keys(_ sink: AsyncStream<Sent>.Continuation) -> KeySink {
        let send = { @Sendable (kind: String, text: String, words: String, at: Stamp) in
            _ = sink.yield(Sent(body: self.press(kind, text), at: at, words: words))
        }
        return KeySink(
            press: { key, at in send("key", key.trigger.page, key.words, at) },
            type: { text, _, _, at in send("answer", text, text, at) },
            leave: { send("key", "leave", "Ctrl-C", $0) },
            tick: { _ in },
            mark: { _, words, at in send("note", words, words, at) }
        )
    }

    /// Returns a notice if `answer` states that the session did not record `press`; otherwise nil.
    /// A press is not recorded if the page was replaced before the press arrived, or if the press
    /// has no effect on the page.
    static func notice(of press: String, in answer: RoomResponse) -> String? {
        guard JSONNode(utf8: answer.body)?["outcome"]?.string == "gone" else { return nil }
        return "“\(press)” was not recorded: the page had changed, or this input has no effect now."
    }

    /// Returns the JSON of a key press, an answer or a note for the current page, without the
    /// closing brace. A press may have to wait for the previous press. The function `body`
    /// therefore adds the time and the brace when the press is sent.
    private func press(_ kind: String, _ text: String) -> String {
        let press: JSONNode = [
            "id": JSONNode(UUID().uuidString), "turn": JSONNode(seen.withLock { $0.turn }),
            kind: JSONNode(text), "from": "control",
        ]
        return String(press.line.dropLast())
    }

    private func body(_ press: String, _ at: Stamp, _ offset: Offset?) -> String {
        let ago = at.nanoseconds(to: clock.now()) ?? 0
        let time: JSONNode = [
            "page": JSONNode(Double(at.monotonic) / 1e6),
            "offset": JSONNode(offset.map { "\($0.nanoseconds)" }),
            "roundTrip": JSONNode(offset.map { Double($0.roundTrip) / 1e6 }),
            "boot": JSONNode(offset?.boot), "ago": JSONNode(Double(ago) / 1e6),
        ]
        return "\(press), \"time\": \(time.line)}"
    }
}
