import Diagnostics
import Foundation
import YAMLFields

/// The state that all parts of the reader share while a study's folder is read.
struct StudyReading {
    let folder: URL
    let findings: DiagnosticList
    let files: StudyFiles
    let references: References
    let wordPlaces = WordPlaces()

    init(folder: URL, findings: DiagnosticList) {
        self.folder = folder
        self.findings = findings
        files = StudyFiles(root: folder, findings: findings)
        references = References(findings: findings)
    }

    /// Reads the study. Returns nil if the study file cannot be read or is not a mapping. The
    /// result is valid only if no errors were reported.
    func read() -> StudyFolder? {
        guard let fields = fields(ofFile: StudyReader.fileName, .study) else { return nil }
        if let format = fields.integer("format"), format != 1 {
            findings.error(
                "unknown-format",
                at: fields["format"]?.place,
                "the study has format \(format), which this version of evalrun cannot read",
                expected: "the number 1"
            )
        }
        requireKeys(fields)
        for kind in References.Kind.allCases {
            if fields["\(kind.rawValue)s"]?.isList == false { references.setUnreadable(kind) }
        }
        let study = study(fields)
        references.resolve()
        warnOfUnused()
        let variants = wrongVariants(study)
        if study.hasProject { checkSolutions(study) }
        let hashes = files.hashes(of: study)
        var result = StudyFolder(
            study: study,
            url: folder,
            files: hashes,
            hash: StudyFolder.hash(of: hashes),
            wrongVariants: variants
        )
        result.wordPlaces = wordPlaces.places
        return result
    }

    /// Returns the root mapping of a YAML file, or nil after reporting an error.
    func fields(ofFile path: String, _ shape: Shape, id: String? = nil) -> Fields? {
        guard
            let url = files.resolve(path, .file, at: .init(file: path), name: "the study"),
            let text = files.text(at: url, path: path)
        else { return nil }
        let expected = "a mapping; possible keys: \(shape.keys.map(\.name).joined(separator: ", "))"
        return Entry(yaml: text, file: path, expected: expected, findings: findings)
            .flatMap { Fields($0, shape, id: id) }
    }

    private func study(_ fields: Fields) -> Study {
        let conditions = conditions(fields)
        let asked = self.questionnaires(fields)
        let questionnaires = asked.map(\.questionnaire)
        let tasks = tasks(fields, conditions)
        let checks = checks(fields)
        let phases =
            fields["phases"] == nil
            ? usualPhases(fields, tasks.map(\.task), questionnaires)
            : PhaseReading(
                reading: self,
                conditions: conditions,
                limited: Set(questionnaires.filter { $0.onlyIn != nil }.map(\.id))
            ).phases(fields)
        let taskSets = taskSets(fields, phases: phases)
        let order = OrderCheck(
            findings: findings,
            phases: phases,
            taskSets: taskSets ?? [],
            afterTask: fields["phases"] == nil ? nil : fields["after_task"]?.scalar
        )
        order.check(tasks: tasks)
        order.check(questionnaires: asked)
        return Study(
            id: fields.id(),
            title: fields.text("title"),
            version: fields.text("version"),
            product: product(fields),
            assistants: fields.text("assistants"),
            feedback: fields.choice("feedback", default: .none),
            conditions: conditions,
            project: project(fields),
            phases: phases,
            questionnaires: questionnaires,
            tasks: tasks.map(\.task),
            checks: checks,
            method: files.prose(fields["method"]),
            codebook: codebook(fields),
            thinkAloud: fields["think_aloud"]?.choice(Study.ThinkAloud.self),
            afterTask: afterTask(fields),
            taskSets: taskSets,
            analysis: analysis(
                fields,
                conditions,
                AskedQuestionnaires(
                    all: questionnaires,
                    afterTask: fields["after_task"]?.scalar,
                    phases: phases,
                    conditions: conditions.count
                )
            ),
            room: room(fields),
            sharing: fields["sharing"]?.choice(Study.Sharing.self)
        )
    }

    private func product(_ fields: Fields) -> Study.Product {
        let product = fields["product"].flatMap { Fields($0, .product) }
        return .init(name: product?.text("name") ?? "", version: product?.text("version") ?? "")
    }

    private func conditions(_ fields: Fields) -> [Study.Condition] {
        var titles: Set<String> = []
        return fields.mappings("conditions", .condition).map { fields in
            let id = fields.id()
            let title = fields.text("title")
            references.declare(.condition, id, at: fields["id"]?.place ?? fields.place)
            let folder = folder("folder", of: fields, "condition \(quoted(id))")
            if !title.isEmpty, !titles.insert(title).inserted {
                // A warning, not an error: sessions may already have been recorded with this study.
                findings.warning(
                    "duplicate-title",
                    at: fields["title"]?.place ?? fields.place,
                    "condition \(quoted(id)) has the same title as an earlier condition",
                    fix: "choose another title; the report names conditions by their titles"
                )
            }
            return .init(
                id: id,
                title: title,
                folder: folder,
                onlyPlanned: fields["only_planned"]?.flag(),
                own: folder.map(ownParts)
            )
        }
    }

    /// Returns the value of a key of `fields`: the path of a folder within the study's folder.
    /// Reports an error if the folder does not exist. Returns nil if the key has no value.
    func folder(_ key: String, of fields: Fields, _ owner: String) -> String? {
        guard let entry = fields[key], let folder = entry.text() else { return nil }
        _ = files.resolve(folder, .folder, at: entry.place, name: "\"\(key)\" of \(owner)")
        return folder
    }

    /// Returns the parts that a condition takes from its own folder instead of the study's folder:
    /// `project` and `solutions`, only `solutions`, or none. A condition with its own project also
    /// needs its own solutions.
    private func ownParts(_ folder: String) -> [String] {
        let found = ["project", "solutions"].filter { files.isFolder("\(folder)/\($0)") }
        return found.contains("project") ? ["project", "solutions"] : found
    }

    private func warnOfUnused() {
        references.warnOfUnused(.check, nobody: "no task uses")
        references.warnOfUnused(.task, nobody: "no phase contains")
        references.warnOfUnused(.questionnaire, nobody: "no phase asks")
    }
}

extension Shape {
    /// Description of a mapping with the required keys, such as `a mapping with "id" and "title"`.
    var mapping: String {
        let required = keys.filter(\.required).map { "\"\($0.name)\"" }
        guard let last = required.last, required.count > 1 else {
            return "a mapping with \(required.first ?? "keys")"
        }
        return "a mapping with \(required.dropLast().joined(separator: ", ")) and \(last)"
    }
}
