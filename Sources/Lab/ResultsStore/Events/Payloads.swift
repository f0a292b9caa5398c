package import Foundation
package import StudyDefinition

package struct SessionStart: Sendable, Hashable, Codable {
    package enum Source: String, Sendable, Hashable, Codable {
        /// A person at a terminal.
        case live
        /// Played by a script; never mixed with real participants.
        case script
        /// Played by `simulate` with drawn persons; never mixed with real participants.
        case simulated
        /// Brought in from files.
        case `import`
    }

    package var participant: String
    /// ``StudyFolder/hash`` of the definition that the session runs with.
    package var study: String
    /// Condition ids in the order in which this participant meets them.
    package var conditions: [String]
    package var source: Source
    /// Whether times are those of a script instead of a clock.
    package var simulatedClock: Bool
    /// Never to be analysed.
    package var pilot: Bool
    package var environment: SessionEnvironment
    /// The row of `plan.csv` that the session follows; nil if there is no plan.
    package var plan: PlannedSession?
    /// Identity of the session in every file that holds it; nil in older files, whose sessions get
    /// one from their events (``SessionIdentity``).
    package var uuid: UUID?
    /// Imports only: whether the file says in which order the conditions were met. Nil in older
    /// files, which do not know it.
    package var statesOrder: Bool?
    /// Imports only: whether the file says which problems the participant met. Nil counts as false.
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
        self.isObserved = isObserved
        self.statesOrder = statesOrder
        self.plan = plan
        self.uuid = uuid
        self.participant = participant
        self.study = study
        self.conditions = conditions
        self.source = source
        self.simulatedClock = simulatedClock
        self.pilot = pilot
        self.environment = environment
    }
}

extension SessionStart {
    /// Whether ``conditions`` are in the order in which they were met.
    package var isOrderKnown: Bool {
        source != .import || conditions.count < 2 || statesOrder == true
    }
}

package struct SessionEnvironment: Sendable, Hashable, Codable {
    package var system: String
    package var processor: String
    /// Bytes; 0 if it is not known.
    package var memory: Int64
    /// Tool → first line of its `--version`.
    package var tools: [String: String]
    package var editor: String
    package var assistants: String
    /// Whether participants were asked to think aloud: it changes times. Nil in older files.
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
        self.thinkAloud = thinkAloud
        self.system = system
        self.processor = processor
        self.memory = memory
        self.tools = tools
        self.editor = editor
        self.assistants = assistants
    }
}

/// Consent options whose id has a meaning; the page Exports states what follows from a refusal.
package enum ConsentMeaning: String, Sendable, CaseIterable {
    /// Words of the participant may be quoted.
    case quote
    /// Data of the participant may be given to others.
    case share
}

package struct ConsentGiven: Sendable, Hashable, Codable {
    /// SHA-256 of the text that was shown.
    package var text: String
    /// Option id → agreed.
    package var options: [String: Bool]

    package init(text: String, options: [String: Bool]) {
        self.text = text
        self.options = options
    }

    /// Whether the option was shown and refused.
    package func refuses(_ meaning: ConsentMeaning) -> Bool { options[meaning.rawValue] == false }
}

package struct StepReference: Sendable, Hashable, Codable {
    /// Index into the session's plan.
    package var index: Int
    /// Description of the step for readers of the log: `task city-list`, `questionnaire
    /// background`.
    package var name: String

    package init(index: Int, name: String) {
        self.index = index
        self.name = name
    }
}

package struct Answered: Sendable, Hashable, Codable {
    package var questionnaire: String
    package var item: String
    /// Condition of the block that contains the questionnaire, otherwise empty.
    package var condition: String
    package var value: AnswerValue
    /// Given although the item's `show_if` does not hold (imports and scripts only).
    package var contradicts: Bool
    /// When the form was submitted, in the form's own words (imports only).
    package var submitted: String?
    /// Reason of an amendment after the session. Nil for an answer given in the session.
    package var amendment: String?
    /// The task that it was asked after; nil elsewhere.
    package var task: String?
    /// The run that it was asked after (imports with several runs of the task only).
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
        self.task = task
        self.run = run
        self.amendment = amendment
        self.questionnaire = questionnaire
        self.item = item
        self.condition = condition
        self.value = value
        self.contradicts = contradicts
        self.submitted = submitted
    }
}

package struct Interruption: Sendable, Hashable, Codable {
    package var reason: String

    package init(reason: String) { self.reason = reason }
}

package struct Resumption: Sendable, Hashable, Codable {
    /// The last instant at which the interrupted process is known to have lived.
    package var lastAlive: Stamp
    /// Seconds without evalrun: on the monotonic clock within one boot, else on the wall clock.
    package var gap: Double
    package var spansReboot: Bool

    package init(lastAlive: Stamp, gap: Double, spansReboot: Bool) {
        self.lastAlive = lastAlive
        self.gap = gap
        self.spansReboot = spansReboot
    }
}

package struct Closing: Sendable, Hashable, Codable {
    /// False if the facilitator ended the session before its last step.
    package var complete: Bool
    package var reason: String?

    package init(complete: Bool, reason: String? = nil) {
        (self.complete, self.reason) = (complete, reason)
    }
}

/// A decision about a session's data after the session, with its reason.
package struct Decision: Sendable, Hashable, Codable {
    package var reason: String

    package init(reason: String) { self.reason = reason }
}

/// The row of a plan that a session follows.
package struct PlannedSession: Sendable, Hashable, Codable {
    /// Method of drawing orders: `latin-square`, `williams`, `randomised-blocks` or `one-order`.
    package var table: String
    package var seed: Int
    /// Which row of the table this participant has: 1, 2, 3, …
    package var sequence: Int
    /// Condition → its task set; empty if there are no parallel sets.
    package var taskSets: [String: String]
    /// Task ids in this participant's order. Empty for the study's order.
    package var order: [String]
    /// Which of the participant's planned sessions this is, from 1.
    package var period: Int?
    /// Planned number of sessions for the participant. Nil for one.
    package var sessions: Int?
    /// Difference from the plan's row, with its reason. Nil if there is none.
    package var departure: String?

    package init(
        table: String,
        seed: Int,
        sequence: Int,
        taskSets: [String: String] = [:],
        order: [String] = [],
        period: Int? = nil,
        sessions: Int? = nil,
        departure: String? = nil
    ) {
        self.table = table
        self.seed = seed
        self.sequence = sequence
        self.taskSets = taskSets
        self.order = order
        self.period = period
        self.sessions = sessions
        self.departure = departure
    }
}
