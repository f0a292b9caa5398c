import ArgumentParser
import Diagnostics
import Generator

struct Generate: ParsableCommand {
    /// Name and help of the command. `_superCommandName` is set for speed: without this name, the
    /// parser would check whether the arguments request a completion script. The check would take a
    /// fifth of the time of a run that changes nothing. `main.swift` handles such a request.
    static let configuration = CommandConfiguration(
        commandName: "generate",
        _superCommandName: "cdgen",
        abstract: "Generates the records, the mappings and the manager for a Core Data model.",
        discussion: """
            Writes only files whose text has changed, and never changes a file that cdgen did not \
            generate. If MODEL is omitted, uses the model and the settings in .cdgen.yml.
            """
    )

    @OptionGroup var options: GenerateOptions

    @Flag(help: "Write nothing; show the differences, and exit with 1 if there are any.")
    var check = false

    @Flag(help: "Write nothing; list what would be written and removed.")
    var dryRun = false

    @Flag(name: .shortAndLong, help: "Print nothing unless something is wrong.")
    var quiet = false

    func validate() throws {
        if check, dryRun { throw ValidationError("give --check or --dry-run, not both") }
    }

    func run() throws { try run(ahead: nil) }

    /// Runs the command.
    ///
    /// - Parameter ahead: the model on the command line, if another thread is already reading it.
    func run(ahead: ReadAhead?) throws {
        try reportingDiagnostics {
            let job = try options.job(isQuiet: quiet)
            let outcome = try job.prepare(writesAhead: !check && !dryRun, ahead: ahead)
            if check { return try report(checkOf: outcome, job) }
            if dryRun { return try report(dryRunOf: outcome, job) }
            try deliver(outcome, of: job)
        }
    }

    private func report(checkOf outcome: GenerationJob.Outcome, _ job: GenerationJob) throws {
        var changed: [WritePlan] = []
        if case .planned(let plans, _, _) = outcome {
            changed = plans.filter { !$0.isUpToDate }
        }
        if changed.isEmpty {
            if !quiet { try Output.write("\(job.place) is up to date\n") }
            return
        }
        if !quiet { try Output.write(changed.map(\.difference).joined()) }
        let count = changed.reduce(0) { $0 + $1.written.count + $1.removed.count }
        Output.complain(
            "\(job.place): \(counted(count, "file is", "files are")) out of date; run cdgen generate"
        )
        throw ExitCode(1)
    }

    private func report(dryRunOf outcome: GenerationJob.Outcome, _ job: GenerationJob) throws {
        if quiet { return }
        try Output.write(summary(of: outcome, job, verbs: ("would write", "would remove")) + "\n")
    }
}

/// Writes the files of a run, and prints a report.
func deliver(_ outcome: GenerationJob.Outcome, of job: GenerationJob) throws {
    var outcome = outcome
    if case .planned(let plans, let context, let schema) = outcome {
        outcome = .planned(try plans.carryOut(), context, schema)
    }
    if job.isQuiet { return }
    try Output.write(summary(of: outcome, job, verbs: ("wrote", "removed")) + "\n")
}

private func summary(
    of outcome: GenerationJob.Outcome,
    _ job: GenerationJob,
    verbs: (write: String, remove: String)
) -> String {
    switch outcome {
    case .unchanged(let count): return upToDate(count)
    case .planned(let plans, let context, let schema):
        var lines = plans.flatMap { $0.changes(verbs) }
        let unchanged = plans.reduce(0) { $0 + $1.unchanged.count }
        if unchanged > 0 { lines.append(upToDate(unchanged)) }
        lines += plans.flatMap { plan in
            plan.kept.map {
                "kept \(plan.path($0)), which cdgen no longer generates: the file was edited, or no manifest lists the file"
            }
        }
        if let line = numberedEntitiesLine(schema) { lines.append(line) }
        let isFirst = plans.allSatisfy(\.isFirst)
        if isFirst, verbs.write == "wrote" { lines += beginning(context, job) }
        return lines.joined(separator: "\n")
    }
}

extension WritePlan {
    fileprivate func path(_ name: String) -> String {
        folder.path == "." ? name : "\(folder.path)/\(name)"
    }

    fileprivate func changes(_ verbs: (write: String, remove: String)) -> [String] {
        let written = written.map { file in
            let wasEdited = edited.contains(file.name)
            return
                "\(verbs.write) \(path(file.name))\(wasEdited ? ", which had been edited" : "")"
        }
        return written + removed.map { "\(verbs.remove) \(path($0))" }
    }
}

private func upToDate(_ count: Int) -> String { counted(count, "file") + " already up to date" }

private func beginning(_ context: ModelContext, _ job: GenerationJob) -> [String] {
    guard let first = context.entities.first else { return [] }
    let manager = job.single == nil ? "\(job.place)/\(context.managerName).swift" : job.place
    let product = context.backend == .coredata ? "ManagedStore" : "CacheStore"
    return [
        "", "Begin with:", "",
        "    let manager = try \(context.managerName).shared",
        "    let \(first.plural) = try await manager.\(first.plural).list()", "",
        "\(manager) declares a property for each entity, with list, retrieve, save, delete and count.",
        "The target needs the product \(product) of the package evalrun.",
    ]
}
