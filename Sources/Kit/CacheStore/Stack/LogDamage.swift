import Diagnostics
import Foundation

/// Damage to SQLite's log (`-wal`) by a disk or a copy, found when the store was opened. SQLite
/// ignores the transactions after the damage.
///
/// Found is every change to the header, and to a frame that a later frame of the log follows. A log
/// that was cut off after a transaction, or removed, shows no trace.
public struct LogDamage: Sendable, Hashable, CustomStringConvertible {
    /// Number of transactions of the log that are whole and in the store.
    public let keptTransactions: Int
    /// Number of transactions that were left out, as far as they can be counted.
    public let lostTransactions: Int
    /// Whether the lost transactions had been committed. If not, the damage is in the last transaction
    /// of the log, which may have been in progress when the computer stopped, or the log is unreadable.
    public let isCertain: Bool

    public var description: String {
        let kept = "the \(counted(keptTransactions, "transaction")) before are kept"
        let advice = "restore a backup if they matter"
        if lostTransactions == 0 {
            return
                "the log of the store is unreadable: an unknown number of its last transactions is lost; \(advice)"
        }
        let lost = counted(lostTransactions, "transaction")
        return isCertain
            ? "the log of the store is damaged: its last \(lost) are lost, \(kept); \(advice)"
            : "the end of the log of the store is damaged: its last transaction is lost, unless it was in progress when the computer stopped; \(kept)"
    }
}

/// Reads the log of the store at `path` before SQLite does.
///
/// - Returns: nil if no committed transaction is left out, and for a log that is being written: a
///   process that writes it has read it already, and nothing is left out when another one joins.
func damage(ofLogBeside path: String) -> LogDamage? {
    for _ in 0..<3 {
        let before = state(of: path + "-wal")
        guard let found = apparentDamage(ofLogBeside: path) else { return nil }
        // A concurrent write may look like damage, but not twice in the same way.
        if apparentDamage(ofLogBeside: path) == found, state(of: path + "-wal") == before {
            return found
        }
    }
    return nil
}

private func state(of path: String) -> [AnyHashable] {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    return [attributes?[.modificationDate] as? Date, attributes?[.size] as? Int]
}

private func apparentDamage(ofLogBeside path: String) -> LogDamage? {
    guard let log = mapped(path + "-wal") else { return nil }
    return log.withUnsafeBytes { bytes in
        LogReader(bytes).damage { frames, pageSize in
            guard let file = mapped(path) else { return false }
            return file.withUnsafeBytes { hold($0, frames, pageSize, in: bytes) }
        }
    }
}

private func mapped(_ path: String) -> Data? {
    try? Data(contentsOf: URL(fileURLWithPath: path), options: .alwaysMapped)
}

/// Whether the store's file has the last committed version of each page of the log.
private func hold(
    _ file: UnsafeRawBufferPointer,
    _ frames: [LogReader.Frame],
    _ pageSize: Int,
    in log: UnsafeRawBufferPointer
) -> Bool {
    var last: [Int: Int] = [:]
    for frame in frames { last[frame.page] = frame.start + 24 }
    return last.allSatisfy { page, place in
        let start = (page - 1) * pageSize
        guard page > 0, start + pageSize <= file.count else { return false }
        return file[start..<start + pageSize].elementsEqual(log[place..<place + pageSize])
    }
}
