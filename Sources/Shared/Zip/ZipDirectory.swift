/// The entries of a zip file, as listed in its central directory.
///
/// libarchive cuts a name at its first NUL, and changes a name that the locale cannot express. The
/// names in the central directory are unchanged. Code that creates files from entries therefore
/// uses these names.
package struct ZipDirectory: Sendable {
    package struct Entry: Sendable, Hashable {
        package var name: [UInt8]
        /// Position of the entry's local header in the file, as a byte offset.
        package var offset: Int
        var flags: Int
        var method: Int
        /// The system on which the entry was made, in the upper byte: 3 for Unix, 19 for macOS.
        var maker: Int
        /// The Unix mode in the upper half, and the DOS attributes in the lower half.
        var attributes: Int
        /// Position of the entry's record in the central directory, as a byte offset in the file.
        var record: Int

        package var isEncrypted: Bool { flags & 0x41 != 0 }
        /// Whether the entry uses a supported compression method: stored or deflated.
        package var isReadable: Bool { method == 0 || method == 8 }
        /// Unix file type and permissions. Nil if they are 0, or if the entry was made on a system
        /// other than Unix or macOS.
        package var mode: Int? {
            let mode = attributes >> 16
            return [3, 19].contains(maker >> 8) && mode != 0 ? mode : nil
        }
        /// The Unix file type, regardless of the system that made the entry; 0 if the entry has no
        /// type.
        package var type: Int { attributes >> 16 & 0o170000 }
        package var isFolder: Bool {
            name.last == UInt8(ascii: "/") || type == 0o040000
                || type == 0 && attributes & 0x10 != 0
        }
    }

    /// The entries in the order of their local headers in the file.
    package let entries: [Entry]

    package init(_ bytes: [UInt8]) throws(ZipProblem) {
        let reader = LittleEndian(bytes)
        let end = try Self.end(reader)
        let (count, start) = (reader.short(end + 10), reader.long(end + 16))
        // Any other values mean a Zip64 file or a split archive. This reader supports neither.
        guard count != 0xffff, start != 0xffff_ffff, reader.short(end + 4) == 0,
            reader.short(end + 6) == 0, reader.short(end + 8) == count
        else { throw ZipProblem("the zip file is split into parts, or has more than 65,534 files") }
        var (entries, place): ([Entry], Int) = ([], start)
        for _ in 0..<count {
            guard place + 46 <= end, reader.long(place) == 0x0201_4b50 else {
                throw ZipProblem("the central directory is damaged")
            }
            let (length, extra) = (reader.short(place + 28), reader.short(place + 30))
            let entry = Entry(
                name: Array(bytes[(place + 46)..<min(place + 46 + length, end)]),
                offset: reader.long(place + 42),
                flags: reader.short(place + 8),
                method: reader.short(place + 10),
                maker: reader.short(place + 4),
                attributes: reader.long(place + 38),
                record: place
            )
            try Self.checkHeader(of: entry, reader, before: start)
            entries.append(entry)
            place += 46 + length + extra + reader.short(place + 32)
        }
        entries.sort { $0.offset < $1.offset }
        for (entry, next) in zip(entries, entries.dropFirst()) where entry.offset == next.offset {
            throw ZipProblem(next.words, "has the same position in the zip file as another entry")
        }
        self.entries = entries
    }

    private static func end(_ reader: LittleEndian) throws(ZipProblem) -> Int {
        let last = reader.bytes.count - 22
        guard last >= 0 else { throw ZipProblem("the file is not a zip file") }
        for place in stride(from: last, through: max(0, last - 0xffff), by: -1)
        where reader.long(place) == 0x0605_4b50 {
            guard reader.short(place + 20) == last - place else { continue }
            return place
        }
        throw ZipProblem("the file is not a zip file")
    }

    /// Throws an error if the local header of `entry` is missing or incomplete. Also throws if the
    /// local header and the central directory contain different names.
    private static func checkHeader(
        of entry: Entry,
        _ reader: LittleEndian,
        before end: Int
    ) throws(ZipProblem) {
        let place = entry.offset
        let name = place + 30..<place + 30 + reader.short(place + 26)
        guard name.upperBound <= end, reader.long(place) == 0x0403_4b50 else {
            throw ZipProblem(entry.words, "has a missing or incomplete local header")
        }
        if !reader.bytes[name].elementsEqual(entry.name) {
            throw ZipProblem(
                entry.words,
                "has different names in the local header and the central directory"
            )
        }
    }
}

extension ZipDirectory.Entry {
    /// The name for messages. If it is not printable UTF-8, each byte that is not printable ASCII
    /// is shown in hexadecimal, such as `\x0a`.
    package var words: String {
        if let text = String(validating: name, as: UTF8.self),
            text.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7f })
        {
            return text
        }
        return name.map { byte in
            if (0x20..<0x7f).contains(byte) { return String(UnicodeScalar(byte)) }
            let digits = String(byte, radix: 16)
            return "\\x" + (digits.utf8.count < 2 ? "0" : "") + digits
        }.joined()
    }
}

struct LittleEndian {
    let bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Returns the little-endian number of 16 bits at the offset. Bytes after the end count as 0.
    func short(_ place: Int) -> Int { byte(place) | byte(place + 1) << 8 }
    func long(_ place: Int) -> Int { short(place) | short(place + 2) << 16 }

    private func byte(_ place: Int) -> Int { bytes.indices.contains(place) ? Int(bytes[place]) : 0 }
}
