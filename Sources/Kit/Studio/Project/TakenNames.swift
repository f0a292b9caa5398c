import Generator

/// The names that a query's file cannot have: those of the model's generated files, and `main`.
struct TakenNames: Sendable {
    /// The lowercase names of the generated files. They are lowercase because some file systems do
    /// not distinguish `City.swift` from `city.swift`.
    private let files: Set<String>

    init(_ context: ModelContext) {
        files = Set(Generator.generate(context).map { $0.name.lowercased() })
    }

    /// Returns the reason why a query cannot have the name; nil if it can.
    func problem(of name: String) -> String? {
        if files.contains("\(name).swift".lowercased()) {
            return "the generated code of the model already has a file \"\(name).swift\""
        }
        // A predicate without a form is saved in its own file, even if all other code is in one.
        if name.lowercased() == "main" {
            return "the file \"\(name).swift\" would make the target an executable"
        }
        return nil
    }
}
