/// Why the store could not do what it was asked. The description says what happened and what to do;
/// it never holds a stored value.
public enum StoreError: Error, Sendable, Hashable {
    /// The file cannot be opened or made.
    case cannotOpen(path: String, reason: String)
    /// The file is no SQLite database, or is damaged.
    case notADatabase(path: String)
    /// The file is a database that another program made.
    case foreignDatabase(path: String)
    /// The file was made for another version of the model.
    case modelMismatch(path: String)
    /// No space is left where the file is.
    case diskFull
    /// Another process held the file for too long.
    case busy
    /// The operating system could not read or write the file.
    case inputOutput(reason: String)
    /// A related record is not in the store, or a record cannot be deleted because others need it.
    case brokenRelationship
    /// A value that must be unique is already taken, or a required one is missing.
    case constraint(reason: String)
    /// A column holds no value, or one of the wrong type, where the model requires it.
    case unexpectedValue(column: Int)
    /// SQLite refused a statement, for the reason it gives.
    case refused(reason: String)
}

extension StoreError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .cannotOpen(let path, let reason):
            "cannot open the store \(path) (\(reason)): check that its folder exists and is writable"
        case .notADatabase(let path):
            "\(path) is not a store or is damaged: move it away to start with an empty one"
        case .foreignDatabase(let path):
            "\(path) is a database of another program: choose another file"
        case .modelMismatch(let path):
            "\(path) was made for another version of the model: move it away to start with an empty store"
        case .diskFull:
            "no space is left on the disk: free some and save again; nothing was changed"
        case .busy: "another process is using the store: try again; nothing was changed"
        case .inputOutput(let reason): "the store's file cannot be read or written (\(reason))"
        case .brokenRelationship:
            "a related record is not in the store, or others still need this one: save the related record first; nothing was changed"
        case .constraint(let reason):
            "the store refused the record (\(reason)); nothing was changed"
        case .unexpectedValue(let column):
            "column \(column) of a row holds no value of the type that the model requires"
        case .refused(let reason): "the store could not run a statement: \(reason)"
        }
    }
}
