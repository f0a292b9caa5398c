import Diagnostics
import Zip

/// Paths of a zip file's entries, checked before anything is unpacked.
struct ParcelNames {
    /// A file to be unpacked.
    struct File: Sendable {
        var path: String
        /// Whether its owner may execute it; nil if the zip file does not say.
        var isExecutable: Bool?
    }

    /// Number of the entry among those of the zip file → the file.
    private(set) var files: [Int: File] = [:]
    /// Empty ones too.
    private(set) var folders: Set<String> = []
    /// Each prefix of each path, folded: two that differ in case alone are one on other systems.
    private var seen: [String: (path: String, isFolder: Bool)] = [:]

    init(_ directory: ZipDirectory, _ parcel: WorkspaceParcel, top: String?) throws(DiagnosticError)
    {
        for (number, entry) in directory.entries.enumerated() {
            var path = try Self.path(entry)
            try Self.requireReadable(entry)
            if let top {
                if path == top { continue }
                path = String(path.dropFirst(top.utf8.count + 1))
            }
            if parcel.isPassedOver(path) || Self.isOfMacOS(path) { continue }
            try note(path, isFolder: entry.isFolder, parcel)
            if entry.isFolder {
                folders.insert(path)
            } else {
                files[number] = File(path: path, isExecutable: entry.mode.map { $0 & 0o100 != 0 })
            }
        }
        guard files.count <= parcel.limits.files else {
            throw WorkspaceParcel.tooMany(files.count, parcel.limits)
        }
    }

    /// The folder that everything is in; nil if there are several entries at the top.
    static func top(_ directory: ZipDirectory) throws(DiagnosticError) -> String? {
        var top: String?
        for entry in directory.entries {
            let path = try path(entry)
            if isOfMacOS(path) { continue }
            let parts = path.split(separator: "/", maxSplits: 1)
            guard parts.count > 1 || entry.isFolder, top == nil || top == String(parts[0])
            else { return nil }
            top = String(parts[0])
        }
        return top
    }

    /// The Finder's own part of a zip file.
    private static func isOfMacOS(_ path: String) -> Bool {
        path == "__MACOSX" || path.hasPrefix("__MACOSX/")
    }

    /// The name of `entry` as a path in the workspace.
    private static func path(_ entry: ZipDirectory.Entry) throws(DiagnosticError) -> String {
        func refused(_ problem: String) -> DiagnosticError {
            WorkspaceParcel.refusal(entry.words, problem)
        }
        guard let name = String(validating: entry.name, as: UTF8.self) else {
            throw refused("the name is not UTF-8")
        }
        guard name.unicodeScalars.allSatisfy({ !$0.properties.isControl }) else {
            throw refused("the name has a control character")
        }
        if name.contains("\\") { throw refused("the name has a backslash") }
        if name.hasPrefix("/") { throw refused("is an absolute path") }
        var parts = name.split(separator: "/", omittingEmptySubsequences: false)
        if parts.last?.isEmpty == true { parts.removeLast() }
        if parts.contains("..") { throw refused("leads out of the workspace with \"..\"") }
        guard !parts.isEmpty, !parts.contains(where: { $0.isEmpty || $0 == "." }) else {
            throw refused("the path has an empty part or \".\"")
        }
        guard parts.count <= 64, parts.allSatisfy({ $0.utf8.count <= 255 }), name.utf8.count <= 3000
        else { throw refused("the path is too long") }
        return parts.joined(separator: "/")
    }

    private static func requireReadable(_ entry: ZipDirectory.Entry) throws(DiagnosticError) {
        let problem: String? =
            switch entry.type {
            case 0, 0o100000, 0o040000: nil
            case 0o120000: "is a symbolic link"
            case 0o010000: "is a named pipe"
            case 0o140000: "is a socket"
            default: "is a device"
            }
        if let problem { throw WorkspaceParcel.refusal(entry.words, problem) }
        if entry.isEncrypted { throw WorkspaceParcel.refusal(entry.words, "is encrypted") }
        guard entry.isReadable else {
            throw WorkspaceParcel.refusal(
                entry.words,
                "is compressed in a way that is not supported",
                fix: "make the zip file with the system's own program"
            )
        }
    }

    private mutating func note(
        _ path: String,
        isFolder: Bool,
        _ parcel: WorkspaceParcel
    ) throws(DiagnosticError) {
        var prefix = ""
        let parts = path.split(separator: "/")
        for (place, part) in parts.enumerated() {
            prefix += prefix.isEmpty ? String(part) : "/\(part)"
            let (isLast, folded) = (place == parts.count - 1, prefix.uppercased().lowercased())
            let isFolder = isFolder || !isLast
            if let other = seen[folded] {
                guard Array(other.path.utf8) == Array(prefix.utf8) else {
                    throw WorkspaceParcel.refusal(
                        prefix,
                        "differs from \"\(other.path)\" only in case or accents",
                        fix: "rename one of the two"
                    )
                }
                guard other.isFolder == isFolder else {
                    throw WorkspaceParcel.refusal(prefix, "is a file and a folder")
                }
                guard isFolder else { throw WorkspaceParcel.refusal(prefix, "is in the zip twice") }
            }
            seen[folded] = (prefix, isFolder)
        }
        if !isFolder, parcel.links.contains(where: { $0.hasPrefix(path + "/") }) {
            throw WorkspaceParcel.refusal(path, "is a file where the study has a folder")
        }
    }
}

extension Unicode.Scalar.Properties {
    /// Controls, and signs that turn the order of others.
    fileprivate var isControl: Bool {
        switch generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate: true
        default: false
        }
    }
}
