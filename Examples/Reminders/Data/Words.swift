import CacheStore
import DataSource
import Foundation

/// Returns the text that describes the error to the user.
package func words(for error: any Error) -> String {
    switch error {
    case RemoteError.refused(_, let reason): "the server refuses it: \(reason ?? "no reason given")"
    case let error as RemoteError: "\(error)"
    case let error as StoreError: "\(error)"
    case is URLError: "the server cannot be reached"
    default: "\(error)"
    }
}

func words(for refused: RefusedChange, _ paths: Paths) -> String {
    let title = SentReminder(refused.change.body)?.title
    let what =
        title.map { "\"\($0)\"" } ?? "the change of \(paths.id(of: refused.change).prefix(4))"
    let outcome = refused.isUndone ? "Refused and undone" : "Refused, but not undone"
    guard case .refused(_, let reason?) = refused.reason else { return "\(outcome): \(what)" }
    return "\(outcome): \(what): \(reason)"
}
