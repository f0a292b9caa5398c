import Foundation
import Reporting
import ResultsStore

@testable import StudyDefinition

/// A study of two tasks, a question before and two after them, for reports on made-up sessions.
func smallStudy(
    conditions: [String] = ["only"],
    version: String = "1",
    hash: String = "h1"
) -> StudyFolder {
    let study = Study(
        id: "small",
        title: "Small <study>",
        version: version,
        product: .init(name: "tool", version: "1"),
        assistants: "",
        feedback: .none,
        conditions: conditions.map { .init(id: $0, title: "Condition \($0)") },
        project: .init(folder: "p", links: [:], tools: [], build: [], ignore: [], open: []),
        phases: [
            .questionnaire("before"),
            .eachCondition([
                .practice(["warm-up"]), .tasks(["first", "second"]), .questionnaire("after"),
            ]),
        ],
        questionnaires: [
            Questionnaire(
                id: "before",
                title: "Before",
                items: [
                    .init(
                        id: "used",
                        text: "Used it?",
                        kind: .single([
                            .init(id: "yes", label: "Yes"), .init(id: "no", label: "No"),
                        ]),
                        required: true
                    )
                ]
            ),
            Questionnaire(
                id: "after",
                title: "After",
                items: [
                    .init(id: "words", text: "In your words?", kind: .text),
                    .init(
                        id: "ease",
                        text: "Ease",
                        kind: .scale(min: 1, max: 3, minLabel: nil, maxLabel: nil)
                    ),
                ]
            ),
        ],
        tasks: ["warm-up", "first", "second"].map {
            StudyTask(
                id: $0,
                title: "The \($0)",
                instruction: .init(path: "", text: ""),
                timeLimit: 60,
                success: "it is done",
                startsFrom: [],
                check: "c"
            )
        },
        checks: [],
        method: .init(
            path: "",
            text: "# How\n\nWith *care*. <b>raw</b> ![picture](http://x/y.png)"
        ),
        codebook: [.init(id: "lost", title: "Lost *in* files", kind: .problem)]
    )
    return StudyFolder(
        study: study,
        url: URL(filePath: "/nowhere"),
        files: [:],
        hash: hash,
        wrongVariants: []
    )
}

/// A session as a test tells it.
struct Played {
    struct Run {
        var task: String
        var seconds: Double
        var ending: Ending = .checkPassed
        var condition = "only"
        var practice = false
        /// Pressed one second after the start.
        var marks: [(kind: Marked.Kind, text: String)] = []
        /// Entry of the codebook and severity of the marks, by their place; none where there is no
        /// such place.
        var codes: [(code: String?, severity: Int?)] = []
        var undoes: [Int] = []
        var failedChecks: [String] = []
        /// Seconds of a pause right after the start.
        var paused: Double = 0
        /// Of the assists among the marks, by their place.
        var levels: [Int?] = []
    }

    var participant: String
    var source = SessionStart.Source.live
    var pilot = false
    var conditions = ["only"]
    var editor = "vim"
    var plan: PlannedSession?
    var simulatedClock = false
    /// Day of the session, counted from the first one.
    var day: Int64 = 0
    /// Nil where the file of an import does not say the order.
    var statesOrder: Bool?
    /// Consent option → agreed.
    var consent: [String: Bool]?
    var answers: [Answered] = []
    var runs: [Run] = []
    /// Codes that other raters gave afterwards; `mark` names one of the facilitator's marks, which
    /// are numbered 1, 2, 3, … over all runs.
    var ratings: [Rated] = []
    /// Raters who have seen the whole session.
    var finishedRaters: [String] = []
    /// Nil leaves the session unfinished.
    var complete: Bool? = true
    /// Events after the session.
    var further: [SessionEvent] = []

    func record(in store: ResultsStore, study: StudyFolder = smallStudy()) async throws {
        // Sessions of one participant are told apart by when they began.
        let earlier = Int64(try store.sessions(participant: participant).count)
        var now = Stamp(
            monotonic: 1_000_000_000,
            wall: 1_600_000_000_000_000 + (day + earlier) * 86_400_000_000,
            boot: "b"
        )
        let start = SessionStart(
            participant: participant,
            study: study.hash,
            conditions: conditions,
            source: source,
            simulatedClock: simulatedClock,
            pilot: pilot,
            environment: SessionEnvironment(system: "Linux", editor: editor),
            plan: plan,
            statesOrder: statesOrder
        )
        let empty = Snapshot(files: [])
        try await store.keep(empty, bytes: [:])
        let log = try await store.begin(start, study: study, at: now)
        func add(_ event: SessionEvent, after seconds: Double = 0) async throws {
            now = now.advanced(by: Int64(seconds * 1e9))
            try log.append([event], at: now)
        }
        if let consent { try await add(.consentGiven(ConsentGiven(text: "t", options: consent))) }
        for answer in answers { try await add(.answered(answer)) }
        var mark = 0
        for (index, run) in runs.enumerated() {
            let number = index + 1
            try await add(
                .taskPrepared(
                    TaskPrepared(
                        run: number,
                        task: run.task,
                        condition: run.condition,
                        practice: run.practice,
                        timeLimit: 60,
                        snapshot: empty.hash
                    )
                )
            )
            try await add(.taskStarted(RunReference(run: number)))
            if run.paused > 0 {
                try await add(.taskPaused(RunReference(run: number)))
                try await add(.taskResumed(RunReference(run: number)), after: run.paused)
            }
            for (position, made) in run.marks.enumerated() {
                mark += 1
                let code = run.codes.indices.contains(position) ? run.codes[position] : nil
                try await add(
                    .marked(
                        Marked(
                            mark: mark,
                            kind: made.kind,
                            run: number,
                            code: code?.code,
                            severity: code?.severity,
                            level: run.levels.indices.contains(position)
                                ? run.levels[position] : nil
                        )
                    ),
                    after: position == 0 ? 1 : 0
                )
                try await add(.markWorded(MarkWorded(mark: mark, text: made.text)))
            }
            for undone in run.undoes { try await add(.markUndone(MarkReference(mark: undone))) }
            let rest = run.seconds - (run.marks.isEmpty ? 0 : 1)
            try await add(.taskStopped(TaskStopped(run: number, reason: .done)), after: rest)
            for (position, reason) in run.failedChecks.enumerated() {
                try await add(
                    .checkFinished(
                        CheckFinished(
                            run: number,
                            attempt: position + 1,
                            verdict: .failed,
                            step: "step",
                            reason: reason,
                            duration: 2_000_000_000,
                            snapshot: nil
                        )
                    ),
                    after: 2
                )
            }
            try await add(.taskEnded(TaskEnded(run: number, ending: run.ending)))
        }
        if let complete { try await add(.sessionFinished(Closing(complete: complete))) }
        for event in further { try await add(event, after: 3600) }
        for rating in ratings { try await add(.rated(rating), after: 60) }
        for rater in finishedRaters {
            let isBlind = ratings.allSatisfy { $0.rater != rater || $0.isBlind }
            try await add(.ratingFinished(RatingFinished(rater: rater, isBlind: isBlind)))
        }
    }
}

/// The report on sessions of the small study.
func report(_ sessions: Played...) async throws -> Report {
    try await withStore { store in
        for session in sessions { try await session.record(in: store) }
        return try Report(store: store, study: "small")
    }
}

extension Answered {
    /// An answer in words to the question after the tasks.
    static func words(_ text: String, condition: String = "only") -> Answered {
        Answered(
            questionnaire: "after",
            item: "words",
            condition: condition,
            value: AnswerValue(raw: text, meaning: .text(text))
        )
    }
}
