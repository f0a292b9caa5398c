import Foundation

/// A reminder in the form in which the server stores and sends it.
struct Item: Codable {
    var id: String
    var title: String
    var done: Bool
    var createdAt: String
    /// An entity tag, with its quotation marks.
    var version: String

    enum CodingKeys: String, CodingKey {
        case id, title, done, version
        case createdAt = "created_at"
    }
}

/// The fields that a change sets; the others are nil. A new reminder requires a title and a
/// creation time.
struct Fields: Decodable {
    var title: String?
    var done: Bool?
    var createdAt: String?

    enum CodingKeys: String, CodingKey {
        case title, done
        case createdAt = "created_at"
    }
}

/// A change that a client requests.
struct Change {
    var method: String
    var user: String
    var id: String
    var fields: Fields
    /// The key of the change, which is the same each time the client sends the change.
    var key: String
    /// The version that the change starts from, or `*` to overwrite any version.
    var version: String?
}

/// Answer to a change.
struct Answer: Codable {
    var status: Int
    var version: String?
    var body: Data

    static func refusal(_ reason: String) -> Answer { Answer(status: 422, body: Data(reason.utf8)) }
}

/// The reminders of all users. They are stored in a file, which is replaced before the server
/// answers a change. Even if the server is killed, it loses no accepted change and applies no
/// change twice.
struct Records: Codable {
    private var users: [String: [String: Item]] = [:]
    /// Answers to the changes that were applied or refused, keyed by the change's key.
    private var decided: [String: Answer] = [:]
    private var lastVersion = 0

    init(_ file: URL) throws {
        guard FileManager.default.fileExists(atPath: file.path) else { return }
        self = try JSONDecoder().decode(Records.self, from: try Data(contentsOf: file))
    }

    func write(_ file: URL) throws {
        try JSONEncoder().encode(self).write(to: file, options: .atomic)
    }

    func list(of user: String) throws -> Data {
        let items = users[user, default: [:]].values.sorted { $0.createdAt < $1.createdAt }
        return try JSONEncoder().encode(items)
    }

    /// Returns whether the change was applied or refused before.
    func hasSeen(_ change: Change) -> Bool { decided[change.key] != nil }

    func item(of change: Change) -> Item? { users[change.user]?[change.id] }

    /// Applies the change and returns the answer, or refuses the change if `isRefused` is true.
    ///
    /// A change that was applied or refused before gets the same answer again. An outdated change
    /// gets status 409 and the current item. The deletion of an item that does not exist gets
    /// status 404, which clients treat as success.
    mutating func decide(_ change: Change, isRefused: Bool) throws -> Answer {
        if let answer = decided[change.key] { return answer }
        let current = item(of: change)
        if !isRefused, change.method == "DELETE", current == nil {
            return Answer(status: 404, body: Data())
        }
        if !isRefused, change.version != "*", change.version != current?.version {
            let body = try current.map { try JSONEncoder().encode($0) } ?? Data()
            return Answer(status: 409, version: current?.version, body: body)
        }
        let answer = isRefused ? .refusal("this list is read-only today") : apply(change, current)
        decided[change.key] = answer
        return answer
    }

    private mutating func apply(_ change: Change, _ current: Item?) -> Answer {
        if change.method == "DELETE" {
            users[change.user]?[change.id] = nil
            return Answer(status: 200, body: Data("{}".utf8))
        }
        guard let title = change.fields.title ?? current?.title, !title.isEmpty,
            let createdAt = change.fields.createdAt ?? current?.createdAt
        else { return .refusal("the reminder is gone, and the change does not name all of it") }
        lastVersion += 1
        let item = Item(
            id: change.id,
            title: title,
            done: change.fields.done ?? current?.done ?? false,
            createdAt: createdAt,
            version: "\"\(lastVersion)\""
        )
        users[change.user, default: [:]][change.id] = item
        return Answer(status: 200, version: item.version, body: Data("{}".utf8))
    }

    /// Renames the reminder of the change, as if another device of the same user had renamed it.
    mutating func renameElsewhere(_ change: Change) {
        guard var item = item(of: change) else { return }
        lastVersion += 1
        item.title += " (from the phone)"
        item.version = "\"\(lastVersion)\""
        users[change.user]?[change.id] = item
    }
}
