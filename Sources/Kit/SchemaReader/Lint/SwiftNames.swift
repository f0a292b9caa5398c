/// Names that mean something already where generated code stands.
enum SwiftNames {
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
