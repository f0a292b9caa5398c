import ArgumentParser
import Diagnostics
import Foundation
import Templates

struct Watch: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch",
        abstract: "Generates the code again whenever the model or .cdgen.yml changes.",
        discussion: """
            Generates the code after the files have stopped changing. Reports errors and continues \
            with the next change. Press Ctrl-C to stop.
            """
    )

    @OptionGroup var options: GenerateOptions

    @Option(help: ArgumentHelp("Milliseconds between two checks for changes.", visibility: .hidden))
    var interval = 150

    func run() throws {
        acceptEnding()
        try Output.write("Watching the model and its settings; Ctrl-C stops.\n")
        var done: String?
        var last = ""
        while true {
            let now = state()
            // Generate only after the state has been the same in two successive checks.
            if now == last, now != done {
                done = now
                generateOnce()
            }
            last = now
            Thread.sleep(forTimeInterval: Double(max(10, interval)) / 1000)
        }
    }

    private func generateOnce() {
        do {
            let job = try options.job()
            let outcome = try job.prepare()
            try deliver(outcome, of: job)
        } catch let error as DiagnosticError {
            say(warnings: error.diagnostics)
            Output.complain("waiting for the next change")
        } catch {
            Output.complain("\(error)")
        }
    }

    /// Returns the state of all files on which a run depends. For each file, the state contains the
    /// path, inode number, size and modification time.
    private func state() -> String {
        let file =
            try? options.model == nil || options.config != nil
            ? Configuration.read(options.config) : nil
        let model = options.model ?? file?.resolved(file?.model) ?? ""
        // The model may be a symbolic link.
        let folder = model.isEmpty ? model : resolvedPath(model)
        let inside =
            (try? FileManager.default.subpathsOfDirectory(atPath: folder))?.sorted()
            .map { "\(folder)/\($0)" } ?? []
        let forms = file?.queries.compactMap { file?.resolved($0.parts.form) } ?? []
        let templates = options.templates ?? file?.resolved(file?.templates)
        let used = templates.map { folder in
            [folder] + TemplateSet.names(in: folder).map { "\(folder)/\($0)" }
        }
        let paths =
            [options.config ?? Configuration.fileName, model] + inside + forms + (used ?? [])
        return paths.map(signature).joined(separator: "\n")
    }

    private func signature(_ path: String) -> String {
        var information = stat()
        guard stat(path, &information) == 0 else { return "\(path) -" }
        #if os(Linux)
            let time = information.st_mtim
        #else
            let time = information.st_mtimespec
        #endif
        return
            "\(path) \(information.st_ino) \(information.st_size) \(time.tv_sec).\(time.tv_nsec)"
    }
}
