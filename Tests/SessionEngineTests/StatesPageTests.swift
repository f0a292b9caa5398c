import Foundation
import ResultsStore
import Scenarios
import StudyDefinition
import Synchronization
import TestSupport
import Testing

@testable import SessionEngine

/// The page SessionStates is generated from the declarations that the engine runs on.
@Suite struct StatesPageTests {
    private static let page = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Sources/Lab/SessionEngine/SessionEngine.docc/SessionStates.md")

    private var statesPage: String {
        let scenarios = SessionRules().scenarios.scenarios
        let omitted: [any GeneralState.Type] = [
            Unrecorded.self, Waking.self, LeavingUnrecorded.self, Leaving.self, EndingForGood.self,
            Wording.self,
        ]
        return """
            # The states of a session

            Generated from the scenarios that the engine declares; there is no other state machine.

            ## Overview

            Phases and tasks are states, keys and the answers of checks are messages, storing and \
            checking are queries. *Step* is the next step of the plan. Left out of the drawing are \
            six states that nearly every other leads to: `Leaving` and `EndingForGood` (Ctrl-C), \
            `Wording` (words for a mark, the clock goes on as it was), and `Unrecorded` (an event \
            could not be written; it is written again before anything else) with `Waking` and \
            `LeavingUnrecorded`. The table has them all.

            ```mermaid
            \(scenarios.diagram(start: Confirming.self, omitting: omitted))```

            ## Every scenario

            \(scenarios.table())
            """
    }

    /// - Parameter root: the folder of the workspace. Nil for a new folder.
    private func world(root: URL? = nil) throws -> SessionWorld {
        let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent()
        let study = try StudyReader.read(
            tests.appendingPathComponent("StudyDefinitionTests/Fixtures/greeting")
        )
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("evalrun-\(UUID().uuidString)")
        let resources = Resources(executables: folder, store: nil, studies: nil, cache: folder)
        return SessionWorld(
            recorder: Recorder(
                store: try ResultsStore(
                    path: folder.appendingPathComponent("r.sqlite").path,
                    access: .create
                ),
                study: study
            ),
            workspace: Workspace(root: root ?? folder, study: study, resources: resources),
            checker: CheckRunner(study: study, resources: resources, environment: [:]),
            clock: .system
        )
    }

    @Test func thePageIsWhatTheDeclarationsSay() throws {
        let file = (name: Self.page.lastPathComponent, text: statesPage)
        let folder = Self.page.deletingLastPathComponent()
        #expect(try Golden.differences([file], in: folder, isWhole: false) == [])
    }

    /// A task may also end without a check.
    @Test func filesAreFetchedBeforeASnapshot() async throws {
        var world = try world()
        world.collect = { "No files came." }
        let taken = try await SessionService(world).execute(query: TakeSnapshot())
        #expect((taken as? SnapshotTaken)?.unsent == "No files came.")
    }

    /// The task ends nevertheless, for example if the disk is full.
    @Test func theFacilitatorIsToldThatTheWorkWasNotRecorded() async throws {
        let world = try world(root: URL(fileURLWithPath: "/no/workspace"))
        let answer = try await SessionService(world).execute(query: TakeSnapshot())
        let taken = try #require(answer as? SnapshotTaken)
        #expect(taken.hash == nil)
        let words = "The work could not be recorded (a snapshot could not be taken: "
        #expect(taken.remark?.hasPrefix(words) == true, "\(taken)")
    }

    /// Also after the facilitator was asked about unsaved work.
    @Test(arguments: [false, true]) func filesAreFetchedBeforeACheck(isAsked: Bool) async throws {
        var world = try world()
        world.collect = { "No files came." }
        let start = SessionStart(
            participant: "P1",
            study: "h",
            conditions: ["shell"],
            source: .simulated,
            environment: SessionEnvironment()
        )
        let session = Session(study: world.workspace.study.study, start: start)
        let inspect = Inspect(session: session, isAsked: isAsked)
        let inspected = try await SessionService(world).execute(query: inspect)
        #expect((inspected as? Inspected)?.unsaved == "No files came.")
    }

    /// The codebook or the text of a mark may be open when the check ends.
    @Test func aCheckGoesOnWhileADialogHidesIt() async throws {
        var world = try world()
        let counts = Counts()
        world.scriptedVerdict = {
            counts.begun.withLock { $0 += 1 }
            usleep(200_000)
            return .passed
        }
        try FileManager.default.createDirectory(
            at: world.workspace.root,
            withIntermediateDirectories: true
        )
        let query = check(of: world.workspace.study.study)
        let service = SessionService(world)
        let first = Task { try await service.execute(query: query) }
        while counts.begun.withLock({ $0 }) == 0 { try await Task.sleep(for: .milliseconds(5)) }
        first.cancel()
        _ = try? await first.value
        let again = try await service.execute(query: query)
        #expect((again as? Checked)?.finished.verdict == .passed)
        #expect(counts.begun.withLock { $0 } == 1)
    }

    /// A process that ended before would leave the check's commands running. A check that blocks its
    /// thread must not delay the session.
    @Test func theEndOfTheSessionWaitsForTheEndOfTheCheck() async throws {
        let query = check(of: try world().workspace.study.study)
        let (current, counts) = (CurrentCheck(), Counts())
        let first = Task {
            await current.result(of: query) { _ in
                let hasThread = withUnsafeCurrentTask { $0?.unownedTaskExecutor != nil }
                counts.begun.withLock { $0 += hasThread ? 1 : 100 }
                try? await Task.sleep(for: .seconds(60))
                await Task { _ = usleep(100_000) }.value
                counts.ended.withLock { $0 += 1 }
                return CheckFinished(
                    run: 1,
                    attempt: 1,
                    verdict: .fault,
                    snapshot: nil,
                    unsavedAsked: false
                )
            }
        }
        while counts.begun.withLock({ $0 }) == 0 { try await Task.sleep(for: .milliseconds(5)) }
        await current.end()
        #expect(counts.ended.withLock { $0 } == 1)
        #expect(counts.begun.withLock { $0 } == 1)
        _ = await first.value
    }

    private func check(of study: Study) -> RunCheck {
        let start = SessionStart(
            participant: "P1",
            study: "h",
            conditions: ["shell"],
            source: .simulated,
            environment: SessionEnvironment()
        )
        return RunCheck(
            session: Session(study: study, start: start),
            task: study.tasks[0],
            unsavedAsked: false
        )
    }

    private final class Counts: Sendable {
        let begun = Mutex(0)
        let ended = Mutex(0)
    }

    @Test func everyScenarioIsDeclaredWhole() throws {
        let rules = SessionRules()
        let faults = rules.scenarios.scenarios.faults(
            processor: BaseActionProcessor(declared: rules.actions),
            service: SessionService(try world())
        )
        #expect(faults.isEmpty, "\(faults)")
    }
}
