import Foundation
import PackagePlugin

/// Command plugin that runs cdgen in the package's folder, as in `swift package cdgen generate …`.
@main
struct CdgenCommand: CommandPlugin {
    func performCommand(context: PluginContext, arguments: [String]) throws {
        let process = Process()
        process.executableURL = try context.tool(named: "cdgen").url
        process.currentDirectoryURL = context.package.directoryURL
        process.arguments = arguments.isEmpty ? ["--help"] : arguments
        try process.run()
        process.waitUntilExit()
        if process.terminationStatus != 0 {
            Diagnostics.error("cdgen ended with exit status \(process.terminationStatus)")
        }
    }
}
