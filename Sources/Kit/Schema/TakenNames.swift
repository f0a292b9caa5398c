/// Returns whether generated code or Swift itself uses a type with this name. If an entity's type
/// had the same name, generated code would refer to the wrong type.
package func isTakenTypeName(_ name: String) -> Bool { takenTypeNames.contains(name) }

/// Returns whether a module that generated code imports has a public type with this name. If the
/// records are in a separate module and a record type has the same name, the name is ambiguous in
/// code that imports both modules. Returns false for a name that a generated type cannot have.
package func isLibraryTypeName(_ name: String) -> Bool { libraryTypeNames.contains(name) }

private let libraryTypeNames: Set<String> = [
    "AttributeValue", "BrokenRelationship", "CollectionElement", "CollectionValue", "ColumnValue",
    "FilterValue", "IdentityValue", "ImportError", "ImportProgress", "ImportReport", "ImportValue",
    "ListBatch", "ListMove", "ListPlace", "ListSnapshot", "LogDamage", "MigrationHook",
    "MigrationRow", "OptionalCollection", "Presence", "PropertyPath", "PropertyValue",
    "RecordBatches", "RecordFilter", "RecordQuery", "RelatedIdentity", "ResultsController",
    "StoreChange", "StoreContents", "StoreDAO", "StoreMigration", "StoreOpening", "TextOptions",
    "TransactionStep",
]

private let takenTypeNames: Set<String> = [
    // Swift keywords and special types.
    "Any", "AnyObject", "Never", "Protocol", "Self", "Type", "Void",
    // The standard library and Foundation.
    "Array", "AsyncSequence", "Bool", "Character", "Data", "Date", "Decimal", "Dictionary",
    "Double",
    "Equatable", "Error", "FileManager", "Float",
    "Foundation", "Hashable", "Int", "Int16", "Int32", "Int64",
    "Optional", "Result", "Sendable", "Set", "String", "Swift", "URL", "UUID",
    "UndoManager",
    // Associated types and nested types of records and data access objects.
    "Completion", "ID", "Identity", "Model", "Value",
    // Types of the store.
    "AttributeDescription", "CacheStore", "ColumnBinder", "ColumnReader", "DataAccess",
    "DataAccessObject", "DataQuery", "DefaultStoreFile", "DescribedRecord", "EntityDescription",
    "EntityHierarchy", "FormattedQuery", "GeneratedModel", "IdentifiedRecord", "IndexedColumn",
    "JSONText", "ManagedDAO", "ManagedStack", "ManagedStore", "MemoryDAO", "NumberedRecord",
    "PairTable",
    "RecordID",
    "MemoryStore", "ModelVersion", "Record", "RecordIdentity",
    "RecordBackend", "RecordSelection",
    "RecordStatements",
    "RelationshipDescription", "StoreBindings", "StoreConfiguration", "StoreConnection",
    "StoreContext", "StoreDAO", "StoreError", "StoreModel", "StoreRow", "StoreWriter",
    "StoredDataAccessObject", "StoredRecord", "StoredValue", "TransactionQueue",
    "TransactionStatus", "ValueRow", "Violation",
]
