import ContentHash
import Diagnostics
import Foundation
import GRDB
import StudyDefinition
import Testing

@testable import ResultsStore

/// Files of several machines become one.
@Suite struct MergeTests {
    private let study = MadeUpStudy.folder

    private func withStores(
        _ body: (_ here: ResultsStore, _ there: ResultsStore) async throws -> Void
    ) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "merge-\(UUID())")
        defer { try? FileManager.default.removeItem(at: folder) }
        let stores = try ["a", "b"].map {
            try ResultsStore(path: folder.appending(path: "\($0).sqlite").path, access: .create)
        }
        try await body(stores[0], stores[1])
    }

    private func begin(
        _ participant: String,
        in store: ResultsStore,
        at time: Int64 = 1,
        boot: String = "b"
    ) async throws -> SessionLog {
        let start = SessionStart(
            participant: participant,
            study: "h",
            conditions: [],
            source: .live,
            environment: SessionEnvironment()
        )
        return try await store.begin(
            start,
            study: study,
            at: Stamp(monotonic: time, wall: time, boot: boot)
        )
    }

    private func answer(_ text: String, in log: SessionLog, at time: Int64) async throws {
        let value = AnswerValue(raw: text, meaning: .text(text))
        try log.append(
            [.answered(Answered(questionnaire: "q", item: "i", value: value))],
            at: Stamp(monotonic: time, wall: time, boot: "b")
        )
    }

    @Test func sessionsAreAddedOnceWithTheirStampsAndTables() async throws {
        try await withStores { here, there in
            _ = try await begin("P1", in: here)
            try await answer("yes", in: begin("P2", in: there, at: 5), at: 6)
            let first = try await here.merge(there)
            #expect(first == MergeResult(added: ["P2"]))
            let again = try await here.merge(there)
            #expect(again == MergeResult(known: ["P2"]))
            let sessions = try here.results().sessions
            #expect(sessions.map(\.start.participant) == ["P1", "P2"])
            #expect(sessions[1].answers.first??.value.raw == "yes")
            #expect(try here.events(session: 2).map(\.stamp.monotonic) == [5, 6])
            #expect(try here.study(hash: "h").id == "s")
        }
    }

    /// Stores a session with a snapshot of one file. Returns the hash of the file's bytes.
    private func keepFile(_ text: String, of participant: String, in store: ResultsStore)
        async throws -> (snapshot: String, content: String)
    {
        let bytes = Data(text.utf8)
        let snapshot = Snapshot(
            files: [.init(path: "greet.sh", mode: 0o755, content: sha256(bytes))]
        )
        try await store.keep(snapshot, bytes: [sha256(bytes): bytes])
        let prepared = TaskPrepared(
            run: 1,
            task: "t",
            condition: "",
            practice: false,
            timeLimit: 9,
            snapshot: snapshot.hash,
            overlaid: []
        )
        try await begin(participant, in: store)
            .append([.taskPrepared(prepared)], at: Stamp(monotonic: 2, wall: 2, boot: "b"))
        return (snapshot.hash, sha256(bytes))
    }

    /// Files of snapshots are evidence for repeated checks, and are written to folders.
    @Test(
        arguments: [
            "UPDATE contents SET bytes = x'00'",
            "UPDATE snapshot_files SET path = '../../.profile'",
            "INSERT INTO snapshot_files SELECT snapshot, 'more', mode, content FROM snapshot_files",
            "INSERT INTO study_files SELECT 'h', '../x', content FROM snapshot_files",
        ]
    )
    func changedFilesAreNotMerged(_ change: String) async throws {
        try await withStores { here, there in
            _ = try await keepFile("echo", of: "P2", in: there)
            try await there.write { try $0.execute(sql: change) }
            let error = try await #require(throws: DiagnosticError.self) {
                try await here.merge(there)
            }
            #expect(error.diagnostics.map(\.id) == ["changed-files"])
            #expect(try here.results().sessions.isEmpty)
        }
    }

    @Test func aMergeAddsNoFilesToAStudyOrSnapshotThatIsThere() async throws {
        try await withStores { here, there in
            _ = try await keepFile("echo", of: "P1", in: here)
            let (snapshot, content) = try await keepFile("echo", of: "P2", in: there)
            try await there.write { db in
                try db.execute(
                    sql: """
                        INSERT INTO study_files VALUES ('h', 'more', '\(content)');
                        INSERT INTO snapshot_omissions VALUES ('\(snapshot)', 'a', 1, 'b');
                        INSERT INTO snapshot_omissions VALUES ('\(snapshot)', 'c', 1, 'b');
                        INSERT INTO snapshot_files VALUES ('\(snapshot)', 'more', 1, '\(content)')
                        """
                )
            }
            #expect(try await here.merge(there).added == ["P2"])
            #expect(try here.studyFiles(hash: "h").isEmpty)
            #expect(try here.snapshot(hash: snapshot)?.map(\.file.path) == ["greet.sh"])
        }
    }

    /// A hub may have left out large files of a study.
    @Test func aMergeCompletesTheFilesOfAStudy() async throws {
        try await withStores { here, there in
            let contents = ["large", "small"].map { Data($0.utf8) }
            let hash = StudyFolder.hash(of: ["a": sha256(contents[0]), "b": sha256(contents[1])])
            for (store, files) in [(here, [1]), (there, [0, 1])] {
                try await store.write { db in
                    try db.run(
                        """
                        INSERT INTO studies (hash, id, version, title, definition)
                        VALUES (?, 's', '1', 'S', '{}')
                        """,
                        [hash]
                    )
                    for file in files {
                        let (bytes, path) = (contents[file], ["a", "b"][file])
                        try db.run(
                            "INSERT INTO contents (hash, bytes) VALUES (?, ?)",
                            [sha256(bytes), bytes]
                        )
                        try db.run(
                            "INSERT INTO study_files (study, path, content) VALUES (?, ?, ?)",
                            [hash, path, sha256(bytes)]
                        )
                    }
                }
            }
            _ = try await here.merge(there)
            #expect(try here.studyFiles(hash: hash).map(\.path) == ["a", "b"])
        }
    }

    /// A results file of another lab may contain other files for the hash of a study.
    @Test func aSessionStoresTheFilesOfItsStudyAgain() async throws {
        try await withStores { here, there in
            let folder = URL(filePath: here.path).deletingLastPathComponent()
            let (own, other) = (Data("own".utf8), Data("other".utf8))
            try own.write(to: folder.appending(path: "a"))
            var study = MadeUpStudy.folder
            (study.url, study.files) = (folder, ["a": sha256(own)])
            study.hash = StudyFolder.hash(of: study.files)
            let hash = study.hash
            try await there.write { db in
                try db.run(
                    """
                    INSERT INTO studies (hash, id, version, title, definition)
                    VALUES (?, 's', '1', 'S', '{}')
                    """,
                    [hash]
                )
                let content = sha256(other)
                try db.run("INSERT INTO contents (hash, bytes) VALUES (?, ?)", [content, other])
                for path in ["a", "b"] {
                    try db.run(
                        "INSERT INTO study_files (study, path, content) VALUES (?, ?, ?)",
                        [hash, path, content]
                    )
                }
            }
            _ = try await here.merge(there)
            #expect(try here.studyFiles(hash: hash).map(\.path) == ["a", "b"])
            let start = SessionStart(
                participant: "P1",
                study: hash,
                conditions: [],
                source: .live,
                environment: SessionEnvironment()
            )
            let now = Stamp(monotonic: 1, wall: 1, boot: "b")
            _ = try await here.begin(start, study: study, at: now)
            let files = try here.studyFiles(hash: hash)
            #expect(files.map(\.path) == ["a"] && files.map(\.bytes) == [own])
        }
    }

    @Test func aPathThatLeadsOutOfAFolderIsNotRead() async throws {
        try await withStores { here, _ in
            let (snapshot, _) = try await keepFile("echo", of: "P1", in: here)
            try await here.write {
                try $0.execute(sql: "UPDATE snapshot_files SET path = '/etc/x'")
            }
            #expect(throws: DiagnosticError.self) { try here.snapshot(hash: snapshot) }
        }
    }

    @Test func aFileWithATriggerIsRefused() async throws {
        try await withStores { here, _ in
            try await here.write {
                try $0.execute(
                    sql: "CREATE TRIGGER t AFTER INSERT ON events BEGIN DELETE FROM marks; END"
                )
            }
            let error = #expect(throws: DiagnosticError.self) {
                try ResultsStore(path: here.path, access: .read)
            }
            #expect(error?.diagnostics.first?.problem.contains("trigger t") == true)
        }
    }

    /// A file with no other table than GRDB's own may be new.
    @Test func anEmptyFileWithATriggerIsRefused() async throws {
        try await withStores { here, _ in
            let path = here.path + ".new"
            let queue = try DatabaseQueue(path: path)
            try await queue.write {
                try $0.execute(
                    sql: """
                        CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
                        CREATE TRIGGER t AFTER INSERT ON grdb_migrations BEGIN SELECT 1; END
                        """
                )
            }
            try queue.close()
            #expect(throws: DiagnosticError.self) {
                try ResultsStore(path: path, access: .create)
            }
        }
    }

    @Test func aFileThatTwoCommandsMergeAtOnceIsAddedOnce() async throws {
        try await withStores { here, there in
            for number in 1...3 {
                _ = try await begin("P\(number)", in: there, at: Int64(number))
            }
            let input = try MergeInput(there, renaming: [:])
            let state = try here.mergeState()
            let plan = try MergePlan(input, into: here, renaming: [:])
            let second = try ResultsStore(path: here.path, access: .create)
            defer { second.close() }
            #expect(try await second.merge(there).added == ["P1", "P2", "P3"])
            let overtaken = try await here.carryOut(plan, madeIn: state, input) { _ in [] }
            #expect(overtaken == nil)
            #expect(try await here.merge(there) == MergeResult(known: ["P1", "P2", "P3"]))
        }
    }

    @Test func aSessionThatWentOnElsewhereGoesOnHere() async throws {
        try await withStores { here, there in
            try await answer("one", in: begin("P1", in: there), at: 2)
            _ = try await here.merge(there)
            let log = try there.reopen(session: 1)
            try await answer("two", in: log, at: 3)
            #expect(try await here.merge(there) == MergeResult(continued: ["P1"]))
            let answer = try here.results().sessions[0].answers.first ?? nil
            #expect(answer?.value.raw == "two")
            #expect(answer?.corrections == 1)
            // The shorter log of the two says nothing new.
            #expect(try await there.merge(here) == MergeResult(known: ["P1"]))
        }
    }

    @Test func aCodeOfTwoPeopleIsNamedAndTheOthersAreMerged() async throws {
        try await withStores { here, there in
            _ = try await begin("P1", in: here, at: 1)
            _ = try await begin("P1", in: there, at: 2)
            _ = try await begin("P3", in: there, at: 3)
            let merged = try await here.merge(there)
            #expect(merged.added == ["P3"])
            let text = render(merged.leftOut.map(\.reason))
            #expect(text.contains("participant \"P1\" has a different session in "))
            #expect(text.contains("--rename P1=P1-b"))
            #expect(try here.results().sessions.map(\.start.participant) == ["P1", "P3"])
            let renamed = try await here.merge(there, renaming: ["P1": "P9"])
            #expect(renamed == MergeResult(added: ["P9"], known: ["P3"]))
            #expect(try here.results().sessions.map(\.start.participant) == ["P1", "P3", "P9"])
            #expect(try await here.merge(there, renaming: ["P1": "P9"]).known == ["P9", "P3"])
        }
    }

    @Test(arguments: ["", "oslo"])
    func severalCodesOfTwoPeopleAreNamedInOneMessage(lab: String) async throws {
        try await withStores { here, there in
            if !lab.isEmpty { try here.setLab(lab) }
            for code in ["P10", "P2", "P1"] {
                _ = try await begin(code, in: here)
                _ = try await begin(code, in: there, at: 2)
            }
            let leftOut = try await here.merge(there).leftOut
            #expect(leftOut.count == 3)
            let reasons = Set(leftOut.map(\.reason))
            #expect(reasons.count == 1)
            let text = render(Array(reasons))
            #expect(text.contains("3 participants have different sessions in \(here.path): "))
            #expect(text.contains(": P1, P2, P10\n"))
            #expect(text.contains("add --rename P1=P1-b P2=P2-b to the command, with such a pair"))
            let commands = [here, there].map { "evalrun lab NAME --results \($0.path)" }
            #expect(text.contains(commands.joined(separator: ", ")) == lab.isEmpty, "\(text)")
            for (store, name) in [(here, "oslo"), (there, "bergen")] { try store.setLab(name) }
            #expect(try await here.merge(there).added.sorted() == ["P1", "P10", "P2"])
        }
    }

    @Test func manyCodesOfTwoPeopleAreShortened() async throws {
        try await withStores { here, there in
            for number in 1...32 {
                _ = try await begin("P\(number)", in: here)
                _ = try await begin("P\(number)", in: there, at: 2)
            }
            let text = await refusal(of: [:], there, into: here)
            #expect(text.contains(", P29, P30 and 2 more\n"), "\(text)")
        }
    }

    @Test func theAdvisedCodeIsFreeInBothFiles() async throws {
        try await withStores { here, there in
            for code in ["P1", "P1-b"] { _ = try await begin(code, in: here) }
            for code in ["P1", "P1-c"] { _ = try await begin(code, in: there, at: 2) }
            let text = await refusal(of: [:], there, into: here)
            #expect(text.contains("add --rename P1=P1-d to the command"), "\(text)")
            #expect(await refusal(of: ["P1": "P1-d"], there, into: here) == "merged")
        }
    }

    /// The message of a merge that is refused or leaves out a session.
    private func refusal(
        of renaming: [String: String],
        _ there: ResultsStore,
        into here: ResultsStore
    ) async -> String {
        do throws(DiagnosticError) {
            let leftOut = try await here.merge(there, renaming: renaming).leftOut
            return leftOut.isEmpty ? "merged" : render(leftOut.map(\.reason))
        } catch {
            return render(error.diagnostics)
        }
    }

    @Test func twoParticipantsOfAFileNeverGetOneCode() async throws {
        try await withStores { here, there in
            _ = try await begin("P1", in: there, at: 1)
            _ = try await begin("P2", in: there, at: 2)
            for renaming in [["P1": "X", "P2": "X"], ["P1": "P2"]] {
                let text = await refusal(of: renaming, there, into: here)
                #expect(text.contains("participants \"P1\" and \"P2\" would have the same code"))
            }
            let swapped = try await here.merge(there, renaming: ["P1": "X", "P2": "P1"])
            #expect(swapped.added == ["X", "P1"])
            _ = try await begin("P3", in: there, at: 3)
            let text = await refusal(of: ["P3": "X"], there, into: here)
            #expect(text.contains("use --rename P3=X-b instead"))
            // In this file, X is P1 of the other file.
            _ = try await begin("X", in: there, at: 4)
            let unrenamed = await refusal(of: [:], there, into: here)
            #expect(unrenamed.contains("participant \"X\" has a different session in "))
            #expect(unrenamed.contains("add --rename X=X-b to the command"))
            #expect(try here.results().sessions.map(\.start.participant) == ["P1", "P3", "X"])
        }
    }

    /// Further sessions of a person get the code that the first one got.
    @Test(arguments: [["P1": "P9"], [:]] as [[String: String]])
    func aParticipantKeepsTheCodeOfTheFirstMerge(renaming: [String: String]) async throws {
        try await withStores { here, there in
            let code = renaming["P1"] ?? "P1"
            _ = try await begin("P1", in: there, at: 1)
            #expect(try await here.merge(there, renaming: renaming).added == [code])
            _ = try await begin("P1", in: there, at: 2)
            let text = await refusal(of: ["P1": "P8"], there, into: here)
            #expect(text.contains("participant \"P1\" already has the code \"\(code)\" in "))
            #expect(text.contains("leave out --rename P1=P8"))
            let again = try await here.merge(there)
            #expect(again == MergeResult(added: [code], known: [code]))
            #expect(try here.results().sessions.map(\.start.participant) == [code, code])
        }
    }

    /// The other file is a copy of this one, so its P1 is P1 here.
    @Test func aSessionThatACopyAddedToAKnownParticipantIsAdded() async throws {
        try await withStores { here, there in
            _ = try await begin("P1", in: here, at: 1)
            _ = try await there.merge(here)
            _ = try await begin("P1", in: there, at: 2)
            #expect(try await here.merge(there) == MergeResult(added: ["P1"], known: ["P1"]))
        }
    }

    /// The merge gives the earlier session the larger id.
    @Test func aMergedSessionThatBeganEarlierComesFirst() async throws {
        try await withStores { here, there in
            _ = try await begin("P1", in: here, at: 9)
            _ = try await there.merge(here)
            _ = try await begin("P1", in: there, at: 5)
            _ = try await here.merge(there)
            for store in [here, there] {
                #expect(try store.sessions().map(\.id) == [2, 1])
                #expect(try store.results().sessions.map(\.id) == [2, 1])
            }
        }
    }

    @Test func aWrongRenamingIsNamedByTheCodeOfTheOtherFile() async throws {
        try await withStores { here, there in
            _ = try await begin("P3", in: here, at: 1)
            _ = try await begin("P1", in: there, at: 2)
            let unknown = await refusal(of: ["P10": "P8"], there, into: here)
            #expect(unknown.contains("contains no participant \"P10\" to rename"))
            let taken = await refusal(of: ["P1": "P3"], there, into: here)
            #expect(taken.contains("participant \"P1\" cannot be renamed to \"P3\""))
            #expect(taken.contains("use --rename P1=P3-b instead"))
            #expect(try await here.merge(there, renaming: ["P1": "P3-b"]).added == ["P3-b"])
        }
    }

    /// A withdrawal that was pulled from a hub, from a branch that this file does not have.
    @Test func aWithdrawalIsAddedToWhateverEventsASessionHas() async throws {
        try await withStores { here, _ in
            try here.setLab("oslo")
            try await answer("one", in: begin("P1", in: here), at: 2)
            let session = try #require(try here.sessions().first?.uuid)
            let event = ChainedEvent(
                number: 9,
                version: Migrations.current,
                kind: "withdrawn",
                stamp: Stamp(monotonic: 3, wall: 3, boot: "c"),
                payload: #"{"reason":"a letter"}"#,
                origin: UUID(),
                salt: Data(count: 16)
            )
            func pull(_ lab: String) async throws -> MergeResult {
                var input = MergeInput(
                    file: "hub",
                    logs: [],
                    tombstones: [],
                    declined: [:],
                    contents: { _ in MergeContents() }
                )
                let withdrawal = MergeInput.Withdrawal(event, session: session, lab: lab)
                input.withdrawals = try [#require(withdrawal)]
                return try await here.merge(pulled: input, leftovers: { _ in [] })
            }
            #expect(try await pull("uppsala") == MergeResult())
            #expect(try here.results().sessions.map(\.withdrawal) == [nil])
            #expect(try await pull("oslo") == MergeResult(continued: ["P1"]))
            #expect(try here.results().sessions.map(\.withdrawal) == ["a letter"])
            #expect(try here.events(session: 1).map(\.number) == [1, 2, 3])
            #expect(try here.chainFaults().isEmpty)
            #expect(try await pull("oslo") == MergeResult())
        }
    }

    /// A session of P1 in both files, with an exclusion that only `here` has.
    private func withPartedStores(
        _ body: (_ here: ResultsStore, _ there: ResultsStore) async throws -> Void
    ) async throws {
        try await withStores { here, there in
            try await answer("one", in: begin("P1", in: there), at: 2)
            _ = try await here.merge(there)
            try decide(.excluded(Decision(reason: "noise")), in: here, at: 3)
            _ = try await begin("P2", in: there, at: 4)
            try await body(here, there)
        }
    }

    private func decide(_ event: SessionEvent, in store: ResultsStore, at time: Int64) throws {
        let stamp = Stamp(monotonic: time, wall: time, boot: "b")
        try store.reopen(session: 1).append([event], at: stamp)
    }

    /// Renaming does not help: it is one session.
    @Test func aSessionThatWentOnInBothFilesIsLeftOutAndTheRestIsMerged() async throws {
        try await withPartedStores { here, there in
            try await answer("two", in: there.reopen(session: 1), at: 5)
            for added in [["P2"], []] {
                let merged = try await here.merge(there)
                #expect(merged.added == added && merged.continued.isEmpty)
                let text = render(merged.leftOut.map(\.reason))
                #expect(text.contains("has different events in this file and in "))
                #expect(!text.contains("--rename") && !text.contains("consent"))
            }
            #expect(try here.events(session: 1).count == 3)
        }
    }

    @Test func aWithdrawalReachesASessionThatWentOnInBothFiles() async throws {
        try await withPartedStores { here, there in
            try await answer("two", in: there.reopen(session: 1), at: 5)
            try decide(.withdrawn(Decision(reason: "a letter")), in: there, at: 6)
            let merged = try await here.merge(there)
            #expect(merged.added == ["P2"] && merged.continued == ["P1"])
            let text = render(merged.leftOut.map(\.reason))
            #expect(text.contains("its withdrawal of consent in "), "\(text)")
            #expect(try here.results().sessions[0].withdrawal == "a letter")
            #expect(try here.events(session: 1).map(\.event.kind).last == .withdrawn)
            #expect(try here.chainFaults().isEmpty)
            let again = try await here.merge(there)
            #expect(again.continued.isEmpty && again.leftOut.count == 1)
        }
    }

    @Test func aWithdrawalOfThisFileAloneIsNamedWithTheCommandThatMergesIt() async throws {
        try await withPartedStores { here, there in
            try await answer("two", in: there.reopen(session: 1), at: 5)
            try decide(.withdrawn(Decision(reason: "a letter")), in: here, at: 6)
            let text = render(try await here.merge(there).leftOut.map(\.reason))
            #expect(text.contains("consent was withdrawn only in this file"))
            #expect(text.contains("run: evalrun merge \(here.path) --results \(there.path)"))
            #expect(try await there.merge(here).continued == ["P1"])
            #expect(try there.results().sessions.map(\.withdrawal) == ["a letter", nil])
        }
    }

    /// Afterwards, both files have the same log.
    @Test func aWithdrawalIsMergedIntoALogThatWentOnAndBack() async throws {
        try await withPartedStores { here, there in
            try decide(.withdrawn(Decision(reason: "a letter")), in: there, at: 5)
            let merged = try await here.merge(there)
            #expect(merged == MergeResult(added: ["P2"], continued: ["P1"]))
            #expect(try await here.merge(there) == MergeResult(known: ["P1", "P2"]))
            let back = try await there.merge(here)
            #expect(back.continued == ["P1"] && back.leftOut.isEmpty && back.isReplaced)
            #expect(try there.chainFaults().isEmpty)
            for store in [here, there] {
                let kinds = try store.events(session: 1).map(\.event.kind)
                #expect(kinds == [.sessionStarted, .answered, .excluded, .withdrawn])
            }
            #expect(try await there.merge(here) == MergeResult(known: ["P1", "P2"]))
        }
    }

    /// The sessions of others are merged.
    @Test func aSessionThatIsBeingRecordedIsLeftOut() async throws {
        try await withStores { here, there in
            _ = try await begin("P1", in: there)
            _ = try await here.merge(there)
            try await answer("one", in: there.reopen(session: 1), at: 2)
            _ = try await begin("P2", in: there, at: 3)
            let merged = try await here.merge(there, lock: { _ in false })
            #expect(merged.added == ["P2"] && merged.continued.isEmpty)
            #expect(merged.leftOut.map(\.reason.id) == ["session-running"])
            #expect(try await here.merge(there).continued == ["P1"])
        }
    }

    @Test func whoDeclinedIsCountedOnceInEveryOrder() async throws {
        try await withStores { here, there in
            try await there.countDeclined(study: "s")
            try await here.countDeclined(study: "s")
            #expect(try await here.merge(there).declined == ["s": 1])
            #expect(try await here.merge(there).declined == [:])
            #expect(try await there.merge(here).declined == ["s": 1])
            #expect(try here.declined(study: "s") == 2)
            #expect(try there.declined(study: "s") == 2)
        }
    }

    @Test func ofTwoLocksTheEarlierOneIsKeptInEveryOrder() async throws {
        try await withStores { here, there in
            let lock = { (hash: String, wall: Int64) in
                StoredLock(study: "s", hash: hash, target: nil, terms: [:], wall: wall)
            }
            try await here.keep(lock("late", 9))
            try await there.keep(lock("early", 5))
            #expect(try await there.merge(here).locks == [])
            #expect(try await here.merge(there).locks == ["s"])
            #expect(try here.lock(study: "s")?.hash == "early")
            #expect(try there.lock(study: "s")?.hash == "early")
        }
    }

    /// Another process may lock the study after `evalrun lock` has found no lock.
    @Test func aSecondLockOfAStudyIsNotKept() async throws {
        try await withStores { here, _ in
            let lock = { (hash: String) in
                StoredLock(study: "s", hash: hash, target: nil, terms: [:], wall: 1)
            }
            let kept = [
                try await here.keep(lock("first")), try await here.keep(lock("second")),
            ]
            #expect(kept == [true, false])
            #expect(try here.lock(study: "s")?.hash == "first")
        }
    }
}
