import Foundation

/// Lines out of bytes as they come.
struct LineBuffer {
    private var bytes: [UInt8] = []
    /// No line of ours is longer; whoever sends one speaks something else.
    static let limit = 4 << 20

    /// The lines that `new` completes; nil if one is longer than any of ours.
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
