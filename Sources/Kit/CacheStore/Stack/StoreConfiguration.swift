/// How a store is opened.
public struct StoreConfiguration: Sendable, Hashable {
    /// Where the store is.
    public enum Location: Sendable, Hashable {
        /// `<model>.sqlite` in the user's folder for application data; see `DefaultStoreFile`.
        case standard
        /// The file at this path, made with its folder where it is not there.
        case file(String)
        /// As long as the store's object lives.
        case memory
    }

    /// What a returned `write` has survived.
    public enum Durability: Sendable, Hashable {
        /// A crash of the program and a loss of power: SQLite's `synchronous=FULL`.
        case full
        /// A crash of the program; a loss of power may take the last transactions, whole ones, and
        /// leaves the store consistent: `synchronous=NORMAL`. Faster for many small transactions.
        case normal
    }

    /// Where the store is; `.standard` unless said otherwise.
    public var location: Location
    /// What a returned `write` has survived; `.full` unless said otherwise.
    public var durability: Durability
    /// Whether the file is opened for reading only. It must be there; writing throws.
    public var isReadOnly: Bool
    /// Whether a store of another model, of a newer version of the model, or of an older one that
    /// cannot be migrated is moved aside and an empty one is made; else opening throws
    /// `StoreError.modelMismatch`, `.newerModel` or `.cannotMigrate`.
    public var replacesStoreOnModelMismatch: Bool
    /// Whether a damaged file, or one that is no database, is moved aside and an empty one is made;
    /// else opening throws `StoreError.notADatabase`. The whole file is checked when it is opened:
    /// about a second for each gigabyte.
    public var replacesStoreOnIntegrityErrors: Bool
    /// How long to wait for another process that holds the file, in seconds.
    public var busyTimeout: Double

    /// Everything may be left out: the user's own file, full durability, nothing replaced, a wait of
    /// five seconds.
    public init(
        location: Location = .standard,
        durability: Durability = .full,
        isReadOnly: Bool = false,
        replacesStoreOnModelMismatch: Bool = false,
        replacesStoreOnIntegrityErrors: Bool = false,
        busyTimeout: Double = 5
    ) {
        self.location = location
        self.durability = durability
        self.isReadOnly = isReadOnly
        self.replacesStoreOnModelMismatch = replacesStoreOnModelMismatch
        self.replacesStoreOnIntegrityErrors = replacesStoreOnIntegrityErrors
        self.busyTimeout = busyTimeout
    }

    /// The file at this path, else as left out.
    public static func file(_ path: String) -> StoreConfiguration {
        StoreConfiguration(location: .file(path))
    }

    /// In memory, else as left out.
    public static let inMemory = StoreConfiguration(location: .memory)
}

/// What opening a store came to.
public enum StoreOpening: Sendable, Hashable {
    /// A new, empty store was made.
    case created
    /// A store was there.
    case opened
    /// A store of an older version of the model was there, and fits this one now.
    case migrated(StoreMigration)
    /// What was there was moved aside, with the files that SQLite keeps beside it, and an empty
    /// store was made. `movedTo` is the new path of its main file; the others are named after it.
    case replaced(reason: StoreError, movedTo: String)
}
