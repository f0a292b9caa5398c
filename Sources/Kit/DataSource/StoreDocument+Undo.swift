public import CacheStore
import Foundation

/// Undo and redo, one edit at a time.
extension StoreDocument {
    /// Number of saved edits that can be undone.
    static let undoLimit = 200
    static let undoTable = "store_edit"

    /// Whether `undo` has an edit to undo.
    public var canUndo: Bool { hasUnsavedEdits || !undoable.isEmpty }
    /// Whether `redo` has an edit to redo.
    public var canRedo: Bool { !hasUnsavedEdits && !redoable.isEmpty }

    /// Saves, then undoes the last edit that is not undone: rows that it changed, cascades and
    /// triggers included, have their former values. A value that something else than an edit of the
    /// document has changed since stays as it is.
    ///
    /// - Parameter change: Calls its second argument, which undoes the edit, and does what else belongs
    ///   to the transaction, such as ``DataSourceFacade/queue(on:_:)``.
    /// - Returns: false if there is no such edit.
    @discardableResult
    public func undo(_ change: @escaping Reversal = { try $1() }) async throws -> Bool {
        try await save()
        guard let key = undoable.last else { return false }
        let undone = try await reverse(key, change)
        undoable.removeAll { $0 == key }
        redoable.append(undone)
        return true
    }

    /// Makes the edit again that was undone last. A new edit leaves nothing to redo.
    ///
    /// - Parameter change: As for `undo`.
    /// - Returns: false if there is no such edit.
    @discardableResult
    public func redo(_ change: @escaping Reversal = { try $1() }) async throws -> Bool {
        try await save()
        guard let key = redoable.last else { return false }
        let redone = try await reverse(key, change)
        redoable.removeAll { $0 == key }
        undoable.append(redone)
        return true
    }

    /// Undoes the edit, and notes that as an edit of its own.
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

    /// Saves the edits in one transaction, each with its former values.
    func saveForUndo(_ edits: [Edit]) async throws -> Bool {
        if !isUndoReady {
            try await store.write { connection in
                for statement in UndoLog.statements(Self.undoTable) {
                    try connection.execute(statement)
                }
                try connection.execute("DELETE FROM \(Self.undoTable)")
            }
            isUndoReady = true
        }
        let keyed = edits.map { (key: UUID().uuidString, edit: $0) }
        let gone = redoable + undoable.dropLast(max(Self.undoLimit - keyed.count, 0))
        let changed = try await store.saveInBackground { connection in
            let log = try UndoLog(connection, Self.undoTable)
            for (key, edit) in keyed { try log.note(key) { try edit(connection) } }
            for key in gone { try UndoLog.forget(key, connection, Self.undoTable) }
        }
        redoable = []
        undoable = undoable.filter { !gone.contains($0) } + keyed.map(\.key)
        return changed
    }
}
