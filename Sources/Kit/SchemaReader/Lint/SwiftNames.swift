/// Names in Swift and in Apple's frameworks that may conflict with names in the generated code.
enum SwiftNames {
    /// Names of the properties and parameterless methods of NSObject and NSManagedObject.
    static let ofManagedObjects: Set<String> = [
        "awakeFromFetch", "awakeFromInsert", "changedValues", "class", "copy", "dealloc",
        "debugDescription", "description", "didSave", "didTurnIntoFault", "entity",
        "faultingState", "hasChanges", "hasFaultForRelationshipNamed", "hasPersistentChangedValues",
        "hash", "isDeleted", "isFault", "isInserted", "isProxy", "isUpdated",
        "managedObjectContext", "mutableCopy", "objectID", "objectWillChange",
        "observationInfo", "prepareForDeletion", "superclass", "willSave", "willTurnIntoFault",
        "zone",
    ]

    /// Common types of Swift and of Apple's frameworks. The keys are the names of the types, and
    /// the values are the names of their modules.
    static let types: [String: String] = [
        "Swift": """
        AnyObject Array Bool Character Dictionary Double Error Float Hashable Identifiable Int \
        Int16 Int32 Int64 Optional Range Result Sendable Sequence Set String Void
        """,
        "_Concurrency": "Actor Task",
        "Foundation": """
        Bundle Calendar Data Date Decimal Locale Measurement Notification Operation Predicate \
        Process Progress Thread Timer Unit URL UUID
        """,
        "SwiftUI": """
        Binding Button Color Environment Font Form Group Image Label Link List Menu Path Picker \
        Section Shape State Tab Table Text View
        """,
    ].reduce(into: [:]) { modules, entry in
        for name in entry.value.split(separator: " ") { modules[String(name)] = entry.key }
    }
}
