import Diagnostics
import Foundation
import YAMLFields

/// A task from the study's files, and the entries of its `starts_from` with their positions in the
/// file.
struct ReadTask {
    let task: StudyTask
    let startsFrom: [Entry]
}

extension StudyReading {
    func tasks(_ fields: Fields, _ conditions: [Study.Condition]) -> [ReadTask] {
        fields.mappings("tasks", .task).map { task in
            if isRunHere(fields) {
                task.require(["instruction", "time_limit", "success", "check"])
            }
            return self.task(task, conditions)
        }
    }

    private func task(_ fields: Fields, _ conditions: [Study.Condition]) -> ReadTask {
        let id = fields.id()
        references.declare(.task, id, at: fields["id"]?.place ?? fields.place)
        let check = fields.text("check")
        if let entry = fields["check"] {
            references.use(.check, check, at: entry.place, by: entry.name)
        }
        let instruction = files.prose(fields["instruction"])
        return ReadTask(
            task: StudyTask(
                id: id,
                title: fields.text("title"),
                instruction: instruction,
                instructions: files.proses(instruction, conditions),
                timeLimit: fields.seconds("time_limit", default: 0),
                success: fields.text("success"),
                startsFrom: fields.texts("starts_from", allowEmpty: true),
                check: check
            ),
            startsFrom: startsFrom(fields)
        )
    }

    private func startsFrom(_ fields: Fields) -> [Entry] {
        let entries =
            fields["starts_from"].map {
                $0.listed("\"starts_from\" of \(fields.name)", expected: "a task's id")
            } ?? []
        for entry in entries {
            references.use(
                .task,
                entry.scalar ?? "",
                at: entry.place,
                by: entry.name,
                counts: false
            )
        }
        return entries
    }

    /// Reports tasks without a solution, and warns of solutions without a task. A condition with
    /// its own solutions needs a solution for each task. If all conditions have their own
    /// solutions, the study's folder needs none.
    func checkSolutions(_ study: Study) {
        let own = study.conditions.filter { $0.own?.contains("solutions") == true }
        let needsStudys = own.isEmpty || own.count < study.conditions.count
        for folder in (needsStudys ? [""] : []) + own.compactMap(\.folder).map({ $0 + "/" }) {
            checkSolutions(study, in: folder + "solutions")
        }
    }

    private func checkSolutions(_ study: Study, in folder: String) {
        let tasks = study.tasks.map(\.id).filter { !$0.isEmpty }
        for id in tasks {
            let path = "\(folder)/\(id)"
            if !files.isFolder(path) || files.names(in: path).isEmpty {
                findings.error(
                    "missing-solution",
                    at: references.place(.task, id),
                    "task \(quoted(id)) has no solution",
                    expected: "the folder \"\(path)\" with files to copy over the workspace, or "
                        + "with a program named \"apply\""
                )
            }
            requireExecutableApply(in: path)
        }
        for name in files.names(in: folder)
        where !tasks.contains(name) && files.isFolder("\(folder)/\(name)") {
            findings.warning(
                "unused-solution",
                at: .init(file: "\(folder)/\(name)"),
                "this solution belongs to no task",
                fix: suggestion(for: name, among: tasks)
            )
        }
    }

    /// Returns the wrong variants: solutions that a check must reject. They are in the `wrong/`
    /// folders of the study and of its conditions. Each variant is a folder with a `variant.yaml`.
    func wrongVariants(_ study: Study) -> [WrongVariant] {
        let tasks = study.tasks.map(\.id).filter { !$0.isEmpty }
        return wrongVariants(tasks: tasks, in: "wrong", condition: nil)
            + study.conditions.flatMap { condition in
                condition.folder.map {
                    wrongVariants(tasks: tasks, in: "\($0)/wrong", condition: condition.id)
                } ?? []
            }
    }

    private func wrongVariants(
        tasks: [String],
        in parent: String,
        condition: String?
    ) -> [WrongVariant] {
        let names = files.names(in: parent).filter { files.isFolder("\(parent)/\($0)") }
        return names.compactMap { name in
            let folder = "\(parent)/\(name)"
            let path = "\(folder)/variant.yaml"
            if files.type(of: files.root.appending(path: path)) == nil {
                findings.error(
                    "missing-file",
                    at: .init(file: folder),
                    "the folder of this wrong variant has no variant.yaml",
                    expected: "a file with \"task\" and \"reason\"",
                    fix: files.renaming(to: "variant.yaml", in: folder)
                )
                return nil
            }
            guard let fields = fields(ofFile: path, .variant, id: name) else { return nil }
            let task = fields.text("task")
            if let entry = fields["task"], !task.isEmpty, !tasks.contains(task) {
                findings.error(
                    "unknown-task",
                    at: entry.place,
                    "\(entry.name) names task \(quoted(task)), which is not in \"tasks\"",
                    fix: suggestion(for: task, among: tasks)
                )
            }
            if files.names(in: folder) == ["variant.yaml"] {
                findings.error(
                    "empty-variant",
                    at: .init(file: path),
                    "the folder of this variant contains only variant.yaml",
                    expected: "files to copy into the workspace, or a program named \"apply\""
                )
            }
            requireExecutableApply(in: folder)
            return .init(
                name: name,
                task: task,
                reason: fields.text("reason"),
                condition: condition,
                path: folder
            )
        }
    }

    private func requireExecutableApply(in folder: String) {
        let path = "\(folder)/apply"
        let file = files.root.appending(path: path).path
        if FileManager.default.fileExists(atPath: file),
            !FileManager.default.isExecutableFile(atPath: file)
        {
            findings.error(
                "not-executable",
                at: .init(file: path),
                "\(quoted(path)) is not executable",
                fix: "chmod +x \(path)"
            )
        }
    }
}
