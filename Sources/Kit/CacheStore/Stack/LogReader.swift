/// Reader of SQLite's write-ahead logs, whose format is documented in "Database File Format". A log
/// has a header of 32 bytes, followed by frames. Each frame has a header of 24 bytes and contains
/// one database page. The checksum of a frame continues the checksum of the previous frame: it is
/// computed from that checksum and the contents of the frame. The first frame continues the
/// checksum of the log's header.
///
/// SQLite reads the log up to the last commit whose checksums and salts are correct. It reads
/// nothing if the header's checksum is wrong.
///
/// After the frames of the log, the file may contain frames of an older log, which have different
/// salts. A frame's checksum does not cover its salts, so this reader checks the salts separately.
/// A frame belongs to the older log if neither of its salts is correct and its checksum does not
/// continue the checksum of a frame of this log.
struct LogReader {
    struct Frame {
        var start: Int
        var page: Int
        var isCommit: Bool
    }

    private typealias Sums = SIMD2<UInt32>

    private let log: FileBlocks
    private var pageSize = 0
    private var isBigEndian = false

    init(_ log: FileBlocks) { self.log = log }

    /// Returns the damage to the log; nil if no committed transaction is lost.
    ///
    /// - Parameter isInStore: function that returns whether the store's file already contains the
    ///   pages of the committed frames.
    func damage(_ isInStore: (_ frames: [Frame], _ pageSize: Int) -> Bool) -> LogDamage? {
        if log.count < 32 + 24 + 512 { return nil }
        if let (reader, sums) = byHeader {
            return reader.damage(after: sums, salts: (number(16), number(20)))
        }
        guard let (reader, frames) = withoutHeader else {
            return LogDamage(keptTransactions: 0, lostTransactions: 0, isCertain: false)
        }
        let committed = frames.upToLastCommit()
        if committed.isEmpty || isInStore(committed, reader.pageSize) { return nil }
        return LogDamage(
            keptTransactions: 0,
            lostTransactions: committed.count(where: \.isCommit),
            isCertain: true
        )
    }

    // MARK: - Header

    /// A reader with the page size and byte order of the log's header, and the header's checksum.
    /// nil if the header is invalid.
    private var byHeader: (LogReader, Sums)? {
        var reader = self
        reader.pageSize = Int(number(8))
        reader.isBigEndian = number(0) & 1 == 1
        let isKnown = number(0) & ~1 == 0x377F_0682 && pageSizes.contains(reader.pageSize)
        let sums = reader.sums(from: Sums(), 0..<24)
        return isKnown && sums == self.sums(at: 24) ? (reader, sums) : nil
    }

    /// A reader for a log with a damaged header, and the frames of the log; nil if no frames are
    /// recognized. A frame is recognized if its checksum continues the checksum before it. If the
    /// first frame is not recognized, the list begins with a later frame.
    private var withoutHeader: (LogReader, [Frame])? {
        // The page size in the header is most likely correct even in a damaged log.
        let said = Int(number(8))
        let sizes = pageSizes.filter { $0 == said } + pageSizes.filter { $0 != said }
        let order = number(0) & 1 == 1
        let readers = sizes.flatMap { pageSize in
            [order, !order].map { isBigEndian in
                var reader = self
                reader.pageSize = pageSize
                reader.isBigEndian = isBigEndian
                return reader
            }
        }
        for start in [{ [$0.sums(at: 24), $0.sums(from: Sums(), 0..<24)] }, { _ in nil }]
            as [Seeding]
        {
            for reader in readers {
                let frames = reader.frames(after: start(reader))
                if !frames.isEmpty { return (reader, frames) }
            }
        }
        return nil
    }

    private typealias Seeding = (LogReader) -> [Sums]?

    /// Returns successive frames whose checksums continue each other.
    ///
    /// - Parameter seeds: possible values of the checksum before the first frame in the file. The
    ///   first frame must continue one of them. If `seeds` is nil, the result begins with the first
    ///   frame that continues the frame before it.
    private func frames(after seeds: [Sums]?) -> [Frame] {
        var found: [Frame] = []
        var last = seeds
        for start in starts {
            if let last, last.contains(where: { continues($0, start) }) {
                found.append(frame(start))
            } else if seeds != nil || !found.isEmpty {
                break
            }
            last = [sums(at: start + 16)]
        }
        return found
    }

    // MARK: - Frames

    private func damage(after header: Sums, salts: (UInt32, UInt32)) -> LogDamage? {
        var scan = Scan()
        var (computed, stored) = (header, header)
        for start in starts {
            let own = [number(start + 8) == salts.0, number(start + 12) == salts.1]
            let next = contentSums(from: computed, start)
            let fits = next == sums(at: start + 16) || continues(stored, start)
            let isOwn = own == [true, true]
            // The salts of a frame of this log can be damaged. Such a frame has one correct salt,
            // or its checksum continues this log.
            let isPart = own.contains(true) || (fits && !scan.hasEnded)
            scan.add(frame(start), isPart: isPart, isWhole: isOwn && fits, fits: fits)
            (computed, stored) = (next, sums(at: start + 16))
        }
        return scan.damage
    }

    private var starts: StrideThrough<Int> {
        let size = 24 + pageSize
        return stride(from: 32, through: log.count - size, by: size)
    }

    private func frame(_ start: Int) -> Frame {
        Frame(start: start, page: Int(number(start)), isCommit: number(start + 4) != 0)
    }

    // MARK: - Checksums

    /// Returns whether the checksum of the frame at `start` continues the checksum `seed`. Page
    /// numbers begin at 1, so the result is false if the frame's page number is 0. Without this
    /// rule, successive blocks of zeros, whose checksum is zero, would count as frames.
    private func continues(_ seed: Sums, _ start: Int) -> Bool {
        number(start) != 0 && contentSums(from: seed, start) == sums(at: start + 16)
    }

    private func contentSums(from seed: Sums, _ start: Int) -> Sums {
        let size = 24 + pageSize
        return sums(from: sums(from: seed, start..<start + 8), start + 24..<start + size)
    }

    private func sums(from seed: Sums, _ range: Range<Int>) -> Sums {
        log.withBytes(range) { bytes in
            var (first, second) = (seed.x, seed.y)
            for offset in stride(from: 0, to: bytes.count, by: 8) {
                first = first &+ word(bytes, offset) &+ second
                second = second &+ word(bytes, offset + 4) &+ first
            }
            return Sums(first, second)
        }
    }

    private func sums(at offset: Int) -> Sums { Sums(number(offset), number(offset + 4)) }

    private func number(_ offset: Int) -> UInt32 {
        log.withBytes(offset..<offset + 4) { UInt32(bigEndian: $0.loadUnaligned(as: UInt32.self)) }
    }

    private func word(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> UInt32 {
        let raw = bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
        return isBigEndian ? UInt32(bigEndian: raw) : UInt32(littleEndian: raw)
    }
}

private let pageSizes = (9...16).map { 1 << $0 }

extension [LogReader.Frame] {
    fileprivate func upToLastCommit() -> Self {
        Array(prefix((lastIndex(where: \.isCommit) ?? -1) + 1))
    }
}

/// Counter of the transactions in a log. It distinguishes the transactions that SQLite reads from
/// those that it ignores.
private struct Scan {
    private var kept = 0
    private var lost = 0
    private var isIntact = true
    /// Whether the first lost transaction is complete and, except for the salts of its commit
    /// frame, undamaged.
    private var isFirstWhole = false
    /// Whether a damaged frame follows the last commit in the log.
    private var hasDamagedEnd = false
    /// Whether the last added frame is undamaged. If so, damaged frames after the last commit do
    /// not count as a lost transaction. They remain from a large transaction that was rolled back:
    /// a later, smaller transaction has overwritten only its first frames.
    private var isLastWhole = true
    /// Whether the last added frame belongs to an older log.
    private(set) var hasEnded = false

    mutating func add(_ frame: LogReader.Frame, isPart: Bool, isWhole: Bool, fits: Bool) {
        if isIntact, isWhole {
            if frame.isCommit { kept += 1 }
            return
        }
        isIntact = false
        if !isPart {
            hasEnded = true
            return
        }
        hasEnded = false
        isLastWhole = isWhole
        if frame.isCommit {
            if lost == 0 { isFirstWhole = fits && !hasDamagedEnd }
            lost += 1
            hasDamagedEnd = false
        } else if !isWhole {
            hasDamagedEnd = true
        }
    }

    var damage: LogDamage? {
        let total = lost + (hasDamagedEnd && !isLastWhole ? 1 : 0)
        if total == 0 { return nil }
        return LogDamage(
            keptTransactions: kept,
            lostTransactions: total,
            isCertain: lost > 1 || isFirstWhole
        )
    }
}
