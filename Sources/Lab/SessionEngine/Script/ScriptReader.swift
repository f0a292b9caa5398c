package import Diagnostics
package import Foundation
package import ResultsStore
package import StudyDefinition
import YAMLFields

/// Reader for a script file. It reports all problems in the file at once, each with its position.
package struct ScriptReader {
    private let study: Study
    private let plan: SessionPlan
    private let earlier: [SessionRecord.AnswerKey: SessionRecord.Answer]
    private let findings = DiagnosticList()

    /// Reads the script at `url`.
    ///
    /// - Parameters:
    ///   - plan: the steps of the session that the script plays. They determine which questions
    ///     need an answer. Nil for a session with the study's usual conditions.
    ///   - earlier: the answers from the participant's earlier sessions. A question's `showIf` may
    ///     depend on them.
    package static func read(
        _ url: URL,
        study: Study,
        plan: SessionPlan? = nil,
        earlier: [SessionRecord.AnswerKey: SessionRecord.Answer] = [:]
    ) throws(DiagnosticError) -> Script {
        guard let data = try? Data(contentsOf: url) else {
            let isThere = FileManager.default.fileExists(atPath: url.path)
            throw DiagnosticError(
                "no-script",
                at: .init(file: url.path),
                isThere ? "the script file cannot be read" : "there is no such script file",
                fix: "name a script file with --script FILE",
                status: .noInput
            )
        }
        let usual = SessionPlan(study, conditions: study.usualConditions.map(\.id))
        let reader = ScriptReader(
            study: study.printed,
            plan: plan ?? usual,
            earlier: earlier
        )
        let script = reader.script(String(decoding: data, as: UTF8.self), file: url.path)
        guard reader.findings.all.isEmpty, let script else {
            throw DiagnosticError(reader.findings.all)
        }
        return script
    }

    private init(
        study: Study,
        plan: SessionPlan,
        earlier: [SessionRecord.AnswerKey: SessionRecord.Answer]
    ) { (self.study, self.plan, self.earlier) = (study, plan, earlier) }

    private func script(_ text: String, file: String) -> Script? {
        let root = Entry(
            yaml: text,
            file: file,
            expected: "a mapping with \"format: 1\"",
            findings: findings
        )
        guard let fields = root.flatMap({ Fields($0, .script) }) else { return nil }
        if let format = fields["format"], format.scalar != "1" {
            format.report("the script's format is not 1")
        }
        let checks = fields.choice("checks", default: Checks.run)
        let answers = fields["answers"].map(answers) ?? [:]
        let place = fields["answers"]?.place ?? fields.place
        if findings.all.isEmpty { requireAnswers(answers, at: place) }
        return Script(
            file: file,
            checksAreScripted: checks == .scripted,
            consent: fields["consent"].map(consent) ?? [:],
            answers: answers,
            tasks: fields["tasks"].map(tasks) ?? [:]
        )
    }

    private enum Checks: String, CaseIterable { case run, scripted }

    /// Reports each required question that the session shows but the script does not answer.
    private func requireAnswers(_ answers: [String: [String: String]], at place: Diagnostic.Place) {
        let asked = Set(
            plan.steps.compactMap { step -> String? in
                guard case .question(let id, _, _, _) = step else { return nil }
                return id
            }
        )
        let inOrder =
            study.placedQuestionnaires.map(\.questionnaire)
            + study.questionnaires.filter { $0.id == study.afterTask }
        for questionnaire in inOrder where asked.contains(questionnaire.id) {
            for item in questionnaire.items
            where item.required && (questionnaire.asksAll == true || isAsked(item, answers, asked))
                && (answers[questionnaire.id]?[item.id] ?? "").trimmed.isEmpty
            {
                findings.error(
                    "script",
                    at: place,
                    "\(questionnaire.id) → \(item.id) is a required question without an answer",
                    expected: "an answer to “\(item.text)”"
                )
            }
        }
    }

    /// Returns whether the session shows the item, according to the item's `showIf`. The answer to
    /// the item that `showIf` names is taken from the script. If the session does not ask the
    /// questionnaire of that item, the answer is taken from earlier sessions.
    ///
    /// - Parameter asked: ids of the questionnaires that the session asks.
    private func isAsked(
        _ item: Questionnaire.Item,
        _ answers: [String: [String: String]],
        _ asked: Set<String>
    ) -> Bool {
        guard let showIf = item.showIf else { return true }
        if !asked.contains(showIf.questionnaire) {
            // A session asks all questionnaires of its conditions. A questionnaire that the session
            // does not ask therefore belongs to no condition.
            let key = SessionRecord.AnswerKey(
                condition: "",
                questionnaire: showIf.questionnaire,
                item: showIf.item
            )
            return showIf.isMet(by: earlier[key]?.value.meaning)
        }
        let other = study.questionnaires.first { $0.id == showIf.questionnaire }?
            .items.first { $0.id == showIf.item }
        let typed = answers[showIf.questionnaire]?[showIf.item] ?? ""
        return showIf.isMet(by: (try? other?.read(typed))?.meaning)
    }

    private func consent(_ entry: Entry) -> [String: Bool] {
        let known = study.phases.flatMap { phase -> [String] in
            guard case .consent(let consent) = phase else { return [] }
            return consent.options.map(\.id)
        }
        return entry.pairs(expected: "true or false") { "the consent option \(quoted($0))" }
            .reduce(into: [:]) { options, pair in
                guard pair.key.isOne(of: known, called: "consent option") else { return }
                if let name = pair.key.scalar, let agreed = pair.value.flag() {
                    options[name] = agreed
                }
            }
    }

    private func answers(_ entry: Entry) -> [String: [String: String]] {
        var answers: [String: [String: String]] = [:]
        let known = study.questionnaires.map(\.id)
        for (key, items) in entry.pairs(
            expected: "a mapping from items' ids to answers",
            called: { "\(quoted($0)) of \"answers\"" }
        ) where key.isOne(of: known, called: "questionnaire") {
            let id = key.scalar ?? ""
            let items = items.pairs(expected: "text, a number or a list") {
                "the answer \(id) → \($0)"
            }
            let known = study.questionnaires.first { $0.id == id }?.items ?? []
            for (key, answer) in items where key.isOne(of: known.map(\.id), called: "item") {
                guard let name = key.scalar else { continue }
                let options = known.first { $0.id == name }?.options ?? []
                guard let typed = typed(answer, options) else { continue }
                if let asked = known.first(where: { $0.id == name }), !typed.trimmed.isEmpty {
                    do { _ = try asked.read(typed) } catch {
                        findings.error(
                            "script",
                            at: answer.place,
                            "\(id) → \(name): “\(typed)” is not a valid answer",
                            fix: options.isEmpty
                                ? error.sentence
                                : suggestion(for: typed, among: options.map(\.label))
                        )
                    }
                }
                answers[id, default: [:]][name] = typed
            }
        }
        return answers
    }

    /// Returns the answer as a person would type it. In a list, a label that contains a comma is
    /// replaced by its option's id, because a typed comma separates answers.
    private func typed(_ entry: Entry, _ options: [Questionnaire.Option]) -> String? {
        if entry.isList {
            return entry.listed("a choice", expected: "text").compactMap { $0.text() }
                .map { label in
                    guard label.contains(",") else { return label }
                    return options.first { $0.label == label }?.id ?? label
                }
                .joined(separator: ", ")
        }
        if let typed = entry.scalar { return typed }
        entry.report("\(entry.name) is \(entry.kind)")
        return nil
    }

    private func tasks(_ entry: Entry) -> [String: [Script.Step]] {
        let known = study.tasks.map(\.id)
        let expected = "a list of steps, or {time: M:SS}"
        return entry.pairs(expected: expected) { "the task \(quoted($0))" }
            .reduce(into: [:]) { tasks, pair in
                guard pair.key.isOne(of: known, called: "task"), let id = pair.key.scalar else {
                    return
                }
                tasks[id] = steps(pair.value)
            }
    }

    /// Reads the steps of a task: a list, or `{time: 1:20}`, which applies the solution and presses
    /// "done" at that time.
    private func steps(_ entry: Entry) -> [Script.Step] {
        if entry.isMapping {
            let at = Fields(entry, .timedSolution)?["time"].flatMap(seconds)
            return [
                Script.Step(verb: .apply("solution"), at: at, place: entry.place),
                Script.Step(verb: .done(.passed), at: at, place: entry.place),
            ]
        }
        guard entry.isList else {
            entry.report("\(entry.name) is \(entry.kind)")
            return []
        }
        let expected =
            "a word such as \"pause\", or a mapping with \"mark\", \"apply\", \"done\" or \"do\""
        let steps = entry.listed("a step", expected: expected).compactMap(step)
        reportTimesOutOfOrder(steps)
        return steps
    }

    /// Reports each step whose time is before the time of an earlier step. Such a step would be
    /// played later than its time.
    private func reportTimesOutOfOrder(_ steps: [Script.Step]) {
        var latest = 0.0
        for step in steps {
            guard let at = step.at else { continue }
            if at < latest {
                findings.error(
                    "script",
                    at: step.place,
                    "the time of this step is before the time of an earlier step",
                    fix: "put the steps of a task in the order of their times"
                )
            }
            latest = max(latest, at)
        }
    }

    private func step(_ entry: Entry) -> Script.Step? {
        if entry.scalar != nil {
            guard entry.isOne(of: Self.plainVerbs.keys.sorted(), called: "step"),
                let verb = entry.scalar.flatMap({ Self.plainVerbs[$0] })
            else { return nil }
            return Script.Step(verb: verb, at: nil, place: entry.place)
        }
        guard let fields = Fields(entry, .scriptStep) else { return nil }
        let at = fields["at"].flatMap(seconds)
        return verb(fields).map { Script.Step(verb: $0, at: at, place: entry.place) }
    }

    package static let plainVerbs: [String: Script.Verb] = [
        "pause": .pause, "resume": .resume, "undo": .undo, "give-up": .giveUp, "skip": .skip,
        "continue": .goOn, "accept": .accept, "end": .end, "extend": .extend,
        "check-again": .checkAgain, "leave": .leave, "wait": .wait, "done": .done(.passed),
    ]

    private func verb(_ fields: Fields) -> Script.Verb? {
        let actions = fields.present.filter { $0 != "at" && $0 != "text" }
        if actions.count > 1 {
            findings.error(
                "script",
                at: fields.place,
                "a step has several actions: \(actions.joined(separator: ", "))",
                expected: "one action in each step"
            )
            return nil
        }
        if let text = fields["text"], fields["mark"] == nil {
            text.report("only a step with \"mark\" has a \"text\"")
            return nil
        }
        if let text = fields["text"], text.scalar == nil {
            text.report("\(text.name) is \(text.kind)")
            return nil
        }
        if let mark = fields["mark"] {
            return mark.choice(Study.Code.Kind.self).map {
                .mark(Marked.Kind($0), text: fields["text"]?.scalar ?? "")
            }
        }
        if let folder = fields["apply"] { return folder.text().map(Script.Verb.apply) }
        if let verdict = fields["done"] {
            return verdict.converted { Verdict(rawValue: $0).map(Script.Verb.done) }
        }
        if let word = fields["do"] {
            guard word.isOne(of: Self.plainVerbs.keys.sorted(), called: "step") else { return nil }
            return word.scalar.flatMap { Self.plainVerbs[$0] }
        }
        findings.error(
            "script",
            at: fields.place,
            "a step has no action",
            expected: "\"mark\", \"apply\", \"done\" or \"do\""
        )
        return nil
    }

    /// Reads a time such as `1:20`, `80` or `80.5`. Returns seconds, or nil if the text is not a
    /// valid time.
    private func seconds(_ entry: Entry) -> Double? {
        entry.converted { clockTime($0).map { Double($0) / 1e9 } }
    }
}

extension Questionnaire.Item {
    /// The options of a choice; empty for other questions.
    fileprivate var options: [Questionnaire.Option] {
        switch kind {
        case .single(let options), .multiple(let options): options
        default: []
        }
    }
}

// Keys of a script file. The ScriptFile page describes them.
extension Shape {
    fileprivate static let script = Shape(
        "the script",
        [
            must("format", "format: 1"), may("checks", "\"run\" or \"scripted\""),
            may("consent", "a mapping from consent options' ids to true or false"),
            may("answers", "a mapping from questionnaires' ids to their answers"),
            may("tasks", "a mapping from tasks' ids to their steps"),
        ]
    )
    fileprivate static let timedSolution = Shape("the task", [must("time", time)])
    fileprivate static let scriptStep = Shape(
        "a step",
        [
            may("at", time),
            may("mark", Study.Code.Kind.allCases.map(\.rawValue).joined(separator: ", ")),
            may("text", "words"),
            may("apply", "\"solution\", \"wrong/NAME\", or the name of a folder"),
            may("done", "\"passed\", \"failed\" or \"fault\""), may("do", "a step"),
        ]
    )
    private static let time = "minutes:seconds, such as 1:20; at most a day"
}
