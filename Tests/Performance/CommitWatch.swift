import Foundation

/// Sees that something was committed to a file in WAL mode, without asking SQLite, whose answer takes
/// as long as what is measured: the index of the log in shared memory counts transactions, and a
/// transaction is counted after it was synced (`synchronous=FULL`).
///
/// Source: <https://sqlite.org/walformat.html>, section 2.1.
final class CommitWatch {
    /// `iChange`, of four bytes in the machine's order.
    private static let counter = 8
    private let index: UnsafeMutableRawPointer
    private static let length = 4096

    /// - Parameter file: the database, which another process has open.
    init(file: String) throws {
        let descriptor = open(file + "-shm", O_RDONLY)
        defer { close(descriptor) }
        guard let index = mmap(nil, Self.length, PROT_READ, MAP_SHARED, descriptor, 0),
            index != MAP_FAILED
        else { throw Measured.Failed(description: "\(file) has no index of its log") }
        self.index = index
    }

    /// How many transactions there were, from some beginning on.
    var commits: UInt32 { index.load(fromByteOffset: Self.counter, as: UInt32.self) }

    /// When it was that there were others than `known`, up to a quarter of a millisecond late; after
    /// ten seconds, nil.
    func next(after known: UInt32) -> Double? {
        let end = now() + 10
        return Foremost.run {
            while now() < end {
                if commits != known { return now() }
                usleep(200)
            }
            return nil
        }
    }

    deinit { munmap(index, Self.length) }
}
