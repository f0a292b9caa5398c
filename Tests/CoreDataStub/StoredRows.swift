import Foundation
import Synchronization

/// Contents of a file. One path has one object in a process; a save writes the file whole, and another
/// process reads it when it opens the store.
final class StoredRows: @unchecked Sendable {
    // Unchecked: used under the lock of the contexts, of which there is one for all.
    struct Row {
        var entity: String
        var attributes: [String: Any]
        var related: [String: [NSManagedObjectID]]
    }

    private(set) var identifier = UUID().uuidString
    /// By root entity and number.
    var tables: [String: [Int64: Row]] = [:]
    private var last: [String: Int64] = [:]
    private let file: URL?

    private init(_ file: URL?) { self.file = file }

    func newNumber(in root: String) -> Int64 {
        last[root, default: 0] += 1
        return last[root] ?? 1
    }

    static func at(_ url: URL) throws -> StoredRows {
        if url.path == "/dev/null" { return StoredRows(nil) }
        return try files.withLock { files in
            let isThere = FileManager.default.fileExists(atPath: url.path)
            if let known = files[url.path], isThere { return known }
            let made = StoredRows(url)
            if isThere { try made.read(Data(contentsOf: url)) }
            files[url.path] = made
            return made
        }
    }

    private static let files = Mutex<[String: StoredRows]>([:])
}

// MARK: - The file

extension StoredRows {
    private struct File: Codable {
        struct Entry: Codable {
            var number: Int64
            var entity: String
            var attributes: [String: StoredValue]
            var related: [String: [Reference]]
        }

        struct Reference: Codable {
            var entity: String
            var root: String
            var number: Int64
        }

        var identifier: String
        var tables: [String: [Entry]]
        var last: [String: Int64]
    }

    func write() throws {
        guard let file else { return }
        let tables = try tables.mapValues { rows in
            try rows.map { number, row in
                File.Entry(
                    number: number,
                    entity: row.entity,
                    attributes: try row.attributes.mapValues { try StoredValue($0) },
                    related: row.related.mapValues { others in
                        others.compactMap { other in
                            other.number.map {
                                .init(entity: other.entity, root: other.root, number: $0)
                            }
                        }
                    }
                )
            }
        }
        let encoder = PropertyListEncoder()
        encoder.outputFormat = .binary
        try encoder.encode(File(identifier: identifier, tables: tables, last: last))
            .write(to: file, options: .atomic)
    }

    private func read(_ data: Data) throws {
        if data.isEmpty { return }
        let content = try PropertyListDecoder().decode(File.self, from: data)
        (identifier, last) = (content.identifier, content.last)
        for (root, entries) in content.tables {
            for entry in entries {
                tables[root, default: [:]][entry.number] = Row(
                    entity: entry.entity,
                    attributes: entry.attributes.mapValues(\.value),
                    related: entry.related.mapValues { others in
                        others.map { other in
                            NSManagedObjectID(
                                entity: other.entity,
                                root: other.root,
                                number: other.number,
                                store: identifier
                            )
                        }
                    }
                )
            }
        }
    }
}

/// The value of an attribute in a file, with its type.
private enum StoredValue: Codable {
    case boolean(Bool)
    case int16(Int16)
    case int32(Int32)
    case int64(Int64)
    case float(Float)
    case double(Double)
    case decimal(Decimal)
    case text(String)
    case date(Date)
    case data(Data)
    case uuid(UUID)
    case url(URL)

    init(_ value: Any) throws {
        switch value {
        case let value as Bool: self = .boolean(value)
        case let value as Int16: self = .int16(value)
        case let value as Int32: self = .int32(value)
        case let value as Int64: self = .int64(value)
        case let value as Float: self = .float(value)
        case let value as Double: self = .double(value)
        case let value as Decimal: self = .decimal(value)
        case let value as String: self = .text(value)
        case let value as Date: self = .date(value)
        case let value as Data: self = .data(value)
        case let value as UUID: self = .uuid(value)
        case let value as URL: self = .url(value)
        // The values of a transformer, for example.
        default: throw CocoaError(.fileWriteUnknown)
        }
    }

    var value: Any {
        switch self {
        case .boolean(let value): value
        case .int16(let value): value
        case .int32(let value): value
        case .int64(let value): value
        case .float(let value): value
        case .double(let value): value
        case .decimal(let value): value
        case .text(let value): value
        case .date(let value): value
        case .data(let value): value
        case .uuid(let value): value
        case .url(let value): value
        }
    }
}
