import Diagnostics
import Foundation
import Parallel

/// The folder that generated files are written to.
package struct OutputFolder: Sendable {
    package var path: String

    package init(path: String) {
        var path = expandingTilde(path)
        while path.hasSuffix("/.") || path.count > 1 && path.hasSuffix("/") { path.removeLast() }
        self.path = path
    }

    /// Checks that code may be generated into the folder.
    ///
    /// - Throws: `DiagnosticError` if the folder is inside the model's package or a folder of
    ///   another tool, or if no folder with this path can exist.
    package func check(against model: String) throws {
        try checkName()
        try checkOwner()
        let package = URL(fileURLWithPath: resolvedPath(model)).pathComponents
        if URL(fileURLWithPath: resolvedPath(path)).pathComponents.starts(with: package) {
            throw refusal(inside: .model, "")
        }
    }

    /// Checks that neither the folder nor any of its parents belongs to another tool.
    ///
    /// - Throws: `DiagnosticError` if the folder or one of its parents belongs to another tool.
    package func checkOwner() throws {
        guard let (folder, owner) = keptFolder(around: URL(fileURLWithPath: resolvedPath(path)))
        else { return }
        throw refusal(inside: owner, folder)
    }

    private func refusal(inside owner: FolderOwner, _ folder: String) -> DiagnosticError {
        DiagnosticError(
            "output-in-\(owner == .model ? "model" : "foreign-folder")",
            at: .init(file: path),
            owner == .model
                ? "the output folder is inside a model package, so Xcode would treat it as part of the model"
                : "the output folder is inside \(folder), \(owner.rawValue)",
            fix: "choose an output folder outside \(folder); nothing was written",
            status: .cannotCreate
        )
    }

    private func checkName() throws {
        // U+FFFD replaces bytes that are not UTF-8, so the path would name a different folder.
        if path.isEmpty || path.unicodeScalars.contains("\u{FFFD}") {
            throw DiagnosticError(
                "output-name",
                at: .init(file: "--output"),
                path.isEmpty
                    ? "the name of the output folder is empty"
                    : "the name of the output folder is not UTF-8",
                fix: "give another name; nothing was written",
                status: .usage
            )
        }
        if let (place, problem) = obstacle {
            throw DiagnosticError(
                "output-is-file",
                at: .init(file: place),
                problem,
                fix: "choose another folder, or move this item; nothing was written",
                status: .cannotCreate
            )
        }
    }

    /// A file or broken link that prevents the creation of the output folder: its path, and a
    /// description of the problem. Nil if there is none.
    private var obstacle: (place: String, problem: String)? {
        var place = path
        var information = stat()
        while lstat(place, &information) != 0 {
            let parent = place.lastIndex(of: "/").map { String(place[..<$0]) } ?? ""
            if parent.isEmpty { return nil }
            place = parent
        }
        if stat(place, &information) != 0 {
            return (place, "the target of this link does not exist")
        }
        if information.st_mode & S_IFMT == S_IFDIR { return nil }
        return (
            place,
            place == path
                ? "this is a file, not a folder"
                : "this is not a folder and cannot contain the output folder"
        )
    }

    func manifest(of source: String) -> Manifest? {
        text(Manifest.name(for: source)).flatMap { Manifest(text: $0, of: source) }
    }

    /// Returns the folder's manifest if its run is finished, the input of that run had the hash
    /// `input`, and the files still match the manifest. Otherwise returns nil.
    package func holding(_ input: String, of source: String) -> Manifest? {
        guard let manifest = manifest(of: source), manifest.input == input,
            manifest.earlier.isEmpty, holds(manifest)
        else { return nil }
        return manifest
    }

    /// Returns the text of a file; nil if the file does not exist or is not valid UTF-8.
    func text(_ name: String) -> String? {
        bytes(name).flatMap { String(validating: $0, as: UTF8.self) }
    }

    /// Returns the hash of a file; nil if the file cannot be read.
    func hash(_ name: String) -> String? { bytes(name).map { $0.withUnsafeBytes(quickHash) } }

    /// Returns whether the files in the folder match the manifest.
    func holds(_ manifest: Manifest) -> Bool {
        let files = Array(manifest.files)
        let parts = stride(from: 0, to: files.count, by: 64).map {
            files[$0..<min($0 + 64, files.count)]
        }
        return concurrently(parts) { $0.allSatisfy { hash($0.key) == $0.value } }
            .allSatisfy { $0 }
    }

    /// Returns the contents of a regular file; nil if there is no such file, or if it cannot be
    /// read. Plain system calls are used for speed, because each run reads hundreds of small files.
    private func bytes(_ name: String) -> [UInt8]? {
        // Opening a pipe without O_NONBLOCK would wait for a writer.
        let descriptor = open("\(path)/\(name)", O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var information = stat()
        guard fstat(descriptor, &information) == 0,
            information.st_mode & S_IFMT == S_IFREG
        else { return nil }
        let size = Int(information.st_size)
        return [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
            while count < size {
                let read = read(descriptor, buffer.baseAddress?.advanced(by: count), size - count)
                if read <= 0 { break }
                count += read
            }
        }
    }
}

/// Returns the path with a leading `~/` replaced by the home folder, as Foundation does. System
/// calls do not.
package func expandingTilde(_ path: String) -> String {
    path == "~" || path.hasPrefix("~/") ? (path as NSString).expandingTildeInPath : path
}
