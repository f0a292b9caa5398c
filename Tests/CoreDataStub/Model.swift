// A stand-in for Apple's Core Data on systems that do not have it: the part of the interface that
// generated code and participants' code call, by the signatures that Apple documents, and as much
// behaviour as lets that code run in tests and in checks of studies. It is no implementation of Core
// Data, and that code passes here proves nothing of what Apple's does.

@_exported public import Foundation
import Schema
import SchemaReader

/// https://developer.apple.com/documentation/coredata/nsmanagedobjectmodel
open class NSManagedObjectModel: NSObject, NSCopying {
    open var entities: [NSEntityDescription] = []
    open var entitiesByName: [String: NSEntityDescription] {
        Dictionary(entities.map { ($0.name ?? "", $0) }) { first, _ in first }
    }

    /// Reads the source of a model where Apple reads a compiled one.
    public convenience init?(contentsOf url: URL) {
        guard let data = try? Data(contentsOf: url.appendingPathComponent("contents")) else {
            return nil
        }
        let name = url.deletingPathExtension().lastPathComponent
        self.init(readSchema(contents: data, named: name, file: url.path).schema)
    }

    /// The schema of a model that was read; nil for a model that was made in code.
    private var schema: Schema?

    private convenience init(_ schema: Schema) {
        self.init()
        self.schema = schema
        entities = schema.withInheritedProperties.entities.map { NSEntityDescription($0, schema) }
        let byName = entitiesByName
        for entity in entities {
            entity.superentity = schema.entity(named: entity.name ?? "")?.parent
                .flatMap { byName[$0] }
            for relationship in entity.relationshipsByName.values {
                relationship.destinationEntity = byName[relationship.destination]
            }
        }
    }

    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = schema.map(NSManagedObjectModel.init(_:)) ?? NSManagedObjectModel()
        for entity in entities {
            let copied = copy.entitiesByName[entity.name ?? ""]
            copied?.managedObjectClassName = entity.managedObjectClassName
        }
        return copy
    }
}

/// https://developer.apple.com/documentation/coredata/nsentitydescription
open class NSEntityDescription: NSObject {
    open var name: String?
    open var managedObjectClassName: String?
    open var isAbstract = false
    open fileprivate(set) var superentity: NSEntityDescription?
    open var attributesByName: [String: NSAttributeDescription] = [:]
    open var relationshipsByName: [String: NSRelationshipDescription] = [:]
    open var uniquenessConstraints: [[Any]] = []

    fileprivate init(_ entity: Entity, _ schema: Schema) {
        name = entity.name
        isAbstract = entity.isAbstract
        uniquenessConstraints = entity.uniquenessConstraints
        super.init()
        for attribute in entity.attributes {
            attributesByName[attribute.name] =
                attribute.isDerived
                ? NSDerivedAttributeDescription(attribute) : NSAttributeDescription(attribute)
        }
        for relationship in entity.relationships {
            relationshipsByName[relationship.name] = NSRelationshipDescription(relationship)
        }
    }

    open func isKindOf(entity: NSEntityDescription) -> Bool {
        self === entity || superentity?.isKindOf(entity: entity) == true
    }

    open class func entity(
        forEntityName entityName: String,
        in context: NSManagedObjectContext
    ) -> NSEntityDescription? {
        context.persistentStoreCoordinator?.managedObjectModel.entitiesByName[entityName]
    }

    open class func insertNewObject(
        forEntityName entityName: String,
        into context: NSManagedObjectContext
    ) -> NSManagedObject {
        context.insertNew(entityName)
    }

    var root: NSEntityDescription { superentity?.root ?? self }
}

open class NSPropertyDescription: NSObject {
    open var name = ""
    open var isOptional = true
    open var isTransient = false
}

public enum NSAttributeType: UInt, Sendable {
    case undefinedAttributeType = 0
    case integer16AttributeType = 100
    case integer32AttributeType = 200
    case integer64AttributeType = 300
    case decimalAttributeType = 400
    case doubleAttributeType = 500
    case floatAttributeType = 600
    case stringAttributeType = 700
    case booleanAttributeType = 800
    case dateAttributeType = 900
    case binaryDataAttributeType = 1000
    case UUIDAttributeType = 1100
    case URIAttributeType = 1200
    case transformableAttributeType = 1800
    case compositeAttributeType = 2100
}

/// https://developer.apple.com/documentation/coredata/nsderivedattributedescription
open class NSDerivedAttributeDescription: NSAttributeDescription {}

open class NSAttributeDescription: NSPropertyDescription {
    open var defaultValue: Any?
    open var attributeType: NSAttributeType {
        switch type {
        case .integer16: .integer16AttributeType
        case .integer32: .integer32AttributeType
        case .integer64: .integer64AttributeType
        case .decimal: .decimalAttributeType
        case .double: .doubleAttributeType
        case .float: .floatAttributeType
        case .string: .stringAttributeType
        case .boolean: .booleanAttributeType
        case .date: .dateAttributeType
        case .binary: .binaryDataAttributeType
        case .uuid: .UUIDAttributeType
        case .uri: .URIAttributeType
        case .transformable: .transformableAttributeType
        case .composite: .compositeAttributeType
        case .undefined: .undefinedAttributeType
        }
    }
    let type: AttributeType
    let derivation: String?

    fileprivate init(_ attribute: Attribute) {
        type = attribute.type
        derivation = attribute.isDerived ? attribute.derivation : nil
        super.init()
        name = attribute.name
        isOptional = attribute.isOptional
        isTransient = attribute.isTransient
        defaultValue = attribute.defaultText.flatMap { text in
            attribute.type == .boolean ? text == "YES" : converted(text)
        }
    }

    private func converted(_ text: String) -> Any? {
        switch type {
        case .string: text
        case .date: Double(text).map(Date.init(timeIntervalSinceReferenceDate:))
        default: Double(text).flatMap { convert($0) }
        }
    }

    /// As Objective-C's bridging gives it back for the type.
    func convert(_ value: Any) -> Any? {
        let number = value as? any BinaryInteger
        let real = value as? any BinaryFloatingPoint
        let double = number.map { Double($0) } ?? real.map { Double($0) }
        return switch type {
        case .integer16: number.map { Int16($0) } ?? double.map { Int16($0) }
        case .integer32: number.map { Int32($0) } ?? double.map { Int32($0) }
        case .integer64: number.map { Int64($0) } ?? double.map { Int64($0) }
        case .double: double
        case .float: double.map { Float($0) }
        case .decimal: value as? Decimal ?? double.map { Decimal($0) }
        case .boolean: value as? Bool ?? double.map { $0 != 0 }
        default: value
        }
    }
}

open class NSRelationshipDescription: NSPropertyDescription {
    open var isToMany = false
    open var isOrdered = false
    open fileprivate(set) weak var destinationEntity: NSEntityDescription?
    open var inverseRelationship: NSRelationshipDescription? {
        inverse.flatMap { destinationEntity?.relationshipsByName[$0] }
    }
    let destination: String
    let inverse: String?
    let rule: Relationship.DeletionRule

    fileprivate init(_ relationship: Relationship) {
        destination = relationship.destination
        inverse = relationship.inverse
        rule = relationship.deletionRule
        super.init()
        name = relationship.name
        isOptional = relationship.isOptional
        isToMany = relationship.isToMany
        isOrdered = relationship.isOrdered
    }
}
