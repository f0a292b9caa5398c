// Made by cdgen from Library.xcdatamodeld. Edits are lost when cdgen runs again.
//
// Runs on Apple's Core Data. Type-checked against the interface that Apple documents; not yet run
// on macOS or iOS.

import CoreData
import DataAccess

nonisolated extension LibraryStack {
    /// How the records of an entity stand in managed objects.
    nonisolated protocol Mapping {
        associatedtype Model: DescribedRecord

        static func identity(of object: Object) throws -> Model.Identity
        static func record(from object: Object) throws -> Model
        /// Everything but what relates the record to others.
        static func fill(_ object: Object, from record: Model) throws
        static func relate(_ object: Object, as record: Model, in records: Records) throws
    }

    /// A managed object, read and written by the model's names of its properties.
    nonisolated struct Object {
        let managed: NSManagedObject

        func value<T>(_ key: String) -> T? { managed.value(forKey: key) as? T }

        func required<T>(_ key: String, at column: Int) throws -> T {
            guard let value: T = value(key) else {
                throw StoreError.unexpectedValue(column: column)
            }
            return value
        }

        func set(_ value: Any?, _ key: String) { managed.setValue(value, forKey: key) }

        /// The bytes of what a transformer keeps.
        func archived(_ key: String) throws -> Data? {
            guard let value = managed.value(forKey: key) else { return nil }
            if let data = value as? Data { return data }
            return try NSKeyedArchiver.archivedData(
                withRootObject: value,
                requiringSecureCoding: false
            )
        }

        func requiredArchived(_ key: String, at column: Int) throws -> Data {
            guard let data = try archived(key) else {
                throw StoreError.unexpectedValue(column: column)
            }
            return data
        }

        /// Bytes that are no archive of common classes are kept as they are.
        func setArchived(_ data: Data?, _ key: String) throws {
            if try archived(key) == data { return }
            let classes: [AnyClass] = [
                NSArray.self, NSData.self, NSDate.self, NSDictionary.self, NSNull.self,
                NSNumber.self, NSSet.self, NSString.self, NSURL.self, NSUUID.self,
            ]
            let value = data.flatMap {
                try? NSKeyedUnarchiver.unarchivedObject(ofClasses: classes, from: $0)
            }
            set(value ?? data, key)
        }

        func related(_ key: String) -> Object? {
            (managed.value(forKey: key) as? NSManagedObject).map(Object.init)
        }

        func requiredRelated(_ key: String, at column: Int) throws -> Object {
            guard let object = related(key) else {
                throw StoreError.unexpectedValue(column: column)
            }
            return object
        }

        /// What the to-many relationship leads to, in its order where it has one.
        func allRelated(_ key: String) -> [Object] {
            let objects =
                switch managed.value(forKey: key) {
                case let ordered as NSOrderedSet: ordered.array
                case let set as NSSet: set.allObjects
                default: [Any]()
                }
            return objects.compactMap { ($0 as? NSManagedObject).map(Object.init) }
        }

        /// What tells the object apart where no attribute does: the number at the end of its URI,
        /// which an SQLite store gives it when it is saved.
        func number() throws -> Int64 {
            let last = managed.objectID.uriRepresentation().lastPathComponent
            guard last.hasPrefix("p"), let number = Int64(last.dropFirst()) else {
                throw StoreError.refused(reason: "the store gave no number to an object")
            }
            return number
        }
    }
}

nonisolated extension LibraryStack {
    /// What can be done with the records of an entity, for those that a mapping is given of.
    nonisolated protocol ObjectDAO: DataAccessObject where Model == ObjectMap.Model {
        associatedtype ObjectMap: Mapping

        var stack: LibraryStack { get }
    }
}

nonisolated extension LibraryStack.ObjectDAO {
    var queue: TransactionQueue { stack.queue }

    func list() async throws -> [Model] { try await list(.all) }

    func list(_ query: DataQuery) async throws -> [Model] {
        try await stack.read { records in
            try records.objects(query, ObjectMap.self).map(ObjectMap.record)
        }
    }

    func retrieve(_ identity: Model.Identity) async throws -> Model? {
        try await stack.read { records in
            try records.find([identity], ObjectMap.self)[identity]
                .map(ObjectMap.record)
        }
    }

    func save(_ record: Model) async throws -> Model {
        try await stack.write { records in
            try records.save([record], ObjectMap.self).first ?? record
        }
    }

    func save(_ all: [Model]) async throws -> [Model] {
        try await stack.write { records in try records.save(all, ObjectMap.self) }
    }

    func insert(_ record: Model) async throws -> Model {
        try await stack.write { records in
            try records.insert(record, ObjectMap.self)
        }
    }

    func update(_ record: Model) async throws {
        try await stack.write { records in
            try records.update(record, ObjectMap.self)
        }
    }

    func delete(_ identity: Model.Identity) async throws -> Bool {
        try await stack.write { records in
            try records.delete(identity, ObjectMap.self)
        }
    }

    func deleteAll() async throws -> Int {
        try await stack.write { records in
            let objects = try records.objects(.all, ObjectMap.self)
            for object in objects { records.context.delete(object.managed) }
            return objects.count
        }
    }

    func count() async throws -> Int { try await count(.all) }

    func count(_ query: DataQuery) async throws -> Int {
        try await stack.read { records in try records.count(query, ObjectMap.self) }
    }

    func transaction(
        on selection: RecordSelection<Model.Identity>,
        _ handler: @escaping @Sendable (inout [Model]) throws -> TransactionStatus
    ) async throws -> Bool {
        try await stack.write { records in
            let before = try records.selected(selection, ObjectMap.self)
            var after = before
            guard try handler(&after) == .commit else { return false }
            for step in try selection.steps(from: before, to: after) {
                switch step {
                case .insert(let record): _ = try records.insert(record, ObjectMap.self)
                case .save(let record): _ = try records.save([record], ObjectMap.self)
                case .delete(let record):
                    guard let identity = record.knownIdentity else { continue }
                    _ = try records.delete(identity, ObjectMap.self)
                }
            }
            return records.context.hasChanges
        }
    }
}
