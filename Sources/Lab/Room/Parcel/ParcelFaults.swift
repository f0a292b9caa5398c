import Diagnostics
import Foundation
import Zip

extension WorkspaceParcel {
    static func refusal(_ path: String, _ problem: String, fix: String? = nil) -> DiagnosticError {
        DiagnosticError("parcel", at: .init(file: path), problem, fix: fix)
    }

    /// File name in diagnostics that concern the whole zip file.
    static let zipName = "workspace.zip"

    // The participant reads the advice.
    private static let fewerFiles =
        "remove files that are not part of your work, such as build results; if you need all of "
        + "them, tell the facilitator"

    static let anotherProgram =
        "create the zip file again with the program that comes with your operating system"

    static func tooMany(_ count: Int, _ limits: Limits) -> DiagnosticError {
        refusal(
            zipName,
            "the project has \(counted(count, "file")); at most \(limits.files) can be sent",
            fix: fewerFiles
        )
    }

    static func tooLarge(_ path: String, _ limits: Limits) -> DiagnosticError {
        refusal(
            path,
            "is larger than \(sizeWords(limits.file)), which is the limit for one file",
            fix: "remove the file if it is not part of your work; if it is, tell the facilitator"
        )
    }

    /// Returns the error for files that together exceed the size limit.
    ///
    /// - Parameter largest: path of the largest file.
    static func tooMuch(_ largest: String, _ limits: Limits) -> DiagnosticError {
        refusal(
            zipName,
            """
            the files add up to more than \(sizeWords(limits.total)), which is the limit; the \
            largest is \(largest)
            """,
            fix: fewerFiles
        )
    }

    static func zipTooLarge(_ size: Int, _ limits: Limits) -> DiagnosticError {
        refusal(
            zipName,
            "is \(sizeWords(size)) in size; the limit is \(sizeWords(limits.zip))",
            fix: fewerFiles
        )
    }

    static let noFiles = refusal(
        zipName,
        "has no file of the project; all files of the workspace would be deleted",
        fix: "include the project's files"
    )

    static func tooManyPaths(_ limits: Limits) -> DiagnosticError {
        refusal(
            zipName,
            "has more than \(limits.paths) files and folders, which is the limit",
            fix: fewerFiles
        )
    }

    static func library() throws(DiagnosticError) -> LibArchive {
        if let library = LibArchive.library { return library }
        throw DiagnosticError(
            "no-libarchive",
            "libarchive, which packs and unpacks workspaces, is not installed",
            fix: "install \(LibArchive.packages)",
            status: .unavailable
        )
    }

    static func refusal(_ problem: ZipProblem) -> DiagnosticError {
        refusal(
            problem.entry ?? zipName,
            problem.entry == nil ? "cannot be unpacked: \(problem.words)" : problem.words,
            fix: anotherProgram
        )
    }

    /// Converts an error of a system call in the workspace `root` to a diagnostic. If `error` is a
    /// diagnostic already, returns it unchanged.
    static func fault(_ root: URL, _ problem: String, _ error: any Error) -> DiagnosticError {
        if let known = error as? DiagnosticError { return known }
        return DiagnosticError(
            "workspace",
            at: .init(file: root.path),
            "\(problem): \(error.localizedDescription)",
            fix: "check that the disk has free space and that you may write to this folder",
            status: .inputOutput
        )
    }
}
