import Diagnostics
import Foundation
import Generator
import LoopbackServer

/// The project's folder. The page may read models and write files only in this folder.
package struct Project: Sendable {
    /// The folder's absolute path, with symbolic links resolved.
    let root: String

    package init(_ folder: String) { root = resolvedPath(folder) }

    /// Common prefix of the absolute paths of everything in the folder.
    private var prefix: String { root == "/" ? root : root + "/" }

    /// Returns whether the path, which has no symbolic links, leads to something in the folder.
    /// Compares bytes, because Swift strings with different bytes can be equal but name different
    /// folders.
    private func contains(_ path: String) -> Bool { path.utf8.starts(with: prefix.utf8) }

    /// Returns whether the path, which has no symbolic links, leads to the folder or to something
    /// in it.
    private func isInside(_ resolved: String) -> Bool {
        resolved.utf8.elementsEqual(root.utf8) || contains(resolved)
    }

    /// Returns whether the path leads to the folder or to something in it.
    package func encloses(_ path: String) -> Bool { isInside(resolvedPath(path)) }

    /// Returns the absolute path for `path`, which may be relative to the project's folder.
    ///
    /// - Throws: `HTTPFault` if the path leads out of the folder, even if only through a symbolic
    ///   link. Also throws `HTTPFault` if `path` is empty, is longer than 1000 bytes or contains
    ///   control characters.
    func inside(_ path: String) throws(HTTPFault) -> String {
        let joined = path.hasPrefix("/") ? path : prefix + path
        let found = resolvedPath(joined)
        let isClean =
            !path.isEmpty && path.utf8.count <= 1_000
            && path.unicodeScalars.allSatisfy { $0.value >= 0x20 }
        guard isClean, isInside(found) else {
            let shown = path.isEmpty ? "an empty path" : "\"\(path.prefix(200))\""
            throw HTTPFault(
                403,
                "\(shown) is not a path inside the project",
                fix: "specify a path inside \(root)"
            )
        }
        return found
    }

    /// Returns `path` as the page shows it. A path inside the project's folder is shown relative to
    /// the folder.
    func relative(_ path: String) -> String {
        if !contains(path) { return path }
        return String(decoding: path.utf8.dropFirst(prefix.utf8.count), as: UTF8.self)
    }

    /// The paths of the models in the folder, relative to the folder. Hidden folders and build
    /// folders are not searched.
    var models: [String] { files { $0.hasSuffix(".xcdatamodeld") } }

    /// The folder that contains generated code; the default folder if no code has been generated
    /// yet.
    var generatedFolder: String {
        let made = files { $0.hasSuffix("Manager.swift") }.first { path in
            let text = try? String(contentsOfFile: "\(root)/\(path)", encoding: .utf8)
            return text?.hasPrefix(GeneratedFile.mark) == true
        }
        if let made {
            let folder = (made as NSString).deletingLastPathComponent
            return folder.isEmpty ? "." : folder
        }
        let targets =
            (try? FileManager.default.contentsOfDirectory(atPath: "\(root)/Sources")) ?? []
        let folders = targets.sorted().filter { name in
            !name.hasPrefix(".") && FileKind(at: "\(root)/Sources/\(name)") == .folder
        }
        return folders.count == 1 ? "Sources/\(folders[0])/Generated" : "Generated"
    }

    private func files(_ isWanted: (String) -> Bool) -> [String] {
        var found: [String] = []
        var open = [""]
        var seen = 0
        while let folder = open.popLast(), seen < 20_000 {
            let place = folder.isEmpty ? root : "\(root)/\(folder)"
            let names = (try? FileManager.default.contentsOfDirectory(atPath: place)) ?? []
            for name in names where !name.hasPrefix(".") && !Self.skipped.contains(name) {
                seen += 1
                let path = folder.isEmpty ? name : "\(folder)/\(name)"
                if isWanted(path) { found.append(path) }
                let type = try? FileManager.default.attributesOfItem(atPath: "\(root)/\(path)")[
                    .type
                ]
                if type as? FileAttributeType == .typeDirectory, !path.hasSuffix(".xcdatamodeld"),
                    path.split(separator: "/").count < 8
                {
                    open.append(path)
                }
            }
        }
        return found.sorted()
    }

    private static let skipped: Set = ["node_modules", "Pods", "DerivedData", "Vendor"]
}
