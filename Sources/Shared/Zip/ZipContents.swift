import CArchive

/// The reason why a zip file or one of its entries could not be read or written.
package struct ZipProblem: Error, Sendable, Hashable {
    /// Name of the entry; nil if the problem concerns the whole file.
    package var entry: String?
    /// The reason as a clause, such as `is encrypted`.
    package var words: String

    package init(_ words: String) { self.words = words }

    package init(_ entry: String?, _ words: String) {
        (self.entry, self.words) = (entry, words)
    }
}

extension LibArchive {
    /// Unpacks a zip file from memory.
    ///
    /// - Parameters:
    ///   - entry: receives the index of an entry in the file, and its name. Returns whether to
    ///     unpack the entry. The name is nil if it cannot be converted to UTF-8.
    ///   - piece: receives the next bytes of the entry. It can throw an error to limit the size of
    ///     the output, because the size in the entry's header may be wrong.
    package func contents(
        of bytes: [UInt8],
        entry: (Int, String?) throws(ZipProblem) -> Bool,
        piece: (UnsafeRawBufferPointer) throws(ZipProblem) -> Void
    ) throws(ZipProblem) {
        guard let archive = functions.readNew() else { throw ZipProblem("out of memory") }
        defer { _ = functions.readFree(archive) }
        _ = functions.supportZip(archive)
        // macOS adds entries that hold attributes of files. If `mac-ext` is off, libarchive returns
        // them like all other entries.
        _ = functions.readOption(archive, "zip", "mac-ext", nil)
        let result = bytes.withUnsafeBufferPointer { buffer in
            Result { () throws(ZipProblem) in
                guard functions.openMemory(archive, buffer.baseAddress, buffer.count) == ARCHIVE_OK
                else { throw ZipProblem(words(archive)) }
                try read(archive, entry, piece)
            }
        }
        try result.get()
    }

    private func read(
        _ archive: OpaquePointer,
        _ entry: (Int, String?) throws(ZipProblem) -> Bool,
        _ piece: (UnsafeRawBufferPointer) throws(ZipProblem) -> Void
    ) throws(ZipProblem) {
        let chunk = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
        defer { chunk.deallocate() }
        var (found, number): (OpaquePointer?, Int) = (nil, 0)
        while true {
            let status = functions.nextHeader(archive, &found)
            if status == ARCHIVE_EOF { return }
            guard status == ARCHIVE_OK || status == ARCHIVE_WARN else {
                throw ZipProblem(words(archive))
            }
            let name = functions.pathname(found).map { String(cString: $0) }
            defer { number += 1 }
            guard try entry(number, name) else { continue }
            while true {
                let count = functions.readData(archive, chunk.baseAddress, chunk.count)
                if count == 0 { break }
                guard count > 0 else { throw ZipProblem(name, words(archive)) }
                try piece(UnsafeRawBufferPointer(rebasing: chunk[..<count]))
            }
        }
    }
}
