import ArgumentParser
import Diagnostics
import Foundation
import Reporting
import ResultsStore
import SessionEngine
import StudyDefinition

struct ReportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "report",
        abstract: "Print a study's results and write its report: Markdown, HTML, JSON, CSV."
    )

    @OptionGroup var study: StudyOptions
    @OptionGroup var results: ResultsOptions
    @Option(help: "Folder for the report (default: Reports/<study>).")
    var output: String?
    @Option(help: "The report's date, such as 2026-03-31 (default: no date).")
    var reportDate: String?

    enum Standard: String, ExpressibleByArgument, CaseIterable { case cif }

    @Option(help: "Check the report against a standard: cif, the Common Industry Format.")
    var conform: Standard?
    @Option(help: "Another results file, to compare with the one in --results.")
    var compare: String?
    @Option(
        help: """
            Folder with the tables of a published paper, in the format of evalrun replicate. The \
            report prints the paper's tables next to its own.
            """
    )
    var paper: String?
    @Flag(name: .customLong("open"), help: "Open report.html after writing it.")
    var opens = false
    @Flag(
        help: """
            Before the first session: write the report from simulated data, to plan the analysis \
            (default folder: Reports/<study>-plan).
            """
    )
    var planOnly = false
    @Flag(help: "Keep the report current while sessions are recorded, until Ctrl-C.")
    var follow = false

    func run() async throws {
        let folder = try study.folder(.find(environment: processEnvironment))
        let date = try date()
        if planOnly { return try await planReport(folder, date) }
        let target = output ?? "Reports/\(folder.study.id)"
        let before = follow ? try state() : []
        let report = try await make(folder, date, target)
        show(report)
        say("Report: \(target)/report.html, report.md, report.json, tables/")
        if opens { try openPage("\(target)/report.html") }
        if follow { try await keepCurrent(folder, date, target, since: before) }
        guard let conformance = report.conformance else { return }
        let (missing, count) = (conformance.missing, conformance.items.count)
        for item in missing { say("missing: \(item.section), \(item.requirement): \(item.words)") }
        let format = "of the Common Industry Format"
        guard !missing.isEmpty else { return say("all \(count) requirements \(format) are met") }
        let verb = missing.count == 1 ? "is" : "are"
        say("\(missing.count) of \(count) requirements \(format) \(verb) not met")
        throw ExitCode(ExitStatus.findings.rawValue)
    }

    func validate() throws {
        _ = try date()
        if output?.isEmpty == true {
            throw ValidationError("--output is empty; name a folder.")
        }
        if planOnly, follow || compare != nil || conform != nil || paper != nil {
            throw ValidationError(
                "--plan-only cannot be combined with --follow, --compare, --conform or --paper."
            )
        }
    }

    /// Writes a report on simulated participants. Simulates as many participants as the plan has.
    /// Without a plan, simulates the target number recorded by `evalrun lock`, or 24 if there is no
    /// target.
    private func planReport(_ folder: StudyFolder, _ date: String?) async throws {
        let plan = try evalrun.plan(
            at: nil,
            besides: results.results,
            for: folder.study,
            remark: { _ in }
        )
        let count = try plan?.currentParticipants.count ?? target(folder.study.id) ?? 24
        let target = output ?? "Reports/\(folder.study.id)-plan"
        try await withScratch { scratch in
            let store = try ResultsStore(
                path: scratch.appending(path: "plan.sqlite").path,
                access: .create
            )
            defer { store.close() }
            try await Simulation(study: folder, seed: 1, plan: plan, model: SimulationModel())
                .run(participants: count, into: store)
            var options = Report.Options()
            options.isPlan = true
            let report = try Report(
                store: store,
                study: folder.study.id,
                date: date,
                options: options
            )
            try report.write(to: URL(fileURLWithPath: target), named: target)
            show(report)
        }
        say("Simulated: \(counted(count, "participant")), no real people.")
        if plan == nil, let remark = folder.study.remarkWithoutPlan { say("Note: \(remark).") }
        say("Analysis plan: \(target)/report.html, report.md, report.json, tables/")
        if opens { try openPage("\(target)/report.html") }
    }

    /// Prints the report's key figures and main tables. In a terminal without `--compare`, prints
    /// only the answer to the study's question, on one screen.
    private func show(_ report: Report) {
        guard isatty(STDOUT_FILENO) != 0, compare == nil else { return say(report.terminalText) }
        say(report.briefText)
        say("To read the main tables in the terminal, add | less to the same command.")
    }

    /// Returns the target number of participants that `evalrun lock` recorded for the study. Nil if
    /// the study is not locked in the results file, or if it was locked without a target.
    private func target(_ study: String) throws -> Int? {
        guard FileManager.default.fileExists(atPath: results.results) else { return nil }
        let store = try ResultsStore(path: results.results, access: .read)
        defer { store.close() }
        return try store.lock(study: study)?.target
    }

    private func make(
        _ folder: StudyFolder,
        _ date: String?,
        _ target: String
    ) async throws -> Report {
        let store = try ResultsStore(path: results.results, access: .read)
        defer { store.close() }
        var options = Report.Options()
        options.conformsToCIF = conform == .cif
        options.lockDeviations = { (folder, lock) throws(DiagnosticError) in
            try StudyLock.deviations(folder, from: lock, stored: store)
        }
        if let paper {
            options.paper = try PublishedTables(folder: URL(fileURLWithPath: paper), name: paper)
        }
        if let compare {
            options.other = try ResultsStore(
                path: compare,
                access: .read,
                given: "with --compare FILE"
            )
        }
        defer { options.other?.close() }
        let sources = try [store, options.other].compactMap(\.self).map(ReportSource.init)
        let report = try Report(store: store, study: folder.study.id, date: date, options: options)
        var announced: [ReportSource] = []
        for source in sources {
            if await source.announce(target) { announced.append(source) }
        }
        let place = URL(fileURLWithPath: target)
        try report.write(to: place, named: target)
        // Any change after this call marks the report again. `note` below finds earlier changes.
        StaleReport.unmark(place)
        for source in announced {
            guard let reason = await source.note(target) else { continue }
            StaleReport.mark(place, because: reason)
            say(
                "marked as stale: \(target); \(reason) while the report was made; write the report "
                    + "again"
            )
        }
        return report
    }

    /// Rewrites the report whenever the results file has changed; checks once a second.
    private func keepCurrent(
        _ folder: StudyFolder,
        _ date: String?,
        _ target: String,
        since before: [Int64]
    ) async throws {
        say("Following \(results.results); Ctrl-C stops.")
        var (files, state) = ([String](), before)
        while true {
            try await Task.sleep(for: .seconds(1))
            let now = stamp()
            guard now != files else { continue }
            files = now
            // Recording the report's location changes the file, but not the data of sessions.
            let recorded = try self.state()
            guard recorded != state else { continue }
            state = recorded
            _ = try await make(folder, date, target)
            say("Report updated.")
        }
    }

    private func state() throws -> [Int64] {
        let store = try ResultsStore(path: results.results, access: .read)
        defer { store.close() }
        return try store.state()
    }

    /// Returns the sizes and modification times of the results file and its write-ahead log.
    private func stamp() -> [String] {
        [results.results, results.results + "-wal"].map { path in
            let attributes = try? FileManager.default.attributesOfItem(atPath: path)
            let date = attributes?[.modificationDate] as? Date
            return "\(attributes?[.size] ?? 0) \(date?.timeIntervalSinceReferenceDate ?? 0)"
        }
    }

    private func openPage(_ path: String) throws {
        #if os(macOS)
            let opener = "open"
        #else
            let opener = "xdg-open"
        #endif
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [opener, path]
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try? process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw DiagnosticError(
                "not-opened",
                at: .init(file: path),
                "the report was written, but the command \"\(opener)\" could not open it",
                fix: "open the file in a browser"
            )
        }
    }

    private func date() throws -> String? {
        guard let reportDate else { return nil }
        let style = Date.ISO8601FormatStyle().year().month().day()
        guard let day = try? style.parse(reportDate), style.format(day) == reportDate else {
            throw ValidationError(
                "--report-date must be a date such as 2026-03-31, not \"\(reportDate)\""
            )
        }
        return reportDate
    }
}

/// A results file from which a report is made. The file records the report's location, so that the
/// report can be marked as stale if a participant's data are erased later.
private struct ReportSource {
    private let store: ResultsStore
    /// State of the results file before the report's data are read.
    private let state: ReportState

    init(_ store: ResultsStore) throws(DiagnosticError) {
        self.store = store
        state = try store.reportState()
    }

    /// Records the report's location before the report is written. If the file cannot be changed,
    /// prints a message and returns false.
    func announce(_ target: String) async -> Bool {
        guard !store.isOfOlderVersion else {
            say(
                "\(store.path) has an older format and was not changed: if a participant is erased "
                    + "from it, \(target) will not be marked as stale."
            )
            return false
        }
        do {
            let writer = try openForWriting()
            defer { writer.close() }
            try await writer.announceReport(at: place(target), madeFrom: state)
            return true
        } catch {
            say(
                "\(store.path) cannot be written: if a participant is erased from it, \(target) "
                    + "will not be marked as stale."
            )
            return false
        }
    }

    /// Records that the report was written at the location that ``announce(_:)`` has recorded.
    /// If the report is already stale, returns the reason; otherwise returns nil. If the results
    /// file cannot be changed, does nothing and returns nil.
    func note(_ target: String) async -> String? {
        guard let writer = try? openForWriting() else { return nil }
        defer { writer.close() }
        return try? await writer.noteReport(at: place(target), madeFrom: state)
    }

    /// Opens the file for writing. Leaves interrupted erasures unfinished, because they cannot be
    /// finished while `store` is open.
    private func openForWriting() throws(DiagnosticError) -> ResultsStore {
        try ResultsStore(path: store.path, access: .create, finishing: false)
    }

    private func place(_ target: String) -> String {
        URL(fileURLWithPath: target).standardizedFileURL.path
    }
}
