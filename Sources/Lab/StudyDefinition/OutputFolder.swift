package import Foundation

/// The output of evalrun in one folder: results files, workspaces, plans, reports and exports. It
/// contains participants' data, so it is never part of a study's definition. Output is recognized
/// by its contents. Its location and names are not sufficient: users choose the location, and a
/// project may have files with the same names.
package struct OutputFolder {
    /// SQLite's `application_id` of a results file: the ASCII characters `evlr`.
    package static let applicationID: Int32 = 0x6576_6c72
    /// Prefix of the names of folders that evalrun has not finished writing.
    package static let draftPrefix = ".evalrun-draft-"
    /// Name of the file that lists a report's files.
    package static let reportList = ".evalrun-report"
    /// Names of a report's files and folders.
    package static let reportItems = OutputFolder.report + ["tables"]
    /// Name of the file that marks a report as stale.
    package static let staleNote = "STALE.md"

    /// A function that returns the bytes of a file in a range of positions. Positions after the end
    /// of the file are ignored.
    typealias Reader = (Range<Int>) -> [UInt8]

    /// Access to the folder to examine. Paths are relative to that folder.
    struct Source {
        var names: Set<String>
        /// A function that returns the names in a folder; empty if there is no such folder.
        var list: (String) -> [String]
        /// A function that opens a file; it returns nil if there is no such regular file.
        var open: (String) -> Reader?
    }

    /// Whether the folder is a report or an export.
    let isProduct: Bool
    /// Whether the folder contains a results file.
    let hasResults: Bool
    private var written: Set<String> = [OutputFolder.reportList]
    /// Prefixes of the names of temporary files and folders, such as lock files.
    private var prefixes = [OutputFolder.draftPrefix]

    fileprivate static let report = ["report.md", "report.html", "report.json"]

    /// Finds the files and folders in `source` that evalrun wrote.
    ///
    /// - Parameter isInMaterials: whether the study reads the folder's files. If so, a folder
    ///   `workspaces` counts as output only if a results file is next to it.
    init(_ source: Source, isInMaterials: Bool) {
        let results = source.names.filter { source.isResultsFile($0) }
        for name in results {
            written.formUnion(["", "-wal", "-shm", "-journal"].map { name + $0 })
            prefixes.append(".\(name).")
        }
        hasResults = !results.isEmpty
        if hasResults || !isInMaterials && source.hasWorkspaces {
            written.insert(Source.workspaces)
        }
        written.formUnion(source.names.filter { source.isPlan($0) })
        let isReport = source.isReport
        if isReport { written.formUnion(Self.reportItems + [Self.staleNote]) }
        isProduct = isReport || source.isExport
    }

    /// Returns whether the file or folder with this name was written by evalrun.
    func contains(_ name: String) -> Bool {
        written.contains(name) || prefixes.contains { name.hasPrefix($0) }
    }
}

extension OutputFolder.Source {
    fileprivate static let workspaces = "workspaces"

    /// Returns whether a file is a results file. Until the first checkpoint, only page 1 in the
    /// write-ahead log has the `application_id` (https://sqlite.org/fileformat2.html#walformat).
    fileprivate func isResultsFile(_ name: String) -> Bool {
        guard let read = open(name) else { return false }
        let (head, own) = (read(0..<72), UInt32(OutputFolder.applicationID))
        guard head.starts(with: "SQLite format 3\0".utf8) else { return false }
        if number(head, at: 68) == own { return true }
        guard names.contains("\(name)-wal"), let log = open("\(name)-wal"),
            let page = number(log(8..<12), at: 0), page >= 512
        else { return false }
        var start = 32
        while true {
            let frame = log(start..<start + 96)
            guard let id = number(frame, at: 92) else { return false }
            if number(frame, at: 0) == 1, id == own { return true }
            start += 24 + Int(page)
        }
    }

    /// Returns the 32-bit big-endian number at a position; nil if fewer than four bytes are left.
    private func number(_ bytes: [UInt8], at place: Int) -> UInt32? {
        guard bytes.count >= place + 4 else { return nil }
        return bytes[place..<place + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    }

    /// Whether the folder contains workspaces of sessions. They are recognized without a results
    /// file: the name of a workspace ends with eight hexadecimal digits of the session's UUID.
    fileprivate var hasWorkspaces: Bool {
        guard names.contains(Self.workspaces) else { return false }
        return list(Self.workspaces).contains { study in
            list("\(Self.workspaces)/\(study)").contains { name in
                let end = name.suffix(9)
                return end.count == 9 && end.first == "-"
                    && end.dropFirst().allSatisfy { "0123456789abcdef".contains($0) }
            }
        }
    }

    /// Returns whether a file is a CSV table with the columns of a plan from `evalrun plan`.
    /// Accepts the separators and quotes that spreadsheet programs write.
    fileprivate func isPlan(_ name: String) -> Bool {
        guard name.lowercased().hasSuffix(".csv") else { return false }
        let line = text(name, 400).prefix { !$0.isNewline }
        let columns = line.filter { $0 != "\"" }.split { ",;\t".contains($0) }
        return Set(columns).isSuperset(
            of: ["participant", "table", "seed", "block", "sequence", "period", "condition"]
        )
    }

    fileprivate var isReport: Bool {
        names.isSuperset(of: OutputFolder.report)
            && text("report.json", 40).hasPrefix("{\n  \"format\": 1,\n  \"study\"")
    }

    fileprivate var isExport: Bool {
        let codebook = text("codebook.md", 4096)
        return names.contains("sessions.csv") && codebook.hasPrefix("# Codebook\n")
            && codebook.contains("Tables are CSV in UTF-8 (RFC 4180)")
            || text("dataset_description.json", 65_536).contains("of the usability experiment")
            || text("MainTable.csv", 400).contains("X-Pilot")
            || text("export.json", 40).hasPrefix("{\n  \"format\": 1,\n  \"study\"")
    }

    /// Returns the first `count` bytes of a file as text; empty if there is no such file.
    private func text(_ name: String, _ count: Int) -> String {
        guard names.contains(name), let read = open(name) else { return "" }
        return String(decoding: read(0..<count), as: UTF8.self)
    }
}

extension Study {
    /// Returns the paths of the files that evalrun itself wrote. A definition that an earlier
    /// version of evalrun stored may contain such files.
    ///
    /// - Parameter files: the files of a definition, keyed by relative path.
    package func outputs(among files: [String: Data]) -> Set<String> {
        let folders = namesByFolder(files.keys)
        var found: Set<String> = []
        var pending = [(folder: "", isOutput: false)]
        while let (folder, isOutput) = pending.popLast() {
            let names = folders[folder] ?? []
            func path(_ name: String) -> String { folder.isEmpty ? name : "\(folder)/\(name)" }
            let source = OutputFolder.Source(
                names: names,
                list: { Array(folders[path($0)] ?? []) },
                open: { name in
                    guard let data = files[path(name)] else { return nil }
                    return { range in Array(data.dropFirst(range.lowerBound).prefix(range.count)) }
                }
            )
            let output = OutputFolder(source, isInMaterials: isInMaterials(folder))
            let isWhole = isOutput || isOnlyOutput(output, at: folder)
            for name in names where !name.isEmpty {
                let isOutput = isWhole || output.contains(name) && !holdsMaterials(path(name))
                if isOutput, files[path(name)] != nil { found.insert(path(name)) }
                if folders[path(name)] != nil { pending.append((path(name), isOutput)) }
            }
        }
        return found
    }

    /// Returns whether none of the files in `folder` belongs to the study. True in two cases:
    ///
    /// - The folder is a report or an export.
    /// - The folder has a results file, and is outside the ``materials`` folders. All other files
    ///   in it, such as recordings, are assumed to be about participants.
    ///
    /// Always false for the study's own folder, and for a folder that is or contains one of the
    /// ``materials`` folders.
    func isOnlyOutput(_ output: OutputFolder, at folder: String) -> Bool {
        if folder.isEmpty || holdsMaterials(folder) { return false }
        return output.isProduct || output.hasResults && !isInMaterials(folder)
    }

    /// Returns whether the file or folder at `path` is or contains one of the ``materials``
    /// folders.
    func holdsMaterials(_ path: String) -> Bool {
        materials.contains { "\($0)/".hasPrefix("\(path)/") }
    }

    /// Returns whether a folder is one of the ``materials`` folders, or is inside one.
    func isInMaterials(_ folder: String) -> Bool {
        materials.contains { "\(folder)/".hasPrefix("\($0)/") }
    }

    /// The folders that contain the study's files, such as `solutions`. The study's own folder is
    /// not included.
    private var materials: Set<String> {
        let proses = [method] + tasks.map(\.instruction) + phases.flatMap(\.proses)
        let parents = proses.map { $0.path.split(separator: "/").dropLast().joined(separator: "/") }
        return Set(["solutions", "wrong", "data", "questionnaires"] + materialFolders + parents)
            .subtracting([""])
    }
}

/// Returns the names of the files and folders in each folder, keyed by the folder's path.
private func namesByFolder(_ paths: some Sequence<String>) -> [String: Set<String>] {
    var folders: [String: Set<String>] = [:]
    // Ignores paths that are too long for a file system.
    for path in paths where path.utf8.count <= 4096 {
        var rest = Substring(path)
        while let slash = rest.lastIndex(of: "/") {
            let name = String(rest[rest.index(after: slash)...])
            rest = rest[..<slash]
            folders[String(rest), default: []].insert(name)
        }
        folders["", default: []].insert(String(rest))
    }
    return folders
}

extension Phase {
    fileprivate var proses: [Study.Prose] {
        switch self {
        case .consent(let consent): [consent.prose]
        case .reading(let reading): [reading.prose]
        case .eachCondition(let phases): phases.flatMap(\.proses)
        case .questionnaire, .tasks, .practice: []
        }
    }
}
