import Diagnostics
import Foundation
import Generator

extension GenerateOptions {
    /// Returns the folder and the module for records and protocols. Returns nil if all code is
    /// generated in one module.
    ///
    /// - Throws: `DiagnosticError` if a module is named without a folder, or if the module's name
    ///   is invalid. Also throws if the output is a single file, or is the interface folder itself.
    func interfaceFolder(
        _ file: Configuration?,
        _ output: String
    ) throws -> (folder: OutputFolder, module: String)? {
        let place = place(of: "interface", isGiven: interface != nil, file)
        let named = module ?? file?.module
        guard let given = interface ?? file?.resolved(file?.interface) else {
            if named == nil { return nil }
            throw DiagnosticError(
                "module-alone",
                at: self.place(of: "module", isGiven: module != nil, file),
                "the module has a name but no folder",
                fix: "give the folder with --interface, or leave out the module's name",
                status: .usage
            )
        }
        if output.hasSuffix(".swift") || resolvedPath(output) == resolvedPath(given) {
            throw DiagnosticError(
                "interface-output",
                at: place,
                output.hasSuffix(".swift")
                    ? "an interface and its implementation cannot be written to one file"
                    : "the interface and its implementation cannot be in the same folder",
                fix: "give --output a separate folder; nothing was written",
                status: .usage
            )
        }
        let name = named ?? moduleName(of: given)
        let own = self.place(of: "module", isGiven: module != nil, file)
        try checkModuleName(name, at: named == nil ? place : own)
        return (OutputFolder(path: given), name)
    }

    /// Returns the name of the module that SwiftPM makes from the folder. The name is the path
    /// component after `Sources`; in a path without `Sources`, it is the last component.
    private func moduleName(of folder: String) -> String {
        let parts = URL(fileURLWithPath: folder).standardizedFileURL.pathComponents
        guard let sources = parts.lastIndex(of: "Sources"), sources + 1 < parts.count else {
            return parts.last ?? folder
        }
        return parts[sources + 1]
    }
}

/// Checks the name of a module.
///
/// - Throws: `DiagnosticError` if the name is not valid for a module.
func checkModuleName(_ name: String, at place: Diagnostic.Place) throws {
    let fix = "name the module: --module NAME"
    try checkName(name, of: "module", "bad-module", at: place, fix: fix)
}
