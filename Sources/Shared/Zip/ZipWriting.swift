import CArchive

extension LibArchive {
    /// A file to be added to a zip file.
    package struct Item: Sendable {
        package var path: String
        /// Permission bits.
        package var mode: Int
        package var bytes: [UInt8]

        package init(path: String, mode: Int, bytes: [UInt8]) {
            (self.path, self.mode, self.bytes) = (path, mode, bytes)
        }
    }

    /// Returns a zip file with `items` in compressed form. The same items always result in the same
    /// bytes.
    package func pack(_ items: [Item]) throws(ZipProblem) -> [UInt8] {
        // Upper limit for the size of the zip file. Deflate adds at most 5 bytes to each 16 kB that
        // it cannot compress, and headers contain each name twice.
        let size = items.reduce(1 << 16) {
            $0 + $1.bytes.count + $1.bytes.count / 1000 + 2 * $1.path.utf8.count + 1024
        }
        guard let archive = functions.writeNew() else { throw ZipProblem("out of memory") }
        defer { _ = functions.writeFree(archive) }
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: size, alignment: 16)
        defer { buffer.deallocate() }
        var used = 0
        guard functions.writeZip(archive) == ARCHIVE_OK,
            functions.writeOpenMemory(archive, buffer.baseAddress, size, &used) == ARCHIVE_OK
        else { throw ZipProblem(words(archive)) }
        for item in items { try add(item, to: archive) }
        guard functions.writeClose(archive) == ARCHIVE_OK else { throw ZipProblem(words(archive)) }
        return try namesInUTF8(Array(buffer[..<used]))
    }

    private func add(_ item: Item, to archive: OpaquePointer) throws(ZipProblem) {
        guard let entry = functions.entryNew() else { throw ZipProblem("out of memory") }
        defer { functions.entryFree(entry) }
        functions.setPathname(entry, item.path)
        functions.setSize(entry, Int64(item.bytes.count))
        functions.setFileType(entry, 0o100000)
        functions.setPermissions(entry, mode_t(item.mode & 0o777))
        // 1980-01-01, the earliest time that a zip file can store.
        functions.setModified(entry, 315_532_800, 0)
        guard functions.writeHeader(archive, entry) == ARCHIVE_OK else {
            throw ZipProblem(item.path, words(archive))
        }
        let result = item.bytes.withUnsafeBytes { bytes in
            Result { () throws(ZipProblem) in
                var rest = bytes[...]
                while !rest.isEmpty {
                    let part = UnsafeRawBufferPointer(rebasing: rest)
                    let count = functions.writeData(archive, part.baseAddress, part.count)
                    guard count > 0 else { throw ZipProblem(item.path, words(archive)) }
                    rest = rest.dropFirst(count)
                }
            }
        }
        try result.get()
    }

    /// Returns the zip file with its non-ASCII names marked as UTF-8. libarchive adds this mark
    /// only if the locale uses UTF-8.
    private func namesInUTF8(_ zip: [UInt8]) throws(ZipProblem) -> [UInt8] {
        var zip = zip
        for entry in try ZipDirectory(zip).entries where entry.name.contains(where: { $0 > 0x7f }) {
            zip[entry.record + 9] |= 0x08
            zip[entry.offset + 7] |= 0x08
        }
        return zip
    }
}
