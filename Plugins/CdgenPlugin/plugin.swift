import Foundation
import PackagePlugin

/// Build tool plugin that generates Swift code from the Core Data models of a target. The code is
/// in the build folder, and is generated again when a model changes.
///
/// A file `.cdgen.yml` in the target's folder specifies the model and the options. Without this
/// file, code is generated from each `.xcdatamodeld` of the target with cdgen's default options.
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

    /// Returns the files in the folder, which may be a symbolic link, and in its subfolders. Also
    /// returns the files in models that are symbolic links. Leaves out a link to one of the folders
    /// that contain it.
    ///
    /// - Parameter outer: the paths of the folders that contain the folder, without symbolic links.
    private func files(in folder: URL, inside outer: Set<String> = []) -> [URL] {
        let place = folder.resolvingSymlinksInPath().path
        if outer.contains(place) { return [] }
        let names = (try? FileManager.default.subpathsOfDirectory(atPath: place)) ?? []
        let found = names.sorted().map { folder.appending(path: $0) }
        return found.filter { !$0.hasDirectoryPath }
            + found.filter(isLinkedModel).flatMap { files(in: $0, inside: outer.union([place])) }
    }

    private func isLinkedModel(_ file: URL) -> Bool {
        file.pathExtension == "xcdatamodeld"
            && (try? FileManager.default.destinationOfSymbolicLink(atPath: file.path)) != nil
    }

    /// Returns whether a change of the file requires that the code is generated again.
    private func isInput(_ file: URL) -> Bool {
        package(around: file) != nil || file.pathExtension == "stencil"
            || file.lastPathComponent == ".cdgen.yml"
    }

    /// Returns the files at the paths that the configuration specifies: the model, templates and
    /// forms. They may be outside the target. The plugin searches the text instead of parsing the
    /// YAML. It may find unrelated files, which only cause unnecessary generation.
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

    /// Returns the model package that contains the file; nil if there is none.
    private func package(around file: URL) -> URL? {
        var folder = file.deletingLastPathComponent()
        while folder.path.count > 1 {
            if folder.pathExtension == "xcdatamodeld" { return folder.absoluteURL }
            folder = folder.deletingLastPathComponent()
        }
        return nil
    }
}
