import Schema

/// The names that a query's file cannot have: those of the model's generated files, and `main`.
package struct TakenNames: Sendable {
    private let files: Set<String>
    /// ``files`` in lowercase, because some file systems do not distinguish `City.swift` from
    /// `city.swift`.
    private let lowercased: Set<String>

    package init(_ context: ModelContext) {
        files = Set(generate(context).map(\.name))
        lowercased = Set(files.map { $0.lowercased() })
    }

    /// Returns the reason why a query cannot have the name; nil if it can.
    ///
    /// - Parameter isInOneFile: whether all generated code is in one file, so that the query has no
    ///   file of its own.
    package func problem(of name: String, isInOneFile: Bool = false) -> String? {
        let file = queryFileName(name)
        if isInOneFile {
            return files.contains(file)
                ? "the generated code already has a method for a request with this name"
                : nil
        }
        if lowercased.contains(file.lowercased()) {
            return "the generated code of the model already has a file \"\(file)\""
        }
        return file.lowercased() == "main.swift"
            ? "the file \"\(file)\" would make the target an executable" : nil
    }
}

/// Returns the name of the file with the method of the query `name`. The file is named after the
/// method.
package func queryFileName(_ name: String) -> String {
    "\(propertyName(name).trimmingBackticks).swift"
}
