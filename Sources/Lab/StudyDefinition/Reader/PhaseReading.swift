import Diagnostics
import YAMLFields

/// Reader of a study's phases. It reports a task, questionnaire or consent that occurs more than
/// once.
final class PhaseReading {
    private let reading: StudyReading
    private let conditions: [Study.Condition]
    /// Ids of the questionnaires with `only_in`.
    private let limited: Set<String>
    private var consents = 0
    /// Whether no phase has been read yet.
    private var isAtStart = true
    /// Positions of the `tasks` phases that are not in `each_condition`.
    private var tasksOutside: [Diagnostic.Place] = []
    private var taskPlaces: [String: Diagnostic.Place] = [:]
    private var questionnairePlaces: [String: Diagnostic.Place] = [:]

    init(reading: StudyReading, conditions: [Study.Condition], limited: Set<String>) {
        (self.reading, self.conditions, self.limited) = (reading, conditions, limited)
    }

    private var findings: DiagnosticList { reading.findings }

    func phases(_ fields: Fields) -> [Phase] {
        let members = fields.members("phases", called: "a phase", expected: expected)
        let phases = members.compactMap { phase($0, insideConditions: false) }
        let repeats = phases.contains { if case .eachCondition = $0 { true } else { false } }
        if conditions.count > 1, !repeats {
            findings.warning(
                "unused-conditions",
                at: fields["conditions"]?.place,
                "there are \(conditions.count) conditions, but the phase \"each_condition\", which "
                    + "uses them, is missing"
            )
        }
        for place in tasksOutside where conditions.count > 1 && repeats {
            findings.warning(
                "tasks-outside-conditions",
                at: place,
                "these tasks are not in \"each_condition\", so each participant does them once, and "
                    + "no condition is recorded with them",
                fix: "to compare the conditions, indent this phase as a member of "
                    + "\"each_condition\""
            )
        }
        if consents == 0, !phases.isEmpty, reading.isRunHere(fields) {
            findings.note(
                "no-consent",
                at: fields["phases"]?.place,
                "no phase requests consent, so a session begins without it",
                fix: "add the phase \"consent\", unless participants consent elsewhere, such as on "
                    + "paper"
            )
        }
        return phases
    }

    private let expected = "a mapping with one key, such as \"tasks: [first, second]\""

    private func phase(_ entry: Entry, insideConditions: Bool) -> Phase? {
        defer { isAtStart = false }
        guard let fields = Fields(entry, .phase) else { return nil }
        guard let key = fields.present.first, let value = fields[key], fields.present.count == 1
        else {
            if fields.present.count > 1 || entry.isEmptyMapping {
                entry.report(
                    "this phase has \(fields.present.count) keys",
                    id: "wrong-phase",
                    fix: "start each phase with its own \"-\""
                )
            } else if let (key, place) = fields.empty.min(by: { $0.key < $1.key }) {
                findings.error(
                    "empty-phase",
                    at: place,
                    "the phase \"\(key)\" is empty",
                    expected: Shape.phase.key(key)?.expected,
                    fix: "indent the phase's value more than its name, or remove the phase"
                )
            }
            return nil
        }
        switch key {
        case "consent":
            return consent(value, insideConditions: insideConditions)
        case "questionnaire":
            return questionnaire(value, insideConditions: insideConditions)
        case "tasks":
            if !insideConditions { tasksOutside.append(entry.place) }
            return .tasks(tasks(value))
        case "practice":
            return .practice(tasks(value))
        case "each_condition":
            if insideConditions {
                value.report(
                    "\"each_condition\" is inside another \"each_condition\"",
                    id: "nested-conditions"
                )
                return nil
            }
            let members = value.members("a phase", expected: expected)
            return .eachCondition(members.compactMap { phase($0, insideConditions: true) })
        default:
            return Reading.Kind(rawValue: key).map { kind in
                let prose = reading.files.prose(value)
                let proses = insideConditions ? reading.files.proses(prose, conditions) : nil
                return .reading(.init(kind: kind, prose: prose, proses: proses))
            }
        }
    }

    private func questionnaire(_ entry: Entry, insideConditions: Bool) -> Phase? {
        guard let id = entry.text() else { return nil }
        if !insideConditions, limited.contains(id) {
            findings.warning(
                "useless-only-in",
                at: entry.place,
                "\"only_in\" of questionnaire \(quoted(id)) has no effect here: outside "
                    + "\"each_condition\", everybody is asked",
                fix: "move this phase into \"each_condition\", or remove \"only_in\""
            )
        }
        reading.references.use(.questionnaire, id, at: entry.place, by: "a phase")
        once(id, "questionnaire", at: entry.place, in: &questionnairePlaces)
        return .questionnaire(id)
    }

    private func tasks(_ entry: Entry) -> [String] {
        entry.members("a member of \"tasks\"", expected: "a task's id").compactMap { member in
            guard let id = member.text() else { return nil }
            reading.references.use(.task, id, at: member.place, by: "a phase")
            once(id, "task", at: member.place, in: &taskPlaces)
            return id
        }
    }

    private func once(
        _ id: String,
        _ what: String,
        at place: Diagnostic.Place,
        in places: inout [String: Diagnostic.Place]
    ) {
        if let first = places[id] {
            findings.error(
                "repeated-\(what)",
                at: place,
                "\(what) \(quoted(id)) appears twice in the phases",
                fix: "remove one of the two entries; the first entry is on line \(first.line ?? 0)"
            )
        } else {
            places[id] = place
        }
    }

    private func consent(_ entry: Entry, insideConditions: Bool) -> Phase? {
        consents += 1
        if consents > 1 || insideConditions {
            entry.report(
                insideConditions
                    ? "consent is requested once for each condition" : "consent is requested twice",
                id: "repeated-consent",
                fix: "request consent only once, before anything else"
            )
        } else if !isAtStart {
            findings.warning(
                "late-consent",
                at: entry.place,
                "the consent is not the first phase; records of earlier phases are kept even if "
                    + "the participant declines",
                fix: "move the consent to the beginning of \"phases\""
            )
        }
        guard let fields = Fields(entry, .consent) else { return nil }
        var seen: [String: Int] = [:]
        var canBeDeclined = false
        let options = fields.mappings("options", .consentOption).map { fields in
            let id = fields.uniqueID(&seen)
            // Any value except "false" may have been meant as true. A wrong value is reported
            // separately.
            if let required = fields["required"]?.scalar, required != "false" {
                canBeDeclined = true
            }
            return Consent.Option(
                id: id,
                text: fields.text("text"),
                required: fields.flag("required", default: false)
            )
        }
        if !options.isEmpty, !canBeDeclined {
            findings.warning(
                "optional-consent",
                at: fields.place,
                "no consent option is required, so people can take part without agreeing to anything",
                fix: "set \"required: true\" for each statement that everybody must agree with"
            )
        }
        return .consent(.init(prose: reading.files.prose(fields["file"]), options: options))
    }
}
