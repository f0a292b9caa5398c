import DataAccess

/// Reminders of a data access object, without a document or a queue. All errors of the data access
/// object are thrown to the caller.
actor PlainBook: Book {
    nonisolated let reminders: any ReminderDAO
    private let hasServer: Bool
    private let stream: AsyncStream<News>
    private let output: AsyncStream<News>.Continuation
    private var shown = ListSnapshot<Reminder>()
    /// Changes that can be undone, most recent last. Each consists of the reminder before and after
    /// the change; nil means that the reminder did not exist.
    private var undoable: [(before: Reminder?, after: Reminder?)] = []
    private var redoable: [(before: Reminder?, after: Reminder?)] = []

    init(_ reminders: any ReminderDAO, hasServer: Bool) {
        (self.reminders, self.hasServer) = (reminders, hasServer)
        (stream, output) = AsyncStream.makeStream()
    }

    nonisolated func news() -> AsyncStream<News> {
        Task { try? await refresh() }
        return stream
    }

    func save(_ reminder: Reminder) async throws {
        try await change(from: try await reminders.retrieve(reminder.identity), to: reminder)
    }

    func delete(_ reminder: Reminder) async throws { try await change(from: reminder, to: nil) }

    private func change(from before: Reminder?, to after: Reminder?) async throws {
        try await put(after, inPlaceOf: before)
        undoable.append((before, after))
        redoable = []
    }

    func undo() async throws -> Bool {
        guard let last = undoable.last else { return false }
        try await put(last.before, inPlaceOf: last.after)
        redoable.append(undoable.removeLast())
        return true
    }

    func redo() async throws -> Bool {
        guard let last = redoable.last else { return false }
        try await put(last.after, inPlaceOf: last.before)
        undoable.append(redoable.removeLast())
        return true
    }

    private func put(_ new: Reminder?, inPlaceOf old: Reminder?) async throws {
        if var new {
            // The current version, because the server rejects a change with any other version.
            new.version = try await reminders.retrieve(new.identity)?.version
            try await reminders.save(new)
        } else if let old {
            try await reminders.delete(old.identity)
        }
        try await refresh()
    }

    func refresh() async throws {
        if hasServer { output.yield(.link(.asking)) }
        do {
            let all = try await reminders.list(ListSnapshot<Reminder>.query)
            let new = ListSnapshot(all, sectionName: ListSnapshot<Reminder>.section)
            let batch = shown.batch(to: new, identity: \.id, isSame: ==)
            shown = new
            output.yield(.list(new, changed: batch.map(ListSnapshot<Reminder>.changed) ?? []))
            output.yield(.link(hasServer ? .upToDate : .none))
        } catch {
            output.yield(.link(.offline(words(for: error))))
            throw error
        }
    }

    /// Does nothing. A change is never queued: if it conflicts with the server's data, the caller
    /// gets an error immediately.
    nonisolated func settle(_ id: String, keepingMine: Bool) {}
    nonisolated func dismiss() {}
    nonisolated func close() { output.finish() }
}
