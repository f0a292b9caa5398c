import Foundation
import Parallel

/// A generated file before it is written.
package struct GeneratedFile: Sendable, Hashable {
    /// The file's name in the output folder.
    package var name: String
    package var text: String
    /// Whether the file belongs to the interface module, which contains the records and protocols.
    /// If not, it belongs to the implementation.
    package var isInterface: Bool

    package init(name: String, text: String, isInterface: Bool = false) {
        self.name = name
        self.text = text
        self.isInterface = isInterface
    }

    /// Creates a file from `code` and breaks the long lines of the code.
    init(name: String, _ code: Code, isInterface: Bool = false) {
        self.init(name: name, text: folded(code.text), isInterface: isInterface)
    }

    /// The beginning of every generated Swift file. A Swift file with a different beginning belongs
    /// to the user; cdgen never overwrites it.
    package static let mark = "// Made by cdgen from "

    /// Returns the folder name of the model from which a file was generated. The name is read from
    /// the file's first line. Returns nil if cdgen did not generate the file.
    ///
    /// - Parameter text: the contents of the file.
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

/// Returns the first line of a query's file. It differs from the first line of a model's files
/// (``head(of:)``), so that the two kinds of files can be distinguished.
func queryHead(of source: String) -> String {
    "\(GeneratedFile.mark)\(source), a query. Edits are lost when cdgen runs again."
}

/// Generates all files of the model in several threads, and returns them in alphabetical order.
/// Each thread passes its files to `use` as soon as they are generated.
package func generate(
    _ model: ModelContext,
    _ use: @Sendable (GeneratedFile) -> Void = { _ in }
) -> [GeneratedFile] {
    concurrently(Job.all(of: model)) { job in
        let file = job.file(of: model)
        use(file)
        return file
    }
    .sorted { $0.name < $1.name }
}

/// A job in the generation of a model's files. All jobs run concurrently.
private enum Job: Sendable {
    case manager, model
    /// The file of the entity at this index.
    case entity(Int)
    /// The file of the fetch request at this index.
    case request(Int)

    /// Returns the jobs that generate the files of a model. The files about the whole model take
    /// longest, so their jobs are first.
    static func all(of model: ModelContext) -> [Job] {
        [Job.manager, .model] + model.entities.indices.map(Job.entity)
            + model.requests.indices.map(Job.request)
    }

    func file(of model: ModelContext) -> GeneratedFile {
        switch self {
        case .manager:
            GeneratedFile(
                name: "\(model.managerName).swift",
                model.backend == .coredata ? renderManagedManager(model) : renderManager(model)
            )
        case .model:
            GeneratedFile(
                name: "\(modelName(model)).swift",
                model.backend == .coredata ? renderManagedModel(model) : renderModel(model)
            )
        case .entity(let index):
            GeneratedFile(
                name: "\(model.entities[index].type).swift",
                renderRecord(model.entities[index], model),
                isInterface: model.options.interface != nil
            )
        case .request(let index): generate(model.requests[index])
        }
    }
}
