import Diagnostics
import Foundation
import ResultsStore
import StudyDefinition
import Synchronization

/// Player of a script. It returns the messages that answer each screen.
struct ScriptPlayer {
    let script: Script
    let workspace: Workspace
    let environment: [String: String]
    let clock: SessionClock
    /// The session's clock if the clock is simulated and follows the script's times. Nil if the
    /// session uses the system clock.
    let simulated: SimulatedClock?
    let verdict: ScriptedVerdict

    private var steps: [Script.Step] = []
    private var task: String
    private var condition = ""
    private var words = ""
    /// Number of upcoming screens to skip, because their answers were already sent.
    private var answered = 0
    /// Events that the interrupted run of a task has already recorded. Nil in a new session, and
    /// once the remaining steps are loaded.
    private var recorded: [SessionEvent]?

    init(
        script: Script,
        workspace: Workspace,
        environment: [String: String],
        clock: SessionClock,
        simulated: SimulatedClock?,
        verdict: ScriptedVerdict,
        resumed: SessionRunner.ResumedRun?
    ) {
        self.script = script
        self.workspace = workspace
        self.environment = environment
        self.clock = clock
        self.simulated = simulated
        self.verdict = verdict
        task = resumed?.run.task ?? ""
        condition = resumed?.run.condition ?? ""
        recorded = resumed?.events
        guard let resumed else { return }
        let steps = script.steps(of: task, limit: resumed.run.timeLimit)
        Script.rest(of: steps, after: resumed.events).verdict.map(verdict.set)
    }

    mutating func messages(for screen: Screen) async throws(DiagnosticError) -> [any Pressed] {
        // A screen with trouble is never skipped, because no further screen follows.
        if screen.moment != .busy, screen.moment != .trouble, answered > 0 {
            answered -= 1
            return []
        }
        switch screen.moment {
        case .busy, .over, .rating: return []
        case .trouble: throw screen.trouble ?? trouble("the session cannot continue")
        case .confirm, .reading, .decline, .consentReview: return [Continue(at: tick(5))]
        case .consent: return [Agree(at: tick(5))]
        case .consentOption(let id):
            return (script.consent[id] ?? true) ? [Agree(at: tick(2))] : [Refuse(at: tick(2))]
        case .question(let key):
            if screen.isRefusal {
                throw trouble("\(key.questionnaire) → \(key.item): \(screen.notice ?? "")")
            }
            let typed = script.answers[key.questionnaire]?[key.item] ?? ""
            return [Typed(text: typed, numbered: false, at: tick(3))]
        case .answered: return [Continue(at: tick(1))]
        case .ready(let id, let condition):
            let limit = screen.clock?.limit ?? 600
            (task, steps, recorded) = (id, script.steps(of: id, limit: limit), nil)
            self.condition = condition
            return steps.first?.verb == .skip
                ? [Skip(reason: "as stated in the script", at: tick(1))] : [Continue(at: tick(1))]
        case .wording: return [Typed(text: words, numbered: false, at: clock.now())]
        case .explaining, .coding: return [Leave(at: clock.now())]
        case .leaving, .ending: return [Agree(at: clock.now())]
        case .running, .paused, .held, .givingUp, .limit, .unsaved, .failed, .faulty:
            return try await play(on: screen)
        }
    }

    private func tick(_ seconds: Double) -> Stamp {
        simulated?.advance(by: Int64(seconds * 1e9))
        return clock.now()
    }

    private func trouble(
        _ words: String,
        expected: String? = nil,
        at place: Diagnostic.Place? = nil
    ) -> DiagnosticError {
        DiagnosticError(
            "script-stuck",
            at: place ?? .init(file: script.file),
            words,
            expected: expected,
            fix: "correct the script, and run the same command with --resume; recorded steps are "
                + "kept"
        )
    }
}

// MARK: - Tasks

extension ScriptPlayer {
    private mutating func play(on screen: Screen) async throws(DiagnosticError) -> [any Pressed] {
        if screen.moment == .unsaved { return [Continue(at: clock.now())] }
        reload(for: screen)
        if screen.moment == .held { return [Continue(at: tick(1))] }
        while true {
            guard let step = steps.first else {
                throw trouble(
                    "\(screen.moment.words), the script has no more steps for task \"\(task)\", "
                        + "which has not ended",
                    expected: possibleSteps(on: screen.moment)
                )
            }
            // If the step's time is after the time limit, a tick is sent instead of the step. The
            // tick stops the clock at the limit.
            if screen.moment == .running, !isDue(step, on: screen) {
                return [Tick(at: clock.now())]
            }
            steps.removeFirst()
            switch step.verb {
            case .wait: continue
            case .apply(let name): try await apply(name, step)
            default: return try messages(step, on: screen.moment)
            }
        }
    }

    /// Loads the steps that follow the last recorded step, if the task was resumed.
    private mutating func reload(for screen: Screen) {
        guard let events = recorded else { return }
        recorded = nil
        let all = script.steps(of: task, limit: screen.clock?.limit ?? 600)
        steps = Script.rest(of: all, after: events).steps
        if screen.moment == .held { steps = Script.withoutPause(steps) }
    }

    /// Returns whether the step can be taken before the time limit ends the task. Moves a simulated
    /// clock to the step's time, but no further than the limit. Returns false for `end` and `extend`
    /// at exactly the limit: they are possible only after the clock has stopped.
    private func isDue(_ step: Script.Step, on screen: Screen) -> Bool {
        guard let simulated, let at = step.at, let clock = screen.clock, let since = clock.since
        else { return true }
        let (wanted, limit) = (Int64(at * 1e9), Int64(clock.limit * 1e9))
        simulated.move(to: since.advanced(by: min(wanted, limit) - clock.elapsed))
        let needsLimit = step.verb == .end || step.verb == .extend
        return needsLimit ? wanted < limit : wanted <= limit
    }

    private mutating func messages(
        _ step: Script.Step,
        on moment: Screen.Moment
    ) throws(DiagnosticError) -> [any Pressed] {
        switch step.verb {
        case .done(let wanted): verdict.set(wanted)
        case .checkAgain: verdict.set(.passed)
        default: break
        }
        let isWorded =
            if case .mark(let kind, let text) = step.verb {
                !kind.needsText && !text.isEmpty
            } else {
                false
            }
        let waits = moment != .running && step.verb != .leave && !isWorded
        let now = waits ? tick(1) : clock.now()
        let message = try message(for: step, on: moment, at: now)
        switch step.verb {
        case .mark(_, let text), .word(let text): words = text
        default: break
        }
        guard isWorded else { return [message] }
        answered = 1
        return [message, WordLast(at: now)]
    }

    private func message(
        for step: Script.Step,
        on moment: Screen.Moment,
        at now: Stamp
    ) throws(DiagnosticError) -> any Pressed {
        if let message = pressed(step.verb, on: moment, at: now) { return message }
        throw trouble(
            "\(step.verb.words) is not possible \(moment.words)",
            expected: possibleSteps(on: moment),
            at: step.place
        )
    }

    /// Returns the names of the steps that are possible on a screen, separated by commas, for
    /// messages.
    private func possibleSteps(on moment: Screen.Moment) -> String {
        let known = ScriptReader.plainVerbs.merging(["mark": .mark(.note, text: "")]) { $1 }
        let possible = known.filter { pressed($0.value, on: moment, at: clock.now()) != nil }.keys
        return (possible + ["apply", "wait"]).sorted().joined(separator: ", ")
    }

    /// Returns the message that the step sends; nil if the step is not possible on the current
    /// screen.
    private func pressed(
        _ verb: Script.Verb,
        on moment: Screen.Moment,
        at now: Stamp
    ) -> (any Pressed)? {
        switch (verb, moment) {
        case (.done, .running): return Done(at: now)
        case (.pause, .running): return Pause(at: now)
        case (.resume, .paused): return Continue(at: now)
        case (.mark(let kind, _), .running), (.mark(let kind, _), .paused),
            (.mark(let kind, _), .failed), (.mark(let kind, _), .faulty):
            return MarkPressed(kind: kind, at: now)
        case (.word, .running), (.word, .paused), (.word, .failed), (.word, .faulty):
            return WordLast(at: now)
        case (.undo, .running), (.undo, .paused), (.undo, .failed), (.undo, .faulty):
            return Undo(at: now)
        case (.giveUp, .running): return GiveUp(at: now)
        case (.goOn, .failed), (.goOn, .faulty), (.goOn, .givingUp): return GoOn(at: now)
        case (.accept, .failed): return Accept(at: now)
        case (.end, .failed), (.end, .faulty), (.end, .givingUp), (.end, .limit):
            return EndTask(at: now)
        case (.extend, .limit): return Extend(reason: "as stated in the script", at: now)
        case (.checkAgain, .faulty): return CheckAgain(at: now)
        case (.leave, _): return Leave(at: now)
        default: return nil
        }
    }

    private func apply(_ name: String, _ step: Script.Step) async throws(DiagnosticError) {
        let study = workspace.study.url
        let folder =
            switch name {
            case "solution":
                study.appendingPathComponent(
                    workspace.study.study.solution(of: task, in: condition)
                )
            case _ where name.hasPrefix("wrong/"): study.appendingPathComponent(name)
            default:
                URL(fileURLWithPath: script.file).deletingLastPathComponent()
                    .appendingPathComponent(name)
            }
        guard FileManager.default.fileExists(atPath: folder.path) else {
            throw trouble("there is no folder \(folder.path) to apply", at: step.place)
        }
        try await workspace.overlay(folder, environment: environment)
    }
}

extension Script.Verb {
    /// The step's name as it is written in a script.
    fileprivate var words: String {
        switch self {
        case .mark: return "\"mark\""
        case .word: return "the \"text\" of \"mark\""
        case .apply: return "\"apply\""
        case .done: return "\"done\""
        default:
            let word = ScriptReader.plainVerbs.first { $0.value == self }?.key
            return word.map { "\"\($0)\"" } ?? "the step"
        }
    }
}

extension Screen.Moment {
    /// A phrase for this moment of the session, such as `during a pause`. Used in error messages to
    /// the author of a script.
    fileprivate var words: String {
        switch self {
        case .running: "while the clock runs"
        case .paused: "during a pause"
        case .givingUp: "after \"give-up\""
        case .limit: "at the time limit"
        case .failed: "after a failed check"
        case .faulty: "after a fault of the checker"
        default: "at this moment"
        }
    }
}

/// The verdict for the script's next check.
final class ScriptedVerdict: Sendable {
    private let verdict = Mutex(Verdict.passed)

    func set(_ value: Verdict) { verdict.withLock { $0 = value } }
    var value: Verdict { verdict.withLock { $0 } }
}
