import YAMLFields

// Keys of a study's files. The StudyFile page lists the same keys, and a test compares the two
// lists.

private let id =
    "an id: letters, digits, \"-\", \"_\" and \".\", starting with a letter or digit, at most 100 bytes"
private let markdown = "the name of a Markdown file in the study's folder"
private let duration = "a duration such as 90s, 15m or 1m 30s, up to 24h"
private let flag = "true or false"
private let command = "a program and its arguments, as a list"

extension Shape {
    static let study = Shape(
        "the study",
        [
            must("format", "the number 1"), must("id", id), must("title", "a title", isText: true),
            must("version", "the study's version, as text", isText: true),
            must("product", "a mapping with \"name\" and \"version\""),
            may(
                "assistants",
                "a sentence that states which language models and documentation are allowed",
                isText: true
            ),
            may("feedback", "\"none\", \"verdict\" or \"reason\""),
            may("think_aloud", "\"none\", \"concurrent\" or \"retrospective\""),
            must("method", markdown, isText: true),
            must("conditions", "a list of conditions"),
            may("project", "a mapping that describes the participant's project"),
            may("phases", "a list of phases"),
            may("questionnaires", "a list of questionnaires' ids"),
            may("tasks", "a list of tasks"), may("task_sets", "a list of parallel sets of tasks"),
            may("after_task", "the id of the questionnaire asked after each task"),
            may("analysis", "a mapping with \"primary\""),
            may("codebook", "a list of codes for the facilitator's marks"),
            may("checks", "a list of checks"),
            may("sharing", "\"own\" or \"labs\""),
            may("room", "a mapping with \"clock\", \"language\", \"words\" or \"silence\""),
        ]
    )
    static let room = Shape(
        "the room",
        [
            may("clock", "\"shown\" or \"hidden\""),
            may("language", "the code of a language, such as \"ar\""),
            may("words", "a YAML file in the study's folder that translates English texts"),
            may("silence", duration),
        ]
    )
    static let analysis = Shape(
        "the analysis",
        [
            must("primary", "a mapping with \"measure\""),
            may("secondary", "a list of outcomes"),
            may("hypotheses", "a list of sentences", isText: true),
            may("failures", "\"left-out\" or \"time-limit\""),
            may("exclusions", "a list with \"assisted\", \"flagged\" or both"),
            may("tests", "a list of tests"),
        ]
    )
    static let registeredTest = Shape(
        "a registered test",
        [
            must(
                "measure",
                "\"time\", \"completion\", \"errors\", a questionnaire's id or "
                    + "<questionnaire>.<item>"
            ),
            must(
                "method",
                "\"means\", \"mixed-model\", \"least-squares\", \"survival\", \"benchmark\" or "
                    + "\"bootstrap\""
            ),
            may("factor", "<questionnaire>.<item>, where the item is of type \"single\""),
            may("covariates", "a list of <questionnaire>.<item> or log(<questionnaire>.<item>)"),
            may("against", "the value to compare with, as a number"),
        ]
    )
    static let outcome = Shape(
        "an outcome",
        [
            must(
                "measure",
                "\"time\", \"completion\" or the id of a questionnaire with an instrument"
            ),
            may("margin", "the largest difference that does not matter, as a number"),
        ]
    )
    static let product = Shape(
        "the product",
        [must("name", "a name", isText: true), must("version", "a version, as text", isText: true)]
    )
    static let condition = Shape(
        "a condition",
        [
            must("id", id), must("title", "a title", isText: true),
            may("folder", "a folder in the study's folder"), may("only_planned", flag),
        ]
    )
    static let code = Shape(
        "a code",
        [
            must("id", id), must("title", "a title", isText: true),
            must(
                "kind",
                "\"assist\", \"mistake\", \"tool-failure\", \"note\", \"problem\" or \"question\""
            ),
        ]
    )
    static let taskSet = Shape(
        "a task set",
        [
            must("id", id), must("tasks", "a list of tasks' ids"),
            may("project", "a folder in the study's folder"),
        ]
    )
    static let project = Shape(
        "the project",
        [
            may("folder", "a folder in the study's folder"),
            may("links", "a mapping from paths of links in the workspace to their targets"),
            may("tools", "a list of programs"), must("build", command, isText: true),
            may("ignore", "a list of names, or of suffixes such as \"*.swp\""),
            may("open", command, isText: true),
        ]
    )
    static let phase = Shape(
        "a phase",
        [
            may("consent", "a mapping with \"file\" and \"options\""),
            may("questionnaire", "a questionnaire's id"), may("tutorial", markdown, isText: true),
            may("instructions", markdown, isText: true), may("thanks", markdown, isText: true),
            may("tasks", "a list of tasks' ids"), may("practice", "a list of tasks' ids"),
            may("each_condition", "a list of phases"),
        ]
    )
    static let consent = Shape(
        "the consent",
        [
            must("file", markdown, isText: true),
            must("options", "a list of statements for participants to agree with"),
        ]
    )
    static let consentOption = Shape(
        "a consent option",
        [must("id", id), must("text", "a statement", isText: true), may("required", flag)]
    )
    static let task = Shape(
        "a task",
        [
            must("id", id), must("title", "a title", isText: true),
            may("instruction", markdown, isText: true),
            may("time_limit", duration),
            may("success", "a sentence that states when the task is done", isText: true),
            may("starts_from", "a list of tasks' ids"), may("check", "a check's id"),
        ]
    )
    static let check = Shape("a check", [must("id", id), must("steps", "a list of steps")])
    static let step = Shape(
        "a step",
        [
            must("name", "a name", isText: true), must("run", command, isText: true),
            may("input", "text for standard input", isText: true), may("timeout", duration),
            may("on_timeout", "\"fault\" or \"failure\""),
            may("expect", "a mapping that describes the command's expected results"),
            must("reason", "one line that explains a failure", isText: true),
        ]
    )
    static let expect = Shape(
        "expected results",
        [
            may("exit", "an exit status from 0 to 255"),
            may("output", "the whole standard output, as text", isText: true),
            may("contains", "a list of texts", isText: true),
            may("matches", "a list of regular expressions", isText: true),
            may("rows", "a list of lines", isText: true), may("order", "\"given\" or \"any\""),
        ]
    )
    static let questionnaire = Shape(
        "a questionnaire",
        [
            must("title", "a title", isText: true),
            may(
                "instrument",
                "the name of an instrument that comes with evalrun, such as \"sus\""
            ),
            may("better", "\"high\" or \"low\""),
            may("translation", "a mapping with \"items\""), may("items", "a list of items"),
            may("only_in", "a list of conditions' ids"), may("ask_all", flag),
        ]
    )
    static let translation = Shape(
        "the translation",
        [
            may("source", "the origin of the wording", isText: true),
            may("low", "the words at the low end of the instrument's scale", isText: true),
            may("high", "the words at the high end of the instrument's scale", isText: true),
            must(
                "items",
                "a list of the translated items, in the order of the instrument's form",
                isText: true
            ),
        ]
    )
    static let translatedItem = Shape(
        "a translated item",
        [
            may("text", "the wording", isText: true), may("name", "a short name", isText: true),
            may("low", "the words at the low end of the item's scale", isText: true),
            may("high", "the words at the high end of the item's scale", isText: true),
            may("left", "the left word of the pair", isText: true),
            may("right", "the right word of the pair", isText: true),
        ]
    )
    static let item = Shape(
        "an item",
        [
            must("id", id), must("text", "a question", isText: true),
            may("short", "a heading for tables", isText: true),
            must("type", "\"single\", \"multiple\", \"scale\", \"number\" or \"text\""),
            may("options", "a list of options", isText: true),
            may("min", "a number; for a scale, a whole number"),
            may("max", "a number; for a scale, a whole number"),
            may("min_label", "a label for the lower end", isText: true),
            may("max_label", "a label for the upper end", isText: true),
            may("unit", "a unit, as text", isText: true),
            may("required", flag), may("show_if", "a mapping with \"item\" and \"is\""),
            may("in_table", flag), may("header", "a column header", isText: true),
        ]
    )
    static let option = Shape(
        "an option",
        [
            may("id", id), must("label", "a label", isText: true),
            may("aliases", "a list of other spellings", isText: true),
        ]
    )
    static let showIf = Shape(
        "show_if",
        [must("item", "an item's id"), must("is", "an option's id, or a list of options' ids")]
    )
    static let variant = Shape(
        "a wrong variant",
        [
            must("task", "a task's id"),
            must("reason", "text that the failed check's reason must contain", isText: true),
        ]
    )
}
