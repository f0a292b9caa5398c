import Diagnostics
import Foundation
import Schema

#if canImport(FoundationXML)
    import FoundationXML
#endif

/// Turns XML events into a schema. One instance reads one file.
///
/// Elements and attributes that it does not know are reported, never dropped in silence, and do
/// not end the reading. The verdict of `XMLParser.parse()` alone is not trusted: a document without
/// a closed `model` element is an error whatever it says.
final class ModelParser: NSObject, XMLParserDelegate {
    private var schema: Schema
    private var diagnostics: [Diagnostic] = []
    private let file: String
    /// Open elements, outermost first.
    private var path: [String] = []
    private var constraint: [String]?
    private var places: [PropertyPlace: Diagnostic.Place] = [:]
    private var sawModel = false

    init(name: String, file: String) {
        schema = Schema(name: name)
        self.file = file
    }

    func read(_ data: Data) -> ReadSchema {
        let parser = XMLParser(data: data)
        parser.delegate = self
        let succeeded = parser.parse()
        if !diagnostics.contains(where: { $0.id == "malformed-xml" }) {
            if !succeeded || !path.isEmpty { malformed(parser, parser.parserError) }
            if succeeded, path.isEmpty, !sawModel {
                report(
                    "no-model-element",
                    place(of: parser),
                    "the document has no model element",
                    expected: "<model> as the outermost element"
                )
            }
        }
        diagnostics += findings(in: schema, places: places, file: file)
        return ReadSchema(schema: schema, diagnostics: diagnostics)
    }

    func parser(
        _ parser: XMLParser,
        didStartElement element: String,
        namespaceURI: String?,
        qualifiedName: String?,
        attributes: [String: String]
    ) {
        let parent = path.last
        path.append(element)
        switch (parent, element) {
        case (nil, "model"): sawModel = true
        case ("model", "entity"): startEntity(attributes, parser)
        case ("entity", "attribute"): startAttribute(attributes, parser)
        case ("entity", "relationship"): startRelationship(attributes, parser)
        case ("uniquenessConstraints", "uniquenessConstraint"): constraint = []
        case ("uniquenessConstraint", "constraint"):
            attributes["value"].map { constraint?.append($0) }
        case ("userInfo", "entry"): userInfo(attributes)
        default:
            if parent != nil, !structural.contains(element), !path.contains(where: skipped.contains)
            {
                report(
                    "unknown-element",
                    severity: .warning,
                    place(of: parser),
                    "the element \"\(element)\" is not read",
                    fix: "it has no effect on generation"
                )
            }
        }
    }

    func parser(
        _ parser: XMLParser,
        didEndElement element: String,
        namespaceURI: String?,
        qualifiedName: String?
    ) {
        path.removeLast()
        if element == "uniquenessConstraint", let names = constraint, !schema.entities.isEmpty {
            schema.entities[schema.entities.count - 1].uniquenessConstraints.append(names)
            constraint = nil
        }
    }

    func parser(_ parser: XMLParser, parseErrorOccurred error: any Error) {
        malformed(parser, error)
    }

    // MARK: - Entities

    private func startEntity(_ attributes: [String: String], _ parser: XMLParser) {
        let name = required("name", of: "entity", attributes, parser)
        places[PropertyPlace(entity: name)] = place(of: parser)
        schema.entities.append(
            Entity(
                name: name,
                isAbstract: attributes["isAbstract"] == "YES",
                parent: attributes["parentEntity"]
            )
        )
    }

    private func startAttribute(_ attributes: [String: String], _ parser: XMLParser) {
        guard let entity = schema.entities.indices.last else { return }
        let name = required("name", of: "attribute", attributes, parser)
        let attribute = Attribute(
            name: name,
            type: type(attributes, name, parser),
            isOptional: attributes["optional"] == "YES",
            defaultText: attributes["defaultValueString"] ?? attributes["defaultDateTimeInterval"]
        )
        places[PropertyPlace(entity: schema.entities[entity].name, property: name)] = place(
            of: parser
        )
        schema.entities[entity].attributes.append(attribute)
    }

    private func type(
        _ attributes: [String: String],
        _ name: String,
        _ parser: XMLParser
    ) -> AttributeType {
        let text = attributes["attributeType"] ?? ""
        if let type = AttributeType(rawValue: text) { return type }
        report(
            "unknown-type",
            place(of: parser),
            text.isEmpty
                ? "the attribute \"\(name)\" has no type"
                : "the attribute \"\(name)\" is of the unknown type \"\(text)\"",
            expected: "one of \(AttributeType.allCases.map(\.rawValue).joined(separator: ", "))",
            fix: suggestion(for: text, among: AttributeType.allCases.map(\.rawValue))
        )
        return .binary
    }

    private func startRelationship(_ attributes: [String: String], _ parser: XMLParser) {
        guard let entity = schema.entities.indices.last else { return }
        let name = required("name", of: "relationship", attributes, parser)
        let rule = attributes["deletionRule"] ?? attributes["deleteRule"] ?? "Nullify"
        let known = Relationship.DeletionRule(rawValue: rule)
        if known == nil {
            report(
                "unknown-deletion-rule",
                place(of: parser),
                "the relationship \"\(name)\" has the unknown deletion rule \"\(rule)\"",
                expected: "Nullify, Cascade, Deny or No Action"
            )
        }
        schema.entities[entity].relationships.append(
            Relationship(
                name: name,
                destination: attributes["destinationEntity"] ?? "",
                isToMany: attributes["toMany"] == "YES",
                isOptional: attributes["optional"] == "YES",
                deletionRule: known ?? .nullify,
                inverse: attributes["inverseName"]
            )
        )
        places[PropertyPlace(entity: schema.entities[entity].name, property: name)] = place(
            of: parser
        )
    }

    private func userInfo(_ attributes: [String: String]) {
        guard let key = attributes["key"], let entity = schema.entities.indices.last else { return }
        let value = attributes["value"] ?? ""
        let owner = path.dropLast(2).last
        let last = schema.entities[entity].attributes.indices.last
        if owner == "entity" {
            schema.entities[entity].userInfo[key] = value
        } else if owner == "attribute", let last {
            schema.entities[entity].attributes[last].userInfo[key] = value
        }
    }

    // MARK: - Findings

    private func required(
        _ key: String,
        of element: String,
        _ attributes: [String: String],
        _ parser: XMLParser
    ) -> String {
        if let value = attributes[key], !value.isEmpty { return value }
        report("no-\(key)", place(of: parser), "this \(element) has no \(key)")
        return ""
    }

    private func malformed(_ parser: XMLParser, _ error: (any Error)?) {
        let reason =
            path.last.map { "the XML is not well formed inside the element \"\($0)\"" }
            ?? "the XML is not well formed"
        report(
            "malformed-xml",
            place(of: parser),
            reason,
            fix: "repair the file, or restore it from version control; nothing was generated"
        )
    }

    private func place(of parser: XMLParser) -> Diagnostic.Place {
        Diagnostic.Place(
            file: file,
            line: max(parser.lineNumber, 1),
            column: max(parser.columnNumber, 1)
        )
    }

    private func report(
        _ id: String,
        severity: Diagnostic.Severity = .error,
        _ place: Diagnostic.Place,
        _ problem: String,
        expected: String? = nil,
        fix: String? = nil
    ) {
        diagnostics.append(
            Diagnostic(id, severity: severity, at: place, problem, expected: expected, fix: fix)
        )
    }
}

/// Elements that only group others or only matter to the model editor.
private let structural: Set<String> = [
    "model", "elements", "element", "userInfo", "uniquenessConstraints", "fetchIndex",
    "fetchIndexElement",
]

/// Elements whose insides are the model editor's own.
private let skipped: Set<String> = ["elements"]
