import Foundation

/// Record of a generator run. The next run uses it to detect changes, and files that a person has
/// edited. It is next to the files, as lines of text:
///
///     cdgen manifest of Sample.xcdatamodeld
///     input 6d0c…
///     say {model}/Sample.xcdatamodel/contents:4:9: note: the attribute "total" …
///     file 93f1… City.swift
///     whole 5a20…
///
/// The last line is the hash of those before it: a manifest that has lost some, as one that was merged
/// by hand, would vouch for files that it does not know.
package struct Manifest: Sendable, Hashable {
    /// The model's folder name.
    package var source: String
    /// The hash of all that the files are made from.
    package var input: String
    /// The lines that the run said about the model, to be said again by a run that finds everything
    /// unchanged; nil if they cannot be kept.
    package var remarks: [String]?
    /// The hash of each file by its name, when it was made; includes edited files that the model no
    /// longer makes.
    package var files: [String: String]

    package init(
        source: String,
        input: String,
        remarks: [String]? = [],
        files: [String: String]
    ) {
        self.source = source
        self.input = input
        self.remarks = remarks
        self.files = files
    }

    /// Name of a model's manifest.
    package static func name(for source: String) -> String {
        ".cdgen-\(source.replacing("/", with: "_"))"
    }

    package var text: String {
        let lines =
            ["\(Manifest.head)\(source)", "input \(input)"]
            + (remarks?.map { "say \($0)" } ?? ["warnings"])
            + files.sorted { $0.key < $1.key }.map { "file \($0.value) \($0.key)" }
        let text = lines.joined(separator: "\n") + "\n"
        return "\(text)\(Manifest.end)\(quickHash(text))\n"
    }

    /// nil if `text` is no manifest, or not the whole of it.
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

    /// The text is handled as bytes: a run without work does little more than read hundreds of
    /// lines.
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
            switch line.next(separator: " ")?.text {
            case nil: continue
            case "input": input = line.text
            case "warnings": remarks = nil
            case "say": remarks?.append(line.text)
            case "file":
                guard let hash = line.next(separator: " ")?.text else { return nil }
                let name = line.text
                // A name with a folder in it is not ours to remove.
                if name.isEmpty || name.utf8.contains(UInt8(ascii: "/")) { return nil }
                files[name] = hash
            default: return nil
            }
        }
    }

    private static let head = "cdgen manifest of "
    private static let end = "whole "
}

/// Bytes of a text, taken from its start piece by piece; used only while the text is at hand.
private struct Pieces {
    private var bytes: UnsafeRawBufferPointer

    init(of bytes: UnsafeBufferPointer<UInt8>) { self.bytes = UnsafeRawBufferPointer(bytes) }

    private init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    /// The remaining text.
    var text: String { String(decoding: bytes, as: UTF8.self) }

    /// Returns the bytes before the next separator, or all remaining bytes. Nil at the end.
    mutating func next(separator: Unicode.Scalar) -> Pieces? {
        guard let start = bytes.baseAddress, !bytes.isEmpty else { return nil }
        let found = memchr(start, Int32(separator.value), bytes.count)
        let count = found.map { UnsafeRawPointer($0) - start } ?? bytes.count
        defer { bytes = UnsafeRawBufferPointer(rebasing: bytes.dropFirst(count + 1)) }
        return Pieces(UnsafeRawBufferPointer(rebasing: bytes.prefix(count)))
    }
}
