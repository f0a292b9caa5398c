public import CacheStore
import DataAccess
public import Foundation
import Synchronization

/// Everything of one user as one document: a folder with a store and attachments. Edits are kept in
/// memory and saved together, at an interval or when asked. They can be undone and redone until the
/// document is opened anew.
public actor StoreDocument {
    /// A change to the document, run in a transaction when it is saved.
    public typealias Edit = @Sendable (StoreConnection) throws -> Void
    /// A transaction that undoes an edit by calling its second argument.
    public typealias Reversal = @Sendable (StoreConnection, () throws -> Void) throws -> Void

    /// The document's own folder: its store and its attachments.
    public nonisolated let folder: URL
    /// The document's store, for reading; edits go through the document.
    public nonisolated let store: CacheStore
    /// Told of each edit that is not saved yet.
    nonisolated let edited = ChangeListeners()
    private let interval: Duration
    private var edits: [Edit] = []
    /// Keys of the saved edits that can be taken back, the last one last, and of those taken back.
    var undoable: [String] = []
    var redoable: [String] = []
    /// Whether the table of saved edits is there, without those of an earlier run.
    var isUndoReady = false
    private var saving: Task<Bool, any Error>?
    private var autosave: Task<Void, Never>?
    /// The error of the last autosave that failed; nil once a save has succeeded. Its edits wait.
    public private(set) var lastError: (any Error)?

    /// Opens the document of `user` in `home`. Creates it if it does not exist.
    ///
    /// - Parameters:
    ///   - user: Any text; the folder is named after it.
    ///   - home: Folder of all documents.
    ///   - model: Model of the document's store.
    ///   - autosaveInterval: Time from the first unsaved edit until all are saved.
    public init(
        user: String,
        in home: URL,
        model: StoreModel,
        autosaveInterval: Duration = .seconds(15)
    ) throws {
        interval = autosaveInterval
        folder = home.appendingPathComponent(fileName(user))
        let attachments = folder.appendingPathComponent("Attachments")
        try FileManager.default.createDirectory(at: attachments, withIntermediateDirectories: true)
        store = try CacheStore(
            fileAt: folder.appendingPathComponent("store.sqlite").path,
            model: model
        )
    }

    /// Whether edits wait to be saved.
    public var hasUnsavedEdits: Bool { !edits.isEmpty }

    /// Keeps the edit until the next save, which makes it part of one transaction with the others,
    /// in their order. `read`, `fetch` and `retrieve` of the document see it at once.
    public func edit(_ edit: @escaping Edit) {
        edits.append(edit)
        edited.announce([])
        scheduleAutosave()
    }

    /// Reads the document as it will be when the unsaved edits are saved. `body` must not write.
    ///
    /// The edits are applied, read and rolled back each time, in turn with writes to the store.
    ///
    /// - Throws: the error of an edit, like `save`.
    public func read<T: Sendable>(
        _ body: @escaping @Sendable (StoreConnection) throws -> T
    ) async throws -> T {
        // Afterwards the saved edits are in the store, or pending again.
        while let saving { _ = await saving.result }
        let edits = edits
        if edits.isEmpty { return try await store.read(body) }
        let result = Mutex<T?>(nil)
        do {
            try await store.write { connection in
                for edit in edits { try edit(connection) }
                let value = try body(connection)
                result.withLock { $0 = value }
                throw TakenBack()
            }
        } catch is TakenBack {}
        guard let value = result.withLock({ $0 }) else { throw StoreError.busy }
        return value
    }

    /// The records that the query finds, unsaved edits included.
    public func fetch<R: StoredRecord>(
        _ type: R.Type,
        _ query: DataQuery = .all
    ) async throws -> [R] {
        try await read { try $0.fetch(type, query) }
    }

    /// The record with this identity, or nil, unsaved edits included.
    public func retrieve<R: StoredRecord>(
        _ type: R.Type,
        _ identity: R.Identity
    ) async throws -> R? {
        try await read { try $0.retrieve(type, identity) }
    }

    private struct TakenBack: Error {}

    /// Saves all edits now.
    ///
    /// - Returns: whether anything in the store has changed.
    /// - Throws: the error of an edit; then none is saved, and all stay pending.
    @discardableResult
    public func save() async throws -> Bool {
        while let saving { _ = await saving.result }
        autosave?.cancel()
        autosave = nil
        if edits.isEmpty { return false }
        let task = Task { try await saveEdits() }
        saving = task
        return try await task.value
    }

    private func saveEdits() async throws -> Bool {
        defer { saving = nil }
        let saved = edits
        edits = []
        do {
            let changed = try await saveForUndo(saved)
            lastError = nil
            return changed
        } catch {
            edits = saved + edits
            throw error
        }
    }

    /// Drops the edits that are not saved.
    public func revert() {
        autosave?.cancel()
        autosave = nil
        edits = []
        edited.announce([])
    }

    /// Saves and closes the store.
    public func close() async throws {
        // An edit may come while others are saved.
        repeat { try await save() } while hasUnsavedEdits
        try store.close()
    }

    private func scheduleAutosave() {
        if autosave != nil { return }
        autosave = Task { [interval, weak self] in
            try? await Task.sleep(for: interval)
            if Task.isCancelled { return }
            await self?.autosaveNow()
        }
    }

    private func autosaveNow() async {
        autosave = nil
        do {
            try await save()
        } catch {
            lastError = error
            scheduleAutosave()
        }
    }

    // MARK: - Attachments

    /// Keeps `data` under `name`, whole or not at all.
    public nonisolated func attach(_ data: Data, named name: String) throws {
        try data.write(to: place(name), options: .atomic)
    }

    /// - Returns: nil if there is no such attachment.
    public nonisolated func attachment(named name: String) throws -> Data? {
        let place = place(name)
        guard FileManager.default.fileExists(atPath: place.path) else { return nil }
        if let kind = kindUnlessFile(at: place.path) {
            throw StoreError.notAFile(path: place.path, kind: kind)
        }
        return try Data(contentsOf: place)
    }

    /// Removes the attachment. Throws if there is none with this name.
    public nonisolated func removeAttachment(named name: String) throws {
        try FileManager.default.removeItem(at: place(name))
    }

    private nonisolated func place(_ name: String) -> URL {
        folder.appendingPathComponent("Attachments").appendingPathComponent(fileName(name))
    }
}

/// Any text as the name of one file: characters that could lead elsewhere are written as bytes.
private func fileName(_ text: String) -> String {
    let plain = CharacterSet(
        charactersIn: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_"
    )
    return "=" + (text.addingPercentEncoding(withAllowedCharacters: plain) ?? "")
}
