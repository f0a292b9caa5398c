import Diagnostics
import Zip

/// The paths of a zip file's entries. The paths are checked before anything is unpacked.
struct ParcelNames {
    /// Files to unpack, keyed by the index of their entry in the zip file's central directory.
    private(set) var files: [Int: WorkspaceParcel.Content] = [:]
    /// Folders to create, including empty ones.
    private(set) var folders: Set<String> = []
    /// The entries' paths and all their parent folders, keyed by case-folded path. Two paths that
    /// differ only in case are the same file on some systems.
    private var seen: [String: (path: String, isFolder: Bool)] = [:]

    init(_ directory: ZipDirectory, _ parcel: WorkspaceParcel, top: String?) throws(DiagnosticError)
    {
        for (number, entry) in directory.entries.enumerated() {
            var path = try Self.path(entry)
            try Self.requireReadable(entry)
            // The Finder adds its metadata next to a packed folder.
            if Self.isOfMacOS(path) { continue }
            if top != nil {
                guard let slash = path.firstIndex(of: "/") else { continue }
                path = String(path[path.index(after: slash)...])
            }
            if parcel.isPassedOver(path) || Self.isOfMacOS(path) { continue }
            try note(path, isFolder: entry.isFolder, parcel)
            guard seen.count <= parcel.limits.paths else {
                throw WorkspaceParcel.tooManyPaths(parcel.limits)
            }
            if entry.isFolder {
                folders.insert(path)
            } else {
                files[number] = .init(path: path, isExecutable: entry.mode.map { $0 & 0o100 != 0 })
            }
        }
        guard files.count <= parcel.limits.files else {
            throw WorkspaceParcel.tooMany(files.count, parcel.limits)
        }
    }

    /// Returns the top-level folder that contains all entries. Nil if there is no such folder.
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

    /// Returns whether the entry at `path` is metadata that the macOS Finder adds to a zip file.
    private static func isOfMacOS(_ path: String) -> Bool {
        path == "__MACOSX" || path.hasPrefix("__MACOSX/")
    }

    /// Returns the name of `entry` as a path in the workspace.
    ///
    /// - Throws: `DiagnosticError` if the name is not allowed.
    private static func path(_ entry: ZipDirectory.Entry) throws(DiagnosticError) -> String {
        func refused(
            _ problem: String,
            fix: String = WorkspaceParcel.anotherProgram
        ) -> DiagnosticError {
            WorkspaceParcel.refusal(entry.words, problem, fix: fix)
        }
        guard let name = String(validating: entry.name, as: UTF8.self) else {
            throw refused("the name is not UTF-8")
        }
        guard name.unicodeScalars.allSatisfy({ !$0.properties.isControl }) else {
            throw refused("the name has a control character", fix: "rename the file or folder")
        }
        if name.contains("\\") { throw refused("the name has a backslash") }
        if name.hasPrefix("/") { throw refused("is an absolute path") }
        var parts = name.split(separator: "/", omittingEmptySubsequences: false)
        if parts.last?.isEmpty == true { parts.removeLast() }
        if parts.contains("..") { throw refused("leads out of the workspace through \"..\"") }
        guard !parts.isEmpty, !parts.contains(where: { $0.isEmpty || $0 == "." }) else {
            throw refused("the path has an empty component or a \".\" component")
        }
        guard parts.count <= 64, parts.allSatisfy({ $0.utf8.count <= 255 }), name.utf8.count <= 3000
        else { throw refused("the path is too long", fix: "use shorter names") }
        return parts.joined(separator: "/")
    }

    private static func requireReadable(_ entry: ZipDirectory.Entry) throws(DiagnosticError) {
        let problem: String? =
            switch entry.type {
            case 0, 0o100000, 0o040000: nil
            case 0o120000: "is a symbolic link; the zip file may contain only files and folders"
            case 0o010000: "is a named pipe; the zip file may contain only files and folders"
            case 0o140000: "is a socket; the zip file may contain only files and folders"
            default: "is a device; the zip file may contain only files and folders"
            }
        if let problem { throw WorkspaceParcel.refusal(entry.words, problem) }
        if entry.isEncrypted {
            throw WorkspaceParcel.refusal(
                entry.words,
                "is encrypted",
                fix: "create the zip file without a password"
            )
        }
        guard entry.isReadable else {
            throw WorkspaceParcel.refusal(
                entry.words,
                "uses a compression method that is not supported",
                fix: WorkspaceParcel.anotherProgram
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
                    throw WorkspaceParcel.refusal(
                        prefix,
                        "is in the zip file both as a file and as a folder"
                    )
                }
                guard isFolder else {
                    throw WorkspaceParcel.refusal(prefix, "is in the zip file twice")
                }
            }
            seen[folded] = (prefix, isFolder)
        }
        if !isFolder, parcel.links.contains(where: { $0.hasPrefix(path + "/") }) {
            throw WorkspaceParcel.refusal(
                path,
                "is a file, but the study has a folder with this name"
            )
        }
    }
}

extension Unicode.Scalar.Properties {
    /// Whether the character is a control character or changes the direction of text.
    fileprivate var isControl: Bool {
        switch generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate: true
        default: false
        }
    }
}
