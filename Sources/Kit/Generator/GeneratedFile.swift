import Foundation
import Parallel

/// A file that the generator made, not yet written.
package struct GeneratedFile: Sendable, Hashable {
    /// Its name in the output folder.
    package var name: String
    package var text: String
    /// Whether it belongs to the module of the records and protocols, apart from the implementation.
    package var isInterface: Bool

    package init(name: String, text: String, isInterface: Bool = false) {
        self.name = name
        self.text = text
        self.isInterface = isInterface
    }

    /// Lines that are too long for a page are folded.
    init(name: String, _ code: Code, isInterface: Bool = false) {
        self.init(name: name, text: folded(code.text), isInterface: isInterface)
    }

    /// First characters of every generated file. Other files belong to the user and are never
    /// overwritten.
    package static let mark = "// Made by cdgen from "

    /// The folder name of the model that a file was made from, by its first line; nil if cdgen has
    /// not made it.
    static func maker(of text: String) -> String? {
        guard text.hasPrefix(mark), let line = text.split(separator: "\n").first else { return nil }
        let name = line.dropFirst(mark.count)
        let ends = [", a query. Edits", ". Edits"].compactMap {
            name.range(of: $0, options: .backwards)?.lowerBound
        }
        return ends.min().map { String(name[..<$0]) }
    }
}

package func head(of source: String) -> String {
    "\(GeneratedFile.mark)\(source). Edits are lost when cdgen runs again."
}

/// Apart from ``head(of:)``, so that a model's files are told from its queries'.
func queryHead(of source: String) -> String {
    "\(GeneratedFile.mark)\(source), a query. Edits are lost when cdgen runs again."
}

/// Every file of the model, in alphabetical order. `use` is called with each as soon as it is made, from
/// several threads.
package func generate(
    _ model: ModelContext,
    _ use: @Sendable (GeneratedFile) -> Void = { _ in }
) -> [GeneratedFile] {
    // Files of the whole model take longest, so they start first.
    var jobs: [@Sendable () -> [GeneratedFile]] = wholeFiles(of: model)
    for entity in model.entities {
        jobs.append {
            [
                GeneratedFile(
                    name: "\(entity.type).swift",
                    renderRecord(entity, model),
                    isInterface: model.options.interface != nil
                )
            ]
        }
    }
    for request in model.requests { jobs.append { [generate(request)] } }
    let made = concurrently(jobs) { job in
        let files = job()
        files.forEach(use)
        return files
    }
    return made.flatMap { $0 }.sorted { $0.name < $1.name }
}

private func wholeFiles(of model: ModelContext) -> [@Sendable () -> [GeneratedFile]] {
    if model.backend == .coredata { return [{ coreDataFiles(of: model) }] }
    return [
        { [GeneratedFile(name: "\(model.managerName).swift", renderManager(model))] },
        { [GeneratedFile(name: "\(model.name)Model.swift", renderModel(model))] },
    ]
}
