package import Generator
package import Schema

/// Code generation in the project's folder. The studio reads models and writes code only through
/// this protocol. The implementation in `cdgen` generates the same code as `cdgen generate`.
package protocol ProjectGeneration: Sendable {
    /// The paths of the files that affect the generated code, except the model's own files.
    var files: [String] { get }

    /// Returns the path of the model that the project's configuration specifies; nil if it
    /// specifies none.
    func configuredModel() throws -> String?

    /// Reads the model at `path`, using the version and the options that the configuration
    /// specifies.
    func model(at path: String) throws -> ProjectModel

    /// Writes the code of the model at `path` to `output`.
    func generate(_ path: String, to output: String) throws -> GenerationSummary

    /// Generates and writes the code of one query. If the project has a configuration, adds the
    /// query to the configuration.
    ///
    /// - Parameter form: the absolute path of the JSON file that contains the query as a form.
    /// - Returns: the absolute paths of the files that now contain the query, except the JSON file.
    func save(_ name: String, form: String, of path: String, to output: String) throws -> [String]

    /// Returns the files that `save` would write, except the JSON file with the form. Writes
    /// nothing.
    ///
    /// - Parameters:
    ///   - form: the absolute path that the JSON file with the query's form will have.
    ///   - draft: the absolute path of a temporary file that already contains the form as JSON.
    func preview(
        _ name: String,
        form: String,
        draft: String,
        of path: String,
        to output: String
    ) throws -> [GeneratedText]
}

/// The path and text of a generated file that is not yet written.
package struct GeneratedText: Sendable {
    /// The absolute path.
    package var path: String
    package var text: String

    package init(path: String, text: String) {
        self.path = path
        self.text = text
    }
}

/// A model, and the settings with which its code is generated.
package struct ProjectModel: Sendable {
    package var path: String
    /// The model's folder name, for the header comment of generated files.
    package var source: String
    package var declared: Schema
    package var options: GenerationOptions
    /// The absolute path of the folder or Swift file that the configuration specifies for the code.
    /// Nil if the configuration specifies none.
    package var output: String?
    /// A description of the options that the configuration specifies. Nil if the configuration does
    /// not apply to the model.
    package var settings: String?

    package init(
        path: String,
        source: String,
        declared: Schema,
        options: GenerationOptions = GenerationOptions(),
        output: String? = nil,
        settings: String? = nil
    ) {
        self.path = path
        self.source = source
        self.declared = declared
        self.options = options
        self.output = output
        self.settings = settings
    }
}

/// The changes that a run of the generator made, as file names.
package struct GenerationSummary: Sendable {
    package var written: [String]
    package var removed: [String]
    package var unchanged: Int
    /// Files that are no longer generated but were left in place: they were edited, or no manifest
    /// lists them.
    package var kept: [String]

    package init(written: [String], removed: [String], unchanged: Int, kept: [String]) {
        self.written = written
        self.removed = removed
        self.unchanged = unchanged
        self.kept = kept
    }
}
