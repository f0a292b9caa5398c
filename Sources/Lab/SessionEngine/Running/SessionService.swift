import Diagnostics
import ResultsStore
import Scenarios

/// Service that executes the engine's queries in a ``SessionWorld``. A write in progress is
/// completed even if the engine leaves the state that started it.
final class SessionService: BaseActionService, @unchecked Sendable {
    // The class is `@unchecked Sendable` only because its superclass is. This property is
    // immutable.
    private let world: SessionWorld

    init(_ world: SessionWorld) {
        self.world = world
        super.init()
    }

    override func onDeclareCalls(_ facade: CallFacade) {
        declareWrites(facade)
        declareTasks(facade)
    }

    private func declareWrites(_ facade: CallFacade) {
        let recorder = world.recorder
        facade.write(Begin.self) { try await recorder.begin($0.start, $0.events, at: $0.at) }
        facade.write(Record.self) { try await recorder.record($0.events, at: $0.at) }
        facade.write(Decline.self, retries: 1) {
            try await recorder.decline(study: $0.study)
            return SessionRecord()
        }
    }

    private func declareTasks(_ facade: CallFacade) {
        let (world, clock) = (world, world.clock)
        facade.on(
            Prepare.self,
            timeout: .seconds(900),
            retries: 0,
            call: { try await world.prepare($0) },
            success: { Prepared(payload: $0, at: clock.now()) },
            failure: { NotPrepared(error: diagnose($0)) }
        )
        facade.on(
            Instruct.self,
            timeout: .seconds(30),
            retries: 0,
            call: { try world.instruct($0) },
            success: { Instructed(problem: nil) },
            failure: { Instructed(problem: diagnose($0).diagnostics.first?.problem ?? "") }
        )
        facade.on(
            Inspect.self,
            timeout: .seconds(180),
            retries: 0,
            call: { query -> String? in
                if let reason = await world.collect?() { return reason }
                if query.isAsked { return nil }
                return try world.workspace.unsaved(
                    since: query.session.record.currentRun?.reference
                )
            },
            success: { Inspected(unsaved: world.scriptedVerdict == nil ? $0 : nil) },
            failure: { _ in Inspected(unsaved: nil) }
        )
        facade.on(
            RunCheck.self,
            timeout: .seconds(3600),
            retries: 0,
            call: { query in
                await world.currentCheck.result(of: query) { await world.check($0) }
            },
            success: { Checked(finished: $0, at: clock.now()) },
            failure: { error in
                world.currentCheck.cancel()
                return Checked(finished: fault(error), at: clock.now())
            }
        )
        facade.on(
            TakeSnapshot.self,
            timeout: .seconds(240),
            retries: 0,
            call: { _ in
                let unsent = await world.collect?()
                do {
                    return SnapshotTaken(hash: try await world.keepSnapshot(), unsent: unsent)
                } catch {
                    return SnapshotTaken(hash: nil, unsent: unsent, failure: plain(error))
                }
            },
            success: { $0 },
            failure: { SnapshotTaken(hash: nil, failure: plain(diagnose($0))) }
        )
        facade.on(
            ForgoFiles.self,
            timeout: .seconds(30),
            retries: 0,
            call: { _ in world.forgoFiles() },
            success: { FilesForgone() },
            failure: { _ in FilesForgone() }
        )
    }
}

extension CallFacade {
    /// Declares how to execute a query that writes to the results file.
    func write<Asked: Query>(
        _ query: Asked.Type,
        retries: Int = 0,
        call: @escaping @Sendable (Asked) async throws -> SessionRecord
    ) {
        on(
            query,
            timeout: .seconds(60),
            retries: retries,
            isDurable: true,
            call: call,
            success: { Recorded(record: $0) },
            failure: { NotRecorded(error: diagnose($0)) }
        )
    }
}

extension RunRecord {
    /// The snapshot to compare the current work with: the last checked snapshot or, before the
    /// first check, the start snapshot. Nil if neither was taken.
    fileprivate var reference: String? { attempts.last?.snapshot ?? startSnapshot }
}

private func fault(_ error: any Error) -> CheckFinished {
    CheckFinished(
        run: 0,
        attempt: 0,
        verdict: .fault,
        reason: diagnose(error).diagnostics.first?.problem ?? "",
        snapshot: nil
    )
}

func diagnose(_ error: any Error) -> DiagnosticError {
    if let error = error as? DiagnosticError { return error }
    if let error = error as? TimedOut {
        return DiagnosticError(
            "timed-out",
            "the operation did not end within \(error.limit)",
            fix: "try again",
            status: .tryAgain
        )
    }
    return DiagnosticError("unexpected", plain(error), status: .software)
}
