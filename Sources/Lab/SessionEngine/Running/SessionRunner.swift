package import Diagnostics
package import Foundation
package import ResultsStore
import Scenarios
package import StudyDefinition

/// Runner for `evalrun session`. It opens or resumes a session, runs the engine with a front end,
/// and closes the session.
package struct SessionRunner: Sendable {
    package struct Options: Sendable {
        package var participant: String
        package var conditions: [String]
        package var results: String
        package var isPilot = false
        /// The plan for this session. Nil if there is no plan.
        package var plan: PlannedSession?
        /// The front end that shows the session to people. Nil if a script plays the session.
        package var frontEnd: (any SessionFrontEnd)?
        package var script: Script?
        package var simulatesClock = false
        /// Whether a script may resume an unfinished session.
        package var resumesScript = false
        /// The study as the user typed it; used in suggested commands.
        package var studyName = EvalrunCommand.standardStudy
        package var environment: [String: String]
        /// UUID for a new session. If nil, or if an earlier session of the participant has this
        /// UUID, the new session gets a random UUID.
        package var identity: UUID?
        /// Remarks for the facilitator on the first page, in addition to the engine's own.
        package var remarks: [String] = []
        /// A function that receives remarks for the facilitator. It is called only for a scripted
        /// session; in any other session, the first page shows the remarks.
        package var remark: @Sendable (String) -> Void = { _ in }
        /// A function that is called before a front end runs. It opens web pages for the
        /// participant and the facilitator; the terminal is then only for the facilitator. If this
        /// property is nil, no pages are opened.
        package var openPost:
            (@Sendable (SessionSeat) throws(DiagnosticError) -> (any SessionPost)?)?
        /// A function that is called after each commit. Its arguments are the number of events in
        /// the log, and the new events. Tests use it to kill the process after a given event.
        package var acknowledge: @Sendable (Int, [SessionEvent]) -> Void = { _, _ in }

        package init(
            participant: String,
            conditions: [String],
            results: String,
            environment: [String: String]
        ) {
            self.participant = participant
            self.conditions = conditions
            self.results = results
            self.environment = environment
        }
    }

    let options: Options
    let study: StudyFolder
    let resources: Resources

    package init(_ options: Options, study: StudyFolder, resources: Resources) {
        self.options = options
        self.study = study
        self.resources = resources
    }

    /// Runs the session and returns its last screen. Returns nil if the terminal was closed.
    package func run() async throws(DiagnosticError) -> Screen? {
        if let problem = ParticipantCode.problem(with: options.participant) {
            throw DiagnosticError([problem], status: .usage)
        }
        if study.study.project.needsStore { _ = try resources.requireStore() }
        try requireTools()
        let isNew = !FileManager.default.fileExists(atPath: options.results)
        let store = try ResultsStore(path: options.results, access: .create)
        defer {
            store.close()
            if isNew { ResultsStore.removeUnused(path: options.results) }
        }
        let lock = try ParticipantLock.take(
            options.participant,
            results: options.results,
            alternative: "use another participant code"
        )
        defer { lock.release() }
        CheckCache.clean(resources.cache)
        let opening = try await open(store, isNew: isNew)
        if options.script != nil, let first = opening.first as? Confirming {
            for remark in first.remarks { options.remark(remark) }
        }
        let last = try await run(opening, store)
        // Removes the lock file, because its name contains the code of a person who declined.
        if last?.over != nil, opening.log == nil,
            (try? store.sessions(participant: options.participant, isOwn: true))?.isEmpty == true
        {
            lock.remove(ParticipantLock.url(options.participant, results: options.results))
        }
        return last
    }

    private func run(
        _ opening: Opening,
        _ store: ResultsStore
    ) async throws(DiagnosticError) -> Screen? {
        let environment = resources.commandEnvironment(options.environment)
        let workspace = Workspace(
            place(of: opening.uuid),
            of: opening.uuid,
            study: opening.study,
            resources: resources
        )
        if let record = opening.log?.record, record.start?.uuid == nil {
            try workspace.adopt(earlierPlace, workspace.recorded(in: record))
        }
        let verdict = ScriptedVerdict()
        let simulated = opening.simulated
        let clock = simulated?.clock ?? .system
        let isScripted = options.script?.checksAreScripted == true
        let scripted: @Sendable () -> Verdict = { verdict.value }
        let (presses, relay, acknowledge) = (PressLedger(), PostRelay(), options.acknowledge)
        let recorder = Recorder(
            store: store,
            study: opening.study,
            log: opening.log,
            presses: presses,
            asleep: clock.asleep,
            acknowledge: { count, events in
                acknowledge(count, events)
                relay.recorded(events)
            }
        )
        let inputs = MessageSource()
        let world = SessionWorld(
            recorder: recorder,
            workspace: workspace,
            checker: CheckRunner(
                study: opening.study,
                resources: resources,
                environment: options.environment
            ),
            clock: clock,
            scriptedVerdict: isScripted ? scripted : nil,
            collect: { await relay.collect { inputs.send(FilesAwaited(files: $0)) } },
            forgoFiles: { relay.forgoFiles() }
        )
        let core = SessionRules().core(
            from: opening.first,
            inputs: inputs,
            service: SessionService(world)
        )
        let engine = Task { await core.run() }
        defer {
            inputs.finish()
            engine.cancel()
            world.currentCheck.cancel()
        }
        if let frontEnd = options.frontEnd {
            let seat = SessionSeat(
                uuid: opening.uuid,
                isNew: opening.log == nil,
                participant: options.participant,
                study: opening.study,
                results: options.results,
                workspace: workspace,
                environment: environment,
                clock: clock,
                keys: KeySink(inputs, sleep: SleepWatch(clock)),
                presses: presses,
                keepLate: { press, stamp in try? await recorder.keep(late: press, at: stamp) },
                recorded: Set((opening.log?.record.presses ?? [:]).values.map(\.id)),
                prepared: opening.log?.record.currentRun.flatMap { run in
                    run.startSnapshot.map {
                        SessionSeat.workspaceName(opening.uuid, run: run.number, snapshot: $0)
                    }
                }
            )
            relay.open(try options.openPost?(seat))
            defer { relay.close() }
            let heartbeats = Task {
                while !Task.isCancelled {
                    try? await recorder.beat(at: clock.now())
                    try? await Task.sleep(for: .seconds(1))
                }
            }
            defer { heartbeats.cancel() }
            let last = try await frontEnd.run(core.effects, at: seat, with: relay.current)
            await world.currentCheck.end()
            return last
        }
        guard let script = options.script else { return nil }
        var player = ScriptPlayer(
            script: script,
            workspace: workspace,
            environment: environment,
            clock: clock,
            simulated: simulated,
            verdict: verdict,
            resumed: opening.resumedRun
        )
        for await screen in core.effects {
            if screen.over != nil { return screen }
            let messages = try await player.messages(for: screen)
            for message in messages { inputs.send(message) }
        }
        return nil
    }

    private func requireTools() throws(DiagnosticError) {
        guard options.script?.checksAreScripted != true else { return }
        let environment = resources.commandEnvironment(options.environment)
        let missing = EnvironmentProbe.missingTools(study.study, environment: environment)
        guard let tool = missing.first else { return }
        let doctor = EvalrunCommand(["doctor"], study: options.studyName, results: options.results)
        throw DiagnosticError(
            "missing-tool",
            "the study needs \"\(tool)\", which is not on the PATH",
            fix: "install the tool; to check everything that a session needs, run: \(doctor.line)",
            status: .unavailable
        )
    }

    private func place(of session: UUID) -> WorkspacePlace {
        WorkspacePlace(
            results: options.results,
            study: study.study.id,
            participant: options.participant,
            session: session
        )
    }

    private var earlierPlace: WorkspacePlace {
        .ofEarlierVersions(
            results: options.results,
            study: study.study.id,
            participant: options.participant
        )
    }
}
