import Foundation

/// Reader of a file that other processes may change. The file is not mapped into memory: if another
/// process truncated a mapped file, the next access would end this process with a signal.
final class FileBlocks {
    /// Size of the file when it was opened, in bytes.
    let count: Int
    private let file: FileHandle
    private var block: [UInt8] = []
    /// Offset of the block in the file.
    private var start = 0

    private static let size = 65536
    /// Number of additional bytes that are read before the requested range. `LogReader` needs them,
    /// because it reads the header of a frame (24 bytes) again after the frame's page.
    private static let margin = 32

    /// Opens the file at `path`; nil if it does not exist or cannot be read.
    init?(_ path: String) {
        guard let file = FileHandle(forReadingAtPath: path), let end = try? file.seekToEnd() else {
            return nil
        }
        self.file = file
        count = Int(end)
    }

    /// Calls `body` with these bytes of the file. Bytes that cannot be read are 0, for example if
    /// another process has truncated the file since it was opened.
    ///
    /// - Parameter range: a range within the first `count` bytes.
    func withBytes<T>(_ range: Range<Int>, _ body: (UnsafeRawBufferPointer) -> T) -> T {
        if range.lowerBound < start || range.upperBound > start + block.count { read(range) }
        let first = range.lowerBound - start
        return block.withUnsafeBytes { bytes in
            body(UnsafeRawBufferPointer(rebasing: bytes[first..<first + range.count]))
        }
    }

    private func read(_ range: Range<Int>) {
        start = max(0, range.lowerBound - FileBlocks.margin)
        block = Array(repeating: 0, count: max(FileBlocks.size, range.upperBound - start))
        block.withUnsafeMutableBytes { bytes in
            var filled = 0
            while filled < bytes.count {
                let rest = UnsafeMutableRawBufferPointer(rebasing: bytes[filled...])
                let offset = off_t(start + filled)
                let added = pread(file.fileDescriptor, rest.baseAddress, rest.count, offset)
                if added <= 0 { break }
                filled += added
            }
        }
    }

    /// Returns whether the file begins with the UTF-8 bytes of `text`.
    func begins(with text: String) -> Bool {
        let size = text.utf8.count
        return size <= count && withBytes(0..<size) { $0.elementsEqual(text.utf8) }
    }

    /// Returns whether the file contains the UTF-8 bytes of `text`, which must not be empty.
    func contains(_ text: String) -> Bool {
        let wanted = Array(text.utf8)
        return stride(from: 0, to: count, by: FileBlocks.size).contains { start in
            let end = min(count, start + FileBlocks.size + wanted.count - 1)
            return withBytes(start..<end) { bytes in
                bytes.indices.dropLast(wanted.count - 1).contains { index in
                    bytes[index] == wanted[0]
                        && bytes[index..<index + wanted.count].elementsEqual(wanted)
                }
            }
        }
    }
}
