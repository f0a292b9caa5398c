import Foundation
import PackagePlugin

/// Makes Swift of the Core Data models in a target whenever they change, into the build folder.
///
/// A `.cdgen.yml` at the top of the target says what to make; without one, each `.xcdatamodeld` in the
/// target is generated with cdgen's own defaults.
@main
struct CdgenPlugin: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        guard let target = target as? any SourceModuleTarget else { return [] }
        let files = files(in: target.directoryURL)
        let tool = try context.tool(named: "cdgen").url
        let work = context.pluginWorkDirectoryURL
        let inputs = files.filter(isInput)
        let configuration = target.directoryURL.appending(path: ".cdgen.yml")
        if inputs.contains(configuration) {
            let known = Set(inputs.map(\.path))
            let further = named(in: configuration).filter { !known.contains($0.path) }
            let output = work.appending(path: "\(target.name)+cdgen.swift")
            return [
                command(
                    "the model of \(target.name)",
                    tool,
                    ["--config", configuration.path(percentEncoded: false)],
                    inputs + further,
                    output
                )
            ]
        }
        let models = Set(inputs.compactMap(package(around:)))
        if models.isEmpty {
            Diagnostics.warning(
                "the target \(target.name) has neither a .xcdatamodeld nor a .cdgen.yml at its top"
            )
        }
        return models.sorted { $0.path() < $1.path() }.map { model in
            let name = model.deletingPathExtension().lastPathComponent
            return command(
                name,
                tool,
                [model.path(percentEncoded: false)],
                inputs.filter { package(around: $0) == model },
                work.appending(path: "\(name)+cdgen.swift")
            )
        }
    }

    private func command(
        _ what: String,
        _ tool: URL,
        _ arguments: [String],
        _ inputs: [URL],
        _ output: URL
    ) -> Command {
        .buildCommand(
            displayName: "cdgen generates \(what)",
            executable: tool,
            arguments: ["generate"] + arguments
                + ["--output", output.path(percentEncoded: false), "--quiet"],
            inputFiles: inputs,
            outputFiles: [output]
        )
    }

    private func files(in folder: URL) -> [URL] {
        let names = (try? FileManager.default.subpathsOfDirectory(atPath: folder.path)) ?? []
        return names.sorted().map { folder.appending(path: $0) }.filter { !$0.hasDirectoryPath }
    }

    /// Whether a change of the file requires new code.
    private func isInput(_ file: URL) -> Bool {
        package(around: file) != nil || file.pathExtension == "stencil"
            || file.lastPathComponent == ".cdgen.yml"
    }

    /// The files at the paths that the configuration names: the model, templates and forms. They may
    /// be outside the target. The plugin has no YAML reader; a file too many does no harm.
    private func named(in configuration: URL) -> [URL] {
        let text = (try? String(contentsOf: configuration, encoding: .utf8)) ?? ""
        let folder = configuration.deletingLastPathComponent()
        let paths = text.matches(of: #/\b(?:model|templates|form):\s*["']?([^"'#,}\n]+)/#).map {
            $0.output.1.trimmingCharacters(in: .whitespacesAndNewlines)
        }
        let found = Set(paths).sorted().flatMap { path -> [URL] in
            let place = path.hasPrefix("/") ? URL(filePath: path) : folder.appending(path: path)
            let inside = files(in: place)
            return (inside.isEmpty ? [place] : inside).map(\.standardizedFileURL)
        }
        return found.filter { FileManager.default.fileExists(atPath: $0.path) }
    }

    /// The model that a file belongs to.
    private func package(around file: URL) -> URL? {
        var folder = file.deletingLastPathComponent()
        while folder.path.count > 1 {
            if folder.pathExtension == "xcdatamodeld" { return folder.absoluteURL }
            folder = folder.deletingLastPathComponent()
        }
        return nil
    }
}
