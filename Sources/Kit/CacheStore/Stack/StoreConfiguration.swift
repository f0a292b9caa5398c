/// Configuration of a store.
public struct StoreConfiguration: Sendable, Hashable {
    /// Location of a store.
    public enum Location: Sendable, Hashable {
        /// `<model>.sqlite` in the user's folder for application data; see `DefaultStoreFile`.
        case standard
        /// The file at this path, created with its folder if it does not exist.
        case file(String)
        /// A database in memory, which exists as long as its `CacheStore` object.
        case memory
    }

    /// Protection of committed changes against failures.
    public enum Durability: Sendable, Hashable {
        /// Changes survive a crash of the program and a loss of power: SQLite's `synchronous=FULL`.
        case full
        /// Changes survive a crash of the program. A loss of power may undo the last transactions,
        /// but never part of a transaction: SQLite's `synchronous=NORMAL`. Faster than `full` for
        /// many small transactions.
        case normal
    }

    /// Location of the store; default `.standard`.
    public var location: Location
    /// Protection of committed changes against failures; default `.full`.
    public var durability: Durability
    /// Whether the file is opened only for reading. If true, the file must exist, and writing
    /// throws. If the file must be migrated, opening throws `StoreError.migrationNeeded`.
    public var isReadOnly: Bool
    /// Whether a store that does not fit the model is moved aside and replaced by an empty store. A
    /// store does not fit if it belongs to another model, to a newer version of the model, or to an
    /// older version that cannot be migrated. If false, opening throws `StoreError.modelMismatch`,
    /// `.newerModel` or `.cannotMigrate`.
    public var replacesStoreOnModelMismatch: Bool
    /// Whether a damaged store is moved aside and replaced by an empty store. If false, opening
    /// throws `StoreError.notADatabase`. Even if true, opening throws this error for a damaged
    /// database without any trace of a store's tables, which may belong to another program. If
    /// true, opening checks the whole file, which takes about a second per gigabyte.
    public var replacesStoreOnIntegrityErrors: Bool
    /// Maximum number of seconds to wait for another process that has locked the file. Values above
    /// 2,000,000 (about 23 days) are reduced to this number, because SQLite counts milliseconds in
    /// 32 bits. Negative values and NaN mean 0.
    public var busyTimeout: Double
    /// Whether a reference to a missing record is an error. Can be false only for a store in memory
    /// that contains part of another store's records.
    package var checksReferences = true

    /// Creates a configuration. The defaults are the standard location, full durability, no
    /// replacement and a time-out of five seconds.
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

    /// `busyTimeout` in seconds, limited to a range that is valid for SQLite, which counts
    /// milliseconds in 32 bits. 0 if `busyTimeout` is negative or NaN.
    var timeout: Double { busyTimeout > 0 ? min(busyTimeout, 2_000_000) : 0 }

    /// Returns a configuration for the file at this path, with defaults for everything else.
    public static func file(_ path: String) -> StoreConfiguration {
        StoreConfiguration(location: .file(path))
    }

    /// A configuration for a store in memory, with defaults for everything else.
    public static let inMemory = StoreConfiguration(location: .memory)
}

/// Result of opening a store.
public enum StoreOpening: Sendable, Hashable {
    /// A new, empty store was created.
    case created
    /// A store existed and already matched the model.
    case opened
    /// A store of an older version existed and was migrated.
    case migrated(StoreMigration)
    /// The existing file was moved aside with SQLite's related files, and an empty store was
    /// created. `movedTo` is the new path of the main file; the paths of the related files begin
    /// with `movedTo`.
    case replaced(reason: StoreError, movedTo: String)
}
