import DataSource
import Foundation
import Synchronization

/// A remote that answers as the test states, and notes the changes that it is sent.
final class ScriptedRemote: Remote {
    private let onFetch: @Sendable () async throws -> Data
    private let onSend: @Sendable (PendingChange, Bool) async throws -> String?
    private let keys = Mutex<[String]>([])

    /// The key of the change in each request, also of those that failed.
    var sent: [String] { keys.withLock { $0 } }

    init(
        fetch: @escaping @Sendable () async throws -> Data = { Data("[]".utf8) },
        send: @escaping @Sendable (PendingChange, Bool) async throws -> String?
    ) {
        (onFetch, onSend) = (fetch, send)
    }

    func fetch(_ path: String) async throws -> Data { try await onFetch() }

    func send(_ change: PendingChange, overwriting: Bool) async throws -> String? {
        keys.withLock { $0.append(change.key) }
        return try await onSend(change, overwriting)
    }
}

/// A condition that one task sets and others wait for.
final class Gate: Sendable {
    private let state = Mutex(false)

    var isOpen: Bool { state.withLock { $0 } }

    func open() { state.withLock { $0 = true } }

    func passed() async throws {
        while !isOpen { try await Task.sleep(for: .milliseconds(2)) }
    }
}

/// Returns whether the condition becomes true within half a minute.
func eventually(_ condition: () async throws -> Bool) async throws -> Bool {
    let end = ContinuousClock.now + .seconds(30)
    while try await !condition() {
        if ContinuousClock.now > end { return false }
        try await Task.sleep(for: .milliseconds(5))
    }
    return true
}

/// The answer to a request for notes.
func notes(_ texts: [Int: String]) -> Data {
    let items = texts.map { #"{"id": \#($0), "content": {"text": "\#($1)"}}"# }
    return Data("[\(items.joined(separator: ","))]".utf8)
}
