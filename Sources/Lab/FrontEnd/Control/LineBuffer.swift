import Foundation

/// A buffer that splits a stream of bytes into lines.
struct LineBuffer {
    private var bytes: [UInt8] = []
    /// Maximum number of bytes of an incomplete line. No message of the protocol is longer.
    static let limit = 4 << 20

    /// Adds bytes and returns the lines that they complete. Returns nil if an incomplete line
    /// exceeds the limit.
    mutating func lines(adding new: some Sequence<UInt8>) -> [Data]? {
        bytes += new
        var lines: [Data] = []
        while let end = bytes.firstIndex(of: 0x0a) {
            lines.append(Data(bytes[..<end]))
            bytes.removeFirst(end + 1)
        }
        return bytes.count > Self.limit ? nil : lines
    }
}
