import ArgumentParser
import Diagnostics
import Foundation
import Room
import SessionEngine
import StudyDefinition
import Synchronization
import Terminal

struct ValidateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "validate",
        abstract:
            "Test a study's checks: solutions must pass; starter project and wrong variants must fail.",
        discussion: """
            The study's commands and programs run under your account, without a sandbox. If the \
            study is from another person, read its commands first.
            """
    )

    @OptionGroup var study: StudyOptions
    @Option(help: "Number of times to run all checks.")
    var rounds = 3

    func validate() throws {
        guard rounds > 0 else { throw ValidationError("--rounds must be at least 1.") }
    }

    func run() async throws {
        let resources = Resources.find(environment: processEnvironment)
        let folder = try study.folder(resources)
        complain(folder.remarks)
        try Room.check(folder)
        if let warning = Room.languageWarning(folder) { complain([warning]) }
        guard folder.study.hasProject else {
            return say(
                "the study \"\(folder.study.printed.title)\" has no errors; nothing is run, because the "
                    + "study has no project"
            )
        }
        let missing = EnvironmentProbe.missingTools(
            folder.study,
            environment: resources.commandEnvironment(processEnvironment)
        )
        if let tool = missing.first {
            throw DiagnosticError(
                "missing-tool",
                "the study needs \"\(tool)\", which is not on the PATH",
                fix: "install the tool, or correct \"tools\" of the project in study.yaml",
                status: .unavailable
            )
        }
        let validator = StudyValidator(
            study: folder,
            resources: resources,
            environment: processEnvironment
        )
        // The closure that receives the results is sendable, so its state is in a mutex.
        let printed = Mutex<Set<String>>([])
        let progress = ProgressLine()
        defer { progress.clear() }
        for round in 1...rounds {
            say("round \(round) of \(rounds)")
            let repeated = Mutex(0)
            let start = ContinuousClock.now
            let isRight = try await validator.round { finding in
                let seconds = String(format: "%.1f s", finding.seconds)
                let result = "\(finding.subject)\n\(finding.words)"
                let isNew = printed.withLock { $0.insert(result).inserted }
                if round > 1, !isNew {
                    repeated.withLock { $0 += 1 }
                    return progress.show("  ok    \(finding.subject)  \(seconds)")
                }
                let mark = finding.isRight ? "ok   " : "WRONG"
                progress.clear()
                sayFitted(finding.words, after: "  \(mark) \(finding.subject)  \(seconds)  ")
            }
            progress.clear()
            let count = repeated.withLock { $0 }
            if count > 0 {
                let time: Double = (ContinuousClock.now - start) / .seconds(1)
                let seconds = String(format: "%.1f s", time)
                say("  ok    \(counted(count, "result")) as in earlier rounds  \(seconds)")
            }
            guard isRight else {
                throw DiagnosticError(
                    "study-not-proven",
                    at: .init(file: folder.url.path),
                    "some results are unexpected; see the lines marked WRONG above",
                    status: .findings
                )
            }
        }
        let words = rounds == 1 ? "1 round" : "\(rounds) rounds"
        sayFitted(
            "the study \"\(folder.study.printed.title)\" is valid: \(words), with no unexpected result"
        )
    }
}
