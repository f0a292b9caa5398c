import ContentHash
package import Diagnostics
package import Foundation

/// A study and the folder from which it was read.
package struct StudyFolder: Sendable {
    package var study: Study
    package var url: URL
    /// SHA-256 hashes of all files that belong to the study, keyed by relative path. Leaves out
    /// files whose names match the project's `ignore`, or that are never part of a study, such as
    /// `.git`.
    package var files: [String: String]
    /// SHA-256 hash over `files`, which identifies this version of the study definition.
    package var hash: String
    package var wrongVariants: [WrongVariant]
    /// The reader's warnings and notes about parts of the study that may be mistakes.
    package var remarks: [Diagnostic] = []
    /// Id of the warnings about parts of the registered analysis that cannot be used: a benchmark
    /// outside the score's range, a margin that is not smaller than this range, or a factor with
    /// several levels per participant and condition. They are warnings rather than errors, because
    /// sessions may already have been recorded. A study with such a warning cannot be locked.
    package static let impossibleValue = "impossible-value"
    /// Id of the notes about texts that still contain a placeholder sentence from `evalrun init`.
    package static let placeholder = "placeholder"
    /// The file and line in which the study defines each text in ``RoomSettings/words``, with the
    /// same keys. Empty if the study was not read from its folder.
    package var wordPlaces: [String: Diagnostic.Place] = [:]

    package init(
        study: Study,
        url: URL,
        files: [String: String],
        hash: String,
        wrongVariants: [WrongVariant]
    ) {
        self.study = study
        self.url = url
        self.files = files
        self.hash = hash
        self.wrongVariants = wrongVariants
    }

    /// Returns the hash that identifies a study definition with these files.
    ///
    /// - Parameter files: SHA-256 hashes of the files, keyed by relative path.
    package static func hash(of files: [String: String]) -> String {
        sha256(files.sorted { $0.key < $1.key }.flatMap { Array("\($0.key) \($0.value)\n".utf8) })
    }
}

/// A wrong solution of a task, in `wrong/<name>/`. The task's check must fail for a given reason.
package struct WrongVariant: Sendable, Hashable {
    package var name: String
    package var task: String
    /// Text that the failed check's reason must contain.
    package var reason: String
    /// Condition whose `wrong` folder contains the variant. Nil if the variant is in the study's
    /// `wrong` folder.
    package var condition: String?
    /// Path relative to the study's folder.
    package var path: String
}
