package import Diagnostics
import Foundation
import ResultsStore
import SessionEngine
import Zip

extension WorkspaceParcel {
    /// Packs the project's files into a zip file. Files with an ignored name and files that evalrun
    /// wrote are left out. Symbolic links, pipes and devices are left out and listed in the result.
    ///
    /// - Throws: `DiagnosticError` if a file, all files together or the zip file is too large, or
    ///   if there are too many files.
    package func pack() throws(DiagnosticError) -> (zip: [UInt8], files: ParcelFiles) {
        let library = try Self.library()
        let (items, leftOut) = try read()
        let zip: [UInt8]
        do throws(ZipProblem) { zip = try library.pack(items) } catch { throw Self.refusal(error) }
        guard zip.count <= limits.zip else { throw Self.zipTooLarge(zip.count, limits) }
        let bytes = items.reduce(0) { $0 + $1.bytes.count }
        return (zip, ParcelFiles(count: items.count, bytes: bytes, leftOut: leftOut))
    }

    private func read() throws(DiagnosticError) -> (items: [LibArchive.Item], leftOut: [String]) {
        do {
            let folder = try OpenFolder(root)
            let scan = try scan(folder)
            let items = try scan.files.compactMap { file -> LibArchive.Item? in
                // The file was removed after it was listed.
                guard folder.status(file.path) != nil else { return nil }
                let (bytes, state) = try folder.read(file.path, upTo: Int64(limits.file))
                return .init(path: file.path, mode: state.mode & 0o777, bytes: [UInt8](bytes))
            }
            return (items, scan.omissions.map { "\($0.path) \($0.reason)" })
        } catch {
            throw Self.fault(root, "the workspace could not be read", error)
        }
    }

    /// Lists the project's files.
    ///
    /// - Throws: `DiagnosticError` if the files exceed the limits.
    func scan(_ folder: OpenFolder) throws -> FolderScan {
        var scan = try FolderScan(folder, limits: .anySize, links: links, isIgnored: isIgnored)
        scan.leaveOut { isPassedOver($0) }
        guard !scan.isCut, scan.files.count <= limits.files else {
            throw Self.tooMany(scan.files.count, limits)
        }
        let large = scan.files.filter { $0.state.size > limits.file }
        guard large.isEmpty else {
            let faults = large.prefix(10).flatMap { Self.tooLarge($0.path, limits).diagnostics }
            throw DiagnosticError(faults)
        }
        let total = scan.files.reduce(0) { $0 + $1.state.size }
        guard total <= limits.total else {
            let largest = scan.files.max { $0.state.size < $1.state.size }?.path ?? ""
            throw Self.tooMuch(largest, limits)
        }
        return scan
    }
}
