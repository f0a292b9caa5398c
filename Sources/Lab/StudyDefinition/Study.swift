/// A validated study: the contents of a study's folder as values, including its texts.
///
/// A session stores the whole value, so that a report does not depend on later edits to the folder.
package struct Study: Sendable, Hashable, Codable {
    package var id: String
    package var title: String
    package var version: String
    package var product: Product
    /// Statement to participants about the use of assistants, such as language models and search
    /// engines. The report prints this statement.
    package var assistants: String
    /// The feedback that a participant gets after a failed check.
    package var feedback: Feedback
    package var conditions: [Condition]
    package var project: Project
    package var phases: [Phase]
    package var questionnaires: [Questionnaire]
    package var tasks: [StudyTask]
    package var checks: [Check]
    /// The method section of the report, in Markdown.
    package var method: Prose
    /// The study's own kinds of events to mark during a session, in addition to the predefined
    /// kinds. Nil if there are none.
    package var codebook: [Code]?
    /// Whether and when participants think aloud in timed tasks. Nil if the study does not state
    /// it.
    package var thinkAloud: ThinkAloud?
    /// Id of the questionnaire asked after each analyzed task. Nil if there is none.
    package var afterTask: String?
    /// Parallel sets of tasks. A task of a later set can replace the task with the same position in
    /// the first set. Nil if the study has no sets.
    package var taskSets: [TaskSet]?
    /// The registered analysis. Nil if nothing was registered.
    package var analysis: RegisteredAnalysis?
    /// Settings of the participant's page. Nil if the study has none.
    package var room: RoomSettings?
    /// The sessions that a lab's account can read at a hub. Nil means only the lab's own sessions.
    package var sharing: Sharing?
}

extension Study {
    /// The product under study, as in the title block of a Common Industry Format report.
    package struct Product: Sendable, Hashable, Codable {
        package var name: String
        package var version: String
    }

    package enum ThinkAloud: String, Sendable, Hashable, Codable, CaseIterable {
        case none, concurrent, retrospective
    }

    /// An entry of the study's codebook: a kind of event that can be marked during a session.
    package struct Code: Sendable, Hashable, Codable {
        package enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
            case assist, mistake, toolFailure = "tool-failure", note, problem, question
        }

        package var id: String
        package var title: String
        package var kind: Kind
    }

    /// Titles of the codebook's entries, keyed by entry id.
    package var codeTitles: [String: String] {
        Dictionary((codebook ?? []).map { ($0.id, $0.title) }, uniquingKeysWith: { one, _ in one })
    }

    package struct TaskSet: Sendable, Hashable, Codable {
        package var id: String
        /// Ids of the tasks. Tasks at the same position in different sets are counterparts.
        package var tasks: [String]
        /// Folder with the starter files for this set's tasks. Nil if the study's starter files are
        /// used.
        package var project: String?
    }

    /// The sessions that a lab's account can read at a hub. A hub is a database that gathers the
    /// results of several labs.
    package enum Sharing: String, Sendable, Hashable, Codable, CaseIterable {
        /// Only the lab's own sessions.
        case own
        /// The sessions of all labs.
        case labs
    }

    package enum Feedback: String, Sendable, Hashable, Codable, CaseIterable {
        /// No feedback.
        case none
        /// The participant learns only that the check failed.
        case verdict
        /// The participant learns that the check failed, and reads the `reason` of the failed step.
        case reason
    }

    package struct Condition: Sendable, Hashable, Codable {
        package var id: String
        package var title: String
        /// Folder with the files that replace the study's files in this condition. Nil if no files
        /// are replaced.
        package var folder: String?
        /// Whether the condition is used only if a plan or the command line names it. Nil means no.
        package var onlyPlanned: Bool?
        /// The parts that the condition takes from its own folder: `project` and `solutions`, only
        /// `solutions`, or none. Nil if the condition has no folder. In results files of older
        /// versions, nil for a condition with a folder means both parts.
        package var own: [String]?
    }

    /// Whether evalrun can run sessions of the study. A study without a project has imported data
    /// that were collected outside evalrun.
    package var hasProject: Bool { project != .none }

    /// The project on which participants work, and its build settings.
    package struct Project: Sendable, Hashable, Codable {
        /// Folder with the starter files, which are copied to each workspace. The path is relative
        /// to the study's folder.
        package var folder: String
        /// Targets of the symbolic links to create, keyed by the link's path in the workspace.
        /// In a target, `{store}` is the path of the compiled CacheStore library of evalrun.
        package var links: [String: String] = [:]
        /// Programs that must be installed before a session starts. The first line that each
        /// program prints for `--version` is recorded, unless the program fails.
        package var tools: [String] = []
        /// The command that builds the workspace. It runs once before the clock of the first task
        /// can start.
        package var build: [String] = []
        /// Names of files or folders that snapshots leave out, at any depth.
        package var ignore: [String] = []
        /// The command that opens the workspace if `$VISUAL` is not set.
        package var open: [String] = []

        /// Whether a link of the project leads to the compiled CacheStore library.
        package var needsStore: Bool { links.values.contains { $0.contains("{store}") } }

        /// The value for a study whose data were collected outside evalrun.
        package static let none = Project(folder: "")
    }

    /// A Markdown text of the study, with the path of its file.
    package struct Prose: Sendable, Hashable, Codable {
        /// Path relative to the study's folder.
        package var path: String
        package var text: String
    }
}
