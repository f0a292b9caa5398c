import Instruments
import ResultsStore
import StudyDefinition

/// The requirements of the Common Industry Format for usability test reports (ISO/IEC 25062), and
/// whether this report meets them. Requirements on results are checked in the data. Requirements
/// that only people can state are searched for in the study's method page: in headings, in bold
/// words, and in `Word:` at the start of a line.
package struct Conformance: Sendable {
    package struct Item: Sendable {
        package var section: String
        package var requirement: String
        package var isMet: Bool
        /// Where the report has the content, or how to supply it.
        package var words: String
    }

    package var items: [Item]
    package var missing: [Item] { items.filter { !$0.isMet } }

    init(_ findings: ReportAnalysis) {
        var list = Checklist(findings)
        list.titleBlock()
        list.summaryAndProduct()
        list.participantsAndTasks()
        list.setting()
        list.results()
        items = list.items
    }
}

private struct Checklist {
    let findings: ReportAnalysis
    let method: [String]
    var items: [Conformance.Item] = []

    init(_ findings: ReportAnalysis) {
        self.findings = findings
        method = Checklist.leads(in: findings.study?.method.text ?? "")
    }

    /// Returns the introductory words of a text: headings, and bold text or words before a colon at
    /// the start of a line.
    private static func leads(in text: String) -> [String] {
        text.split(whereSeparator: \.isNewline).compactMap { line in
            let line = line.drop { $0 == " " || $0 == "-" || $0 == "*" && line.hasPrefix("* ") }
            if line.hasPrefix("#") { return line.drop { $0 == "#" || $0 == " " }.lowercased() }
            if line.hasPrefix("**") {
                return line.dropFirst(2).prefix { $0 != "*" }.lowercased()
            }
            let lead = line.prefix { $0 != ":" }
            return lead.count < line.count && lead.count <= 40 ? lead.lowercased() : nil
        }
    }

    private mutating func check(
        _ section: String,
        _ requirement: String,
        _ isMet: Bool,
        at place: String,
        fix: String
    ) {
        items.append(
            .init(
                section: section,
                requirement: requirement,
                isMet: isMet,
                words: isMet ? place : fix
            )
        )
    }

    /// Adds a requirement that only the study's method page can meet.
    private mutating func prose(_ section: String, _ requirement: String, _ words: [String]) {
        let lead = method.first { lead in words.contains { lead.contains($0) } }
        check(
            section,
            requirement,
            lead != nil,
            at: "method, “\(lead ?? "")”",
            fix: "add a paragraph **\(capitalized(words[0])).** to the study's method page"
        )
    }

    mutating func titleBlock() {
        let study = findings.study
        let section = "Title"
        check(
            section,
            "Product and version",
            study.map { !$0.product.name.isEmpty && !$0.product.version.isEmpty } ?? false,
            at: "In short",
            fix: "give `product` a name and a version in study.yaml"
        )
        prose(section, "Who led the test", ["led by", "conducted by", "test leader"])
        if findings.held != nil {
            check(section, "Date of the test", true, at: "Who took part", fix: "")
        } else {
            prose(section, "Date of the test", ["date of the test", "test date", "dates"])
        }
        check(
            section,
            "Date of the report",
            findings.date != nil,
            at: "below the title",
            fix: "give --report-date 2026-03-31"
        )
        prose(section, "Who prepared the report", ["prepared by", "author"])
        prose(section, "Contact", ["contact"])
    }

    mutating func summaryAndProduct() {
        let hasEntries = !findings.entries.isEmpty
        check(
            "Summary",
            "Product, method, numbers of participants and tasks, results with their uncertainty",
            hasEntries && findings.parts.contains { !$0.tasks.isEmpty },
            at: "In short",
            fix: "hold sessions first"
        )
        prose("Product", "Parts that were evaluated", ["parts evaluated", "material", "product"])
        prose("Product", "Users for whom it is meant", ["intended users", "users"])
        prose("Objectives", "Functions and why these", ["objective", "aim", "goal"])
    }

    mutating func participantsAndTasks() {
        let introduced = findings.parts.contains { !$0.group.introductory.isEmpty }
        check(
            "Participants",
            "Number",
            !findings.entries.isEmpty,
            at: "Who took part",
            fix: "hold sessions first"
        )
        check(
            "Participants",
            "Characteristics",
            introduced,
            at: "Who took part",
            fix: "ask for them in a questionnaire before the first task"
        )
        prose("Participants", "How they were selected", ["selection", "recruit", "participants"])
        prose(
            "Participants",
            "How they differ from the users",
            ["differences from users", "differ from", "population"]
        )
        let tasks = findings.study?.analysedTasks.map(\.task) ?? []
        check(
            "Tasks",
            "Scenarios and criteria of completion",
            !tasks.isEmpty && tasks.allSatisfy { !$0.success.isEmpty },
            at: "Method",
            fix: "give every task its `success` in study.yaml"
        )
        prose(
            "Tasks",
            "Why these tasks",
            ["why these tasks", "choice of tasks", "procedure", "tasks"]
        )
        prose("Tasks", "Data given to participants", ["data given", "material", "data"])
        check(
            "Tasks",
            "Instructions, word for word",
            !tasks.isEmpty && tasks.allSatisfy { !$0.instruction.text.isEmpty },
            at: "Instructions",
            fix: "give every task its `instruction` in study.yaml"
        )
    }

    mutating func setting() {
        prose("Setting", "Facility", ["facility", "place", "setting", "room"])
        let known = findings.entries.contains { !$0.start.environment.system.isEmpty }
        check(
            "Setting",
            "Computing environment",
            known,
            at: "Differences between participants, environment",
            fix:
                "hold the sessions with evalrun, which records it; imported files do not say it"
        )
        check(
            "Setting",
            "Tools of the facilitator",
            !findings.isAllImported && !findings.entries.isEmpty,
            at: "evalrun",
            fix: "hold the sessions with evalrun, or name the tools in the method page"
        )
        prose("Design", "Design of the experiment", ["design", "procedure"])
        prose("Design", "Procedure", ["procedure"])
    }

    mutating func results() {
        let tasks = findings.parts.flatMap(\.tasks)
        check(
            "Effectiveness",
            "Completion, assisted and unassisted, errors and assists",
            !tasks.isEmpty && !findings.isAllImported,
            at: "Outcomes; Assists, mistakes and notes",
            fix: tasks.isEmpty
                ? "hold sessions first" : "imported files do not say who was assisted"
        )
        check(
            "Efficiency",
            "Mean time with range and standard deviation, completion ÷ mean time",
            tasks.contains { !$0.times.isEmpty },
            at: "Times; Completion by time",
            fix: "no attempt succeeded"
        )
        let named = findings.parts.flatMap(\.satisfaction).map(\.instrument.name)
        check(
            "Satisfaction",
            "A named instrument",
            !named.isEmpty,
            at: "Satisfaction",
            fix: "name an `instrument` in a questionnaire, such as sus"
        )
        check(
            "Results",
            "Rules of scoring, reduction and statistics; tables of performance and satisfaction",
            !tasks.isEmpty,
            at: "notes below every table",
            fix: "hold sessions first"
        )
        let asked = findings.study.map { !$0.placedQuestionnaires.isEmpty } ?? false
        check(
            "Appendices",
            "Questionnaires and instructions",
            asked,
            at: "Questions; Instructions",
            fix: "the study has no questionnaire"
        )
    }
}
