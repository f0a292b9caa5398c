import ReminderData
import Scenarios

/// Service that executes queries by calling the book. Each call has a time-out.
final class Service: BaseActionService, @unchecked Sendable {
    private let book: any Book

    init(_ book: any Book) {
        self.book = book
        super.init()
    }

    override func onDeclareCalls(_ facade: CallFacade) {
        let book = book
        work(facade, Save.self) { query in
            guard let reminder = query.reminder else { return "" }
            try await book.save(reminder)
            return query.notice
        }
        work(facade, Delete.self) { query in
            guard let reminder = query.reminder else { return "" }
            try await book.delete(reminder)
            return "Deleted. u brings it back."
        }
        work(facade, Undo.self) { _ in try await book.undo() ? "Undone." : "Nothing to undo." }
        work(facade, Redo.self) { _ in try await book.redo() ? "Redone." : "Nothing to redo." }
        work(facade, Settle.self) { query in
            try await book.settle(query.id, keepingMine: query.isMine)
            return query.isMine ? "Yours is kept." : "The server's is kept."
        }
        work(facade, Dismiss.self) { _ in
            try await book.dismiss()
            return ""
        }
        work(facade, Close.self) { _ in
            try await book.close()
            return ""
        }
        facade.on(
            Ask.self,
            timeout: .seconds(10),
            retries: 1,
            backOff: BackOff(first: .milliseconds(500), jitter: 0.5),
            call: { _ in try await book.refresh() },
            success: { Done() },
            failure: { Failed(reason: words(for: $0)) }
        )
    }

    /// Declares a durable call, which runs to its end even if its scenario is stopped. The text
    /// that `call` returns is a notice for the user.
    private func work<Asked: Query>(
        _ facade: CallFacade,
        _ query: Asked.Type,
        _ call: @escaping @Sendable (Asked) async throws -> String
    ) {
        facade.on(
            query,
            timeout: .seconds(10),
            retries: 0,
            isDurable: true,
            call: call,
            success: { Done(notice: $0) },
            failure: { Failed(reason: words(for: $0)) }
        )
    }
}
