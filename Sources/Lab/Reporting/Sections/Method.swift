import ResultsStore
import StudyDefinition

extension ReportAnalysis {
    var differencesSection: Section {
        var blocks: [Block] = []
        if entries.count > 1 {
            if differences.found.isEmpty {
                blocks.append(.paragraph("None was found in the records of the sessions."))
            }
            blocks.append(
                .list(
                    differences.found.map { difference in
                        let values = difference.values.map { value, participants -> Phrase in
                            let who = Document.names(participants)
                            return "\(value.isEmpty ? "not recorded" : value) (\(who))"
                        }
                        return "\(difference.aspect): \(values.joined(separator: "; "))"
                    }
                )
            )
            if !differences.files.isEmpty {
                blocks.append(.paragraph("Files that differ between the definitions:"))
                blocks.append(.list(differences.files.map { Phrase($0) }))
            }
        }
        blocks += environment
        return Section(
            id: "differences",
            title: "Differences between participants, environment",
            blocks: blocks
        )
    }

    /// A table of the environments, with one row for all participants who have the same
    /// environment.
    private var environment: [Block] {
        var rows: [(environment: SessionEnvironment, participants: [String])] = []
        for entry in entries where !entry.isImported {
            let name = entry.participant
            if let index = rows.firstIndex(where: { $0.environment == entry.start.environment }) {
                rows[index].participants.append(name)
            } else {
                rows.append((entry.start.environment, [name]))
            }
        }
        guard !rows.isEmpty else {
            return hasImported
                ? [
                    .paragraph(
                        "Imported files do not state the environment in which people worked."
                    )
                ] : []
        }
        let table = Table(
            caption: "Environment",
            columns: [
                "Participants", "Operating system", "Processor", "Memory", "Editor", "Tools",
            ].map { .init($0) },
            rows: rows.map { environment, participants in
                let tools = environment.tools.sorted { $0.key < $1.key }
                    .map { "\($0.key): \($0.value)" }
                return [Document.names(participants)]
                    + [
                        environment.system, environment.processor, environment.memoryWords,
                        environment.editor, tools.joined(separator: "\n"),
                    ].map { $0.isEmpty ? "-" : Phrase(words: $0) }
            }
        )
        return [.table(table)]
    }

    var methodSection: Section {
        guard let study else { return Section(id: "method", title: "Method", blocks: []) }
        var blocks: [Block] = [.prose(study.method.text)]
        let tasks = study.analysedTasks
        if !tasks.isEmpty, study.hasProject {
            blocks.append(
                .table(
                    Table(
                        caption: "Tasks and when they count as done",
                        columns: [
                            .init("Task"), .init("Done when"), .init("Limit", .figure),
                        ],
                        rows: tasks.enumerated().map { index, placed in
                            [
                                "Task \(index + 1): \(placed.task.title)", "\(placed.task.success)",
                                "\(truncatedTime(placed.task.timeLimit))",
                            ]
                        },
                        notes: ["Limit: minutes:seconds of running time."]
                            + (hasImported
                                ? [
                                    """
                                    These limits are the study's; they were not applied to \
                                    imported times.
                                    """
                                ]
                                : [])
                    )
                )
            )
        }
        if !study.assistants.isEmpty {
            blocks.append(.paragraph("Assistants: \(study.assistants)"))
        }
        if !isAllImported {
            blocks.append(.paragraph("After a failed check, \(study.feedback.words)."))
        }
        blocks += frontEnds
        if !isAllImported, !entries.isEmpty {
            let hashes = Set(entries.filter { !$0.isImported }.map(\.start.study)).sorted()
            let noun = hashes.count == 1 ? "Definition" : "Definitions"
            blocks.append(
                .paragraph("\(noun) of the study (SHA-256): \(hashes.joined(separator: ", "))")
            )
        }
        return Section(id: "method", title: "Method", blocks: blocks)
    }
}

extension Study.Feedback {
    var words: String {
        switch self {
        case .none: "participants were told nothing"
        case .verdict: "participants were told that it failed"
        case .reason: "participants were told that it failed, and why"
        }
    }
}
