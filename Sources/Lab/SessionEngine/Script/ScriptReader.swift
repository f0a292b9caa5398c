package import Diagnostics
package import Foundation
import ResultsStore
package import StudyDefinition
import Yams

/// Reads a script file; every problem at once, each with its place.
package struct ScriptReader {
    private let file: String
    private let study: Study
    private var problems: [Diagnostic] = []

    package static func read(_ url: URL, study: Study) throws(DiagnosticError) -> Script {
        guard let data = try? Data(contentsOf: url) else {
            throw DiagnosticError(
                "no-script",
                at: .init(file: url.path),
                "there is no such script file",
                fix: "name one with --script FILE",
                status: .noInput
            )
        }
        var reader = ScriptReader(file: url.path, study: study)
        let root = try yamlRoot(of: String(decoding: data, as: UTF8.self), file: url.path)
        let script = reader.script(root)
        guard reader.problems.isEmpty, let script else { throw DiagnosticError(reader.problems) }
        return script
    }

    private init(file: String, study: Study) {
        self.file = file
        self.study = study
    }

    private mutating func script(_ root: Node?) -> Script? {
        guard let root else {
            problem(nil, "the script is empty", "a mapping with format: 1")
            return nil
        }
        guard let top = mapping(root, "a mapping with format: 1") else { return nil }
        let known = ["format", "checks", "consent", "answers", "tasks"]
        for (key, _) in top { check(key, among: known) }
        if root["format"]?.string != "1" {
            problem(root, "the script's format is not 1", "format: 1")
        }
        var scripted = false
        if let checks = root["checks"] {
            scripted = checks.string == "scripted"
            if !scripted, checks.string != "run" { problem(checks, "checks", "run or scripted") }
        }
        let answers = answers(root["answers"])
        if problems.isEmpty { requireAnswers(answers, at: root["answers"] ?? root) }
        return Script(
            file: file,
            checksAreScripted: scripted,
            consent: consent(root["consent"]),
            answers: answers,
            tasks: tasks(root["tasks"])
        )
    }

    /// Every required question that the session shows needs an answer.
    private mutating func requireAnswers(_ answers: [String: [String: String]], at node: Node) {
        let usual = Set(study.usualConditions.map(\.id))
        let asked =
            study.placedQuestionnaires.map(\.questionnaire)
            + study.questionnaires.filter { $0.id == study.afterTask }
        for questionnaire in asked
        where questionnaire.onlyIn.map({ !usual.isDisjoint(with: $0) }) ?? true {
            for item in questionnaire.items
            where item.required && isAsked(item, answers)
                && (answers[questionnaire.id]?[item.id] ?? "").trimmed.isEmpty
            {
                problem(
                    node,
                    "\(questionnaire.id) → \(item.id) needs an answer, and has none",
                    "an answer to “\(item.text)”"
                )
            }
        }
    }

    private func isAsked(
        _ item: Questionnaire.Item,
        _ answers: [String: [String: String]]
    ) -> Bool {
        guard let showIf = item.showIf else { return true }
        let other = study.questionnaires.first { $0.id == showIf.questionnaire }?
            .items.first { $0.id == showIf.item }
        let typed = answers[showIf.questionnaire]?[showIf.item] ?? ""
        guard case .options(let chosen)? = (try? other?.read(typed))?.meaning else { return false }
        return !Set(chosen).isDisjoint(with: showIf.options)
    }

    private mutating func consent(_ node: Node?) -> [String: Bool] {
        guard let node, let pairs = mapping(node, "option: true or false") else { return [:] }
        var options: [String: Bool] = [:]
        for (key, value) in pairs {
            guard let name = key.string, let agreed = value.bool else {
                problem(value, "a consent option is neither true nor false", "true or false")
                continue
            }
            options[name] = agreed
        }
        return options
    }

    private mutating func answers(_ node: Node?) -> [String: [String: String]] {
        guard let node, let pairs = mapping(node, "questionnaire: {item: answer}") else {
            return [:]
        }
        var answers: [String: [String: String]] = [:]
        for (key, value) in pairs {
            check(key, among: study.questionnaires.map(\.id))
            guard let id = key.string, let items = mapping(value, "item: answer") else { continue }
            let known = study.questionnaires.first { $0.id == id }?.items ?? []
            for (item, answer) in items {
                check(item, among: known.map(\.id))
                guard let name = item.string, let typed = typed(answer) else {
                    problem(answer, "an answer is no text", "text, a number or a list")
                    continue
                }
                if let asked = known.first(where: { $0.id == name }), !typed.trimmed.isEmpty {
                    do { _ = try asked.read(typed) } catch {
                        problem(answer, "\(id) → \(name): “\(typed)” cannot be", error.sentence)
                    }
                }
                answers[id, default: [:]][name] = typed
            }
        }
        return answers
    }

    private func typed(_ node: Node) -> String? {
        if let items = node.sequence {
            return items.compactMap(\.string).joined(separator: ", ")
        }
        return node.scalar?.string
    }

    private mutating func tasks(_ node: Node?) -> [String: [Script.Step]] {
        guard let node, let pairs = mapping(node, "task: steps") else { return [:] }
        var tasks: [String: [Script.Step]] = [:]
        for (key, value) in pairs {
            check(key, among: study.tasks.map(\.id))
            guard let id = key.string else { continue }
            tasks[id] = steps(value)
        }
        return tasks
    }

    /// A list of steps, or `{time: 1:20}`: the solution, and "done" at that time.
    private mutating func steps(_ node: Node) -> [Script.Step] {
        if let time = node.mapping?["time"] {
            for (key, _) in node.mapping ?? [:] { check(key, among: ["time"]) }
            let at = seconds(time)
            return [
                Script.Step(verb: .apply("solution"), at: at, place: place(node)),
                Script.Step(verb: .done(.passed), at: at, place: place(node)),
            ]
        }
        guard let items = node.sequence else {
            problem(node, "a task is neither a list of steps nor {time: M:SS}", "a list of steps")
            return []
        }
        var steps: [Script.Step] = []
        for item in items { if let step = step(item) { steps.append(step) } }
        return steps
    }

    private mutating func step(_ node: Node) -> Script.Step? {
        if let word = node.scalar?.string {
            guard let verb = Self.plainVerbs[word] else {
                problem(
                    node,
                    "unknown step \"\(word)\"",
                    "a step",
                    suggestion(for: word, among: Self.plainVerbs.keys.sorted())
                )
                return nil
            }
            return Script.Step(verb: verb, at: nil, place: place(node))
        }
        guard let pairs = node.mapping else {
            problem(node, "a step is neither a word nor a mapping", "a step")
            return nil
        }
        for (key, _) in pairs {
            check(key, among: ["at", "mark", "text", "apply", "done", "do"])
        }
        let at = node["at"].flatMap { seconds($0) }
        guard let verb = verb(node) else { return nil }
        return Script.Step(verb: verb, at: at, place: place(node))
    }

    package static let plainVerbs: [String: Script.Verb] = [
        "pause": .pause, "resume": .resume, "undo": .undo, "give-up": .giveUp, "skip": .skip,
        "continue": .goOn, "accept": .accept, "end": .end, "extend": .extend,
        "check-again": .checkAgain, "leave": .leave, "wait": .wait, "done": .done(.passed),
    ]

    private mutating func verb(_ node: Node) -> Script.Verb? {
        if let mark = node["mark"] {
            guard let kind = mark.string.flatMap(Study.Code.Kind.init) else {
                problem(
                    mark,
                    "unknown mark \"\(mark.string ?? "")\"",
                    Study.Code.Kind.allCases.map(\.rawValue).joined(separator: ", ")
                )
                return nil
            }
            return .mark(Marked.Kind(kind), text: node["text"]?.string ?? "")
        }
        if let folder = node["apply"]?.string { return .apply(folder) }
        if let verdict = node["done"] {
            let known: [String: Verdict] = ["passed": .passed, "failed": .failed, "fault": .fault]
            guard let value = verdict.string.flatMap({ known[$0] }) else {
                problem(verdict, "unknown verdict", "passed, failed or fault")
                return nil
            }
            return .done(value)
        }
        if let word = node["do"]?.string, let verb = Self.plainVerbs[word] { return verb }
        problem(
            node,
            "a step says nothing to do",
            "one of mark, apply, done, do",
            suggestion(for: node["do"]?.string ?? "", among: Self.plainVerbs.keys.sorted())
        )
        return nil
    }

    /// Seconds; a study's time limits are no longer.
    private static let longest = 86_400.0

    /// `1:20`, `80`, `80.5`.
    private mutating func seconds(_ node: Node) -> Double? {
        let text = node.scalar?.string ?? ""
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { Double($0.trimmingCharacters(in: .whitespaces)) }
        guard numbers.count == parts.count, (1...3).contains(numbers.count),
            numbers.allSatisfy({ $0 >= 0 && $0 <= Self.longest }),
            case let seconds = numbers.reduce(0, { $0 * 60 + $1 }), seconds <= Self.longest
        else {
            problem(node, "\"\(text)\" is no time", "minutes:seconds, such as 1:20; at most a day")
            return nil
        }
        return seconds
    }

    // MARK: Problems

    private mutating func mapping(_ node: Node, _ expected: String) -> [(Node, Node)]? {
        guard let mapping = node.mapping else {
            problem(node, "is no mapping", expected)
            return nil
        }
        return mapping.map { ($0.key, $0.value) }
    }

    private mutating func check(_ key: Node, among known: [String]) {
        let name = key.string ?? ""
        guard !known.contains(name) else { return }
        problem(key, "unknown name \"\(name)\"", nil, suggestion(for: name, among: known))
    }

    private mutating func problem(
        _ node: Node?,
        _ text: String,
        _ expected: String?,
        _ fix: String? = nil
    ) {
        problems.append(
            Diagnostic(
                "script",
                at: node.map(place) ?? .init(file: file),
                text,
                expected: expected,
                fix: fix
            )
        )
    }

    private func place(_ node: Node) -> Diagnostic.Place {
        .init(file: file, line: node.mark?.line, column: node.mark?.column)
    }
}
