import Diagnostics
import ResultsStore
import StudyDefinition

/// The sessions of one study, ready to be written in any format. Excludes sessions of participants
/// who withdrew consent, and free text of participants who refused to be quoted.
struct ExportData: Sendable {
    /// Intended readers of an export.
    enum Readers: Sendable {
        /// Members of the study team. They also see which participants refused which consent
        /// option.
        case own
        /// Anybody else. Participants who refused the consent option `share` are left out.
        case others
    }

    /// The definition of the latest version of the study. The report uses the same definition.
    var study: Study
    /// The definitions of the study that ``sessions`` used, prepared for printing (`Study.printed`)
    /// and keyed by content hash.
    var definitions: [String: Study]
    var sessions: [SessionResults]
    /// Indices in `SessionResults.answers`, keyed by question. A question has the same index in
    /// every session.
    var questions: [SessionRecord.AnswerKey: Int]
    /// Participant codes to write, keyed by the participant's code in the results file.
    /// Participants without an entry keep their code.
    var codes: [String: String]
    /// Rater codes to write, keyed by the rater's code in the results file. Raters without an entry
    /// keep their code.
    var raters: [String: String] = [:]
    /// Number of participants who refused the consent option `share` and were left out.
    var unshared = 0

    func code(_ session: SessionResults) -> String {
        codes[session.start.participant] ?? session.start.participant
    }

    /// Reads the data of the study `id`.
    ///
    /// - Parameter select: a function that takes all sessions of the study and returns those to
    ///   export. ``definitions`` and ``unshared`` describe only these sessions.
    init(
        store: ResultsStore,
        study id: String,
        for readers: Readers,
        select: ([SessionResults]) -> [SessionResults] = { $0 }
    ) throws(DiagnosticError) {
        let tables = try store.results()
        let refused: Set<String> =
            readers == .own
            ? []
            : Set(tables.sessions.filter { $0.refuses(.share) }.map(\.start.participant))
        var all: [String: Study] = [:]
        for hash in tables.sessions.lazy.map(\.start.study) where all[hash] == nil {
            all[hash] = try store.study(hash: hash).printed
        }
        let own = tables.sessions.filter { all[$0.start.study]?.id == id }
        let selected = select(own).filter { $0.withdrawal == nil }
        let unshared = Set(selected.map(\.start.participant)).intersection(refused)
        let kept = selected.filter { !refused.contains($0.start.participant) }
        guard let study = ExportData.latest(kept, all) else {
            let isLeftOut = own.contains { $0.withdrawal == nil }
            let others = Set(all.values.map(\.id)).subtracting([id])
            throw DiagnosticError(
                "no-sessions",
                at: .init(file: store.path),
                !unshared.isEmpty
                    ? "contains no session of study \"\(id)\" whose participant agreed to share the data"
                    : isLeftOut
                        ? "no session of study \"\(id)\" can be shared: each is a pilot, scripted "
                            + "or simulated session, or is unfinished or excluded"
                        : "contains no session of study \"\(id)\" to export",
                fix: !unshared.isEmpty || isLeftOut
                    ? "export the data for yourself with --format csv or --format json"
                    : others.isEmpty
                        ? "name another file with --results FILE"
                        : "name another study with --study FOLDER; studies in this file: "
                            + others.sorted().joined(separator: ", "),
                status: .noInput
            )
        }
        let used = Set(kept.map(\.start.study))
        definitions = all.filter { used.contains($0.key) }
        questions = tables.questions
        self.study = study
        sessions = kept
        codes = [:]
        self.unshared = unshared.count
    }

    /// Returns the definition of the study's latest version: the version whose first session began
    /// last. If that version has several definitions, returns the definition that the version's
    /// latest session used. Imported sessions have no time, and count as the earliest. Returns nil
    /// if there are no sessions.
    ///
    /// - Parameter definitions: the study's definitions, keyed by content hash.
    private static func latest(
        _ sessions: [SessionResults],
        _ definitions: [String: Study]
    ) -> Study? {
        func began(_ session: SessionResults) -> Int64 { session.began ?? .min }
        let versions = sessions.grouped { definitions[$0.start.study]?.version ?? "" }
        let first = versions.map { $0.map(began).min() ?? .min }
        // The sort is stable. If no version has a time, the last version in the order of the
        // sessions is therefore chosen.
        let last = versions.indices.sorted { first[$0] < first[$1] }.last
        let latest = last.flatMap { versions[$0].reversed().max { began($0) < began($1) } }
        return latest.flatMap { definitions[$0.start.study] }
    }

    /// Whether every participant is simulated.
    var isSimulated: Bool {
        !sessions.isEmpty && sessions.allSatisfy { $0.start.source == .simulated }
    }

    /// A warning that some or all sessions are simulated or scripted. Nil if there are no such
    /// sessions.
    var provenance: String? {
        let played = sessions.count { [.simulated, .script].contains($0.start.source) }
        if isSimulated { return "These data are simulated: nobody took part." }
        if played == 0 { return nil }
        let who = played == 1 ? "1 session is" : "\(played) sessions are"
        return "\(who) simulated or run by a script, without a participant: see the source of each "
            + "session."
    }
}

extension ExportData {
    var tables: [ExportTable] {
        [participants, runs, attempts, marks, answers, ratings, reasons]
    }

    /// The consent options of all versions of the study.
    var consentOptions: [Consent.Option] {
        var options: [Consent.Option] = []
        for (_, study) in definitions.sorted(by: { $0.key < $1.key }) {
            for case .consent(let consent) in study.phases {
                options += consent.options.filter { !options.map(\.id).contains($0.id) }
            }
        }
        return options
    }

    private var participants: ExportTable {
        let hasLabs = sessions.contains { !$0.lab.isEmpty }
        let lab: [ExportTable.Column] =
            hasLabs ? [.init("lab", .text, "Lab that recorded the session; empty if unknown.")] : []
        return ExportTable(
            name: "sessions",
            row: "a session of a participant",
            columns: [
                .init("participant", .text, "Code of the participant."),
                .init("session", .integer, sessionMeaning),
                .init("study_version", .text, "Version of the study in this session."),
                .init(
                    "source",
                    .text,
                    "`live`: with a participant; `import`: read from files; `script`: run by a "
                        + "script; `simulated`: with a simulated participant."
                ),
                .init("pilot", .yesNo, "yes for a pilot session, which is never analysed."),
                .init(
                    "state",
                    .text,
                    "`finished`: completed; `ended`: ended by the facilitator before the last "
                        + "step; `running` or `interrupted`: not over yet."
                ),
                .init(
                    "conditions",
                    .text,
                    "Conditions, separated by spaces; in the participant's order if `order_known` is yes."
                ),
                .init("editor", .text, "Editor used; empty if unknown."),
                .init("excluded", .yesNo, "yes if the session was excluded from reports."),
                .init(
                    "order_known",
                    .yesNo,
                    "Whether the order of conditions is known; no if the imported files do not state it."
                ),
                .init(
                    "withheld",
                    .integer,
                    "Number of texts left out because the participant refused to be quoted; empty "
                        + "otherwise."
                ),
            ]
                + lab
                + consentOptions.map { option in
                    .init(
                        "consent_\(option.id)",
                        .yesNo,
                        "yes if the participant agreed to “\(option.text)”, no if they refused; "
                            + "empty if they were not asked."
                    )
                },
            rows: sessions.map { session in
                [
                    code(session), "\(session.id)", definitions[session.start.study]?.version ?? "",
                    session.start.source.rawValue, session.start.pilot ? "yes" : "no",
                    session.state.rawValue, session.start.conditions.joined(separator: " "),
                    session.start.environment.editor, session.exclusion == nil ? "no" : "yes",
                    session.start.isOrderKnown ? "yes" : "no",
                    session.withheld.map { "\($0)" } ?? "",
                ]
                    + (hasLabs ? [session.lab] : [])
                    + consentOptions.map { option in
                        session.consent?.options[option.id].map { $0 ? "yes" : "no" } ?? ""
                    }
            }
        )
    }

    private var sessionMeaning: String {
        codes.isEmpty
            ? "Number of the session in the results file."
            : "Number of the session in these data, in the order of the codes."
    }

    private var runs: ExportTable {
        let outcomes = Outcome.allCases.map { "\($0.rawValue): \($0.words)" }
            .joined(separator: "; ")
        return table(
            "runs",
            row: "an attempt at a task",
            columns: [
                .init("run", .integer, "Number of the attempt within the session, from 1."),
                .init("task", .text, "Id of the task."),
                .init("condition", .text, "Id of the condition; empty if there is none."),
                .init(
                    "period",
                    .integer,
                    "Position of the condition in the participant's order, from 1; empty if unknown."
                ),
                .init(
                    "practice",
                    .yesNo,
                    "yes if the task was only practice; practice is never analysed."
                ),
                .init("outcome", .text, "How the attempt ended. \(outcomes)."),
                .init("seconds", .number, "Time on task in seconds, without pauses and checks."),
                .init(
                    "assisted_seconds",
                    .number,
                    "Time on task after the first assist, in seconds."
                ),
                .init("paused_seconds", .number, "Duration of pauses, in seconds."),
                .init("checking_seconds", .number, "Time for building and checking, in seconds."),
                .init(
                    "limit_seconds",
                    .number,
                    "Time limit including extensions, in seconds; 0 for an imported attempt."
                ),
                .init("flagged", .yesNo, "yes if a part of the time could not be measured."),
                .init(
                    "task_set",
                    .text,
                    "Id of the set of parallel tasks that contains the task; empty if there is none."
                ),
                .init(
                    "recorded_outcome",
                    .text,
                    "Originally recorded outcome, if a repeated check replaced `outcome` and "
                        + "`seconds`; otherwise empty."
                ),
                .init(
                    "recorded_seconds",
                    .number,
                    "Originally recorded time on task in seconds, if a repeated check replaced "
                        + "`outcome` and `seconds`; otherwise empty."
                ),
            ],
            items: \.runs
        ) { run, session in
            [
                "\(run.number)", run.task, run.condition, text(period(of: run, session)),
                run.practice ? "yes" : "no", run.outcome?.rawValue ?? "",
                run.isTimed ? seconds(run.running) : "", seconds(run.assisted),
                seconds(run.paused), seconds(run.checking), "\(run.timeLimit)",
                run.isFlagged ? "yes" : "no",
                taskSet(of: run, session) ?? "",
                run.recorded?.outcome?.rawValue ?? "",
                run.recorded.map { seconds($0.running) } ?? "",
            ]
        }
    }

    /// Returns the position (1, 2, …) of the run's condition in the participant's order of
    /// conditions; nil if the order is unknown.
    func period(of run: SessionResults.Run, _ session: SessionResults) -> Int? {
        guard session.start.isOrderKnown,
            let place = session.start.conditions.firstIndex(of: run.condition)
        else { return nil }
        return place + (session.start.plan?.period ?? 1)
    }

    /// Returns the id of the task set that contains the run's task; nil if there is none.
    func taskSet(of run: SessionResults.Run, _ session: SessionResults) -> String? {
        run.taskSet ?? definitions[session.start.study]?.taskSet(of: run.task)?.id
    }

    private var attempts: ExportTable {
        table(
            "checks",
            row: "a check of a task's result",
            columns: [
                .init("run", .integer, "Number of the attempt at the task."),
                .init("check", .integer, "Number of the check within the attempt, from 1."),
                .init(
                    "verdict",
                    .text,
                    "`passed`, `failed` or `fault` (the check could not judge the result)."
                ),
                .init("reason", .text, "The message of the step that decided the verdict."),
                .init("seconds", .number, "Seconds on the task's clock when “done” was pressed."),
                .init("check_seconds", .number, "Duration of the check, in seconds."),
                .init(
                    "repeated_verdict",
                    .text,
                    "Verdict of the check when it was repeated after the session; empty if it was "
                        + "not repeated. Of several repetitions, the last one that replaced "
                        + "`verdict` counts; if none did, the last one."
                ),
                .init(
                    "repeated_counts",
                    .yesNo,
                    "yes if `repeated_verdict` replaces `verdict`, otherwise no; empty if the check "
                        + "was not repeated."
                ),
            ],
            items: \.attempts
        ) { attempt, session in
            let again = session.recheck(of: attempt)
            return [
                "\(attempt.run)", "\(attempt.number)", attempt.verdict.rawValue, attempt.reason,
                seconds(attempt.elapsed), seconds(attempt.duration),
                again?.verdict.rawValue ?? "",
                again.map { $0.isApplied == true ? "yes" : "no" } ?? "",
            ]
        }
    }

    /// Returns a table with one row for each element that `items` returns for a session. The first
    /// two columns contain the participant's code and the session's id.
    func table<Item>(
        _ name: String,
        row: String,
        columns: [ExportTable.Column],
        items: (SessionResults) -> [Item],
        cells: (Item, SessionResults) -> [String]
    ) -> ExportTable {
        ExportTable(
            name: name,
            row: row,
            columns: [
                .init("participant", .text, "Code of the participant."),
                .init("session", .integer, sessionMeaning),
            ] + columns,
            rows: sessions.flatMap { session in
                let start = [code(session), "\(session.id)"]
                return items(session).map { start + cells($0, session) }
            }
        )
    }

    func seconds(_ nanoseconds: Int64) -> String { "\(Double(nanoseconds) / 1e9)" }
}

extension SessionResults {
    /// Returns the repeated check to export for `attempt`; nil if its check was not repeated. If
    /// repeated checks replaced the recorded verdict, returns the last of these checks. Otherwise,
    /// returns the last repeated check.
    fileprivate func recheck(of attempt: Attempt) -> CheckRepeated? {
        let own = rechecks.lazy.map(\.value).filter {
            $0.run == attempt.run && $0.attempt == attempt.number
        }
        return own.last { $0.isApplied == true } ?? own.last
    }
}
