import ArgumentParser
import Diagnostics
import Foundation
import Generator
import ScenarioSkeleton
import Scenarios

struct ScenariosCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "scenarios",
        abstract: "Generates initial Swift code for scenarios from a state diagram or an outline.",
        discussion: """
            FILE is a state diagram in Mermaid's language, or an outline if its name ends in .yml or \
            .yaml. If neither --output nor --tests is given, the code is printed. Existing files \
            are not replaced, because they may contain your changes; a file that already has the \
            generated text is accepted. With --against, the exit status is 1 if the diagrams differ.
            """
    )

    @Argument(help: "The diagram or outline.")
    var file: String

    @Option(help: "The prefix of the type names (default: the name of FILE).")
    var name: String?

    @Option(help: "The Swift file to write.")
    var output: String?

    @Option(help: "The test file to write.")
    var tests: String?

    @Option(help: "The module of the code, if the tests are in another module.")
    var module: String?

    @Flag(help: "Print the outline as a diagram.")
    var diagram = false

    @Option(help: "A file with the diagram of the existing code, to be compared with FILE.")
    var against: String?

    func validate() throws {
        let isWriting = output != nil || tests != nil
        if [diagram, against != nil, isWriting].filter({ $0 }).count > 1 {
            throw ValidationError(
                "--diagram and --against cannot be combined with each other, --output or --tests"
            )
        }
        if module != nil, tests == nil {
            throw ValidationError("--module names the module that the tests import: give --tests")
        }
    }

    func run() throws {
        try reportingDiagnostics {
            let outline = try ScenarioOutline.read(text(of: file), file: file, name: name)
            if let against { return try compare(outline, against) }
            if diagram { return try Output.write(outline.diagram.mermaid) }
            let source = URL(fileURLWithPath: file).lastPathComponent
            let code = outline.skeleton(source: source)
            if output == nil, tests == nil { return try Output.write(code) }
            var files: [(path: String, text: String)] = output.map { [($0, code)] } ?? []
            if let tests {
                files.append((tests, outline.tests(drawing(for: tests), module: module)))
            }
            // An earlier run may have been killed after it wrote only one of the two files.
            let missing = files.filter { !has($0.text, $0.path) }
            for (path, _) in missing { try requireNothing(at: path) }
            for (path, text) in missing { try write(text, to: path) }
            let written = missing.map { $0.path }
            for (path, _) in files {
                let line =
                    written.contains(path) ? "wrote \(path)" : "\(path) is already up to date"
                try Output.write("\(line)\n")
            }
        }
    }

    private func compare(_ outline: ScenarioOutline, _ other: String) throws {
        let code = try ScenarioOutline.read(text(of: other), file: other, name: outline.name)
        let differences = outline.drawn.differences(from: code.drawn)
        if differences.isEmpty { return }
        try Output.write(differences.map { "\(file): \($0)\n" }.joined())
        throw ExitCode(ExitStatus.findings.rawValue)
    }

    /// Returns the source of the diagram for the tests: the path of the diagram's file. For a YAML
    /// file, the source is the text of the diagram, because the Scenarios module cannot read YAML.
    private func drawing(for tests: String) -> ScenarioOutline.Drawing {
        let isYAML = [".yml", ".yaml"].contains { file.lowercased().hasSuffix($0) }
        return isYAML ? .text : .file(relative(file, to: tests))
    }

    private func text(of path: String) throws -> String {
        try readText(at: path, orReport: "no-outline").replacing("\r\n", with: "\n")
    }

    /// Returns whether the file at the path has this text. Reads only regular files, because
    /// reading a pipe might never end.
    private func has(_ text: String, _ path: String) -> Bool {
        var information = stat()
        guard stat(path, &information) == 0, information.st_mode & S_IFMT == S_IFREG else {
            return false
        }
        return FileManager.default.contents(atPath: path) == Data(text.utf8)
    }

    private func requireNothing(at path: String) throws {
        guard FileKind(at: path) != nil else { return }
        throw DiagnosticError(
            "file-exists",
            at: .init(file: path),
            "the file already exists and may contain your changes",
            fix: "remove the file, or give another path",
            status: .cannotCreate
        )
    }

    private func write(_ text: String, to path: String) throws {
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            let lock = try WriteLock(on: folder.path)
            defer { lock.release() }
            try requireNothing(at: path)
            try replaceFile(at: path, with: text)
        } catch let error as DiagnosticError {
            throw error
        } catch {
            throw DiagnosticError(
                "cannot-write",
                at: .init(file: path),
                "the file cannot be written: \(error.localizedDescription)",
                fix: "choose a folder that you can write to",
                status: .cannotCreate
            )
        }
    }
}
