public import CacheStore
import Foundation

/// Undo and redo of single edits.
extension StoreDocument {
    /// Maximum number of saved edits that can be undone.
    static let undoLimit = 200
    /// Name of the temporary table that contains the log of saved edits. Another document that is
    /// open in the same folder has its own log.
    static let undoTable = "store_edit"

    /// Whether there is an edit to undo.
    public var canUndo: Bool { hasUnsavedEdits || !undoable.isEmpty }
    /// Whether there is an edit to redo.
    public var canRedo: Bool { !hasUnsavedEdits && !redoable.isEmpty }

    /// Saves the document, then undoes the last edit that has not been undone. Restores the former
    /// values of all rows that the edit changed, including rows changed by cascades and triggers. A
    /// value is not restored if it was changed later by anything other than an edit of the
    /// document. A record that the edit created is always removed, even if the remote has changed
    /// its values.
    ///
    /// - Parameter change: A function that runs in a transaction. It must call its second argument,
    ///   which undoes the edit. In the same transaction, it can also call other functions, such as
    ///   ``DataSourceFacade/queue(on:_:)``.
    /// - Returns: false if there is no edit to undo.
    /// - Throws: the error of the save, for example if it refuses an edit. Nothing is then undone.
    @discardableResult
    public func undo(_ change: @escaping Reversal = { try $1() }) async throws -> Bool {
        try await inTurn { try await $0.reverse(isRedo: false, change) }
    }

    /// Saves the document, then redoes the edit that was undone last. After a new edit, there is
    /// nothing to redo.
    ///
    /// - Parameter change: A function that redoes the edit by calling its second argument. It can
    ///   also call other functions in the same transaction.
    /// - Returns: false if there is no edit to redo.
    @discardableResult
    public func redo(_ change: @escaping Reversal = { try $1() }) async throws -> Bool {
        try await inTurn { try await $0.reverse(isRedo: true, change) }
    }

    private func reverse(isRedo: Bool, _ change: @escaping Reversal) async throws -> Bool {
        try await saveEdits()
        guard let key = isRedo ? redoable.last : undoable.last else { return false }
        let reversed = try await reverse(key, change)
        if isRedo {
            redoable.removeLast()
            undoable.append(reversed)
        } else {
            undoable.removeLast()
            redoable.append(reversed)
        }
        return true
    }

    /// Undoes the edit with this key, and records this reversal as a new edit. Returns the key of
    /// the new edit.
    private func reverse(_ key: String, _ change: @escaping Reversal) async throws -> String {
        let reversed = UUID().uuidString
        _ = try await store.saveInBackground { connection in
            let log = try UndoLog(connection, Self.undoTable)
            try log.note(reversed) {
                try change(connection) { try log.undo(key, isLast: true) }
            }
        }
        return reversed
    }

    /// Saves the edits in one transaction, and records the former values for each edit. Returns
    /// whether the store has changed.
    func saveForUndo(_ edits: [Edit]) async throws -> Bool {
        if !isUndoReady {
            try await store.write { connection in
                // In earlier versions, the log was in the store's file.
                try connection.execute("DROP TABLE IF EXISTS main.\(Self.undoTable)")
                for statement in UndoLog.statements(Self.undoTable, isTemporary: true) {
                    try connection.execute(statement)
                }
            }
            isUndoReady = true
        }
        let keyed = edits.map { (key: UUID().uuidString, edit: $0) }
        let keys = undoable + keyed.map(\.key)
        let gone = redoable + keys.dropLast(Self.undoLimit)
        let changed = try await store.saveInBackground { connection in
            let log = try UndoLog(connection, Self.undoTable)
            for (key, edit) in keyed { try log.note(key) { try edit(connection) } }
            for key in gone { try UndoLog.forget(key, connection, Self.undoTable) }
        }
        redoable = []
        undoable = Array(keys.suffix(Self.undoLimit))
        return changed
    }
}
