import Schema

/// The names that a query's file cannot have: those of the model's generated files, and `main`.
package struct TakenNames: Sendable {
    /// The lowercase names of the generated files. They are lowercase because some file systems do
    /// not distinguish `City.swift` from `city.swift`.
    private let files: Set<String>

    package init(_ context: ModelContext) {
        files = Set(generate(context).map { $0.name.lowercased() })
    }

    /// Returns the reason why a query cannot have the name; nil if it can.
    ///
    /// - Parameter isInOneFile: whether all generated code is in one file, so that the query has no
    ///   file of its own.
    package func problem(of name: String, isInOneFile: Bool = false) -> String? {
        let file = queryFileName(name)
        if files.contains(file.lowercased()) {
            return "the generated code of the model already has a file \"\(file)\""
        }
        if !isInOneFile, file.lowercased() == "main.swift" {
            return "the file \"\(file)\" would make the target an executable"
        }
        return nil
    }
}

/// Returns the name of the file with the method of the query `name`. The file is named after the
/// method.
package func queryFileName(_ name: String) -> String {
    "\(propertyName(name).trimmingBackticks).swift"
}
