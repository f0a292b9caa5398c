import Diagnostics
import Foundation
import GRDB
import ResultsStore
import Synchronization
import TestTraits
import Testing

@testable import Hub

@Suite(.blocking, .enabled(if: TestServer.isInstalled)) struct SynchronisationTests {
    @Test func aPulledFileIsThatOfAMergeInAnyOrder() async throws {
        let hub = try await TestHub()
        defer { try? FileManager.default.removeItem(at: hub.folder) }
        for lab in ["uppsala", "oslo"] {
            for code in ["P2", "P1", "P10"] { try await hub.record(code, in: lab) }
        }
        // Before the first synchronisation a file may already be known by its lab.
        for lab in ["uppsala", "oslo"] {
            let first = try await hub.sync(lab, lab)
            #expect(first.pushedEvents == 12)
            #expect(first.pushedSessions == 3)
        }
        #expect(try await hub.sync("anna", "all").pulled.added.count == 6)
        let merged = try ResultsStore(path: hub.path("merged"), access: .create)
        for lab in ["oslo", "uppsala"] {
            _ = try await merged.merge(try ResultsStore(path: hub.path(lab), access: .read))
        }
        merged.close()
        #expect(try hub.sessions("all") == hub.sessions("merged"))
        #expect(try hub.sessions("all").first?.hasPrefix("oslo/P1 ") == true)
    }

    /// The file of a lab has no lab before its first synchronisation.
    @Test func aSessionThatWasMergedWithoutALabGetsItsLab() async throws {
        let hub = try await TestHub()
        defer { try? FileManager.default.removeItem(at: hub.folder) }
        try await hub.record("P1", in: "oslo")
        try await hub.record("P2", in: "uppsala")
        let merged = try ResultsStore(path: hub.path("all"), access: .create)
        _ = try await merged.merge(try ResultsStore(path: hub.path("oslo"), access: .read))
        merged.close()
        for lab in ["uppsala", "oslo"] { try await hub.sync(lab, lab) }
        let pulled = try await hub.sync("anna", "all").pulled
        #expect(pulled.added == ["P2"] && pulled.known == ["P1"])
        try await hub.sync("anna", "other")
        #expect(try hub.sessions("all") == hub.sessions("other"))
        #expect(try hub.sessions("all").first?.hasPrefix("oslo/P1 ") == true)
    }

    /// The log at the hub does not tell who recorded the events that only this file has.
    @Test func aSessionThatDiffersAtTheHubGetsNoLab() async throws {
        let hub = try await TestHub()
        defer { try? FileManager.default.removeItem(at: hub.folder) }
        try await hub.record("P1", in: "oslo")
        let merged = try ResultsStore(path: hub.path("all"), access: .create)
        _ = try await merged.merge(try ResultsStore(path: hub.path("oslo"), access: .read))
        merged.close()
        try hub.goOn("all", "here")
        try hub.goOn("oslo", "there")
        try await hub.sync("oslo", "oslo")
        let pulled = try await hub.sync("anna", "all")
        #expect(pulled.incidents.map(\.id) == ["session-differs"])
        let store = try ResultsStore(path: hub.path("all"), access: .read)
        defer { store.close() }
        #expect(try store.sessions().map(\.lab) == [""])
    }

    @Test func theNewLabOfAFileIsSaidBeforeAnythingIsPushed() async throws {
        let hub = try await TestHub()
        defer { try? FileManager.default.removeItem(at: hub.folder) }
        try await hub.record("P1", in: "oslo")
        let notices = Mutex<[SyncNotice]>([])
        let keep: @Sendable (SyncNotice) -> Void = { new in notices.withLock { $0.append(new) } }
        try await hub.owner("REVOKE INSERT ON evalrun.definitions FROM oslo")
        _ = try? await hub.sync("oslo", "oslo", notice: keep)
        #expect(notices.withLock { $0 } == [.belongs(to: "oslo")])
        try await hub.owner("GRANT INSERT ON evalrun.definitions TO oslo")
        try await hub.sync("oslo", "oslo", notice: keep)
        #expect(notices.withLock { $0.count } == 1)
        // The hub has rows of this lab.
        let store = try ResultsStore(path: hub.path("oslo"), access: .create)
        defer { store.close() }
        #expect(throws: DiagnosticError.self) { try store.setLab("uppsala", isReplacing: true) }
    }

    /// A mistyped name would leave another copy at the hub.
    @Test func onlyAnAnalystsFileIsCreated() async throws {
        let hub = try await TestHub()
        defer { try? FileManager.default.removeItem(at: hub.folder) }
        let error = await #expect(throws: DiagnosticError.self) {
            try await hub.sync("oslo", "mistyped/oslo", makesFile: false)
        }
        #expect(error?.diagnostics.map(\.id) == ["no-results"])
        #expect(error?.status == .noInput)
        let folder = hub.folder.appending(path: "mistyped").path
        #expect(!FileManager.default.fileExists(atPath: folder))
        #expect(try await hub.rows("SELECT count(*) FROM evalrun.copies") == ["0"])
        let notices = Mutex<[SyncNotice]>([])
        let keep: @Sendable (SyncNotice) -> Void = { new in notices.withLock { $0.append(new) } }
        for _ in 1...2 { try await hub.sync("anna", "all", makesFile: false, notice: keep) }
        #expect(notices.withLock { $0 } == [.created])
    }

    @Test func aSecondSynchronisationBringsOnlyWhatIsNew() async throws {
        let hub = try await TestHub()
        defer { try? FileManager.default.removeItem(at: hub.folder) }
        try await hub.record("P1", in: "oslo")
        try await hub.sync("oslo", "oslo")
        let pushes = try await hub.rows("SELECT count(*) FROM evalrun.pushes")
        #expect(try await hub.sync("oslo", "oslo").pushedEvents == 0)
        #expect(try await hub.rows("SELECT count(*) FROM evalrun.pushes") == pushes)
        try await hub.sync("anna", "all")
        try hub.goOn("oslo", "later")
        #expect(try await hub.sync("oslo", "oslo").pushedEvents == 1)
        let pulled = try await hub.sync("anna", "all").pulled
        #expect(pulled.continued == ["P1"])
        #expect(try hub.sessions("all") == hub.sessions("oslo"))
    }

    /// The acknowledgement was lost, with everything that the file knew of the hub.
    @Test func aPushOfUnknownOutcomeIsRepeatedAndNothingIsDoubled() async throws {
        let hub = try await TestHub()
        defer { try? FileManager.default.removeItem(at: hub.folder) }
        try await hub.record("P1", in: "oslo")
        try await hub.sync("oslo", "oslo")
        let file = try DatabaseQueue(path: hub.path("oslo"))
        try await file.write {
            try $0.execute(sql: "DELETE FROM hub_pushes; DELETE FROM hub_positions")
        }
        try file.close()
        #expect(try await hub.sync("oslo", "oslo").pushedEvents == 0)
        #expect(try await hub.rows("SELECT count(*) FROM evalrun.events") == ["4"])
    }

    @Test func aHubRestoredFromABackupGetsEverythingAgain() async throws {
        let hub = try await TestHub()
        defer { try? FileManager.default.removeItem(at: hub.folder) }
        try await hub.record("P1", in: "oslo")
        try await hub.sync("oslo", "oslo")
        try await hub.sync("anna", "all")
        try hub.goOn("oslo", "later")
        try await hub.record("P2", in: "oslo")
        try await hub.sync("oslo", "oslo")
        try await hub.sync("anna", "all")
        // Back to the state after the first push.
        try await hub.owner(
            """
            DELETE FROM evalrun.pushes WHERE number > 1;
            DELETE FROM evalrun.events WHERE number > 4 OR session NOT IN (
                SELECT session FROM evalrun.ranges WHERE push = 1);
            DELETE FROM evalrun.ranges WHERE push > 1;
            DELETE FROM evalrun.sessions WHERE session NOT IN (SELECT session FROM evalrun.ranges)
            """
        )
        #expect(try await hub.sync("oslo", "oslo").pushedEvents == 5)
        try await hub.sync("anna", "all")
        try await hub.sync("anna", "fresh")
        for name in ["all", "fresh"] { #expect(try hub.sessions(name) == hub.sessions("oslo")) }
    }

    /// The position that says so is replaced by that of the first batch.
    @Test func aRestoredHubGetsEverythingAlsoIfTheFirstPushIsEndedHalfway() async throws {
        let hub = try await TestHub()
        defer { try? FileManager.default.removeItem(at: hub.folder) }
        for code in ["P1", "P2"] { try await hub.record(code, in: "oslo") }
        let last = try await hub.record("P3", in: "oslo")
        try await hub.sync("oslo", "oslo")
        try await empty(hub)
        try await hub.owner(
            """
            CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
                $$ BEGIN RAISE EXCEPTION 'full' USING ERRCODE = '53100'; END $$;
            CREATE TRIGGER refuse BEFORE INSERT ON evalrun.sessions FOR EACH ROW
                WHEN (NEW.session = '\(last)') EXECUTE FUNCTION refuse()
            """
        )
        let error = await #expect(throws: DiagnosticError.self) {
            try await hub.sync("oslo", "oslo", sizes: BatchSizes(events: 4))
        }
        #expect(error?.status == .tryAgain)
        #expect(try await hub.rows("SELECT count(*) FROM evalrun.sessions") == ["2"])
        try await hub.owner("DROP TRIGGER refuse ON evalrun.sessions; DROP FUNCTION refuse")
        #expect(try await hub.sync("oslo", "oslo").pushedEvents == 4)
        try await hub.sync("anna", "all")
        #expect(try hub.sessions("all") == hub.sessions("oslo"))
    }

    private func empty(_ hub: TestHub) async throws {
        try await hub.owner(
            "DELETE FROM evalrun.pushes; DELETE FROM evalrun.ranges; DELETE FROM evalrun.sessions"
        )
        #expect(try await hub.rows("SELECT count(*) FROM evalrun.events") == ["0"])
    }

    /// The copy that pushed the session is not the one that has it now.
    @Test func aHubRestoredAfterTheFileMovedGetsEverythingAgain() async throws {
        let hub = try await TestHub()
        defer { try? FileManager.default.removeItem(at: hub.folder) }
        try await hub.record("P1", in: "oslo")
        try await hub.sync("oslo", "oslo")
        try hub.copy("oslo", to: "moved")
        #expect(try await hub.sync("oslo", "moved").pushedEvents == 0)
        try await empty(hub)
        #expect(try await hub.sync("oslo", "moved").pushedEvents == 4)
        try await hub.sync("anna", "all")
        #expect(try hub.sessions("all") == hub.sessions("moved"))
        // Not compared as a whole each time.
        let store = try ResultsStore(path: hub.path("moved"), access: .read)
        defer { store.close() }
        let copies = try store.read {
            try String.fetchAll($0, sql: "SELECT copy FROM hub_positions")
        }
        #expect(try copies == [store.fileCopy().uuidString])
    }

    /// Two copies of a file took turns, and the hub gets all of it at once.
    @Test func turnsOfTwoCopiesArePushedTogether() async throws {
        let hub = try await TestHub()
        defer { try? FileManager.default.removeItem(at: hub.folder) }
        try await hub.record("P1", in: "oslo")
        try hub.copy("oslo", to: "other")
        try hub.goOn("other", "from the other")
        try await hub.sync("oslo", "other")
        try await hub.sync("oslo", "oslo")
        for number in 101...102 { try hub.goOn("oslo", "from the first", number: number) }
        try await empty(hub)
        let pushed = try await hub.sync("oslo", "oslo")
        #expect(pushed.pushedEvents == 7)
        #expect(pushed.pushedSessions == 1)
        try await hub.sync("anna", "all")
        #expect(try hub.sessions("all") == hub.sessions("oslo"))
    }

    /// A file that merged another lab's has its persons who declined, and pushes them too.
    @Test func whoDeclinedInTwoLabsIsPulledOnce() async throws {
        let hub = try await TestHub()
        defer { try? FileManager.default.removeItem(at: hub.folder) }
        let person = UUID()
        for lab in ["oslo", "uppsala"] {
            try await hub.owner(
                "INSERT INTO evalrun.declined (study, lab, person) VALUES ('s', '\(lab)', '\(person)')"
            )
        }
        try await hub.sync("anna", "all")
        let store = try ResultsStore(path: hub.path("all"), access: .read)
        defer { store.close() }
        #expect(try store.declinedPersons(study: "s") == [person])
    }

    @Test func aLaptopRestoredFromABackupGetsItsLaterEventsBack() async throws {
        let hub = try await TestHub()
        defer { try? FileManager.default.removeItem(at: hub.folder) }
        try await hub.record("P1", in: "oslo")
        try await hub.sync("oslo", "oslo")
        try hub.copy("oslo", to: "backup")
        try hub.goOn("oslo", "later")
        try await hub.record("P2", in: "oslo")
        try await hub.sync("oslo", "oslo")
        let restored = try await hub.sync("oslo", "backup")
        #expect(restored.pulled.continued == ["P1"])
        #expect(restored.pulled.added == ["P2"])
        #expect(restored.incidents.isEmpty)
        #expect(try hub.sessions("backup") == hub.sessions("oslo"))
    }

    /// By its place on the disk it is the copy that has pushed them.
    @Test func aLaptopRestoredInPlaceGetsItsLaterEventsBack() async throws {
        let hub = try await TestHub()
        defer { try? FileManager.default.removeItem(at: hub.folder) }
        try await hub.record("P1", in: "oslo")
        try await hub.sync("oslo", "oslo")
        let backup = try Data(contentsOf: URL(filePath: hub.path("oslo")))
        try hub.goOn("oslo", "later")
        try await hub.record("P2", in: "oslo")
        try await hub.sync("oslo", "oslo")
        let whole = try hub.sessions("oslo")
        try hub.restore("oslo", inPlace: backup)
        #expect(try hub.sessions("oslo").count == 1)
        let restored = try await hub.sync("oslo", "oslo")
        #expect(restored.pulled.continued == ["P1"])
        #expect(restored.pulled.added == ["P2"])
        #expect(try hub.sessions("oslo") == whole)
    }

    /// Cut off between the push of new events and the pull of the events after the backup.
    @Test func aRestoredFileGetsItsLaterEventsAlsoAfterASyncThatWasCutOff() async throws {
        let hub = try await TestHub()
        defer { try? FileManager.default.removeItem(at: hub.folder) }
        try await hub.record("P1", in: "oslo")
        try await hub.sync("oslo", "oslo")
        let backup = try Data(contentsOf: URL(filePath: hub.path("oslo")))
        try await hub.record("P2", in: "oslo")
        try await hub.sync("oslo", "oslo")
        try hub.restore("oslo", inPlace: backup)
        try await hub.record("P3", in: "oslo")
        await #expect(throws: DiagnosticError.self) {
            try await hub.sync(
                "oslo",
                "oslo",
                merge: { _, _ throws(DiagnosticError) in throw DiagnosticError("test", "cut off") }
            )
        }
        #expect(try await hub.sync("oslo", "oslo").pulled.added == ["P2"])
        let again = try await hub.sync("oslo", "oslo")
        #expect(again.pulled.added.isEmpty && again.pushedEvents == 0)
    }

    @Test func eventsOfANewerEvalrunAreStoredAndNamed() async throws {
        let hub = try await TestHub()
        defer { try? FileManager.default.removeItem(at: hub.folder) }
        try await hub.record("P1", in: "oslo")
        try await hub.sync("oslo", "oslo")
        try hub.goOn("oslo", "danced")
        let file = try DatabaseQueue(path: hub.path("oslo"))
        try await file.write { db in
            let newer = ChainedEvent(
                number: 6,
                version: Migrations.current + 1,
                kind: "danced",
                stamp: nil,
                payload: #"{"with":"P2"}"#,
                origin: UUID(),
                salt: Data(count: 16)
            )
            let hash = try Data.fetchOne(db, sql: "SELECT hash FROM events WHERE number = 5")
            try db.execute(
                sql: """
                    INSERT INTO events (session, number, kind, payload, version, origin, salt, hash)
                    VALUES (1, 6, 'danced', '{"with":"P2"}', ?, ?, ?, ?)
                    """,
                arguments: [
                    newer.version, newer.origin.uuidString, newer.salt,
                    Data(newer.hash(after: Array(hash ?? Data()))),
                ]
            )
        }
        try file.close()
        try await hub.sync("oslo", "oslo")
        #expect(try await hub.sync("anna", "all").unknownEvents == 1)
        #expect(try hub.sessions("all") == hub.sessions("oslo"))
    }

    @Test func whoDeclinedIsCountedOnce() async throws {
        let hub = try await TestHub()
        defer { try? FileManager.default.removeItem(at: hub.folder) }
        for lab in ["oslo", "uppsala"] {
            try await hub.record("P1", in: lab)
            let store = try ResultsStore(path: hub.path(lab), access: .create)
            try await store.countDeclined(study: "s")
            store.close()
            for _ in 1...2 { try await hub.sync(lab, lab) }
        }
        for _ in 1...2 { try await hub.sync("anna", "all") }
        let all = try ResultsStore(path: hub.path("all"), access: .read)
        #expect(try all.declined(study: "s") == 2)
    }

    @Test func twoPeopleOfOneCodeInOneLabAreNamedAndTheOthersArePulled() async throws {
        let hub = try await TestHub()
        defer { try? FileManager.default.removeItem(at: hub.folder) }
        for machine in ["one", "two"] {
            try await hub.record("P1", in: machine)
            try await hub.record("P-\(machine)", in: machine)
            try await hub.sync("oslo", machine)
        }
        let result = try await hub.sync("anna", "all")
        #expect(result.incidents.map(\.id) == ["participant-conflict"])
        let left = try #require(result.leftOut.first).uuidString.lowercased()
        let problem = result.incidents.first?.problem ?? ""
        #expect(problem.contains("the session of \"oslo/P1\" (\(left))"), "\(problem)")
        #expect(try hub.sessions("all").count == 3)
        // It is named until it is solved, and nothing is stuck.
        #expect(try await hub.sync("anna", "all").incidents.count == 1)
    }

    private func merge(
        _ other: String,
        into name: String,
        renaming: [String: String],
        _ hub: TestHub
    ) async throws -> MergeResult {
        let store = try ResultsStore(path: hub.path(name), access: .create)
        defer { store.close() }
        let source = try ResultsStore(path: hub.path(other), access: .read)
        defer { source.close() }
        return try await store.merge(source, renaming: renaming)
    }

    /// The advice of the incident adds the session that was left out, and erases none.
    @Test func aSessionThatWasLeftOutForItsCodeIsAddedFromItsFile() async throws {
        let hub = try await TestHub()
        defer { try? FileManager.default.removeItem(at: hub.folder) }
        for machine in ["one", "two"] {
            try await hub.record("P5", in: machine)
            try await hub.sync("oslo", machine)
        }
        for account in ["oslo", "anna"] {
            let shared = try await hub.address(account).status().sharedCodes
            #expect(shared.map(\.code) == ["P5"])
            #expect(shared.map(\.sessions) == [2])
        }
        let pulled = try await hub.sync("anna", "all")
        #expect(pulled.leftOut.count == 1)
        let fix = try #require(pulled.incidents.first?.fix)
        #expect(fix.contains("evalrun merge FILE --rename P5=P5-b"))
        #expect(fix.contains("do not erase either session"))
        // One of the two files has the session that the analyst has already, which keeps its code.
        var (added, refused): ([String], [String]) = ([], [])
        for machine in ["one", "two"] {
            do {
                added += try await merge(machine, into: "all", renaming: ["P5": "P5-b"], hub).added
            } catch let error as DiagnosticError { refused += error.diagnostics.map(\.id) }
        }
        #expect(added == ["P5-b"])
        #expect(refused == ["code-given"])
        let complete = try await hub.sync("anna", "all")
        #expect(complete.incidents.isEmpty)
        #expect(complete.leftOut.isEmpty)
        #expect(try hub.sessions("all").count == 2)
    }

    @Test func aCodeThatAMergeChangedAfterThePushIsNamed() async throws {
        let hub = try await TestHub()
        defer { try? FileManager.default.removeItem(at: hub.folder) }
        for machine in ["one", "two"] { try await hub.record("P5", in: machine) }
        try await hub.sync("oslo", "two")
        _ = try await merge("two", into: "one", renaming: ["P5": "P9"], hub)
        let incidents = try await hub.sync("oslo", "one").incidents
        #expect(incidents.map(\.id) == ["renamed-here-alone"])
        let words = incidents.first.map { "\($0.problem) \($0.fix ?? "")" } ?? ""
        #expect(words.contains("participant \"P9\" of this file has the code \"P5\" at the hub"))
        #expect(words.contains("do not erase \"P5\" there"))
        #expect(try await hub.sync("oslo", "one").incidents.isEmpty)
        // The hub has both under one code.
        let left = try await hub.sync("anna", "all").incidents
        #expect(left.map(\.id) == ["participant-conflict"])
    }

    /// The hub learns the new code, because it has none yet.
    @Test func aCodeThatAMergeChangesBeforeThePushReachesTheHub() async throws {
        let hub = try await TestHub()
        defer { try? FileManager.default.removeItem(at: hub.folder) }
        for machine in ["one", "two"] { try await hub.record("P5", in: machine) }
        _ = try await merge("two", into: "one", renaming: ["P5": "P9"], hub)
        #expect(try await hub.sync("oslo", "one").incidents.isEmpty)
        #expect(try await hub.sync("anna", "all").pulled.added == ["P5", "P9"])
    }

    @Test func equalAnswersImportedByTwoLabsAreOfTwoPeople() async throws {
        let hub = try await TestHub()
        defer { try? FileManager.default.removeItem(at: hub.folder) }
        for lab in ["oslo", "uppsala"] {
            try await hub.importAnswers(["P1": "yes"], into: lab)
            try await hub.sync(lab, lab)
        }
        let result = try await hub.sync("anna", "all")
        #expect(result.incidents.isEmpty)
        #expect(result.pulled.added == ["P1", "P1"])
    }

    @Test func answersImportedOnTwoMachinesOfALabAreNamed() async throws {
        let hub = try await TestHub()
        defer { try? FileManager.default.removeItem(at: hub.folder) }
        for machine in ["one", "two"] {
            try await hub.importAnswers(["P1": "yes"], into: machine)
            try await hub.sync("oslo", machine)
        }
        let result = try await hub.sync("anna", "all")
        #expect(result.pulled.added == ["P1"])
        #expect(result.incidents.map(\.id) == ["participant-conflict"])
        let problem = try #require(result.incidents.first?.problem)
        #expect(problem.contains("oslo/P1") && problem.contains("imported twice"))
        let fix = result.incidents.first?.fix ?? ""
        #expect(fix.hasSuffix("no other session, and synchronise that file"), "\(fix)")
        // The advice leaves one of the two.
        _ = try ResultsStore.erase(participant: "P1", path: hub.path("two"), wall: 1)
        try await hub.sync("oslo", "two")
        #expect(try await hub.sync("anna", "all").incidents.isEmpty)
        #expect(try hub.sessions("all").count == 1)
        #expect(try hub.sessions("two").count == 1)
    }

    @Test func aSecondSessionOfAParticipantIsPulledLater() async throws {
        let hub = try await TestHub()
        defer { try? FileManager.default.removeItem(at: hub.folder) }
        for _ in 1...2 {
            try await hub.record("P1", in: "oslo")
            try await hub.sync("oslo", "oslo")
            #expect(try await hub.sync("anna", "all").incidents.isEmpty)
        }
        #expect(try await hub.address("anna").status().sharedCodes.isEmpty)
        #expect(try hub.sessions("all") == hub.sessions("oslo"))
        #expect(try hub.sessions("all").count == 2)
    }

    /// Each study of a lab has a file, and both have a P1.
    @Test func aSynchronisationCoversTheStudiesOfTheFile() async throws {
        let hub = try await TestHub()
        defer { try? FileManager.default.removeItem(at: hub.folder) }
        try await hub.record("P1", in: "one")
        for code in ["P1", "P2"] { try await hub.record(code, in: "two", study: "t") }
        for name in ["one", "two", "one", "two"] {
            let result = try await hub.sync("oslo", name)
            #expect(result.incidents.isEmpty)
            #expect(result.pulled.added == [])
        }
        #expect(try hub.sessions("one").count == 1)

        let several = await #expect(throws: DiagnosticError.self) {
            try await hub.sync("oslo", "new")
        }
        #expect(several?.diagnostics.map(\.id) == ["several-studies"])
        #expect(several?.diagnostics.first?.problem.hasSuffix(" at the hub: s, t") == true)
        for account in ["oslo", "anna"] {
            let unknown = await #expect(throws: DiagnosticError.self) {
                try await hub.sync(account, "new \(account)", study: "u")
            }
            #expect(unknown?.diagnostics.map(\.id) == ["unknown-study"])
        }
        #expect(try await hub.sync("oslo", "new", study: "t").pulled.added == ["P1", "P2"])
        #expect(try await hub.sync("oslo", "new").pulled.added == [])
    }

    @Test func codesAreComparedWithinAStudy() async throws {
        let hub = try await TestHub()
        defer { try? FileManager.default.removeItem(at: hub.folder) }
        try await hub.record("P1", in: "one")
        try await hub.record("P1", in: "two", study: "t")
        for name in ["one", "two"] { try await hub.sync("oslo", name) }
        let result = try await hub.sync("oslo", "one", study: "t")
        #expect(result.incidents.isEmpty)
        #expect(result.pulled.added == ["P1"])
    }

    /// The backup is of before the second study.
    @Test func aLaptopRestoredInPlaceGetsAStudyBack() async throws {
        let hub = try await TestHub()
        defer { try? FileManager.default.removeItem(at: hub.folder) }
        try await hub.record("P1", in: "oslo")
        try await hub.sync("oslo", "oslo")
        let backup = try Data(contentsOf: URL(filePath: hub.path("oslo")))
        try await hub.record("P2", in: "oslo", study: "t")
        try await hub.sync("oslo", "oslo")
        try hub.restore("oslo", inPlace: backup)
        #expect(try await hub.sync("oslo", "oslo").pulled.added == ["P2"])
    }

    @Test func aFileOfAnotherLabIsRefused() async throws {
        let hub = try await TestHub()
        defer { try? FileManager.default.removeItem(at: hub.folder) }
        try await hub.record("P1", in: "oslo")
        try await hub.sync("oslo", "oslo")
        for account in ["uppsala", "anna"] {
            let error = await #expect(throws: DiagnosticError.self) {
                try await hub.sync(account, "oslo")
            }
            #expect(error?.diagnostics.map(\.id) == ["other-lab"])
            #expect(error?.status == .noPermission)
        }
    }
}
