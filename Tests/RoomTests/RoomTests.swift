import Diagnostics
import Foundation
import JSON
import LoopbackServer
import ResultsStore
import Scenarios
import Synchronization
import TestSupport
import TestTraits
import Testing

@testable import Room
@testable import SessionEngine
@testable import StudyDefinition

/// A session's pages over HTTP, with a simulated engine.
@Suite(.serialized, .blocking) struct RoomTests {
    private static let secret = "zimtzicke"

    /// The presses that were kept without effect.
    private final class Late: Sendable {
        let presses = Mutex<[Press]>([])

        var count: Int { presses.withLock { $0.count } }
    }

    /// A session whose screens go to a room, and a browser.
    private final class Played {
        let room: Room
        let folder: URL
        let service: SimulatedService
        let clock = SimulatedClock()
        let late = Late()
        private let inputs = MessageSource()
        private let tasks: [Task<Void, Never>]

        init(
            uuid: UUID = UUID(),
            in folder: URL? = nil,
            secret: Bool = false,
            silence: Double? = nil
        ) throws {
            let place =
                folder
                ?? FileManager.default.temporaryDirectory
                .appendingPathComponent("room-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
            self.folder = place
            var study = try StudyReader.read(
                Tool.root.appendingPathComponent("Tests/StudyDefinitionTests/Fixtures/greeting")
            )
            if let silence { study.study.room = RoomSettings(silence: silence) }
            service = SimulatedService(clock: clock, snapshot: "s")
            let start = SessionStart(
                participant: "P1",
                study: "h",
                conditions: ["shell"],
                source: .simulated,
                environment: SessionEnvironment()
            )
            let core = SessionRules().core(
                from: Confirming(
                    session: Session(study: study.study, start: start),
                    results: secret ? RoomTests.secret : "",
                    resumption: nil
                ),
                inputs: inputs,
                service: service
            )
            let seat = SessionSeat(
                uuid: uuid,
                isNew: true,
                participant: "P1",
                study: study,
                results: place.appendingPathComponent("r.sqlite").path,
                workspace: Workspace(
                    root: place.appendingPathComponent("work"),
                    study: study,
                    resources: Resources.find(environment: [:])
                ),
                environment: [:],
                clock: clock.clock,
                keys: KeySink(inputs),
                presses: PressLedger(),
                keepLate: { [late] press, _ in late.presses.withLock { $0.append(press) } },
                recorded: [],
                prepared: nil
            )
            let room = try Room(.init(), seat: seat)
            self.room = room
            let screens = core.effects
            tasks = [
                Task { await core.run() },
                Task { for await screen in screens { room.show(screen) } },
            ]
        }

        private var isClosed = false

        func close() {
            isClosed = true
            room.close()
        }

        deinit {
            for task in tasks { task.cancel() }
            if !isClosed { room.close() }
            try? FileManager.default.removeItem(at: folder)
        }

        /// The facilitator presses a key in the terminal.
        func facilitator(_ trigger: Screen.Key.Trigger) throws {
            let key = try #require(room.current.screen?.keys.first { $0.trigger == trigger })
            room.seat.keys.press(key, room.seat.clock.now())
        }

        func waits(for isThere: (Screen) -> Bool) -> Bool {
            room.bell.wait(120) { !(room.current.screen.map(isThere) ?? false) }
        }

        /// Does `act`, and waits for another page of the facilitator.
        func step(_ act: () throws -> Void) throws {
            let before = room.current.facilitatorTurn
            try act()
            let isThere = room.bell.wait(120) {
                let state = room.current
                return state.facilitatorTurn == before || state.screen?.moment == .busy
            }
            #expect(isThere)
        }

        /// Consent, questions and tutorial, up to the running first task.
        func open() throws {
            #expect(waits { $0.moment == .confirm })
            try step { try facilitator(.enter) }
            for _ in 1...3 { try step { try facilitator("y") } }
            for answer in ["2", "4", "5", "words"] {
                try step { room.seat.keys.type(answer, true, true, room.seat.clock.now()) }
            }
            for _ in 1...2 { try step { try facilitator(.enter) } }
            #expect(room.current.screen?.moment == .running)
        }

        var link: String { room.current.links[.participant] ?? "" }
    }

    /// The statuses that the terminal was told.
    private final class Told: Sendable {
        private let statuses = Mutex<[RoomStatus]>([])

        init(by room: Room) {
            let stream = room.status
            Task { [weak self] in
                for await status in stream { self?.statuses.withLock { $0.append(status) } }
            }
        }

        func waits(for isTold: (RoomStatus) -> Bool) -> Bool {
            waitsForAll { $0.last.map(isTold) ?? false }
        }

        /// On a busy machine, a status may be replaced before it is looked at.
        func waitsForAll(_ areTold: ([RoomStatus]) -> Bool) -> Bool {
            for _ in 1...2_400 {
                if statuses.withLock({ areTold($0) }) { return true }
                usleep(50_000)
            }
            return false
        }
    }

    private var runningScreen: Screen {
        Screen(
            moment: .running,
            left: "",
            right: "",
            title: "",
            body: "",
            participant: ParticipantPage(study: "")
        )
    }

    @Test func theFacilitatorReadsWhereTheWorkspaceIs() throws {
        let played = try Played()
        var screen = runningScreen
        let state = played.room.current
        #expect(played.room.facilitatorView(screen, state)["body"]?.string == "")
        screen.moment = .ready(task: "one", condition: "shell")
        let body = played.room.facilitatorView(screen, state)["body"]?.string
        let path = played.room.seat.workspace.root.path
        #expect(body?.hasSuffix("Workspace: \(path)") == true)
        #expect(!played.room.participantView(screen, state).line.contains("Workspace: "))
    }

    /// As the participant's page, once it is gone, and the facilitator's page do.
    @Test func theTerminalIsToldWhatChangesWithTime() throws {
        let played = try Played(silence: 20)
        let told = Told(by: played.room)
        #expect(played.waits { $0.moment == .confirm })
        var browser = Browser(port: played.room.port)
        #expect(try browser.enter(played.link) == 200)
        _ = try browser.view()
        #expect(told.waitsForAll { $0.contains { $0.words == "page connected" } })
        #expect(
            told.waitsForAll { all in
                let lost = all.filter { $0.state == "page connection lost" }
                return Set(lost.map(\.words)).count > 2
            }
        )
        #expect(told.waits { $0.state == "page connection lost" && $0.reminder == nil })

        var screen = runningScreen
        played.room.show(screen)
        played.clock.advance(by: 21_000_000_000)
        #expect(told.waits { $0.reminder?.contains("no mark in the last 0:20.") == true })
        screen.marks = ["0:21  note"]
        played.room.show(screen)
        #expect(told.waits { $0.reminder == nil })

        // An assist without a grade has a notice of its own, which stays.
        (screen.marks, screen.notice) = (["0:21  note", "0:21  assist"], "grade: 1 hint")
        played.room.show(screen)
        played.clock.advance(by: 21_000_000_000)
        #expect(told.waits { $0.reminder != nil })
        let state = played.room.current
        let notice = try #require(played.room.facilitatorView(screen, state)["notice"]?.string)
        #expect(notice.hasPrefix("grade: 1 hint\nThere was no mark in the last 0:20."))
        #expect(screen.notice(with: played.room.currentStatus.reminder) == notice)
        #expect(screen.notice(with: nil) == "grade: 1 hint")

        // A pause longer than the limit is not silence.
        var paused = screen
        paused.moment = .paused
        played.room.show(paused)
        played.clock.advance(by: 60_000_000_000)
        played.room.show(screen)
        #expect(played.room.currentStatus.reminder == nil)
    }

    @Test func theFacilitatorOnAnotherMachineIsRemindedToo() throws {
        let played = try Played(silence: 20)
        #expect(played.waits { $0.moment == .confirm })
        var desk = Browser(port: played.room.port)
        #expect(try desk.enter(try #require(played.room.current.links[.facilitator])) == 200)
        played.room.show(runningScreen)
        played.clock.advance(by: 21_000_000_000)
        let page = try desk.ask("GET", "/control/page").body
        #expect(page.contains("There was no mark in the last 0:20."))
    }

    /// The labels of a scale's ends follow the question. Only they are left out.
    @Test func aQuestionOfSeveralParagraphsIsShownWhole() throws {
        let played = try Played()
        #expect(played.waits { $0.moment == .confirm })
        let question = "Think of the whole task.\n\nHow was it?"
        var screen = runningScreen
        screen.participant.isAsked = true
        for (max, ends) in [(7, "\n\n1  bad\nto 7"), (100, "")] {
            screen.participant.control = .scale(
                min: 1,
                max: max,
                low: "bad",
                high: nil,
                chosen: nil
            )
            screen.participant.scale = ends.isEmpty ? nil : Screen.Scale(min: 1, max: max)
            screen.participant.body = question + ends
            let view = played.room.participantView(screen, played.room.current)
            #expect(view["body"]?.string == question)
        }
    }

    /// The page keeps answers that are not saved in a break, and forgets them at the end.
    @Test(arguments: [false, true])
    func thePageKnowsABreakFromTheEnd(isFinal: Bool) throws {
        let played = try Played()
        var screen = runningScreen
        screen.over = Screen.Over(status: nil, isFinal: isFinal)
        let view = played.room.participantView(screen, played.room.current)
        #expect(view["state"]?.string == "over")
        #expect(view["break"] == JSONNode(!isFinal))
    }

    /// A browser sends the cookies of all ports of a host.
    @Test func oneBrowserHasThePagesOfTwoSessions() throws {
        let sessions = [try Played(), try Played()]
        var cookies: [String: String] = [:]
        for session in sessions {
            #expect(session.waits { $0.moment == .confirm })
            var browser = Browser(port: session.room.port)
            #expect(try browser.enter(session.link) == 200)
            let parts = browser.cookie.components(separatedBy: "=")
            cookies[parts[0]] = parts[1]
        }
        let all = cookies.map { "\($0.key)=\($0.value)" }.joined(separator: "; ")
        for session in sessions {
            let browser = Browser(port: session.room.port, cookie: all)
            #expect(try browser.ask("GET", "/view").status == 200)
        }
    }

    /// The participant presses "done" while the page still sends files.
    @Test func theFilesAreCollectedAfterAnUploadThatIsInProgress() async throws {
        let played = try Played()
        let (held, over) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        Thread.detachNewThread { [room = played.room] in
            room.transfer.withLock { _ in
                held.signal()
                over.wait()
            }
        }
        held.wait()
        let (room, collected) = (played.room, Flag())
        let collecting = Task.detached {
            _ = await room.collect()
            collected.isSet.withLock { $0 = true }
        }
        try await Task.sleep(for: .milliseconds(300))
        #expect(!collected.isSet.withLock { $0 })
        over.signal()
        await collecting.value
        #expect(collected.isSet.withLock { $0 })
    }

    private final class Flag: Sendable {
        let isSet = Mutex(false)
    }

    private final class Awaited: Sendable {
        private let files = Mutex<[AwaitedFiles]>([])

        func note(_ file: AwaitedFiles) { files.withLock { $0.append(file) } }

        func wait(for wanted: [AwaitedFiles]) async throws {
            for _ in 1...600 where files.withLock({ $0 != wanted }) {
                try await Task.sleep(for: .milliseconds(50))
            }
            #expect(files.withLock { $0 } == wanted)
        }
    }

    /// A session in which "done" was pressed, in any tab, while the zip file "a" was being sent.
    private func announcing(
        _ uuid: UUID = UUID()
    ) async throws -> (played: Played, browser: Browser) {
        let played = try Played(uuid: uuid)
        #expect(played.waits { $0.moment == .confirm })
        let room = played.room
        var browser = Browser(port: room.port)
        #expect(try browser.enter(played.link) == 200)
        var screen = runningScreen
        screen.participant.isAtWork = true
        screen.keys = [.shared("d", "done") { Done(at: $0) }]
        screen.offer("d")
        room.show(screen)
        let (turn, id) = (room.current.turn, UUID().uuidString)
        let pressing = Task.detached { [browser] in
            try browser.press(turn, #""key": "d", "zip": "a""#, id: id)
        }
        #expect(room.bell.wait(30) { !room.current.desk.isPending(id) })
        room.recorded([.pressed(Press(id: id, frontEnd: .page, key: "d"))])
        #expect(try await pressing.value == "saved")
        (screen.moment, screen.keys) = (.busy, [])
        (screen.participant.own, screen.participant.isAtWork) = ([], false)
        room.show(screen)
        return (played, browser)
    }

    /// "Done" counts at once, and the check waits for the files.
    @Test func theFilesAreCollectedWithTheZipFileThatDoneNames() async throws {
        let (played, browser) = try await announcing()
        let (room, awaited) = (played.room, Awaited())
        let collecting = Task { await room.collect { awaited.note($0) } }
        try await awaited.wait(for: [.zip])
        #expect(try browser.view()["workspace"]?.kind == .boolean(true))
        let other = zipped { $0.add("greet.sh", "of another task") }
        #expect(try browser.send(other, "id=b&workspace=another") == 409)
        #expect(room.keys.announcedZip == "a")
        #expect(try browser.send(zipped { $0.add("greet.sh", "new") }, "id=a&workspace=") == 200)
        #expect(await collecting.value == nil)
        let file = room.seat.workspace.root.appendingPathComponent("greet.sh")
        #expect(try String(contentsOf: file, encoding: .utf8) == "new")
        // The answer to the upload may be lost, and "done" be pressed again.
        room.keys.announce(zip: "a")
        #expect(await room.collect() == nil)
        #expect(try browser.send(other, "id=b&workspace=") == 409)
    }

    /// The machine's files are older than the zip file, until this is checked.
    @Test func theFilesOfTheMachineDoNotReplaceALaterZipFile() async throws {
        let played = try Played()
        try played.open()
        let room = played.room
        var browser = Browser(port: room.port)
        #expect(try browser.enter(played.link) == 200)
        let answer = try browser.ask("POST", "/machine-link", "{}").body
        let command = try #require(try JSONNode(reading: answer)["command"]?.string)
        let link = String(try #require(command.split(separator: "#").last).dropLast())
        var machine = Browser(port: room.port)
        #expect(try machine.enter(link, as: "machine") == 200)
        #expect(try machine.view("/machine/view")["zip"]?.kind == .boolean(false))
        #expect(try browser.send(zipped { $0.add("greet.sh", "new") }, "id=a") == 200)
        #expect(try machine.view("/machine/view")["zip"]?.kind == .boolean(true))
        #expect(try browser.view()["machine"]?["replaced"]?.kind == .boolean(true))
        // The facilitator may be asked about unsaved work, and the files be collected again.
        for _ in 1...2 { #expect(await room.collect() == nil) }
        #expect(room.current.wanted == nil)
        let finished = CheckFinished(run: 1, attempt: 1, verdict: .failed, snapshot: nil)
        room.recorded([.checkFinished(finished)])
        let collecting = Task { [room] in await room.collect() }
        #expect(room.bell.wait(30) { room.current.wanted == nil })
        room.forgoFiles()
        #expect(await collecting.value == nil)
    }

    /// The facilitator presses "done", or the time limit is reached.
    @Test func aZipFileThatIsBeingSentIsAwaitedHoweverTheTaskEnds() async throws {
        let played = try Played()
        try played.open()
        let (room, awaited) = (played.room, Awaited())
        var browser = Browser(port: room.port)
        #expect(try browser.enter(played.link) == 200)
        let other = #"{"id": "a", "workspace": "another"}"#
        #expect(try browser.ask("POST", "/zip", other).body.contains("null"))
        let begun = #"{"id": "a", "workspace": null}"#
        #expect(try browser.ask("POST", "/zip", begun).body.contains("\"a\""))
        let taken = #"{"id": null, "workspace": null}"#
        #expect(try browser.ask("POST", "/zip", taken).body.contains("null"))
        #expect(try browser.ask("POST", "/zip", begun).status == 200)
        var screen = runningScreen
        screen.moment = .limit
        room.show(screen)
        let collecting = Task { await room.collect { awaited.note($0) } }
        try await awaited.wait(for: [.zip])
        #expect(try browser.send(zipped { $0.add("greet.sh", "new") }, "id=a") == 200)
        #expect(await collecting.value == nil)
    }

    /// The upload was refused, or its tab was closed.
    @Test func theFacilitatorGoesOnWithoutTheZipFile() async throws {
        let (played, browser) = try await announcing()
        let (room, awaited) = (played.room, Awaited())
        let collecting = Task { await room.collect { awaited.note($0) } }
        try await awaited.wait(for: [.zip])
        #expect(try browser.send([1, 2, 3], "id=a&workspace=") == 422)
        #expect(room.keys.announcedZip == "a")
        room.forgoFiles()
        #expect(await collecting.value == nil)
        #expect(try browser.view()["workspace"]?.kind == .boolean(false))
        #expect(!room.current.forgoesMachine)
    }

    /// The session's process is killed while it waits for the file.
    @Test func theNextProcessWaitsForTheZipFileToo() async throws {
        let uuid = UUID()
        let (played, _) = try await announcing(uuid)
        let path = RoomKeys.path("P1", results: played.room.seat.results)
        let keys = RoomKeys(at: path, session: uuid.uuidString)
        #expect(keys.announcedZip == "a")
        played.room.recorded([.taskEnded(TaskEnded(run: 1, ending: .gaveUp, snapshot: nil))])
        #expect(RoomKeys(at: path, session: uuid.uuidString).announcedZip == nil)
    }

    /// A browser with its cookie.
    private struct Browser {
        let port: UInt16
        var cookie = ""

        func ask(
            _ method: String,
            _ path: String,
            _ body: String = "",
            host: String? = nil,
            extra: String = ""
        ) throws -> (status: Int, head: String, body: String) {
            let wire = try #require(Wire(port))
            var head = "\(method) \(path) HTTP/1.1\r\nHost: \(host ?? "127.0.0.1:\(port)")\r\n"
            if !cookie.isEmpty { head += "Cookie: \(cookie)\r\n" }
            if method == "POST" { head += "Content-Type: application/json\r\n" }
            head += "\(extra)Connection: close\r\nContent-Length: \(body.utf8.count)\r\n\r\n"
            wire.send(head + body)
            let answer = wire.receive()
            let parts = answer.components(separatedBy: "\r\n\r\n")
            let status = Int(answer.split(separator: " ").dropFirst().first ?? "") ?? 0
            return (status, parts[0], parts.dropFirst().joined(separator: "\r\n\r\n"))
        }

        /// Sends a zip file as the participant's page does, and returns the response's status.
        func send(_ zip: [UInt8], _ query: String) throws -> Int {
            let wire = try #require(Wire(port))
            let head =
                "POST /workspace?\(query) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n"
                + "Cookie: \(cookie)\r\nContent-Type: application/zip\r\n"
                + "Connection: close\r\nContent-Length: \(zip.count)\r\n\r\n"
            wire.send(Array(head.utf8) + zip)
            return Int(wire.receive().split(separator: " ").dropFirst().first ?? "") ?? 0
        }

        mutating func enter(_ link: String, as role: String? = nil) throws -> Int {
            let named = role.map { #", "role": "\#($0)""# } ?? ""
            let answer = try ask("POST", "/enter", #"{"link": "\#(link)"\#(named)}"#)
            for line in answer.head.components(separatedBy: "\r\n")
            where line.hasPrefix("Set-Cookie: ") {
                cookie = String(line.dropFirst(12).prefix { $0 != ";" })
            }
            return answer.status
        }

        func view(_ path: String = "/view") throws -> JSONNode {
            try JSONNode(reading: try ask("GET", path).body)
        }

        func press(_ turn: String, _ input: String, id: String = UUID().uuidString) throws -> String
        {
            let body = #"{"id": "\#(id)", "turn": "\#(turn)", \#(input)}"#
            let answer = try ask("POST", "/press", body)
            return try JSONNode(reading: answer.body)["outcome"]?.string ?? "\(answer.status)"
        }
    }

    /// The page sends a number as it was typed.
    @Test func aNumberWithACommaIsReadByTheSessionAndConfirmed() throws {
        let played = try Played()
        #expect(played.waits { $0.moment == .confirm })
        var browser = Browser(port: played.room.port)
        #expect(try browser.enter(played.link) == 200)
        try played.step { try played.facilitator(.enter) }
        for _ in 1...3 { try played.step { try played.facilitator("y") } }
        let keys = played.room.seat.keys
        for answer in ["2", "4"] {
            try played.step { keys.type(answer, true, true, played.room.seat.clock.now()) }
        }
        let turn = try browser.view()["turn"]?.string ?? ""
        #expect(try browser.press(turn, #""answer": "1,5""#) == "refused")
        let view = try browser.view()
        #expect(view["turn"]?.string == turn)
        #expect(view["notice"]?.string == "“1,5” is read as 1.5. Confirm it, or correct it.")
        #expect(view["control"]?["value"]?.string == "")
        #expect(try browser.press(turn, #""answer": "1,5""#) == "saved")
        let values = played.service.pages.flatMap(\.events).compactMap { event -> AnswerValue? in
            if case .answered(let value) = event { return value.value }
            return nil
        }
        #expect(values.last == AnswerValue(raw: "1,5", meaning: .number(1.5)))
    }

    @Test func aWholeWayFromTheLinkToTheFirstAnswer() throws {
        let played = try Played()
        #expect(played.waits { $0.moment == .confirm })
        var browser = Browser(port: played.room.port)
        #expect(try browser.enter(played.link) == 200)
        #expect(try browser.view()["state"]?.string == "wait")
        try played.facilitator(.enter)
        #expect(played.waits { $0.moment == .consent })
        var view = try browser.view()
        #expect(view["prose"]?.string?.hasPrefix("<") == true)
        let id = UUID().uuidString
        #expect(try browser.press(view["turn"]?.string ?? "", #""key": "y""#, id: id) == "saved")
        // The same press again is answered and does nothing; the page is another one by now.
        let next = try browser.view()["turn"]?.string ?? ""
        #expect(next != view["turn"]?.string)
        #expect(try browser.press(view["turn"]?.string ?? "", #""key": "y""#, id: id) == "saved")
        #expect(try browser.press(view["turn"]?.string ?? "", #""key": "y""#) == "gone")
        #expect(try browser.view()["turn"]?.string == next)
        for _ in 1...2 {
            view = try browser.view()
            #expect(try browser.press(view["turn"]?.string ?? "", #""key": "y""#) == "saved")
        }
        view = try browser.view()
        #expect(view["control"]?["kind"]?.string == "single")
        let turn = view["turn"]?.string ?? ""
        #expect(try browser.press(turn, #""answer": "99""#) == "refused")
        #expect(try browser.press(turn, #""answer": "2""#) == "saved")
        let answers = played.service.pages.flatMap(\.events).filter {
            if case .answered = $0 { true } else { false }
        }
        #expect(answers.count == 1)
        // A key of the facilitator is none of the participant's.
        view = try browser.view()
        #expect(try browser.press(view["turn"]?.string ?? "", #""key": "k""#) == "gone")
    }

    /// A press that was kept while the session's process was down comes before the facilitator goes on.
    @Test func aPressWaitsUntilTheSessionGoesOn() throws {
        let first = try Played()
        #expect(first.waits { $0.moment == .confirm })
        try first.facilitator(.enter)
        #expect(first.waits { $0.moment == .consent })
        var browser = Browser(port: first.room.port)
        #expect(try browser.enter(first.link) == 200)
        let turn = try browser.view()["turn"]?.string ?? ""

        let second = try Played()
        #expect(second.waits { $0.moment == .confirm })
        var again = Browser(port: second.room.port)
        #expect(try again.enter(second.link) == 200)
        let (kept, other) = (UUID().uuidString, UUID().uuidString)
        #expect(try again.press(turn, #""key": "y""#, id: kept) == "wait")
        #expect(try again.press("another", #""key": "y""#, id: other) == "wait")
        try second.facilitator(.enter)
        #expect(second.waits { $0.moment == .consent })
        #expect(try again.press("another", #""key": "y""#, id: other) == "gone")
        #expect(try again.press(turn, #""key": "y""#, id: kept) == "saved")
    }

    /// The facilitator pauses the task just before "done" is received.
    @Test func aDoneThatLosesToAnotherKeyIsKept() async throws {
        let played = try Played()
        #expect(played.waits { $0.moment == .confirm })
        let room = played.room
        var browser = Browser(port: room.port)
        #expect(try browser.enter(played.link) == 200)
        // The engine is at another page, so it ignores the key.
        var screen = runningScreen
        screen.participant.isAtWork = true
        screen.keys = [.shared("d", "done") { Done(at: $0) }]
        screen.offer("d")
        room.show(screen)
        let (turn, id) = (room.current.turn, UUID().uuidString)
        let pressing = Task.detached { [browser] in
            try browser.press(turn, #""key": "d""#, id: id)
        }
        #expect(room.bell.wait(30) { !room.current.desk.isPending(id) })
        (screen.moment, screen.keys) = (.paused, [])
        (screen.participant.own, screen.participant.isAtWork) = ([], false)
        room.show(screen)
        #expect(try await pressing.value == "gone")
        #expect(try browser.press(turn, #""key": "d""#, id: id) == "gone")
        #expect(room.bell.wait(30) { played.late.count == 0 })
        #expect(played.late.count == 1)
        #expect(played.late.presses.withLock { $0.first?.isApplied } == false)
    }

    /// The facilitator types a note when "done" is received.
    @Test func aDoneDuringANoteStopsTheTask() throws {
        let played = try Played()
        try played.open()
        let room = played.room
        var browser = Browser(port: room.port)
        #expect(try browser.enter(played.link) == 200)
        try played.step { try played.facilitator("n") }
        #expect(room.current.screen?.moment == .wording)
        #expect(try browser.press(room.current.turn, #""key": "d""#) != "wait")
        let isStopped = room.bell.wait(30) {
            !played.service.pages.flatMap(\.events).contains {
                if case .taskStopped = $0 { true } else { false }
            }
        }
        #expect(isStopped)
        #expect(room.current.screen?.moment == .wording)
        try played.step { room.seat.keys.type("words", false, true, room.seat.clock.now()) }
        #expect(played.service.record.marks.map(\.text) == ["words"])
    }

    /// The participant may have gone on while the facilitator typed.
    @Test func aNoteOfTheFacilitatorIsRecordedOnAnyPage() async throws {
        let played = try Played()
        #expect(played.waits { $0.moment == .confirm })
        let room = played.room
        var desk = Browser(port: room.port)
        #expect(try desk.enter(room.current.links[.facilitator] ?? "") == 200)
        let early = #"{"id": "12345678", "turn": "t", "note": "x"}"#
        #expect(try desk.ask("POST", "/control/press", early).body.contains("gone"))
        try played.step { try played.facilitator(.enter) }
        for _ in 1...3 { try played.step { try played.facilitator("y") } }
        let (turn, id) = (room.current.turn, UUID().uuidString)
        let own = #""turn": "earlier", "session": "\#(room.session)", "note": " hesitates ""#
        let body = #"{"id": "\#(id)", \#(own)}"#
        let pressing = Task.detached { [desk] in
            try desk.ask("POST", "/control/press", body).body
        }
        let service = played.service
        #expect(room.bell.wait(30) { !service.record.marks.contains { $0.text == "hesitates" } })
        room.recorded([.pressed(Press(id: id, frontEnd: .facilitator, key: "n"))])
        #expect(try await pressing.value.contains("saved"))
        #expect(room.current.turn == turn)
        #expect(service.record.marks.map(\.run) == [nil])
        #expect(try desk.view("/control/view")["notes"]?.kind == .boolean(true))
    }

    /// The results file may be locked for seconds, and the mark be lost with the process.
    @Test func aMarkIsSavedWhenItsEventIsWritten() async throws {
        let played = try Played()
        try played.open()
        let (room, service) = (played.room, played.service)
        var desk = Browser(port: room.port)
        #expect(try desk.enter(room.current.links[.facilitator] ?? "") == 200)
        let (turn, id) = (room.current.facilitatorTurn, UUID().uuidString)
        let body = #"{"id": "\#(id)", "turn": "\#(turn)", "key": "m"}"#
        let pressing = Task.detached { [desk] in
            try desk.ask("POST", "/control/press", body).body
        }
        #expect(room.bell.wait(30) { service.record.marks.isEmpty })
        try await Task.sleep(for: .seconds(1.5))
        #expect(room.current.desk.outcome(of: id) == nil)
        room.recorded([.pressed(Press(id: id, frontEnd: .facilitator, key: "m"))])
        #expect(try await pressing.value.contains("saved"))
    }

    /// The facilitator marks while the session's process is down, and sends a note before going on.
    @Test func aMarkAndANoteWaitUntilTheSessionGoesOn() async throws {
        let played = try Played()
        try played.open()
        let (room, service) = (played.room, played.service)
        var desk = Browser(port: room.port)
        #expect(try desk.enter(room.current.links[.facilitator] ?? "") == 200)
        let (turn, id) = (room.current.facilitatorTurn, UUID().uuidString)
        let mark = #"{"id": "\#(id)", "turn": "\#(turn)", "key": "m"}"#
        let running = try #require(room.current.screen)
        var screen = runningScreen
        screen.moment = .confirm
        room.show(screen)
        #expect(try desk.ask("POST", "/control/press", mark).body.contains("wait"))
        let note = #"{"id": "12345678", "turn": "\#(turn)", "note": "hesitates"}"#
        #expect(try desk.ask("POST", "/control/press", note).body.contains("wait"))
        // Another key may no longer be meant, and `evalrun control` sends nothing twice.
        let others = [
            #""id": "23456789", "key": "p""#,
            #""id": "3456789a", "key": "m", "from": "control""#,
        ]
        for other in others {
            let body = #"{"turn": "\#(turn)", \#(other)}"#
            #expect(try desk.ask("POST", "/control/press", body).body.contains("gone"))
        }
        (screen.moment, screen.takesNotes) = (.held, true)
        room.show(screen)
        #expect(try desk.ask("POST", "/control/press", mark).body.contains("wait"))
        #expect(service.record.marks.isEmpty)
        room.show(running)
        let pressing = Task.detached { [desk] in
            try desk.ask("POST", "/control/press", mark).body
        }
        #expect(room.bell.wait(30) { service.record.marks.isEmpty })
        room.recorded([.pressed(Press(id: id, frontEnd: .facilitator, key: "m"))])
        #expect(try await pressing.value.contains("saved"))
    }

    /// Returns a session whose facilitator's page shows `key`, the browser of that page, and the id
    /// and body of a press of the key. The engine is at another page, so it ignores the key.
    private func ignoring(
        _ key: Screen.Key,
        at moment: Screen.Moment = .running
    ) throws -> (played: Played, desk: Browser, id: String, body: String) {
        let played = try Played()
        #expect(played.waits { $0.moment == .confirm })
        let room = played.room
        var desk = Browser(port: room.port)
        #expect(try desk.enter(room.current.links[.facilitator] ?? "") == 200)
        var screen = runningScreen
        (screen.moment, screen.keys) = (moment, [key])
        room.show(screen)
        let (turn, id) = (room.current.facilitatorTurn, UUID().uuidString)
        let name = key.trigger.page
        let body = #"{"id": "\#(id)", "turn": "\#(turn)", "key": "\#(name)"}"#
        return (played, desk, id, body)
    }

    /// A browser sends one press after the other: the mark must not hold up "try to save again".
    @Test func aMarkThatCannotBeWrittenIsAnsweredAtOnce() async throws {
        let key = Screen.Key("m", "mistake") { MarkPressed(kind: .mistake, at: $0) }
        let (played, desk, id, body) = try ignoring(key)
        let room = played.room
        let pressing = Task.detached { [desk] in
            try desk.ask("POST", "/control/press", body).body
        }
        #expect(room.bell.wait(30) { !room.current.desk.isPending(id) })
        var screen = runningScreen
        screen.moment = .trouble
        let shown = ContinuousClock.now
        room.show(screen)
        #expect(try await pressing.value.contains("wait"))
        #expect(ContinuousClock.now - shown < .seconds(RoomLimits.press / 2))
        #expect(room.current.desk.isPending(id))
    }

    /// The key of a pause records an event, which may not be written yet or at all.
    @Test(arguments: [PressLedger.Writing.begun, .failed])
    func noKeyIsSavedBeforeEventsAreWritten(writing: PressLedger.Writing) throws {
        let (played, desk, _, body) = try ignoring(.init("p", "pause") { Pause(at: $0) })
        let room = played.room
        room.seat.presses.writing = writing
        #expect(try desk.ask("POST", "/control/press", body).body.contains("wait"))
        room.seat.presses.writing = .done
        #expect(try desk.ask("POST", "/control/press", body).body.contains("saved"))
    }

    /// Each key that tries again would otherwise be kept in the browser and delay the next one.
    @Test func theKeyThatTriesToSaveAgainIsNotKept() throws {
        let key = Screen.Key("p", "try to save again") { Pause(at: $0) }
        let (played, desk, _, body) = try ignoring(key, at: .trouble)
        let room = played.room
        room.seat.presses.writing = .failed
        #expect(try desk.ask("POST", "/control/press", body).body.contains("saved"))
        #expect(room.seat.presses.writing == .failed)
    }

    /// A browser has kept presses of an earlier session with the same address.
    @Test func aPressOfAnotherSessionIsNotRecorded() throws {
        let played = try Played()
        try played.open()
        let room = played.room
        var (desk, browser) = (Browser(port: room.port), Browser(port: room.port))
        #expect(try desk.enter(room.current.links[.facilitator] ?? "") == 200)
        #expect(try browser.enter(played.link) == 200)
        #expect(try desk.view("/control/view")["session"]?.string == room.session)
        #expect(try browser.view()["session"]?.string == room.session)
        let note = #"{"id": "87654321", "turn": "t", "session": "another", "note": "of P1"}"#
        #expect(try desk.ask("POST", "/control/press", note).body.contains("gone"))
        let (turn, id) = (room.current.turn, "12345678")
        let done = #"{"id": "\#(id)", "turn": "\#(turn)", "session": "another", "key": "d"}"#
        #expect(try browser.ask("POST", "/press", done).body.contains("gone"))
        #expect(played.service.record.marks.isEmpty)
        #expect(room.current.screen?.moment == .running)
        #expect(played.late.count == 0)
    }

    @Test func whoMayNotIsToldWhyAndChangesNothing() throws {
        let played = try Played()
        #expect(played.waits { $0.moment == .confirm })
        var browser = Browser(port: played.room.port)
        #expect(try browser.ask("GET", "/view").status == 401)
        #expect(try browser.ask("POST", "/press", "{}").status == 401)
        #expect(try browser.ask("GET", "/view", host: "evil.example").status == 421)
        let link = played.link
        let foreign = "Origin: https://evil.example\r\n"
        let body = #"{"link": "\#(link)"}"#
        #expect(try browser.ask("POST", "/enter", body, extra: foreign).status == 403)
        #expect(try browser.enter("0123456789abcdef0123456789abcdef") == 403)
        #expect(try browser.enter(link) == 200)
        #expect(try Browser(port: played.room.port).ask("POST", "/enter", body).status == 403)
        // The participant is no facilitator, and the other way round.
        let before = played.room.current.facilitatorTurn
        let refused = try browser.ask("GET", "/control/view")
        #expect(refused.status == 403)
        #expect(
            refused.body.contains(
                "this address is only for the facilitator, but you entered the session as the "
                    + "participant"
            )
        )
        #expect(refused.body.contains("open your own page at "))
        #expect(try browser.ask("GET", "/machine/view").body.contains("on the participant's page"))
        let press = #"{"id": "0123456789", "turn": "\#(before)", "key": "enter"}"#
        #expect(try browser.ask("POST", "/control/press", press).status == 403)
        #expect(try browser.ask("GET", "/machine/view").status == 403)
        #expect(played.room.current.screen?.moment == .confirm)
        var facilitator = Browser(port: played.room.port)
        #expect(try facilitator.enter(played.room.current.links[.facilitator] ?? "") == 200)
        #expect(try facilitator.ask("GET", "/view").status == 403)
        #expect(try facilitator.ask("POST", "/control/press", press).status == 200)
        #expect(played.waits { $0.moment == .consent })
    }

    @Test(arguments: [Role.participant, .facilitator])
    func aCommandDoesNotUseUpTheLinkOfAnotherRole(_ role: Role) throws {
        let played = try Played()
        let link = try #require(played.room.current.links[role])
        var browser = Browser(port: played.room.port)
        for client in Role.allCases where client != role {
            let body = #"{"link": "\#(link)", "role": "\#(client.rawValue)"}"#
            let refused = try browser.ask("POST", "/enter", body)
            #expect(refused.status == 403)
            #expect(refused.body.contains("this link is for \(role.words), not for this command"))
        }
        #expect(try browser.enter(link) == 200)
    }

    /// The participant's browser is gone, and the facilitator has no page that makes a new link.
    @Test func theTerminalHasTheParticipantsNextLink() throws {
        let played = try Played()
        #expect(played.waits { $0.moment == .confirm })
        var first = Browser(port: played.room.port)
        let link = played.link
        #expect(try first.enter(link) == 200)
        let next = played.link
        #expect(next != link && !next.isEmpty)
        let address = played.room.address(of: next)
        #expect(played.room.currentStatus.details.contains("Their page   \(address)"))
        var second = Browser(port: played.room.port)
        #expect(try second.enter(next) == 200)
        #expect(try second.ask("GET", "/view").status == 200)
        #expect(try first.ask("GET", "/view").status == 401)
    }

    /// What a page gets of a session is made of the participant's page alone.
    @Test func noWordOfTheFacilitatorsScreenIsSent() throws {
        let played = try Played(secret: true)
        #expect(played.waits { $0.moment == .confirm })
        #expect(played.room.current.screen?.body.contains(Self.secret) == true)
        var browser = Browser(port: played.room.port)
        #expect(try browser.enter(played.link) == 200)
        #expect(try !browser.ask("GET", "/view").body.contains(Self.secret))
        var facilitator = Browser(port: played.room.port)
        #expect(try facilitator.enter(played.room.current.links[.facilitator] ?? "") == 200)
        #expect(try facilitator.ask("GET", "/control/view").body.contains(Self.secret))
    }

    /// Another person may use the same browser for the next session with this code.
    @Test func theKeysOfAPersonWhoDeclinedAreRemoved() throws {
        let played = try Played()
        #expect(played.waits { $0.moment == .confirm })
        var browser = Browser(port: played.room.port)
        #expect(try browser.enter(played.link) == 200)
        try played.step { try played.facilitator(.enter) }
        try played.step { try played.facilitator("n") }
        try played.step { try played.facilitator(.enter) }
        #expect(try browser.view()["state"]?.string == "over")
        played.close()
        let results = played.room.seat.results
        #expect(Room.identity(for: "P1", results: results) == nil)
        let path = RoomKeys.path("P1", results: results)
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    /// The link of the participant's machine, opened in a browser and then used by `evalrun join`.
    /// The facilitator goes on without that machine, until it connects again.
    @Test func aMachineThatIsGoneIsWaitedForUntilTheFacilitatorGoesOn() async throws {
        let played = try Played()
        try played.open()
        let room = played.room
        var browser = Browser(port: room.port)
        #expect(try browser.enter(played.link) == 200)
        let answer = try browser.ask("POST", "/machine-link", "{}").body
        let command = try #require(try JSONNode(reading: answer)["command"]?.string)
        let link = String(try #require(command.split(separator: "#").last).dropLast())
        var machine = Browser(port: room.port)
        let refused = try machine.ask("POST", "/enter", #"{"link": "\#(link)"}"#)
        #expect(refused.status == 403)
        #expect(refused.body.contains("this link is for the command evalrun join"))
        #expect(await room.collect() == nil)
        #expect(try machine.enter(link, as: "machine") == 200)
        // The task is known while it runs, and no other page is taken for one.
        let task = try machine.view("/machine/view")["task"]
        #expect(task?["title"]?.string == "Greet one person")
        try played.step { room.seat.keys.leave(room.seat.clock.now()) }
        #expect(try machine.view("/machine/view")["task"]?["title"] == nil)

        let waiting = Flag()
        let collecting = Task { [room] in
            await room.collect { _ in waiting.isSet.withLock { $0 = true } }
        }
        #expect(room.bell.wait(30) { room.current.wanted == nil })
        room.forgoFiles()
        #expect(await collecting.value == nil)
        #expect(waiting.isSet.withLock { $0 })
        // A machine that is connected may send the files of the next check.
        _ = try machine.view("/machine/view")
        let next = Task { [room] in await room.collect() }
        #expect(room.bell.wait(30) { room.current.wanted == nil })
        room.forgoFiles()
        #expect(await next.value == nil)
        #expect(room.bell.wait(30) { room.current.machine.isConnected })
        #expect(await room.collect() == nil)
        #expect(try machine.view("/machine/view")["over"]?.kind == .boolean(false))
        #expect(!room.current.forgoesMachine)
        // The facilitator leaves: the machine waits for the session to go on.
        try played.step { try played.facilitator("y") }
        let view = try machine.view("/machine/view")
        #expect(view["over"]?.kind == .boolean(false))
        #expect(view["break"]?.kind == .boolean(true))
        let screen = try #require(room.current.screen)
        let over = room.facilitatorView(screen, room.current)["over"]
        #expect(over?["complete"]?.kind == .boolean(false))
        #expect(screen.title.isEmpty)
        let page = PageDocument.facilitator
        #expect(page.text(nonce: "").contains(#"view.over.complete ? "desk.over" : "desk.break""#))
        #expect(page.words(in: "en")["desk.break"]?.isEmpty == false)
    }

    /// After a SIGKILL the session goes on with the same cookies; another session knows none of them.
    @Test func cookiesOutliveTheProcessAndNotTheSession() throws {
        let (uuid, first) = (UUID(), try Played())
        let again = try Played(uuid: uuid, in: first.folder.appendingPathComponent("s"))
        #expect(again.waits { $0.moment == .confirm })
        var browser = Browser(port: again.room.port)
        let link = again.link
        #expect(try browser.enter(link) == 200)
        let path = RoomKeys.path("P1", results: again.room.seat.results)
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        let text = try String(contentsOfFile: path, encoding: .utf8)
        #expect(!text.contains(link) && !text.contains(String(browser.cookie.suffix(64))))
        let same = RoomKeys(at: path, session: uuid.uuidString)
        let secret = String(browser.cookie.suffix(64))
        #expect(same.role(of: secret) == .participant)
        #expect(same.port == again.room.port)
        // Nothing is recorded yet: the next process goes on as the same session.
        let results = again.room.seat.results
        #expect(Room.identity(for: "P1", results: results) == uuid)
        again.room.recorded([])
        #expect(Room.identity(for: "P1", results: results) == nil)
        #expect(RoomKeys(at: path, session: UUID().uuidString).role(of: secret) == nil)
    }

    /// Two participants have the same laptop, and their tasks start from the same files.
    @Test func theWorkspacesOfTwoSessionsHaveDifferentNames() throws {
        let uuid = UUID()
        let sessions = [try Played(uuid: uuid), try Played(uuid: uuid), try Played()]
        let prepared = TaskPrepared(run: 1, task: "one", timeLimit: 300, snapshot: "s")
        for session in sessions { session.room.recorded([.taskPrepared(prepared)]) }
        let names = sessions.compactMap { $0.room.current.workspace }
        try #require(names.count == 3)
        #expect(names[0] == names[1])
        #expect(names[0] != names[2])
    }

    /// The answer to a used link may be lost on its way.
    @Test func theAttemptThatUsedALinkMayAskAgain() throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("keys-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let keys = RoomKeys(at: folder.appendingPathComponent("k").path, session: "s")
        let link = try keys.makeLink(for: .participant)
        let first = try #require(try keys.enter(link, attempt: "a"))
        let second = try #require(try keys.enter(link, attempt: "a"))
        #expect(keys.role(of: first.cookie) == nil)
        #expect(keys.role(of: second.cookie) == .participant)
        #expect(try keys.enter(link, attempt: "b") == nil)
        #expect(try keys.enter(link, attempt: "") == nil)
    }

    @Test func aKeyThatNoPageHasIsRefused() throws {
        let greeting = "Tests/StudyDefinitionTests/Fixtures/greeting"
        var study = try StudyReader.read(Tool.root.appendingPathComponent(greeting))
        study.study.room = RoomSettings(
            words: [
                "page.saved": "a", "Save and go on": "b", "question % of %": "c",
                "Greet one person": "d", "Which shells do you use?": "e", "Another": "f",
                "I take part.": "g",
            ]
        )
        try Room.check(study)
        study.study.room = RoomSettings(
            words: ["page.conected": "a", "desk.x": "b", "Entirely unknown: Quux": "c"]
        )
        let error = #expect(throws: DiagnosticError.self) { try Room.check(study) }
        #expect(error?.diagnostics.map(\.problem).count == 3)
        #expect(error?.description.contains("did you mean \"page.connected\"?") == true)
    }

    /// A study in German with two texts of its own, one of them for no page.
    @Test func wordsOfAStudyAreCheckedWithTheirPlace() throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("words-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let greeting = "Tests/StudyDefinitionTests/Fixtures/greeting"
        try FileManager.default.copyItem(
            at: Tool.root.appendingPathComponent(greeting),
            to: folder
        )
        let file = folder.appendingPathComponent("study.yaml")
        let text = try String(contentsOf: file, encoding: .utf8)
        try (text + "\nroom: {language: de, words: words.yaml}\n")
            .write(to: file, atomically: true, encoding: .utf8)
        let words = folder.appendingPathComponent("words.yaml")
        try "page.save: Weiter\nBakc: Zurück\n".write(to: words, atomically: true, encoding: .utf8)
        let wrong = try StudyReader.read(folder)
        let error = #expect(throws: DiagnosticError.self) { try Room.check(wrong) }
        let description = error?.description ?? ""
        #expect(description.hasPrefix("words.yaml:2:1: the study defines a text"), "\(description)")
        #expect(description.contains("did you mean \"back\"?"))

        try "page.save: Weiter\nback: Zurück\n".write(to: words, atomically: true, encoding: .utf8)
        let german = try StudyReader.read(folder)
        try Room.check(german)
        let warning = try #require(Room.languageWarning(german)).text
        #expect(warning.contains("is in the language \"de\", but shows"))
        #expect(warning.contains("\n    \"page.saved\": # Saved\n"))
        #expect(!warning.contains("\"page.save\":") && !warning.contains("\n    \"back\":\n"))
        // The lines work as they are printed.
        let lines = warning.split(separator: "\n").filter { $0.hasPrefix("    \"") }
        let translated = lines.map {
            $0.dropFirst(4).replacing(/":(?= #|$)/, with: "\": x")
        }
        try ("page.save: x\nback: x\n" + translated.joined(separator: "\n"))
            .write(to: words, atomically: true, encoding: .utf8)
        let whole = try StudyReader.read(folder)
        try Room.check(whole)
        #expect(Room.languageWarning(whole) == nil)
        #expect(Room.languageRemark(german)?.contains("are in English") == true)
        for language in ["en", "en-GB", "ar-EG"] {
            var other = german
            other.study.room = RoomSettings(language: language)
            #expect(Room.languageWarning(other) == nil && Room.languageRemark(other) == nil)
        }
    }

    @Test(arguments: [
        ("https://lab.example", "https://lab.example"),
        ("https://Lab.Example:8443/", "https://lab.example:8443"),
        ("http://localhost:8080", "http://localhost:8080"),
        // As browsers send an origin.
        ("https://lab.example:443", "https://lab.example"),
        ("http://127.0.0.1:80/", "http://127.0.0.1"),
        ("https://bücher.example", "https://xn--bcher-kva.example"),
    ])
    func publicAddresses(text: String, origin: String) throws {
        #expect(try RoomAddress(text).origin == origin)
    }

    @Test(arguments: [
        "lab.example", "http://lab.example", "https://lab.example/path", "https://u@lab.example",
        "https://lab.example?x=1", "ftp://lab.example", "",
    ])
    func noPublicAddresses(text: String) {
        #expect(throws: (any Error).self) { try RoomAddress(text) }
    }
}
