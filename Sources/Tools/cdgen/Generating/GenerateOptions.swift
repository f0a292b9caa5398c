import ArgumentParser
import Diagnostics
import Foundation
import Generator
import SchemaReader

/// The options of both `generate` and `watch`.
struct GenerateOptions: ParsableArguments {
    @Argument(help: "The .xcdatamodeld or .xcdatamodel folder.")
    var model: String?

    @Option(
        name: .shortAndLong,
        help: "The folder for the Swift files, created if needed; or one file, NAME.swift."
    )
    var output: String?

    @Option(
        name: .customLong("version"),
        help: "The version of the model (default: the current one)."
    )
    var chosen: String?

    @Option(help: "The storage: \"store\" (CacheStore) or \"coredata\" (Apple's Core Data).")
    var backend: GenerationOptions.Backend?

    @Option(help: "Optional properties: as in the model (strict) or as in Xcode's classes (xcode).")
    var types: GenerationOptions.Types?

    @Option(
        help: "Transformable attributes: \"typed\" (such as [String]) or \"data\" (bytes)."
    )
    var transformable: GenerationOptions.Transformables?

    @Option(help: "The access level of declarations: public, package or internal.")
    var access: GenerationOptions.Access?

    @Option(help: "The folder of a separate module for the records and protocols.")
    var interface: String?

    @Option(help: "The name of the --interface module (default: derived from the folder's path).")
    var module: String?

    @Option(help: "A folder of Stencil templates, which add files or replace built-in templates.")
    var templates: String?

    @Option(help: "A file with options and queries (default: .cdgen.yml, if it exists).")
    var config: String?

    /// Returns a job with these options. Options on the command line take precedence over the
    /// configuration file.
    ///
    /// - Throws: `DiagnosticError` if the model or the output is missing, or if the configuration
    ///   file is invalid.
    func job(isQuiet: Bool = false) throws -> GenerationJob {
        // If the model is given on the command line without --config, do not read the default
        // configuration file. It may belong to another model.
        let file = model == nil || config != nil ? try Configuration.read(config) : nil
        let given = model ?? file?.resolved(file?.model)
        guard let model = given, !model.isEmpty else {
            throw missing("model", "give the path of the .xcdatamodeld folder", file)
        }
        guard let output = output ?? file?.resolved(file?.output) else {
            let error = missing("output", "give the output folder: --output FOLDER", file)
            if let model = self.model { try check(modelAt: model, reporting: error) }
            throw error
        }
        if let file, self.model == nil { try file.checkModel() }
        let single = output.hasSuffix(".swift") ? URL(fileURLWithPath: output) : nil
        let interface = try interfaceFolder(file, output)
        return GenerationJob(
            model: model,
            output: OutputFolder(
                path: single == nil ? output : folder(ofPath: output).ifEmpty(".")
            ),
            interface: interface?.folder,
            single: single?.lastPathComponent,
            version: chosen ?? file?.version,
            options: GenerationOptions(
                types: try types ?? file?.choice(file?.types, "types") ?? .strict,
                backend: try backend ?? file?.choice(file?.backend, "backend") ?? .store,
                transformables: try transformable
                    ?? file?.choice(file?.transformable, "transformable") ?? .typed,
                access: try accessLevel(file, hasInterface: interface != nil),
                interface: interface?.module
            ),
            templates: templates ?? file?.resolved(file?.templates),
            queries: file?.queries ?? [],
            configurationFile: file?.file,
            isQuiet: isQuiet,
            identity: try file ?? Configuration.about(modelAt: model)
        )
    }

    /// Returns the requested access level. The default is public if there is an interface folder,
    /// and internal otherwise.
    private func accessLevel(
        _ file: Configuration?,
        hasInterface: Bool
    ) throws -> GenerationOptions.Access {
        let given = try access ?? file?.choice(file?.access, "access")
        if hasInterface, given == .internal {
            throw DiagnosticError(
                "interface-access",
                at: place(of: "access", isGiven: access != nil, file),
                "the records in the --interface module cannot be internal, because another module uses them",
                fix: "give the access level public or package",
                status: .usage
            )
        }
        return given ?? (hasInterface ? .public : .internal)
    }

    /// Checks that there is a model at `path`.
    ///
    /// - Throws: `DiagnosticError` if there is no model. The thrown error contains the diagnostics
    ///   about the path, followed by those of `error`.
    private func check(modelAt path: String, reporting error: DiagnosticError) throws {
        do {
            _ = try ModelPackage(at: path)
        } catch let noModel as DiagnosticError {
            throw DiagnosticError(noModel.diagnostics + error.diagnostics, status: .usage)
        }
    }

    private func missing(_ what: String, _ fix: String, _ file: Configuration?) -> DiagnosticError {
        DiagnosticError(
            "missing-\(what)",
            at: .init(file: file?.file ?? "cdgen generate"),
            problem(what, file),
            fix: fix,
            status: .usage
        )
    }

    private func problem(_ what: String, _ file: Configuration?) -> String {
        if file != nil { return "the file has no \"\(what)\"" }
        let name = Configuration.fileName
        return FileManager.default.fileExists(atPath: name)
            ? "no \(what) is given; with a model on the command line, \(name) is read only if you add --config \(name)"
            : "no \(what) is given, and this folder contains no \(name)"
    }

    /// Returns the position for diagnostics about the value of `key`. For a value from the
    /// configuration file, this is the line of the key. For any other value, it is the option
    /// `--key`.
    ///
    /// - Parameter isGiven: whether the value is on the command line, which takes precedence over
    ///   the configuration file.
    func place(of key: String, isGiven: Bool, _ file: Configuration?) -> Diagnostic.Place {
        guard !isGiven, let file, let line = file.lines[key] else { return .init(file: "--\(key)") }
        return .init(file: file.file, line: line)
    }
}

extension String {
    fileprivate func ifEmpty(_ other: String) -> String { isEmpty ? other : self }
}

extension GenerationOptions.Backend: NamedChoice {}
extension GenerationOptions.Types: NamedChoice {}
extension GenerationOptions.Transformables: NamedChoice {}
extension GenerationOptions.Access: NamedChoice {}

/// An option's value that is one of several names. This protocol has its own implementations of
/// `allValueStrings` and `allValueDescriptions` for speed: ArgumentParser's implementations use key
/// paths, and take 7 % of the time of a run that changes nothing.
protocol NamedChoice: ExpressibleByArgument, CaseIterable, RawRepresentable
where RawValue == String {}

extension NamedChoice {
    static var allValueStrings: [String] { allCases.map { $0.rawValue } }
    static var allValueDescriptions: [String: String] { [:] }
}
