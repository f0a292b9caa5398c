/// Configuration of a store.
public struct StoreConfiguration: Sendable, Hashable {
    /// Location of a store.
    public enum Location: Sendable, Hashable {
        /// `<model>.sqlite` in the user's folder for application data; see `DefaultStoreFile`.
        case standard
        /// The file at this path, made with its folder if it is not there.
        case file(String)
        /// As long as the store's object lives.
        case memory
    }

    /// Guarantee for a returned `write`.
    public enum Durability: Sendable, Hashable {
        /// A crash of the program and a loss of power: SQLite's `synchronous=FULL`.
        case full
        /// A crash of the program; a loss of power may take the last transactions, whole ones, and
        /// leaves the store consistent: `synchronous=NORMAL`. Faster for many small transactions.
        case normal
    }

    /// Location of the store; default `.standard`.
    public var location: Location
    /// Guarantee for a returned `write`; default `.full`.
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
    /// Seconds to wait for another process that holds the file.
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

/// Result of opening a store.
public enum StoreOpening: Sendable, Hashable {
    /// A new, empty store was made.
    case created
    /// A store was there.
    case opened
    /// A store of an older version of the model was there, and fits this one now.
    case migrated(StoreMigration)
    /// The existing file was moved aside with SQLite's related files, and an empty store was
    /// created. `movedTo` is the new path of the main file; the others have the same prefix.
    case replaced(reason: StoreError, movedTo: String)
}
