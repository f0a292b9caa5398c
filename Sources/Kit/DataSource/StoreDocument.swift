public import CacheStore
import DataAccess
public import Foundation
import Synchronization

/// A document with all data of one user: a folder that contains a store and attachments. Edits are
/// kept in memory and saved together, after an interval or on request. Edits can be undone and
/// redone until the document is opened again.
public actor StoreDocument {
    /// An edit of the document, which runs inside a transaction when the document is saved. It also
    /// runs for each read before the save, so it must be repeatable.
    public typealias Edit = @Sendable (StoreConnection) throws -> Void
    /// A function that runs inside a transaction and undoes or redoes an edit by calling its second
    /// argument.
    public typealias Reversal = @Sendable (StoreConnection, () throws -> Void) throws -> Void

    /// The document's folder, which contains its store and attachments.
    public nonisolated let folder: URL
    /// The document's store, for reading only; edits must go through the document.
    public nonisolated let store: CacheStore
    /// Listeners that are notified when an unsaved edit is added, and when unsaved edits are
    /// discarded.
    nonisolated let edited = ChangeListeners()
    private let interval: Duration
    private var edits: [(key: String, edit: Edit)] = []
    /// Keys of the saved edits that can be undone, most recent last. `redoable` contains the keys
    /// of the edits that have been undone.
    var undoable: [String] = []
    var redoable: [String] = []
    /// Whether the table of saved edits exists.
    var isUndoReady = false
    /// The Swift task of the save, undo or redo in progress; nil if there is none. These operations
    /// run one after another.
    private var working: Task<Bool, any Error>?
    /// Number of calls of ``revert()``.
    private var reverts = 0
    private var autosave: Task<Void, Never>?
    /// The error of the last failed autosave; nil if no autosave has failed since the last
    /// successful save or call of ``revert()``. If the autosave has added edits to
    /// ``refusedEdits``, this error is the ``RefusedEdit/reason`` of the first added edit.
    /// Otherwise, the edits remain unsaved.
    public private(set) var lastError: (any Error)?
    /// The edits that could not be saved because they do not fit the store, oldest first. They no
    /// longer count as unsaved. An edit is kept here until ``discard(_:)`` or ``revert()``.
    public private(set) var refusedEdits: [RefusedEdit] = []

    /// Opens the document of `user` in `home`. Creates the document if it does not exist.
    ///
    /// - Parameters:
    ///   - user: Any text; the name of the folder is derived from it. SQLite limits the path of the
    ///     store to 504 bytes. In the path, a capital letter takes three bytes, and a letter
    ///     outside ASCII six or more.
    ///   - home: Folder that contains all documents.
    ///   - model: Model of the document's store.
    ///   - autosaveInterval: Time from the first unsaved edit to the automatic save of all edits,
    ///     at least a millisecond and at most a year; other values are replaced by the nearest one.
    public init(
        user: String,
        in home: URL,
        model: StoreModel,
        autosaveInterval: Duration = .seconds(15)
    ) throws {
        interval = autosaveInterval.asPause
        folder = derivedPlace(of: user, in: home)
        let attachments = folder.appendingPathComponent("Attachments")
        try FileManager.default.createDirectory(at: attachments, withIntermediateDirectories: true)
        store = try CacheStore(
            fileAt: folder.appendingPathComponent("store.sqlite").path,
            model: model
        )
    }

    /// Whether there are unsaved edits.
    public var hasUnsavedEdits: Bool { !edits.isEmpty }

    /// Adds an unsaved edit. The document's `read`, `fetch` and `retrieve` include the edit at
    /// once.
    ///
    /// The next save applies all unsaved edits in order, in one transaction. If one of them is
    /// refused, the save applies each edit in its own transaction instead.
    ///
    /// - Parameters:
    ///   - key: Identifies the edit in ``refusedEdits``.
    ///   - edit: Function that edits the store.
    public func edit(key: String = UUID().uuidString, _ edit: @escaping Edit) {
        edits.append((key, edit))
        edited.announce([])
        scheduleAutosave()
    }

    /// Reads the document with all unsaved edits applied. `body` must not write.
    ///
    /// Each call applies the edits in a transaction, reads, and rolls back. The call waits for
    /// other writes to the store.
    ///
    /// - Throws: the error of an unsaved edit that fails.
    public func read<T: Sendable>(
        _ body: @escaping @Sendable (StoreConnection) throws -> T
    ) async throws -> T {
        // Waits for a save in progress, whose edits are neither in the store nor in `edits`.
        while let working { _ = await working.result }
        let edits = edits
        if edits.isEmpty { return try await store.read(body) }
        let result = Mutex<T?>(nil)
        do {
            try await store.write { connection in
                for (_, edit) in edits { try edit(connection) }
                let value = try body(connection)
                result.withLock { $0 = value }
                throw TakenBack()
            }
        } catch is TakenBack {}
        guard let value = result.withLock({ $0 }) else { throw StoreError.busy }
        return value
    }

    /// Returns the records that match the query, with all unsaved edits applied.
    public func fetch<R: StoredRecord>(
        _ type: R.Type,
        _ query: DataQuery = .all
    ) async throws -> [R] {
        try await read { try $0.fetch(type, query) }
    }

    /// Returns the record with this identity, with all unsaved edits applied; nil if the record
    /// does not exist.
    public func retrieve<R: StoredRecord>(
        _ type: R.Type,
        _ identity: R.Identity
    ) async throws -> R? {
        try await read { try $0.retrieve(type, identity) }
    }

    private struct TakenBack: Error {}

    /// Saves all edits now.
    ///
    /// If an edit does not fit the store, it is moved to ``refusedEdits``, and the other edits are
    /// saved, each in a separate transaction. An edit does not fit, for example, if it updates a
    /// record that was deleted, refers to a missing record or violates a constraint.
    ///
    /// - Returns: whether the store has changed.
    /// - Throws: the error of the first edit that does not fit; or an error of the store, such as a
    ///   full disk, after which edits remain unsaved.
    @discardableResult
    public func save() async throws -> Bool { try await inTurn { try await $0.saveEdits() } }

    /// Runs `work` after the end of the save, undo or redo in progress.
    func inTurn(
        _ work: @escaping @Sendable (isolated StoreDocument) async throws -> Bool
    ) async throws -> Bool {
        while let working { _ = await working.result }
        let task = Task<Bool, any Error> {
            defer { working = nil }
            return try await work(self)
        }
        working = task
        return try await task.value
    }

    /// Saves all edits now, like ``save()``. Called only in ``inTurn(_:)``.
    @discardableResult
    func saveEdits() async throws -> Bool {
        autosave?.cancel()
        autosave = nil
        if edits.isEmpty { return false }
        let (saved, reverts) = (edits, reverts)
        edits = []
        do {
            let changed = try await saveForUndo(saved.map(\.edit))
            lastError = nil
            return changed
        } catch let error where self.reverts == reverts && isRefusal(error) {
            return try await saveOneByOne(saved)
        } catch {
            if self.reverts == reverts { keep(saved) }
            throw error
        }
    }

    /// Saves each edit in its own transaction, after one of them has prevented saving all together.
    /// Moves the edits that do not fit the store to ``refusedEdits``.
    private func saveOneByOne(_ saved: [(key: String, edit: Edit)]) async throws -> Bool {
        let reverts = reverts
        var hasChanged = false
        var refusal: (any Error)?
        for (index, (key, edit)) in saved.enumerated() where self.reverts == reverts {
            do {
                hasChanged = try await saveForUndo([edit]) || hasChanged
            } catch let error where isRefusal(error) {
                refusal = refusal ?? error
                if self.reverts != reverts { break }
                refusedEdits.append(RefusedEdit(key: key, edit: edit, reason: error))
                edited.announce([])
            } catch {
                if self.reverts == reverts { keep(Array(saved[index...])) }
                throw error
            }
        }
        lastError = nil
        if let refusal { throw refusal }
        return hasChanged
    }

    /// Puts edits that could not be saved back at the beginning of the unsaved edits.
    private func keep(_ failed: [(key: String, edit: Edit)]) {
        edits = failed + edits
        scheduleAutosave()
    }

    /// Returns whether an edit caused the error of a save. If not, the store cannot save any edit
    /// at present.
    private func isRefusal(_ error: any Error) -> Bool {
        if store.isClosed || error is CancellationError { return false }
        guard let error = error as? StoreError else { return true }
        return switch error {
        case .cannotOpen, .notADatabase, .readOnly: false
        default: !error.isPassing
        }
    }

    /// Removes the edit from ``refusedEdits``.
    public func discard(_ edit: RefusedEdit) {
        refusedEdits.removeAll { $0.id == edit.id }
        if refusedEdits.isEmpty && edits.isEmpty { lastError = nil }
    }

    /// Discards the unsaved and the refused edits, and clears the error of the last failed autosave.
    /// If a save is in progress, its edits are discarded only if the save fails.
    public func revert() {
        reverts += 1
        autosave?.cancel()
        autosave = nil
        edits = []
        refusedEdits = []
        lastError = nil
        edited.announce([])
    }

    /// Saves all edits and closes the store. If the save throws, the store remains open. Refused
    /// edits are not kept after closing.
    public func close() async throws {
        // An edit may be added while others are being saved.
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
            // The edits may have been reverted during the save.
            if !edits.isEmpty || !refusedEdits.isEmpty { lastError = error }
        }
    }

    // MARK: - Attachments

    /// Saves `data` as an attachment named `name`. The write is atomic.
    public nonisolated func attach(_ data: Data, named name: String) throws {
        let place = place(name)
        try FileManager.default.createDirectory(
            at: place.deletingLastPathComponent(),
            withIntermediateDirectories: true
        )
        try data.write(to: place, options: .atomic)
    }

    /// Returns the data of the attachment named `name`; nil if there is no such attachment.
    public nonisolated func attachment(named name: String) throws -> Data? {
        let place = place(name)
        guard FileManager.default.fileExists(atPath: place.path) else { return nil }
        try checkIsFile(at: place.path)
        return try Data(contentsOf: place)
    }

    /// Removes the attachment. Throws if there is no attachment with this name.
    public nonisolated func removeAttachment(named name: String) throws {
        try FileManager.default.removeItem(at: place(name))
    }

    private nonisolated func place(_ name: String) -> URL {
        derivedPlace(of: name, in: folder.appendingPathComponent("Attachments"))
    }
}

/// An edit that does not fit the store of its ``StoreDocument``, kept until the program calls
/// `discard`.
public struct RefusedEdit: Sendable, Identifiable {
    /// Unique id of the edit. Several edits can have the same key.
    public let id = UUID()
    /// The key with which the program added the edit.
    public let key: String
    /// The edit. The program can add it to the document again.
    public let edit: StoreDocument.Edit
    /// The error that the edit caused. A `StoreError` names the entity of the record.
    public let reason: any Error
}

/// Returns the path, in `folder`, of the file or folder whose name is derived from `text`.
///
/// The names of two texts never differ only in letter case, because some file systems ignore case.
/// In earlier versions, names contained capital letters. If only a file or folder with the earlier
/// name exists, returns its path.
private func derivedPlace(of text: String, in folder: URL) -> URL {
    let new = place(named: fileName(text, allowing: small), in: folder)
    let earlier = place(named: fileName(text, allowing: small + capitals), in: folder)
    let files = FileManager.default
    if earlier == new || files.fileExists(atPath: new.path) { return new }
    guard files.fileExists(atPath: earlier.path) else { return new }
    // On a file system that ignores case, the file found may belong to another text.
    let names = try? files.contentsOfDirectory(atPath: earlier.deletingLastPathComponent().path)
    return names?.contains(earlier.lastPathComponent) == true ? earlier : new
}

/// Returns the path of the file or folder `name` in `folder`.
///
/// A file system limits a name to 255 bytes. A longer name is split into parts, and all parts
/// except the last become nested folders. The names of these folders end in `~`. Other names do not
/// contain this character.
private func place(named name: String, in folder: URL) -> URL {
    var place = folder
    var rest = Substring(name)
    while rest.utf8.count > 255 {
        place = place.appendingPathComponent("\(rest.prefix(254))~")
        rest = rest.dropFirst(254)
    }
    return place.appendingPathComponent(String(rest))
}

private let small = "abcdefghijklmnopqrstuvwxyz0123456789-_"
private let capitals = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"

/// Converts any text into a name in which all characters except those in `plain` are
/// percent-encoded.
private func fileName(_ text: String, allowing plain: String) -> String {
    let plain = CharacterSet(charactersIn: plain)
    return "=" + (text.addingPercentEncoding(withAllowedCharacters: plain) ?? "")
}
