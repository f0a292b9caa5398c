import Foundation
import PackagePlugin

/// Build tool plugin that generates Swift code from each model in a test target's folder `Models`.
/// The code uses Core Data in ManagedCodeTests, and CacheStore in all other targets. It is in the
/// build folder.
@main
struct ModelCodePlugin: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        let tool = try context.tool(named: "ModelCode").url
        let backend = target.name == "ManagedCodeTests" ? "coredata" : "store"
        let folder = target.directoryURL.appending(path: "Models")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        return names.filter { $0.hasSuffix(".xcdatamodeld") }.sorted().map { file in
            let name = String(file.prefix { $0 != "." })
            let model = folder.appending(path: file)
            let output = context.pluginWorkDirectoryURL.appending(path: "\(name)+Code.swift")
            return .buildCommand(
                displayName: "the code of \(name) for \(target.name)",
                executable: tool,
                arguments: [model.path, backend, output.path],
                inputFiles: [model.appending(path: "\(name).xcdatamodel/contents")],
                outputFiles: [output]
            )
        }
    }
}
