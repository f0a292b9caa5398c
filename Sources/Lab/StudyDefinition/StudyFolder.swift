import ContentHash
package import Foundation

/// A study and the folder it was read from.
package struct StudyFolder: Sendable {
    package var study: Study
    package var url: URL
    /// Every file of the folder that belongs to the study: relative path → SHA-256. Names in the
    /// project's `ignore` and hidden build folders are left out.
    package var files: [String: String]
    /// SHA-256 over `files`: the identity of this definition.
    package var hash: String
    package var wrongVariants: [WrongVariant]

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

    /// Identity of a definition with these files: relative path → SHA-256.
    package static func hash(of files: [String: String]) -> String {
        sha256(files.sorted { $0.key < $1.key }.flatMap { Array("\($0.key) \($0.value)\n".utf8) })
    }
}

/// A wrong answer to a task, in `wrong/<name>/`, which its check must refuse for a named reason.
package struct WrongVariant: Sendable, Hashable {
    package var name: String
    package var task: String
    /// Text that the check's reason must contain.
    package var reason: String
    /// Condition whose folder contains it. Nil for the study's folder.
    package var condition: String?
    /// Relative to the study's folder.
    package var path: String

    package init(name: String, task: String, reason: String, condition: String?, path: String) {
        (self.condition, self.path) = (condition, path)
        self.name = name
        self.task = task
        self.reason = reason
    }
}
