import Foundation

/// A record of a generator run. The next run uses it to detect changed input and edited files. The
/// manifest is a text file in the folder of the generated files:
///
///     cdgen manifest of Sample.xcdatamodeld
///     input 6d0c…
///     say {model}/Sample.xcdatamodel/contents:4:9: note: the attribute "total" …
///     file 93f1… City.swift
///     was 4be7… City.swift
///     whole 5a20…
///
/// A run that changes files writes the manifest twice. The first manifest, written before the files
/// are changed, also has `was` lines. They contain the hashes of the files that the run replaces or
/// removes. The second manifest, written after the changes, has no `was` lines. If the run is
/// killed in between, the next run can therefore recognize both the old and the new files.
///
/// The last line contains a hash of all lines before it. The hash reveals a manifest that has lost
/// lines, for example in a manual merge.
package struct Manifest: Sendable, Hashable {
    /// The model's folder name.
    package var source: String
    /// A hash of all input from which the files are generated.
    package var input: String
    /// The messages about the model that the run printed. A later run with unchanged input prints
    /// them again. Nil if one of the messages refers to a file outside the model.
    package var remarks: [String]? = []
    /// The hash of each generated file, keyed by file name. Also contains edited files that are no
    /// longer generated, with the hash that each had when it was generated.
    package var files: [String: String]
    /// The hashes that files had before an unfinished run replaced or removed them, or before
    /// ``WritePlan/addFiles()`` replaced them. They are keyed by file name.
    package var earlier: [String: String] = [:]
}

extension Manifest {
    /// The hashes in ``files`` and ``earlier``, keyed by file name. A file that is in both has the
    /// hash from ``files``.
    var known: [String: String] { files.merging(earlier) { hash, _ in hash } }

    /// Returns whether the file `name`, which now has this hash, is unchanged since a run wrote it.
    func isUnedited(_ name: String, _ hash: String) -> Bool {
        files[name] == hash || earlier[name] == hash
    }

    /// Returns the file name of a model's manifest.
    package static func name(for source: String) -> String {
        ".cdgen-\(source.replacing("/", with: "_"))"
    }

    package var text: String {
        let lines =
            ["\(Manifest.head)\(source)", "input \(input)"]
            + (remarks?.map { "say \($0)" } ?? ["warnings"])
            + Manifest.lines("file", files) + Manifest.lines("was", earlier)
        let text = lines.joined(separator: "\n") + "\n"
        return "\(text)\(Manifest.end)\(quickHash(text))\n"
    }

    private static func lines(_ key: String, _ hashes: [String: String]) -> [String] {
        hashes.sorted { $0.key < $1.key }.map { "\(key) \($0.value) \($0.key)" }
    }

    /// Parses a manifest. Returns nil if `text` is not a complete manifest.
    package init?(text: String) {
        var text = text
        let read = text.withUTF8 { bytes -> Manifest? in
            let count = bytes.count - Manifest.end.utf8.count - 33
            guard count > 0 else { return nil }
            let lines = UnsafeBufferPointer(rebasing: bytes[..<count])
            let end = Manifest.end + quickHash(UnsafeRawBufferPointer(lines)) + "\n"
            guard bytes[count...].elementsEqual(end.utf8) else { return nil }
            return Manifest(bytes: Pieces(of: lines))
        }
        guard let read else { return nil }
        self = read
    }

    /// Parses a manifest. Returns nil if `text` is not a complete manifest of the model `source`.
    init?(text: String, of source: String) {
        self.init(text: text)
        if self.source != source { return nil }
    }

    /// Parses a manifest from bytes, which is faster than from a string. Parsing takes most of the
    /// time of a run in which nothing has changed.
    private init?(bytes: Pieces) {
        var lines = bytes
        guard let first = lines.next(separator: "\n")?.text, first.hasPrefix(Manifest.head) else {
            return nil
        }
        source = String(first.dropFirst(Manifest.head.count))
        input = ""
        remarks = []
        files = [:]
        while var line = lines.next(separator: "\n") {
            let key = line.next(separator: " ")?.text
            switch key {
            case nil: continue
            case "input": input = line.text
            case "warnings": remarks = nil
            case "say": remarks?.append(line.text)
            case "file", "was":
                guard let hash = line.next(separator: " ")?.text else { return nil }
                let name = line.text
                // A name with a slash is outside the folder: cdgen must never remove such a file.
                if name.isEmpty || name.utf8.contains(UInt8(ascii: "/")) { return nil }
                if key == "was" { earlier[name] = hash } else { files[name] = hash }
            default: return nil
            }
        }
    }

    private static let head = "cdgen manifest of "
    private static let end = "whole "
}

/// The unread bytes of a text. Valid only while the text's buffer exists.
private struct Pieces {
    private var bytes: UnsafeRawBufferPointer

    init(of bytes: UnsafeBufferPointer<UInt8>) { self.bytes = UnsafeRawBufferPointer(bytes) }

    private init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    /// The remaining text.
    var text: String { String(decoding: bytes, as: UTF8.self) }

    /// Removes and returns the bytes before the next separator, or all remaining bytes; nil at the
    /// end.
    mutating func next(separator: Unicode.Scalar) -> Pieces? {
        guard let start = bytes.baseAddress, !bytes.isEmpty else { return nil }
        let found = memchr(start, Int32(separator.value), bytes.count)
        let count = found.map { UnsafeRawPointer($0) - start } ?? bytes.count
        defer { bytes = UnsafeRawBufferPointer(rebasing: bytes.dropFirst(count + 1)) }
        return Pieces(UnsafeRawBufferPointer(rebasing: bytes.prefix(count)))
    }
}
