import Diagnostics
import Foundation

/// Damage to SQLite's write-ahead log (`-wal` file), caused for example by a defective disk or an
/// incomplete copy. The damage is found when the store is opened. SQLite ignores the transactions
/// after the damage.
///
/// The check detects every change to the header of the log. It also detects every change to a frame
/// that is followed by a commit in the same log. It cannot detect that the log was removed, or cut
/// off after a complete transaction.
public struct LogDamage: Sendable, Hashable, CustomStringConvertible {
    /// Number of complete transactions before the damage. These transactions are not lost.
    public let keptTransactions: Int
    /// Number of lost transactions, as far as they can be counted; 0 if the log is unreadable.
    public let lostTransactions: Int
    /// Whether it is certain that the lost transactions had been committed. False if the log is
    /// unreadable. Also false if the damage is at the end of the log, because the last transactions
    /// may still have been in progress when the computer stopped.
    public let isCertain: Bool

    public var description: String {
        let kept = "kept \(counted(keptTransactions, "earlier transaction"))"
        let advice = "restore a backup if you need the lost changes"
        if lostTransactions == 0 {
            return
                "the log of the store is unreadable: an unknown number of the last transactions is lost; \(advice)"
        }
        let lost = counted(lostTransactions, "transaction")
        if isCertain {
            return
                "the log of the store is damaged: the store lost \(lost) and \(kept); \(advice)"
        }
        let last =
            lostTransactions == 1
            ? "the last transaction cannot be read, and is lost if the transaction was committed"
            : "the last \(lost) cannot be read, and are lost if the transactions were committed"
        return "the log of the store is damaged at the end: \(last); the store \(kept)"
    }
}

/// Checks the log of the store at `path` for damage, before SQLite reads the log.
///
/// - Returns: nil if no committed transaction is lost. Also nil if another process is writing the
///   log. That process has already read the log, so opening the store loses no transaction.
func damage(ofLogBeside path: String) -> LogDamage? {
    for _ in 0..<3 {
        let before = fileState(at: path + "-wal")
        guard let found = apparentDamage(ofLogBeside: path) else { return nil }
        // A concurrent write may look like damage, but not twice in the same way.
        if apparentDamage(ofLogBeside: path) == found, fileState(at: path + "-wal") == before {
            return found
        }
    }
    return nil
}

/// Returns file attributes that change if another process writes to the file.
func fileState(at path: String) -> [AnyHashable] {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    return [attributes?[.modificationDate] as? Date, attributes?[.size] as? Int]
}

private func apparentDamage(ofLogBeside path: String) -> LogDamage? {
    guard let log = FileBlocks(path + "-wal") else { return nil }
    return LogReader(log).damage { frames, pageSize in
        guard let file = FileBlocks(path) else { return false }
        return hold(file, frames, pageSize, in: log)
    }
}

/// Returns whether the store's file already contains the last committed version of every page in
/// the log.
private func hold(
    _ file: FileBlocks,
    _ frames: [LogReader.Frame],
    _ pageSize: Int,
    in log: FileBlocks
) -> Bool {
    var last: [Int: Int] = [:]
    for frame in frames { last[frame.page] = frame.start + 24 }
    return last.allSatisfy { page, place in
        let start = (page - 1) * pageSize
        guard page > 0, start + pageSize <= file.count else { return false }
        return file.withBytes(start..<start + pageSize) { stored in
            log.withBytes(place..<place + pageSize) { stored.elementsEqual($0) }
        }
    }
}
