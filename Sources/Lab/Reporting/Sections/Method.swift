import Instruments
import ResultsStore
import StudyDefinition

extension ReportAnalysis {
    @ListBuilder<Block> var differencesBlocks: [Block] {
        if entries.count > 1 {
            if differences.found.isEmpty {
                "The sessions' records show no difference in circumstances between participants."
            }
            Block.list(
                differences.found.map { difference in
                    let values = difference.values.map { value, participants -> Phrase in
                        let who = Document.names(participants)
                        return "\(value.isEmpty ? "not recorded" : value) (\(who))"
                    }
                    return "\(difference.aspect): \(values.joined(separator: "; "))"
                }
            )
            Document.list(
                "Files that differ between the definitions of the study:",
                differences.files.map { Phrase($0) }
            )
        }
        if entries.contains(where: { !$0.isImported }) {
            environment
        } else if hasImported {
            "Imported files do not state the environment in which people worked."
        }
    }

    /// A table of the computers and tools that were used. Each row lists the participants who had
    /// the same environment.
    private var environment: Table {
        let rows = entries.filter { !$0.isImported }.grouped(by: \.start.environment)
        return Table(
            caption: "Environment",
            columns: [
                "Participants", "Operating system", "Processor", "Memory", "Editor", "Tools",
            ],
            rows: rows.map { environment, entries in
                let tools = environment.tools.sorted { $0.key < $1.key }
                    .map { $0.value.isEmpty ? $0.key : "\($0.key): \($0.value)" }
                return [Document.names(entries.map(\.participant))]
                    + [
                        environment.system, environment.processor, environment.memoryWords,
                        environment.editor, tools.joined(separator: "\n"),
                    ].map { $0.isEmpty ? "-" : Phrase(words: $0) }
            }
        )
    }

    @ListBuilder<Block> var methodBlocks: [Block] {
        if let study {
            Block.prose(study.method.text)
            if !study.analysedTasks.isEmpty, study.hasProject { limits(study) }
            if !study.assistants.isEmpty { "Assistants: \(study.assistants)" }
            if !isAllImported { "After a failed check, \(study.feedback.words)." }
            translations(study).map { .paragraph($0) }
            frontEnds.map { .paragraph($0) }
            if !isAllImported, !entries.isEmpty {
                let hashes = Set(entries.filter { !$0.isImported }.map(\.start.study)).sorted()
                let noun = hashes.count == 1 ? "Definition" : "Definitions"
                "\(noun) of the study (SHA-256): \(hashes.joined(separator: ", "))"
            }
        }
    }

    /// Returns one sentence for each instrument that was asked in translation. The sentence states
    /// the source of the translated wording.
    private func translations(_ study: Study) -> [Phrase] {
        study.questionnaires.compactMap { questionnaire -> Phrase? in
            guard let use = questionnaire.instrument, let translation = use.translation else {
                return nil
            }
            let name = questionnaire.publishedInstrument?.name ?? use.id
            let source =
                translation.source.map { "source of the wording: \($0)" }
                ?? "the study names no source of the wording"
            return """
                \(name) (“\(questionnaire.title)”) was asked in translation (\(source)). It is scored \
                like the English form.
                """
        }
    }

    private func limits(_ study: Study) -> Table {
        let imported = "These time limits are the study's; they were not applied to imported times."
        return Table(
            caption: "Tasks, and when each counts as done",
            columns: ["Task", "Done when"],
            figures: ["Limit"],
            rows: study.numberedTasks.map { number, task in
                [
                    "Task \(number): \(task.title)", "\(task.success)",
                    "\(truncatedTime(task.timeLimit))",
                ]
            },
            notes: ["Limit: maximum time on task, minutes:seconds."]
                + (hasImported ? [Phrase(imported)] : [])
        )
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
