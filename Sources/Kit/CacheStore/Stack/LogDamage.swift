import Foundation

/// A log of SQLite (`-wal`) that was not whole when its store was opened: a disk or a copy damaged
/// it. The store holds a consistent, earlier state.
public struct LogDamage: Sendable, Hashable, CustomStringConvertible {
    /// How many transactions of the log are whole and in the store.
    public let keptTransactions: Int
    /// How many transactions behind the damage were left out, as far as can be told.
    public let lostTransactions: Int

    public var description: String {
        "the log of the store is damaged: its last \(lostTransactions) transactions are lost, the \(keptTransactions) before them are kept; restore a backup if they matter"
    }
}

/// Reads the log beside `path` by the format of SQLite's "Write-Ahead Logging" page: a header of 32
/// bytes, then frames of 24 bytes and a page, each with a checksum over all before it. The store
/// ends with the last commit whose checksums hold; a tail without a commit was never acknowledged.
///
/// - Returns: nil where no commit stands behind the last one that holds.
func damage(ofLogBeside path: String) -> LogDamage? {
    // What another process writes meanwhile may seem damaged, but not twice in the same way.
    guard let found = apparentDamage(ofLogBeside: path) else { return nil }
    return apparentDamage(ofLogBeside: path) == found ? found : nil
}

private func apparentDamage(ofLogBeside path: String) -> LogDamage? {
    guard
        let log = try? Data(
            contentsOf: URL(fileURLWithPath: path + "-wal"),
            options: .alwaysMapped
        ),
        log.count >= 32
    else { return nil }
    return log.withUnsafeBytes { LogReader($0)?.damage }
}

private struct LogReader {
    private let bytes: UnsafeRawBufferPointer
    private let pageSize: Int
    private let isBigEndian: Bool
    private var sums: (UInt32, UInt32) = (0, 0)

    init?(_ bytes: UnsafeRawBufferPointer) {
        self.bytes = bytes
        func number(_ offset: Int) -> UInt32 {
            UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
        }
        let magic = number(0)
        pageSize = Int(number(8))
        isBigEndian = magic & 1 == 1
        guard magic & ~1 == 0x377F_0682, (512...65536).contains(pageSize) else { return nil }
        add(0..<24)
        guard sums == (number(24), number(28)) else { return nil }
    }

    var damage: LogDamage? {
        var reader = self
        var (kept, behind) = (0, 0)
        var isWhole = true
        let size = 24 + pageSize
        for start in stride(from: 32, through: bytes.count - size, by: size) {
            let isOwn = number(start + 8) == number(16) && number(start + 12) == number(20)
            let isCommit = number(start + 4) != 0
            if isWhole, isOwn {
                reader.add(start..<start + 8)
                reader.add(start + 24..<start + size)
                isWhole = reader.sums == (number(start + 16), number(start + 20))
            } else {
                isWhole = false
            }
            if isWhole {
                if isCommit { kept += 1 }
            } else if isOwn, isCommit {
                behind += 1
            }
        }
        return behind == 0 ? nil : LogDamage(keptTransactions: kept, lostTransactions: behind)
    }

    private func number(_ offset: Int) -> UInt32 {
        UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
    }

    private mutating func add(_ range: Range<Int>) {
        for offset in stride(from: range.lowerBound, to: range.upperBound, by: 8) {
            let pair = (word(offset), word(offset + 4))
            sums.0 = sums.0 &+ pair.0 &+ sums.1
            sums.1 = sums.1 &+ pair.1 &+ sums.0
        }
    }

    private func word(_ offset: Int) -> UInt32 {
        let raw = bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
        return isBigEndian ? UInt32(bigEndian: raw) : UInt32(littleEndian: raw)
    }
}
