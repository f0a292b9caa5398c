/// What a run of the generator wrote: by it the next run knows whether anything has changed, and
/// which files a person has edited. It stands beside the files, as lines of text:
///
///     cdgen manifest of Sample.xcdatamodeld
///     input 6d0c…
///     file 93f1… City.swift
package struct Manifest: Sendable, Hashable {
    /// The model's folder name.
    package var source: String
    /// The hash of all that the files are made from.
    package var input: String
    /// Whether there was something to say about the model, which has to be said each time.
    package var hasWarnings: Bool
    /// The hash of each file by its name.
    package var files: [String: String]

    package init(source: String, input: String, hasWarnings: Bool, files: [String: String]) {
        self.source = source
        self.input = input
        self.hasWarnings = hasWarnings
        self.files = files
    }

    /// The name of the manifest of a model beside its files.
    package static func name(for source: String) -> String {
        ".cdgen-\(source.replacing("/", with: "_"))"
    }

    package var text: String {
        let lines =
            ["\(Manifest.head)\(source)", "input \(input)"] + (hasWarnings ? ["warnings"] : [])
            + files.sorted { $0.key < $1.key }.map { "file \($0.value) \($0.key)" }
        return lines.joined(separator: "\n") + "\n"
    }

    /// nil where `text` is no manifest.
    package init?(text: String) {
        // As bytes: a run that has nothing to do does little else than read hundreds of lines.
        let lines = text.utf8.split(separator: UInt8(ascii: "\n"))
        guard let first = lines.first.map(Substring.init), first.hasPrefix(Manifest.head) else {
            return nil
        }
        source = String(first.dropFirst(Manifest.head.count))
        input = ""
        hasWarnings = false
        files = [:]
        files.reserveCapacity(lines.count)
        for line in lines.dropFirst() {
            let parts = line.split(separator: UInt8(ascii: " "), maxSplits: 2)
            switch parts.first.map(Substring.init) {
            case "input": input = parts.count == 2 ? String(Substring(parts[1])) : ""
            case "warnings": hasWarnings = true
            // A name with a folder in it is not ours to remove.
            case "file" where parts.count == 3 && !parts[2].contains(UInt8(ascii: "/")):
                files[String(Substring(parts[2]))] = String(Substring(parts[1]))
            default: return nil
            }
        }
    }

    private static let head = "cdgen manifest of "
}
