import Instruments
import ResultsStore
import StudyDefinition

/// The requirements of the Common Industry Format for usability test reports (ISO/IEC 25062), and
/// whether this report meets them.
///
/// Most requirements are checked against the data and the study definition. Content that only
/// people can write is checked by searching the study's method page for keywords. The search covers
/// headings, bold text that begins a line, and text of up to 40 characters before a line's first
/// colon.
package struct Conformance: Sendable {
    package struct Item: Sendable {
        package var section: String
        package var requirement: String
        package var isMet: Bool
        /// For a requirement that is met, the place of the required content in the report.
        /// Otherwise, how to meet the requirement, or why it cannot be met.
        package var words: String
    }

    package var items: [Item]
    package var missing: [Item] { items.filter { !$0.isMet } }

    init(_ findings: ReportAnalysis) { items = Checklist(findings).items }
}

private struct Checklist {
    let findings: ReportAnalysis
    let method: [String]

    init(_ findings: ReportAnalysis) {
        self.findings = findings
        method = Checklist.leads(in: findings.study?.method.text ?? "")
    }

    /// Returns the parts of `text` to search for keywords, in lowercase: headings, bold text that
    /// begins a line, and text of up to 40 characters before a line's first colon.
    private static func leads(in text: String) -> [String] {
        text.split(whereSeparator: \.isNewline).compactMap { line in
            var line = line.drop { $0 == " " }
            if line.hasPrefix("- ") || line.hasPrefix("* ") {
                line = line.dropFirst().drop { $0 == " " }
            }
            if line.hasPrefix("#") { return line.drop { $0 == "#" || $0 == " " }.lowercased() }
            if line.hasPrefix("**") {
                return line.dropFirst(2).prefix { $0 != "*" }.lowercased()
            }
            let lead = line.prefix { $0 != ":" }
            return lead.count < line.count && lead.count <= 40 ? lead.lowercased() : nil
        }
    }

    /// A requirement, and whether it is met. `place` is where the report has the required content.
    /// `fix` states how to meet the requirement, or why it cannot be met.
    private typealias Row = (requirement: String, isMet: Bool, place: String, fix: String)

    var items: [Conformance.Item] {
        (opening + taking + results).flatMap { section, rows in
            rows.map { row in
                .init(
                    section: section,
                    requirement: row.requirement,
                    isMet: row.isMet,
                    words: row.isMet ? row.place : row.fix
                )
            }
        }
    }

    /// Returns a requirement. It is met if one of `words` occurs in a heading or at the beginning
    /// of a line on the study's method page. See ``leads(in:)`` for the exact rules.
    private func prose(_ requirement: String, _ words: String...) -> Row {
        let lead = method.first { lead in words.contains { lead.contains($0) } }
        return (
            requirement, lead != nil, "method, “\(lead ?? "")”",
            "add a paragraph **\(capitalized(words[0])).** to the study's method page"
        )
    }

    private var tasks: [StudyTask] { findings.study?.analysedTasks.map(\.task) ?? [] }

    private var opening: [(section: String, rows: [Row])] {
        let product = findings.study?.product
        let hasTasks = !findings.entries.isEmpty && findings.parts.contains { !$0.tasks.isEmpty }
        let title: [Row] = [
            (
                "Product and version",
                product.map { !$0.name.isEmpty && !$0.version.isEmpty } ?? false, "In short",
                "set the name and version of `product` in study.yaml"
            ),
            prose("Who led the test", "led by", "conducted by", "test leader"),
            findings.held != nil
                ? ("Date of the test", true, "Who took part", "")
                : prose("Date of the test", "date of the test", "test date", "dates"),
            (
                "Date of the report", findings.date != nil, "below the title",
                "give the date, as in --report-date 2026-03-31"
            ),
            prose("Who prepared the report", "prepared by", "author"),
            prose("Contact", "contact"),
        ]
        let summary: Row = (
            "Product, method, numbers of participants and tasks, results with their uncertainty",
            hasTasks, "In short", "run sessions first"
        )
        return [
            ("Title", title),
            ("Summary", [summary]),
            (
                "Product",
                [
                    prose(
                        "Parts of the product that were evaluated",
                        "parts evaluated",
                        "material",
                        "product"
                    ),
                    prose("Intended users", "intended users", "users"),
                ]
            ),
            (
                "Objectives",
                [prose("Functions that were tested, with reasons", "objective", "aim", "goal")]
            ),
        ]
    }

    private var taking: [(section: String, rows: [Row])] {
        let participants: [Row] = [
            ("Number", !findings.entries.isEmpty, "Who took part", "run sessions first"),
            (
                "Characteristics", findings.parts.contains { !$0.group.introductory.isEmpty },
                "Who took part",
                "ask about the participants in a questionnaire before the first task"
            ),
            prose("How participants were selected", "selection", "recruit", "participants"),
            prose(
                "How participants differ from the intended users",
                "differences from users",
                "differ from",
                "population"
            ),
        ]
        let given: [Row] = [
            (
                "Task scenarios and completion criteria",
                !tasks.isEmpty && tasks.allSatisfy { !$0.success.isEmpty }, "Method",
                "add `success` to every task in study.yaml"
            ),
            prose(
                "Why these tasks were chosen",
                "why these tasks",
                "choice of tasks",
                "procedure",
                "tasks"
            ),
            prose("Data given to participants", "data given", "material", "data"),
            (
                "Instructions, word for word",
                !tasks.isEmpty && tasks.allSatisfy { !$0.instruction.text.isEmpty },
                "Instructions", "add `instruction` to every task in study.yaml"
            ),
        ]
        let setting: [Row] = [
            prose("Facility", "facility", "place", "setting", "room"),
            (
                "Computing environment",
                findings.entries.contains { !$0.start.environment.system.isEmpty },
                "Differences between participants, environment",
                "run the sessions with evalrun, which records the environment; imported files do not contain it"
            ),
            (
                "Tools of the facilitator", !findings.isAllImported && !findings.entries.isEmpty,
                "evalrun", "run the sessions with evalrun, or name the tools on the method page"
            ),
        ]
        let design = [
            prose("Design of the experiment", "design", "procedure"),
            prose("Procedure", "procedure"),
        ]
        return [
            ("Participants", participants), ("Tasks", given), ("Setting", setting),
            ("Design", design),
        ]
    }

    private var results: [(section: String, rows: [Row])] {
        let tasks = findings.parts.flatMap(\.tasks)
        let statesAssists = findings.importsStateAssists
        let completion: Row = (
            "Completion (assisted and unassisted)",
            !tasks.isEmpty && (!findings.isAllImported || statesAssists), "Outcomes",
            tasks.isEmpty ? "run sessions first" : "imported files do not state who was assisted"
        )
        let errors: Row = (
            "Errors and assists", !tasks.isEmpty && !findings.isAllImported,
            "Assists, mistakes and notes",
            tasks.isEmpty
                ? "run sessions first"
                : statesAssists
                    ? "imported files contain no errors, and no assists in attempts that failed"
                    : "imported files contain no errors and no assists"
        )
        let efficiency: Row = (
            "Mean time with range and standard deviation, completion ÷ mean time",
            tasks.contains { !$0.times.isEmpty }, "Times; Efficiency",
            "no attempt succeeded"
        )
        let satisfaction: Row = (
            "A named instrument", findings.parts.contains { !$0.satisfaction.isEmpty },
            "Satisfaction", "add an `instrument`, such as `sus`, to a questionnaire in study.yaml"
        )
        let statistics: Row = (
            "Rules for scoring, data reduction and statistics; tables of performance and satisfaction",
            !tasks.isEmpty, "notes below every table", "run sessions first"
        )
        let appendices: Row = (
            "Questionnaires and instructions",
            findings.study.map { !$0.placedQuestionnaires.isEmpty } ?? false,
            "Questions; Instructions", "the study has no questionnaire"
        )
        return [
            ("Effectiveness", [completion, errors]), ("Efficiency", [efficiency]),
            ("Satisfaction", [satisfaction]), ("Results", [statistics]),
            ("Appendices", [appendices]),
        ]
    }
}
