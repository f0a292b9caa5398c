/// Names that mean something already where generated code stands.
enum SwiftNames {
    /// The words that Swift reserves, in any context.
    static let keywords: Set<String> = [
        "Any", "Protocol", "Self", "Type", "as", "associatedtype", "break", "case", "catch",
        "class", "continue", "default", "defer", "deinit", "do", "else", "enum", "extension",
        "fallthrough", "false", "fileprivate", "for", "func", "guard", "if", "import", "in",
        "init", "inout", "internal", "is", "let", "nil", "operator", "precedencegroup", "private",
        "protocol", "public", "repeat", "rethrows", "return", "self", "static", "struct",
        "subscript", "super", "switch", "throw", "throws", "true", "try", "typealias", "var",
        "where", "while",
    ]

    /// Properties and methods without arguments of NSObject and NSManagedObject.
    static let ofManagedObjects: Set<String> = [
        "awakeFromFetch", "awakeFromInsert", "changedValues", "class", "copy", "dealloc",
        "debugDescription", "description", "didSave", "didTurnIntoFault", "entity",
        "faultingState", "hasChanges", "hasFaultForRelationshipNamed", "hasPersistentChangedValues",
        "hash", "isDeleted", "isFault", "isInserted", "isProxy", "isUpdated",
        "managedObjectContext", "mutableCopy", "objectID", "objectWillChange",
        "observationInfo", "prepareForDeletion", "superclass", "willSave", "willTurnIntoFault",
        "zone",
    ]

    /// Types of Swift, Foundation and SwiftUI that code beside a model is likely to name.
    static let types: Set<String> = [
        "AnyObject", "Array", "Binding", "Bool", "Bundle", "Button", "Calendar", "Character",
        "Color", "Data", "Date", "Decimal", "Dictionary", "Double", "Environment", "Error",
        "Float", "Font", "Form", "Group", "Hashable", "Identifiable", "Image", "Int", "Int16",
        "Int32", "Int64", "Label", "Link", "List", "Locale", "Measurement", "Menu",
        "Notification", "Operation", "Optional", "Path", "Picker", "Predicate", "Process",
        "Progress", "Range", "Result", "Section", "Sendable", "Sequence", "Set", "Shape", "State",
        "String", "Tab", "Table", "Task", "Text", "Thread", "Timer", "Unit", "URL", "UUID",
        "View", "Void",
    ]
}
