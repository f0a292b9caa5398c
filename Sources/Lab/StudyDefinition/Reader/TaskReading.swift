import Diagnostics
import Foundation

/// A task, and where it names the tasks it starts from.
struct ReadTask {
    let task: StudyTask
    let place: Diagnostic.Place
    let startsFrom: [Entry]
}

extension StudyReading {
    func tasks(_ fields: Fields) -> [ReadTask] {
        fields.members("tasks", called: "a task", expected: Shape.task.mapping)
            .compactMap { Fields($0, .task).map(task) }
    }

    private func task(_ fields: Fields) -> ReadTask {
        let id = fields.id()
        references.declare(.task, id, at: fields["id"]?.place ?? fields.place)
        let check = fields.text("check")
        if let entry = fields["check"] {
            references.use(.check, check, at: entry.place, by: entry.name)
        }
        return ReadTask(
            task: StudyTask(
                id: id,
                title: fields.text("title"),
                instruction: files.prose(fields["instruction"]),
                timeLimit: fields.seconds("time_limit", default: 0),
                success: fields.text("success"),
                startsFrom: fields.texts("starts_from", allowEmpty: true),
                check: check
            ),
            place: fields.place,
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

    /// Each task needs a solution; a solution without a task is suspicious.
    func checkSolutions(_ study: Study, at place: Diagnostic.Place?) {
        let tasks = study.tasks.map(\.id).filter { !$0.isEmpty }
        for id in tasks {
            let path = "solutions/\(id)"
            if !files.isFolder(path) || files.names(in: path).isEmpty {
                findings.error(
                    "missing-solution",
                    at: place,
                    "task \(quoted(id)) has no solution",
                    expected: "a folder \"\(path)\" with files to lay over the workspace, or a "
                        + "program \"apply\" to run in it"
                )
            }
            requireExecutableApply(in: path)
        }
        for name in files.names(in: "solutions")
        where !tasks.contains(name) && files.isFolder("solutions/\(name)") {
            findings.warning(
                "unused-solution",
                at: .init(file: "solutions/\(name)"),
                "no task has this id",
                fix: suggestion(for: name, among: tasks)
            )
        }
    }

    /// The folders of `wrong/`, each with its `variant.yaml`.
    func wrongVariants(tasks: [String]) -> [WrongVariant] {
        let names = files.names(in: "wrong").filter { files.isFolder("wrong/\($0)") }
        return names.compactMap { name in
            let path = "wrong/\(name)/variant.yaml"
            guard let fields = fields(ofFile: path, .variant, id: name) else { return nil }
            let task = fields.text("task")
            if let entry = fields["task"], !task.isEmpty, !tasks.contains(task) {
                findings.error(
                    "unknown-task",
                    at: entry.place,
                    "\(entry.name) names task \(quoted(task)), which \"tasks\" does not have",
                    fix: suggestion(for: task, among: tasks)
                )
            }
            if files.names(in: "wrong/\(name)") == ["variant.yaml"] {
                findings.error(
                    "empty-variant",
                    at: .init(file: path),
                    "the wrong variant changes nothing",
                    expected: "files to lay over the workspace, or a program \"apply\", beside it"
                )
            }
            requireExecutableApply(in: "wrong/\(name)")
            return .init(name: name, task: task, reason: fields.text("reason"))
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
