package import Generator
package import Schema

/// Code generation in the project's folder. The studio reads models and writes code only through
/// this protocol, so its output equals that of `cdgen generate`.
package protocol ProjectGeneration: Sendable {
    /// Paths of files that affect the generated code, in addition to the model's own files.
    var files: [String] { get }

    /// Returns the path of the model that the project's configuration names; nil if it names none.
    func configuredModel() throws -> String?

    /// Reads the model at `path`, in the version and with the options that the configuration sets.
    func model(at path: String) throws -> ProjectModel

    /// Writes the code of the model at `path` to `output`.
    func generate(_ path: String, to output: String) throws -> GenerationSummary

    /// Writes the code of one query. If the project has a configuration, adds the query to it.
    ///
    /// - Parameter form: the absolute path of the query's form.
    /// - Returns: the absolute paths of the files that now contain the query, except the form.
    func save(_ name: String, form: String, of path: String, to output: String) throws -> [String]

    /// Returns the files that `save` would write, without the form.
    ///
    /// - Parameters:
    ///   - form: the absolute path that the form will have.
    ///   - draft: the absolute path of a file with the form's text.
    func preview(
        _ name: String,
        form: String,
        draft: String,
        of path: String,
        to output: String
    ) throws -> [GeneratedText]
}

/// A file's path and text, before the file is written.
package struct GeneratedText: Sendable {
    /// The absolute path.
    package var path: String
    package var text: String

    package init(path: String, text: String) {
        self.path = path
        self.text = text
    }
}

/// A model as the generator reads it.
package struct ProjectModel: Sendable {
    package var path: String
    /// The model's folder name, for the header comment of generated files.
    package var source: String
    package var declared: Schema
    package var options: GenerationOptions
    /// The absolute path of the folder or the Swift file that the configuration sets for the code;
    /// nil if the configuration sets none.
    package var output: String?
    /// The options that the configuration sets, in words; nil if the configuration does not apply
    /// to the model.
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

/// Changes made by a run of the generator, by file name.
package struct GenerationSummary: Sendable {
    package var written: [String]
    package var removed: [String]
    package var unchanged: Int
    /// Files that are no longer generated, but were left in place because they were edited or
    /// because no manifest lists them.
    package var kept: [String]

    package init(written: [String], removed: [String], unchanged: Int, kept: [String]) {
        self.written = written
        self.removed = removed
        self.unchanged = unchanged
        self.kept = kept
    }
}
