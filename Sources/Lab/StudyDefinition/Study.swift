/// A validated study: everything that a folder under `Tasks/` says, prose included, as values.
///
/// A session stores the whole of it, so that a report never depends on a later edit of the folder.
package struct Study: Sendable, Hashable, Codable {
    package var id: String
    package var title: String
    package var version: String
    package var product: Product
    /// Statements to participants about assistants (language models, search). Shown in the report.
    package var assistants: String
    /// Feedback to the participant after a failed check.
    package var feedback: Feedback
    package var conditions: [Condition]
    package var project: Project
    package var phases: [Phase]
    package var questionnaires: [Questionnaire]
    package var tasks: [StudyTask]
    package var checks: [Check]
    /// The method section of the report, Markdown.
    package var method: Prose
    /// Codes for marks in addition to their kinds. Nil in older files.
    package var codebook: [Code]?
    /// Whether participants think aloud in timed tasks; nil in older files.
    package var thinkAloud: ThinkAloud?
    /// The item asked after each analysed task; nil if none is.
    package var afterTask: String?
    /// Parallel sets of tasks: set → the tasks that take the place of those with the same position
    /// in the first set; nil if there is one.
    package var taskSets: [TaskSet]?
    /// Nil if nothing was registered.
    package var analysis: RegisteredAnalysis?
    /// Nil without settings.
    package var room: RoomSettings?
    /// Sessions that the account of a lab reads at a hub; nil for its own.
    package var sharing: Sharing?

    package init(
        id: String,
        title: String,
        version: String,
        product: Product,
        assistants: String,
        feedback: Feedback,
        conditions: [Condition],
        project: Project,
        phases: [Phase],
        questionnaires: [Questionnaire],
        tasks: [StudyTask],
        checks: [Check],
        method: Prose,
        codebook: [Code]? = nil,
        thinkAloud: ThinkAloud? = nil,
        afterTask: String? = nil,
        taskSets: [TaskSet]? = nil,
        analysis: RegisteredAnalysis? = nil,
        room: RoomSettings? = nil,
        sharing: Sharing? = nil
    ) {
        self.sharing = sharing
        self.room = room
        self.codebook = codebook
        self.thinkAloud = thinkAloud
        self.afterTask = afterTask
        self.taskSets = taskSets
        self.analysis = analysis
        self.id = id
        self.title = title
        self.version = version
        self.product = product
        self.assistants = assistants
        self.feedback = feedback
        self.conditions = conditions
        self.project = project
        self.phases = phases
        self.questionnaires = questionnaires
        self.tasks = tasks
        self.checks = checks
        self.method = method
    }
}

extension Study {
    /// The product under study, as the title block of a Common Industry Format report names it.
    package struct Product: Sendable, Hashable, Codable {
        package var name: String
        package var version: String

        package init(name: String, version: String) {
            self.name = name
            self.version = version
        }
    }

    package enum ThinkAloud: String, Sendable, Hashable, Codable, CaseIterable {
        case none, concurrent, retrospective
    }

    /// An entry of the study's codebook: a named mark.
    package struct Code: Sendable, Hashable, Codable {
        package enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
            case assist, mistake, toolFailure = "tool-failure", note, problem, question
        }

        package var id: String
        package var title: String
        package var kind: Kind

        package init(id: String, title: String, kind: Kind) {
            (self.id, self.title, self.kind) = (id, title, kind)
        }
    }

    package struct TaskSet: Sendable, Hashable, Codable {
        package var id: String
        /// Task ids, in the order of their phase.
        package var tasks: [String]
        /// Folder with the starter of this set's tasks; nil if it is the study's.
        package var project: String?

        package init(id: String, tasks: [String], project: String? = nil) {
            (self.id, self.tasks, self.project) = (id, tasks, project)
        }
    }

    /// Sessions that the account of a lab reads at a hub.
    package enum Sharing: String, Sendable, Hashable, Codable, CaseIterable {
        /// Those of the lab.
        case own
        /// Those of all labs.
        case labs
    }

    package enum Feedback: String, Sendable, Hashable, Codable, CaseIterable {
        /// Nothing.
        case none
        /// That the check failed.
        case verdict
        /// That it failed, and the failing step's reason.
        case reason
    }

    package struct Condition: Sendable, Hashable, Codable {
        package var id: String
        package var title: String
        /// Folder of what this condition has instead of the study's; nil if it has nothing.
        package var folder: String?
        /// Met only where a plan or the command line names it.
        package var onlyPlanned: Bool?
        /// Which of `project` and `solutions` are its own; nil in older files, where both are.
        package var own: [String]?

        package init(
            id: String,
            title: String,
            folder: String? = nil,
            onlyPlanned: Bool? = nil,
            own: [String]? = nil
        ) {
            (self.folder, self.onlyPlanned, self.own) = (folder, onlyPlanned, own)
            self.id = id
            self.title = title
        }
    }

    /// Whether sessions can be run here; without a project, data were collected elsewhere and are
    /// imported.
    package var hasProject: Bool { project != .none }

    /// The participant's project and its build settings.
    package struct Project: Sendable, Hashable, Codable {
        /// Folder with the starter, relative to the study.
        package var folder: String
        /// Symbolic links made in the workspace: path in the workspace → target. `{store}` in a
        /// target is the folder of the compiled store that comes with evalrun.
        package var links: [String: String]
        /// Programs that must be found before a session starts; each one's first line of
        /// `--version` is recorded with the environment.
        package var tools: [String]
        /// The command that builds the workspace; run once before the first clock can start.
        package var build: [String]
        /// Names (of files or folders, at any depth) that are no part of a snapshot.
        package var ignore: [String]
        /// The command that opens the workspace, where `$VISUAL` is not set.
        package var open: [String]

        package init(
            folder: String,
            links: [String: String],
            tools: [String],
            build: [String],
            ignore: [String],
            open: [String]
        ) {
            self.folder = folder
            self.links = links
            self.tools = tools
            self.build = build
            self.ignore = ignore
            self.open = open
        }

        /// That of a study whose data were collected elsewhere.
        package static let none = Project(
            folder: "",
            links: [:],
            tools: [],
            build: [],
            ignore: [],
            open: []
        )
    }

    /// Markdown of the study and where it came from.
    package struct Prose: Sendable, Hashable, Codable {
        /// Relative to the study's folder.
        package var path: String
        package var text: String

        package init(path: String, text: String) {
            self.path = path
            self.text = text
        }
    }
}
