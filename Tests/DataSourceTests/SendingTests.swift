import CacheStore
import DataAccess
import DataSource
import Foundation
import Synchronization
import TestTraits
import Testing

/// A remote that takes every change at once.
private struct Willing: Remote {
    func fetch(_ path: String) async throws -> Data { Data("[]".utf8) }

    func send(_ change: PendingChange, overwriting: Bool) async throws -> String? { nil }
}

@Suite(.serialized, .blocking, .timeLimit(.minutes(15))) struct Sending {
    /// The first attempt fails; without the trigger the second is an hour away.
    @Test func theAppSaysThatTheNetworkIsBack() async throws {
        let isUp = Mutex(false)
        let server = try LoopbackServer { _, _ in isUp.withLock { $0 } ? .send(200, "") : .drop }
        defer { server.stop() }
        let store = try CacheStore(inMemory: Note.model)
        let facade = noteFacade(store, server, retryInterval: .seconds(3600))
        let outcomes = facade.outcomes
        let note = Note(id: 1, text: "mine")
        try await facade.submit(note.put(key: "mine"), saving(note))
        for await outcome in outcomes {
            if case .waiting(.some) = outcome.state { break }
        }
        isUp.withLock { $0 = true }
        await facade.networkIsBack()
        try await drained(facade)
        #expect(server.requests.count >= 2)
    }

    /// A doubled negative pause and the sleep of a very long one ended the process.
    @Test(arguments: [Duration.seconds(-1), .zero, .seconds(1e19), .seconds(Int64.max)])
    func anyPauseIsAccepted(_ pause: Duration) async throws {
        let answers = Mutex(0)
        let remote = ScriptedRemote { _, _ in
            let count = answers.withLock { count in
                count += 1
                return count
            }
            if count < 8 { throw RemoteError.status(503, retryAfter: count == 2 ? pause : nil) }
            return nil
        }
        let store = try CacheStore(inMemory: Note.model)
        let facade = DataSourceFacade(store: store, remote: remote, retryInterval: pause)
        let note = Note(id: 1, text: "mine")
        try await facade.submit(note.put(key: "mine"), saving(note))
        let isSent = try await eventually {
            await facade.networkIsBack()
            return try await facade.pendingChanges().isEmpty
        }
        #expect(isSent)
    }

    /// The request ended the process.
    @Test(arguments: [Double.infinity, 1e300, -1, .nan])
    func anyTimeOutIsAccepted(_ timeout: Double) async throws {
        let server = try LoopbackServer { _, _ in .send(200, "[]") }
        defer { server.stop() }
        let remote = HTTPRemote(base: server.url, timeout: timeout)
        #expect(try await remote.fetch("/notes") == Data("[]".utf8))
    }

    /// A public network answers every request with its sign-in page. The server has not had the change.
    @Test func aWebPageIsNoAnswerToAChange() async throws {
        let answer = Mutex(LoopbackServer.Answer.html("\n<!DOCTYPE html><html>Sign in</html>"))
        let server = try LoopbackServer { _, _ in answer.withLock { $0 } }
        defer { server.stop() }
        let store = try CacheStore(inMemory: Note.model)
        let facade = noteFacade(store, server, retryInterval: .seconds(3600))
        let note = Note(id: 1, text: "mine")
        try await facade.submit(note.put(key: "mine"), saving(note))
        await #expect(throws: RemoteError.webPage) { try await facade.sendPending() }
        #expect(try await facade.pendingChanges().map(\.key) == ["mine"])
        // Some servers label every text as HTML.
        answer.withLock { $0 = .html("ok") }
        let isSent = try await eventually {
            // The result can be that of an attempt that began before.
            try? await facade.sendPending()
            return try await facade.pendingChanges().isEmpty
        }
        #expect(isSent)
    }

    /// The refresh sends the first change. The pause after the failed attempt lasts an hour.
    @Test func aChangeAfterARefreshDoesNotWaitForTheEndOfAPause() async throws {
        let isUp = Gate()
        let remote = ScriptedRemote { _, _ in
            if !isUp.isOpen { throw RemoteError.status(503) }
            return nil
        }
        let store = try CacheStore(inMemory: Note.model)
        let facade = DataSourceFacade(store: store, remote: remote, retryInterval: .seconds(3600))
        let outcomes = facade.outcomes
        let (first, second) = (Note(id: 1, text: "first"), Note(id: 2, text: "second"))
        try await facade.submit(first.put(key: "first"), saving(first))
        for await outcome in outcomes {
            if case .waiting(.some) = outcome.state { break }
        }
        isUp.open()
        // A refresh may still wait for the failed attempt.
        let request = SourceRequest(Note.self, path: "/notes")
        #expect(
            try await eventually {
                try await facade.refresh(request)
                return remote.sent == ["first", "first"]
            }
        )
        try await facade.submit(second.put(key: "second"), saving(second))
        #expect(try await eventually { try await facade.pendingChanges().isEmpty })
    }

    /// A change that is submitted while an attempt ends is sent without any further call.
    @Test func noChangeIsForgottenBetweenTwoAttempts() async throws {
        let store = try CacheStore(inMemory: Note.model)
        let facade = DataSourceFacade(
            store: store,
            remote: Willing(),
            retryInterval: .seconds(3600)
        )
        var outcomes = facade.outcomes.makeAsyncIterator()
        for number in 0..<300 {
            let change = PendingChange(key: "\(number)", method: "POST", path: "/notes")
            try await facade.submit(change) { _ in }
            while let outcome = await outcomes.next() {
                if case .sent = outcome.state { break }
            }
            // The attempt is about to end.
            for _ in 0..<(number % 50) { await Task.yield() }
        }
    }

    @Test func aRestartAloneSendsWhatWaits() async throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent(UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appendingPathComponent("notes.sqlite").path
        let isUp = Mutex(false)
        let server = try LoopbackServer { _, _ in isUp.withLock { $0 } ? .send(200, "") : .drop }
        defer { server.stop() }
        let first = try CacheStore(fileAt: path, model: Note.model)
        let one = noteFacade(first, server, retryInterval: .seconds(3600))
        let note = Note(id: 1, text: "mine")
        try await one.submit(note.put(key: "mine"), saving(note))
        try first.close()
        isUp.withLock { $0 = true }
        let second = try CacheStore(fileAt: path, model: Note.model)
        let two = noteFacade(second, server, retryInterval: .seconds(3600))
        try await drained(two)
        #expect(server.requests.last?.headers["idempotency-key"] == "mine")
        try second.close()
    }

    /// The page that the redirect leads to says nothing about the change.
    @Test(arguments: [301, 302, 307], ["POST", "PUT"])
    func aRedirectedChangeIsNotSent(_ status: Int, _ method: String) async throws {
        let server = try LoopbackServer { request, _ in
            request.path == "/login"
                ? .send(200, "[]") : .record(status, "moved", "\"1\"\r\nLocation: /login")
        }
        defer { server.stop() }
        let store = try CacheStore(inMemory: Note.model)
        let facade = noteFacade(store, server, retryInterval: .seconds(3600))
        let note = Note(id: 1, text: "mine")
        try await facade.submit(
            PendingChange(method: method, path: "/notes/1", note),
            saving(note)
        )
        await #expect(throws: RemoteError.status(status)) { try await facade.sendPending() }
        #expect(try await facade.pendingChanges().count == 1)
        #expect(!server.requests.contains { $0.path == "/login" })
    }

    /// The reason was cut after 2000 bytes, and lost if a character went on after them.
    @Test func aLongReasonIsCutBetweenCharacters() async throws {
        let long = "x" + String(repeating: "ü", count: 3000)
        let server = try LoopbackServer { _, _ in .send(422, long) }
        defer { server.stop() }
        let remote = HTTPRemote(base: server.url, timeout: 60)
        await #expect(throws: RemoteError.refused(422, reason: String(long.prefix(1000)))) {
            try await remote.fetch("/notes")
        }
    }

    @Test func aListIsReadWhereTheServerHasMovedIt() async throws {
        let server = try LoopbackServer { request, _ in
            request.path == "/notes"
                ? .record(301, "moved", "\"1\"\r\nLocation: /all") : .send(200, "[]")
        }
        defer { server.stop() }
        let remote = HTTPRemote(base: server.url, timeout: 60)
        #expect(try await remote.fetch("/notes") == Data("[]".utf8))
        #expect(server.requests.map(\.path) == ["/notes", "/all"])
    }

    /// A program's header can be a secret, such as a key of the server's API.
    @Test func aRedirectToAnotherServerHasNoHeadersOfTheProgram() async throws {
        let other = try LoopbackServer { _, _ in .send(200, "[]") }
        defer { other.stop() }
        let elsewhere = "\(other.url)/all"
        let server = try LoopbackServer { request, _ in
            switch request.path {
            case "/moved": .record(302, "moved", "\"1\"\r\nLocation: \(elsewhere)")
            case "/notes": .record(302, "moved", "\"1\"\r\nLocation: /all")
            default: .send(200, "[]")
            }
        }
        defer { server.stop() }
        let remote = HTTPRemote(
            base: server.url,
            timeout: 60,
            headers: ["X-API-Key": "secret"],
            authorization: HTTPAuthorization { "Bearer secret" }
        )
        for path in ["/moved", "/notes"] { _ = try await remote.fetch(path) }
        #expect(other.requests.map { $0.headers["authorization"] } == [nil])
        #expect(other.requests.map { $0.headers["x-api-key"] } == [nil])
        #expect(server.requests.map(\.path) == ["/moved", "/notes", "/all"])
        #expect(server.requests.allSatisfy { $0.headers["authorization"] == "Bearer secret" })
        #expect(server.requests.allSatisfy { $0.headers["x-api-key"] == "secret" })
    }

    @Test func aChangeIsSentWhenTheServerPointsToItsResult() async throws {
        let server = try LoopbackServer { _, _ in
            .record(303, "", "\"1\"\r\nLocation: /notes/1")
        }
        defer { server.stop() }
        let store = try CacheStore(inMemory: Note.model)
        let facade = noteFacade(store, server)
        let note = Note(id: 1, text: "mine")
        try await facade.submit(note.put(key: "mine"), saving(note))
        try await drained(facade)
        #expect(server.requests.map(\.method) == ["PUT"])
    }

    @Test func aWaitingChangeCanBeListedSentAgainAndDropped() async throws {
        let isUp = Mutex(false)
        let server = try LoopbackServer { request, _ in
            if request.headers["idempotency-key"] == "again" {
                return request.headers["if-match"] == "*" || isUp.withLock { $0 }
                    ? .send(200, "") : .send(409, "")
            }
            return .send(503, "")
        }
        defer { server.stop() }
        let store = try CacheStore(inMemory: Note.model)
        let facade = noteFacade(store, server, retryInterval: .seconds(3600))
        let (again, dropped) = (Note(id: 1, text: "again"), Note(id: 2, text: "dropped"))
        try await facade.submit(again.put(key: "again"), saving(again))
        try await facade.submit(dropped.put(key: "dropped"), saving(dropped))
        while try await facade.heldChanges().isEmpty { try await Task.sleep(for: .milliseconds(5)) }
        let waiting = try await facade.pendingChanges()
        #expect(waiting.map(\.key) == ["again", "dropped"])
        try await facade.discard(waiting[1], undoing: true)
        #expect(try await noteTexts(store) == ["1 again"])
        isUp.withLock { $0 = true }
        await facade.retry(waiting[0])
        try await drained(facade)
    }

    @Test func anExpiredSignInIsRenewedOnceForAll() async throws {
        let server = try LoopbackServer { request, _ in
            #expect(request.headers["x-app"] == "notes")
            return request.headers["authorization"] == "Bearer new"
                ? .send(200, "[]") : .send(401, "")
        }
        defer { server.stop() }
        let renewals = Mutex(0)
        let remote = HTTPRemote(
            base: server.url,
            timeout: 60,
            headers: ["X-App": "notes"],
            authorization: HTTPAuthorization("Bearer old") {
                renewals.withLock { $0 += 1 }
                try await Task.sleep(for: .milliseconds(20))
                return "Bearer new"
            }
        )
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<5 { group.addTask { _ = try await remote.fetch("/\(number)") } }
            try await group.waitForAll()
        }
        #expect(renewals.withLock { $0 } == 1)
    }

    @Test func changesWaitWhileTheSignInIsNotAccepted() async throws {
        let server = try LoopbackServer { _, _ in .send(401, "") }
        defer { server.stop() }
        let store = try CacheStore(inMemory: Note.model)
        let facade = DataSourceFacade(
            store: store,
            remote: HTTPRemote(
                base: server.url,
                authorization: HTTPAuthorization { "Bearer wrong" }
            )
        )
        let note = Note(id: 1, text: "mine")
        try await facade.submit(note.put(key: "mine"), saving(note))
        await #expect(throws: RemoteError.unauthorized) { try await facade.sendPending() }
        #expect(try await facade.pendingChanges().count == 1)
    }

    /// The request for the new sign-in is refused, for instance because it is too old.
    @Test(arguments: [RemoteError.refused(400), .conflict(nil)])
    func aRefusedSignInRefusesNoChange(_ reason: RemoteError) async throws {
        let server = try LoopbackServer { _, _ in .send(401, "") }
        defer { server.stop() }
        let store = try CacheStore(inMemory: Note.model)
        let facade = DataSourceFacade(
            store: store,
            remote: HTTPRemote(
                base: server.url,
                timeout: 60,
                authorization: HTTPAuthorization("Bearer old") { throw reason }
            ),
            retryInterval: .seconds(3600)
        )
        let note = Note(id: 1, text: "mine")
        try await facade.submit(note.put(key: "mine"), saving(note))
        await #expect(throws: RemoteError.unauthorized) { try await facade.sendPending() }
        #expect(try await facade.pendingChanges().map(\.key) == ["mine"])
        #expect(try await facade.refusedChanges().isEmpty)
        #expect(try await facade.heldChanges().isEmpty)
        #expect(try await noteTexts(store) == ["1 mine"])
    }

    /// The server has moved one record.
    @Test func aRedirectedChangeHoldsUpNoOther() async throws {
        let server = try LoopbackServer { request, _ in
            request.path == "/notes/1"
                ? .record(301, "moved", "\"1\"\r\nLocation: /old/notes/1") : .send(200, "")
        }
        defer { server.stop() }
        let store = try CacheStore(inMemory: Note.model)
        let facade = noteFacade(store, server, retryInterval: .seconds(3600))
        for id in [1, 2] as [Int64] {
            let note = Note(id: id, text: "mine")
            try await facade.submit(note.put(key: "\(id)"), saving(note))
        }
        #expect(try await eventually { try await facade.pendingChanges().map(\.key) == ["1"] })
    }

    @Test(arguments: [404, 410, 412]) func theDeletionOfAMissingRecordCountsAsSent(
        _ status: Int
    ) async throws {
        let server = try LoopbackServer { request, _ in
            // Status 412 says so only in answer to `*`.
            let isOverwriting = request.headers["if-match"] == "*"
            return .send(status == 412 && !isOverwriting ? 409 : status, "")
        }
        defer { server.stop() }
        let store = try CacheStore(inMemory: Note.model)
        try await store.context.save(Note(id: 1, text: "gone"))
        let facade = noteFacade(store, server, conflicts: .keepLocal)
        try await facade.submit(PendingChange(method: "DELETE", path: "/notes/1")) {
            try $0.delete(Note.self, Note.Identity(1))
        }
        try await drained(facade)
        #expect(try await noteTexts(store) == [])
        #expect(try await facade.refusedChanges().isEmpty)
    }

    /// The tag is that of the answer's body.
    @Test func aDeletedRecordHasNoVersion() async throws {
        let server = try LoopbackServer { _, _ in .record(200, "{}", "\"9\"") }
        defer { server.stop() }
        let store = try CacheStore(inMemory: Note.model)
        let note = Note(id: 1, text: "again")
        try await store.context.save(note)
        let facade = noteFacade(store, server)
        try await facade.submit(PendingChange(method: "DELETE", path: Note.path(1))) {
            try $0.delete(Note.self, Note.Identity(1))
        }
        try await drained(facade)
        try await facade.submit(note.put(key: "again"), saving(note))
        try await drained(facade)
        #expect(server.requests.map(\.method) == ["DELETE", "PUT"])
        #expect(server.requests.map { $0.headers["if-match"] } == [nil, nil])
    }

    /// `If-Match: *` is false where nothing exists.
    @Test func overwritingMakesADeletedRecordAgain() async throws {
        let server = try LoopbackServer { request, _ in
            .send(request.headers["if-match"] == nil ? 200 : 412, "")
        }
        defer { server.stop() }
        let store = try CacheStore(inMemory: Note.model)
        let facade = noteFacade(store, server, conflicts: .keepLocal)
        let note = Note(id: 1, text: "mine")
        let change = PendingChange(path: Note.path(1), note, startingFrom: "\"1\"")
        try await facade.submit(change, saving(note))
        try await drained(facade)
        #expect(server.requests.map { $0.headers["if-match"] } == ["\"1\"", "*", nil])
    }

    /// The server's error messages have no version, unlike its records.
    @Test(
        arguments: [
            ("PUT", nil, "taken", nil, false), ("PUT", nil, "", nil, true),
            ("PUT", nil, "{}", "\"5\"", true), ("PUT", "\"4\"", "taken", nil, true),
            ("POST", nil, "taken", "\"5\"", false), ("POST", nil, "", nil, false),
        ] as [(String, String?, String, String?, Bool)]
    )
    func notEveryStatus409IsAConflict(
        _ method: String,
        _ version: String?,
        _ body: String,
        _ tag: String?,
        _ isConflict: Bool
    ) async throws {
        let server = try LoopbackServer { _, _ in
            tag.map { LoopbackServer.Answer.record(409, body, $0) } ?? .send(409, body)
        }
        defer { server.stop() }
        let store = try CacheStore(inMemory: Note.model)
        try await store.context.save(Note(id: 1, text: "old"))
        let facade = noteFacade(store, server, retryInterval: .seconds(3600))
        let note = Note(id: 1, text: "mine")
        let change = PendingChange(
            method: method,
            path: Note.path(1),
            body: note.jsonBody(),
            startingFrom: version
        )
        try await facade.submit(change, saving(note))
        #expect(
            try await eventually {
                let refused = try await facade.refusedChanges()
                return try await refused.count + facade.heldChanges().count == 1
            }
        )
        let reason = RemoteError.refused(409, reason: body.isEmpty ? nil : body)
        #expect(try await facade.refusedChanges().map(\.reason) == (isConflict ? [] : [reason]))
        #expect(try await noteTexts(store) == [isConflict ? "1 mine" : "1 old"])
    }

    /// A name that is taken is the reason also if the change overwrites every version.
    @Test func anOverwritingChangeIsRefusedForAnotherReason() async throws {
        let server = try LoopbackServer { _, _ in .send(409, "taken") }
        defer { server.stop() }
        let store = try CacheStore(inMemory: Note.model)
        let facade = noteFacade(store, server, conflicts: .keepLocal)
        let note = Note(id: 1, text: "mine")
        let change = PendingChange(path: Note.path(1), note, startingFrom: "\"1\"")
        try await facade.submit(change, saving(note))
        try await drained(facade)
        let reasons = try await facade.refusedChanges().map(\.reason)
        #expect(reasons == [.refused(409, reason: "taken")])
    }

    @Test(
        arguments: [
            (404, "\"1\"", true), (410, "\"1\"", true), (410, nil, true), (404, nil, false),
        ] as [(Int, String?, Bool)]
    )
    func aChangeToADeletedRecordIsInConflict(
        _ status: Int,
        _ version: String?,
        _ isConflict: Bool
    ) async throws {
        let server = try LoopbackServer { _, _ in .record(status, "no such page", "\"page\"") }
        defer { server.stop() }
        let store = try CacheStore(inMemory: Note.model)
        let facade = noteFacade(store, server, retryInterval: .seconds(3600))
        let note = Note(id: 1, text: "mine")
        let change = PendingChange(path: Note.path(1), note, startingFrom: version)
        try await facade.submit(change, saving(note))
        #expect(
            try await eventually {
                let refused = try await facade.refusedChanges()
                return try await refused.count + facade.heldChanges().count == 1
            }
        )
        let conflicts = try await facade.conflictingChanges()
        #expect(conflicts.map(\.current) == (isConflict ? [nil] : []))
    }

    /// Some servers make a record only in answer to a POST.
    @Test(arguments: [true, false]) func keepLocalMakesADeletedRecordAgainOrHoldsTheChange(
        _ isMade: Bool
    ) async throws {
        let server = try LoopbackServer { request, _ in
            .send(isMade && request.headers["if-match"] == nil ? 200 : 404, "")
        }
        defer { server.stop() }
        let store = try CacheStore(inMemory: Note.model)
        let facade = noteFacade(store, server, conflicts: .keepLocal)
        let note = Note(id: 1, text: "mine")
        let change = PendingChange(path: Note.path(1), note, startingFrom: "\"1\"")
        try await facade.submit(change, saving(note))
        #expect(
            try await eventually {
                let held = try await facade.heldChanges().count
                return try await facade.pendingChanges().count == held && held == (isMade ? 0 : 1)
            }
        )
        #expect(server.requests.prefix(3).map { $0.headers["if-match"] } == ["\"1\"", "*", nil])
        #expect(try await noteTexts(store) == ["1 mine"])
    }

    @Test(
        arguments: [
            (429, "120", 120), (503, "Sun, 06 Nov 1994 08:49:37 GMT", 37), (409, "5", 5),
            (503, "9999999", 86_400), (503, "-1", 0),
        ] as [(Int, String, Int)]
    )
    func theTimeToWaitIsRead(_ status: Int, _ header: String, _ seconds: Int) async throws {
        let server = try LoopbackServer { _, _ in
            let date = "Date: Sun, 06 Nov 1994 08:49:00 GMT"
            return .record(status, "", "\"1\"\r\n\(date)\r\nRetry-After: \(header)")
        }
        defer { server.stop() }
        let remote = HTTPRemote(base: server.url, timeout: 60)
        let error = RemoteError.status(status, retryAfter: .seconds(seconds))
        await #expect(throws: error) { try await remote.fetch("/notes") }
        let change = Note(id: 1, text: "mine").put(key: "mine")
        await #expect(throws: error) { try await remote.send(change, overwriting: false) }
    }

    /// The retry interval is shorter than the time that the server asks for.
    @Test(arguments: [429, 500]) func aChangeIsNotSentAgainBeforeTheServersTime(
        _ status: Int
    ) async throws {
        let times = Mutex<[ContinuousClock.Instant]>([])
        let remote = ScriptedRemote { _, _ in
            let isFirst = times.withLock { times in
                times.append(.now)
                return times.count == 1
            }
            if isFirst { throw RemoteError.status(status, retryAfter: .seconds(1)) }
            return nil
        }
        let facade = DataSourceFacade(
            store: try CacheStore(inMemory: Note.model),
            remote: remote,
            retryInterval: .milliseconds(10)
        )
        let note = Note(id: 1, text: "mine")
        try await facade.submit(note.put(key: "mine"), saving(note))
        try await drained(facade)
        let sent = times.withLock { $0 }
        #expect(sent.count == 2)
        #expect(sent[1] - sent[0] >= .seconds(1))
    }

    @Test(arguments: ["", "/", "/api/v1", "/api/v1/"]) func pathsAreAppendedToTheBaseAddress(
        _ base: String
    ) async throws {
        let server = try LoopbackServer { _, _ in .send(200, "[]") }
        defer { server.stop() }
        let url = try #require(URL(string: server.url.absoluteString + base))
        let remote = HTTPRemote(base: url, timeout: 60)
        for path in ["/notes?page=2", "notes"] { _ = try await remote.fetch(path) }
        let root = base.hasSuffix("/") ? String(base.dropLast()) : base
        #expect(server.requests.map(\.path) == [root + "/notes?page=2", root + "/notes"])
    }

    /// A number sign began a fragment, so the change was sent to the path before it. A path with an
    /// encoded character and one to encode was encoded twice.
    @Test func pathsAreSentCompletelyAndEncodedOnce() async throws {
        let server = try LoopbackServer { _, _ in .send(200, "") }
        defer { server.stop() }
        let remote = HTTPRemote(base: server.url, timeout: 60)
        let paths = ["/places/C#", "/places/ö?by=#1", "/ö/a%2Fb", "/50%/a%2fb%", "/places?a=b&c"]
        for path in paths {
            let change = PendingChange(method: "DELETE", path: path)
            _ = try await remote.send(change, overwriting: false)
        }
        let sent = [
            "/places/C%23", "/places/%C3%B6?by=%231", "/%C3%B6/a%2Fb", "/50%25/a%2fb%25",
            "/places?a=b&c",
        ]
        #expect(server.requests.map(\.path) == sent)
    }

    @Test func anyIDIsOneSegmentOfAPath() async throws {
        let server = try LoopbackServer { _, _ in .send(200, "") }
        defer { server.stop() }
        let remote = HTTPRemote(base: server.url, timeout: 60)
        let ids = ["C#", "x/y", "a?b", "50%20", ".", "..", "a.b", "ö\n", "A-z_0~"]
        for id in ids {
            let change = PendingChange(method: "DELETE", path: "/places/\(pathSegment(id))")
            _ = try await remote.send(change, overwriting: false)
        }
        let segments = [
            "C%23", "x%2Fy", "a%3Fb", "50%2520", "%2E", "%2E%2E", "a.b", "%C3%B6%0A", "A-z_0~",
        ]
        #expect(ids.map(pathSegment) == segments)
        #expect(server.requests.map(\.path) == segments.map { "/places/\($0)" })
    }
}

@Suite struct Bodies {
    @Test func theBodyOfARecordIsReadBackAsTheSameRecord() async throws {
        let due = Date(timeIntervalSinceReferenceDate: 86_400 * 365 + 60)
        let note = Note(id: 7, text: "a \"b\" ü\n", due: due, isDone: false)
        let body = note.jsonBody()
        #expect(
            String(decoding: body, as: UTF8.self)
                == #"{"id":7,"content":{"text":"a \"b\" ü\n","done":false},"due":"2002-01-01 00:01","version":null,"made":null}"#
        )
        let store = try CacheStore(inMemory: Note.model)
        _ = try await store.backgroundContext.importEntities(Note.self, json: body)
        let read = try #require(try await store.context.fetch(Note.self).first)
        #expect(read.columnValues == note.columnValues)
        #expect(note.put(key: "k").body == note.jsonBody(only: ["id", "text", "due", "isDone"]))
    }

    /// Where a key path is that of another property or begins with it, one of the two values was
    /// lost.
    @Test func aKeyPathOfAnotherPropertyHasItsNextAlternativeOrIsLeftOut() async throws {
        let page = Page(author: "Ada", name: "A. L.", born: "1815", place: "London", poet: "Byron")
        #expect(
            String(decoding: page.jsonBody(), as: UTF8.self)
                == #"{"author":"Ada","writer":"A. L.","place":{"name":"London"},"poet":"Byron"}"#
        )
        #expect(
            String(decoding: page.jsonBody(only: ["name", "born"]), as: UTF8.self)
                == #"{"author":{"name":"A. L.","born":"1815"}}"#
        )
        let store = try CacheStore(inMemory: StoreModel(name: "Pages", records: [Page.self]))
        _ = try await store.backgroundContext.importEntities(Page.self, json: page.jsonBody())
        let read = try #require(try await store.context.fetch(Page.self).first)
        #expect([read.author, read.name, read.place] == ["Ada", "A. L.", "London"])
    }

    /// Without a `DateFormat` a date has a fraction of a second where it needs one.
    @Test(arguments: [0, 0.25, -0.25, 1.999_999_9, -86_400.5, 700_000_000.123_456])
    func aDateIsReadBackToTheMicrosecond(_ seconds: Double) async throws {
        var note = Note(id: 7, text: "")
        note.made = Date(timeIntervalSinceReferenceDate: seconds)
        let store = try CacheStore(inMemory: Note.model)
        _ = try await store.backgroundContext.importEntities(Note.self, json: note.jsonBody())
        let read = try #require(try await store.context.fetch(Note.self).first?.made)
        #expect(abs(read.timeIntervalSinceReferenceDate - seconds) < 1e-6)
    }
}

/// A page that names its author by a value and by the members of an object. The first two key paths
/// of `poet` are those of other properties.
private struct Page: NumberedRecord {
    var identity: RecordID<Page, Int64>?
    var author: String?
    var name: String?
    var born: String?
    var place: String?
    var poet: String?
}

extension Page: StoredRecord {
    static let statements = EntityDescription("Page").attributes([
        .string("author"),
        .string("name").with(userInfo: ["ImportName": "author.name, writer"]),
        .string("born").with(userInfo: ["ImportName": "author.born"]),
        .string("place").with(userInfo: ["ImportName": "place.name"]),
        .string("poet").with(userInfo: ["ImportName": "author, writer, poet"]),
    ]).statements

    init(row: some ColumnReader) throws {
        self.init(
            identity: row.int64(0).map(Identity.init),
            author: row.string(1),
            name: row.string(2),
            born: row.string(3),
            place: row.string(4),
            poet: row.string(5)
        )
    }

    func bind(to row: any ColumnBinder) throws {
        try row.bind(identity?.value, author, name, born, place, poet, at: 1)
    }
}
