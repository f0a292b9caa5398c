package import Foundation
package import StudyDefinition

package struct SessionStart: Sendable, Hashable, Codable {
    package enum Source: String, Sendable, Hashable, Codable {
        /// A live session with a person.
        case live
        /// Executed by a script; not analyzed together with real participants.
        case script
        /// Executed by `simulate` with randomly drawn participants; not analyzed together with
        /// real participants.
        case simulated
        /// Imported from files.
        case `import`
    }

    package var participant: String
    /// Hash of the study definition with which the session runs (``StudyFolder/hash``).
    package var study: String
    /// Condition ids in the order in which this participant encounters them.
    package var conditions: [String]
    package var source: Source
    /// Whether times come from a script instead of a clock.
    package var simulatedClock: Bool
    /// Whether the session is a pilot, which is never analyzed.
    package var pilot: Bool
    package var environment: SessionEnvironment
    /// The row of `plan.csv` that the session follows; nil if there is no plan.
    package var plan: PlannedSession?
    /// Identity of the session, the same in all files that contain the session. Nil in older files,
    /// whose sessions get an identity derived from their events (``SessionIdentity``).
    package var uuid: UUID?
    /// Imports only: whether the imported file states the order of the conditions. Nil if there are
    /// fewer than two conditions, and in older results files.
    package var statesOrder: Bool?
    /// Imports only: whether the imported file lists the problems that the participant encountered.
    /// Nil counts as false.
    package var isObserved: Bool?

    package init(
        participant: String,
        study: String,
        conditions: [String],
        source: Source,
        simulatedClock: Bool = false,
        pilot: Bool = false,
        environment: SessionEnvironment,
        plan: PlannedSession? = nil,
        uuid: UUID? = nil,
        statesOrder: Bool? = nil,
        isObserved: Bool? = nil
    ) {
        (self.isObserved, self.statesOrder, self.plan) = (isObserved, statesOrder, plan)
        (self.uuid, self.participant, self.study) = (uuid, participant, study)
        (self.conditions, self.source, self.simulatedClock) = (conditions, source, simulatedClock)
        (self.pilot, self.environment) = (pilot, environment)
    }
}

extension SessionStart {
    /// Whether ``conditions`` are known to be in the order in which the participant encountered
    /// them.
    package var isOrderKnown: Bool {
        source != .import || conditions.count < 2 || statesOrder == true
    }

    /// Returns whether this session replaces `earlier`, an earlier session of the same participant.
    /// True if the two sessions have a condition in common, or if at least one of them has no
    /// conditions.
    package func replaces(_ earlier: SessionStart) -> Bool {
        conditions.isEmpty || earlier.conditions.isEmpty
            || !Set(conditions).isDisjoint(with: earlier.conditions)
    }
}

package struct SessionEnvironment: Sendable, Hashable, Codable {
    package var system: String
    package var processor: String
    /// Memory of the machine in bytes; 0 if unknown.
    package var memory: Int64
    /// First line that each tool prints with its `--version` option, keyed by the tool's name.
    package var tools: [String: String]
    package var editor: String
    package var assistants: String
    /// The think-aloud instruction given to participants, which affects times; nil in older files.
    package var thinkAloud: Study.ThinkAloud?

    package init(
        system: String = "",
        processor: String = "",
        memory: Int64 = 0,
        tools: [String: String] = [:],
        editor: String = "",
        assistants: String = "",
        thinkAloud: Study.ThinkAloud? = nil
    ) {
        (self.thinkAloud, self.system, self.processor) = (thinkAloud, system, processor)
        (self.memory, self.tools, self.editor) = (memory, tools, editor)
        self.assistants = assistants
    }
}

/// Consent options whose ids have a defined meaning. The Exports page describes the consequences of
/// a refusal.
package enum ConsentMeaning: String, Sendable, CaseIterable {
    /// Texts by the participant may be quoted.
    case quote
    /// Data of the participant may be shared with others.
    case share
}

package struct ConsentGiven: Sendable, Hashable, Codable {
    /// SHA-256 of the consent text that was shown.
    package var text: String
    /// Whether the participant agreed to each option, keyed by option id.
    package var options: [String: Bool]

    package init(text: String, options: [String: Bool]) {
        self.text = text
        self.options = options
    }

    /// Returns whether the option was shown and the participant refused it.
    package func refuses(_ meaning: ConsentMeaning) -> Bool { options[meaning.rawValue] == false }
}

package struct StepReference: Sendable, Hashable, Codable {
    /// Index in the list of the session's steps.
    package var index: Int
    /// Description of the step for readers of the log, such as `task city-list`.
    package var name: String

    package init(index: Int, name: String) {
        self.index = index
        self.name = name
    }
}

package struct Answered: Sendable, Hashable, Codable {
    package var questionnaire: String
    package var item: String
    /// Condition in which the questionnaire was asked; empty if the questionnaire is not asked
    /// separately for each condition.
    package var condition: String
    package var value: AnswerValue
    /// Whether the answer was given although the item's `show_if` condition is not met. This is
    /// possible in imports, in scripts, and if the questionnaire always asks all items.
    package var contradicts: Bool
    /// Imports only: the time at which the form was submitted, as text from the imported file.
    package var submitted: String?
    /// Reason for changing the answer after the session. Nil for an answer given during the
    /// session.
    package var amendment: String?
    /// The task after which the question was asked; nil if it was not asked after a task.
    package var task: String?
    /// In an import with several runs of the task, the run after which the question was asked;
    /// otherwise nil.
    package var run: Int?

    package init(
        questionnaire: String,
        item: String,
        condition: String = "",
        task: String? = nil,
        run: Int? = nil,
        value: AnswerValue,
        contradicts: Bool = false,
        submitted: String? = nil,
        amendment: String? = nil
    ) {
        (self.task, self.run, self.amendment) = (task, run, amendment)
        (self.questionnaire, self.item, self.condition) = (questionnaire, item, condition)
        (self.value, self.contradicts, self.submitted) = (value, contradicts, submitted)
    }
}

package struct Interruption: Sendable, Hashable, Codable {
    package var reason: String

    package init(reason: String) { self.reason = reason }
}

package struct Resumption: Sendable, Hashable, Codable {
    /// The last time at which the interrupted process was known to be running.
    package var lastAlive: Stamp
    /// Length of the interruption in seconds. It is measured by the monotonic clock if the machine
    /// was not restarted during the interruption; otherwise, by the wall clock.
    package var gap: Double
    package var spansReboot: Bool

    package init(lastAlive: Stamp, gap: Double, spansReboot: Bool) {
        (self.lastAlive, self.gap, self.spansReboot) = (lastAlive, gap, spansReboot)
    }

    /// Creates the resumption at the time `now`, after an interruption that began at `lastAlive`.
    package init(lastAlive: Stamp, now: Stamp) {
        let gap = lastAlive.nanoseconds(to: now).map { Double($0) / 1e9 }
        self.init(
            lastAlive: lastAlive,
            gap: min(
                SessionEvent.longestInterval,
                gap ?? max(0, (Double(now.wall) - Double(lastAlive.wall)) / 1e6)
            ),
            spansReboot: lastAlive.boot != now.boot
        )
    }
}

package struct Closing: Sendable, Hashable, Codable {
    /// Whether the session reached its end; false if the facilitator ended it before its last step.
    package var complete: Bool
    package var reason: String?

    package init(complete: Bool, reason: String? = nil) {
        (self.complete, self.reason) = (complete, reason)
    }
}

/// A decision about a session's data, made after the session, with its reason.
package struct Decision: Sendable, Hashable, Codable {
    package var reason: String

    package init(reason: String) { self.reason = reason }
}

/// The row of a plan that a session follows.
package struct PlannedSession: Sendable, Hashable, Codable {
    /// Method of generating the orders: `latin-square`, `williams`, `randomised-blocks` or
    /// `one-order`.
    package var table: String
    package var seed: Int
    /// Number of this participant's row in the table of orders: 1, 2, 3, …
    package var sequence: Int
    /// Task sets, keyed by condition; empty if there are no parallel task sets.
    package var taskSets: [String: String]
    /// Task ids in this participant's order; empty if the study's order applies.
    package var order: [String]
    /// Number of this session among the participant's planned sessions, from 1; nil if only one
    /// session is planned.
    package var period: Int?
    /// Planned number of sessions of the participant; nil means one.
    package var sessions: Int?
    /// Difference between the session and the plan's row, with the reason; nil if they do not
    /// differ.
    package var departure: String?
    /// Code of the participant who dropped out and whose row of the plan was reassigned to this
    /// participant; nil if the row was not reassigned.
    package var replaces: String?

    package init(
        table: String,
        seed: Int,
        sequence: Int,
        taskSets: [String: String] = [:],
        order: [String] = [],
        period: Int? = nil,
        sessions: Int? = nil,
        departure: String? = nil,
        replaces: String? = nil
    ) {
        (self.table, self.seed, self.sequence, self.taskSets) = (table, seed, sequence, taskSets)
        (self.order, self.period, self.sessions) = (order, period, sessions)
        (self.departure, self.replaces) = (departure, replaces)
    }
}

extension PlannedSession {
    /// Returns the study's phases for this session. If the participant has several planned
    /// sessions, only the first session has the questionnaires that precede all conditions. Only
    /// the last session has the questionnaires that follow all conditions.
    package func phases(of study: Study) -> [Phase] {
        guard let period, let sessions, sessions > 1 else { return study.phases }
        let places = study.phases.indices.filter {
            if case .eachCondition = study.phases[$0] { true } else { false }
        }
        return study.phases.enumerated().filter { index, phase in
            guard case .questionnaire = phase else { return true }
            if let first = places.first, index < first { return period == 1 }
            if let last = places.last, index > last { return period == sessions }
            return true
        }.map(\.element)
    }
}
