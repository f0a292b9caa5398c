import Diagnostics
import Schema
import XML

/// Builds a schema from one file. One instance reads one file, top down: a method for each element
/// takes its XML attributes and its children. What no method knows is kept and reported.
struct ModelReader {
    var scanner: XMLScanner
    /// Has its entities when the whole file is read.
    var schema: Schema
    var entities: [Entity] = []
    var places = ModelPlaces()
    var findings = ModelFindings()
    /// The elements around the current place, outermost first.
    private var owners: [XMLTag] = []

    init(_ source: SourceText, name: String) {
        scanner = XMLScanner(source, root: "model")
        schema = Schema(name: name)
    }

    /// Reads the whole file; returns whether it was well-formed XML to its end.
    mutating func read() -> Bool {
        defer { schema.entities = entities }
        do throws(XMLFault) {
            while true {
                switch try scanner.next() {
                case .start(let tag) where tag.name == "model": try model(tag)
                case .start(let tag): try notAModel(tag)
                case .end, .text: continue
                case .finished:
                    reportDocumentType()
                    return true
                }
            }
        } catch {
            findings.append(ModelFinding(error))
            return false
        }
    }

    private mutating func notAModel(_ tag: XMLTag) throws(XMLFault) {
        findings.append(
            ModelFinding(
                "no-model-element",
                at: tag.offset,
                "the outermost element is \"\(tag.name)\"",
                expected: "<model>",
                fix: "give the contents file of an .xcdatamodel"
            )
        )
        try skip()
    }

    private mutating func reportDocumentType() {
        guard let offset = scanner.documentType else { return }
        findings.append(
            ModelFinding(
                "document-type",
                .warning,
                at: offset,
                "the document type is not read",
                fix: "remove it: a model file has none"
            )
        )
    }

    // MARK: - Elements

    /// Reads up to the end of `tag`, which is open. `read` gets every child and says whether it
    /// knows it and has read to its end.
    mutating func children(
        of tag: XMLTag,
        knowing known: [String] = [],
        _ read: (inout ModelReader, XMLTag) throws(XMLFault) -> Bool = { (_, _) in false }
    ) throws(XMLFault) {
        while true {
            switch try scanner.next() {
            case .start(let child):
                owners.append(tag)
                if try !read(&self, child) { try unknownElement(child, known) }
                owners.removeLast()
            case .end, .finished: return
            case .text(let offset, _):
                findings.append(
                    ModelFinding(
                        "unexpected-text",
                        .warning,
                        at: offset,
                        "text inside \"\(tag.name)\" is not read",
                        fix: "remove it"
                    )
                )
            }
        }
    }

    /// Reads to the end of the innermost open element, all of it unread; where that ends.
    @discardableResult mutating func skip() throws(XMLFault) -> Int {
        var depth = 1
        while true {
            switch try scanner.next() {
            case .start: depth += 1
            case .end(let end):
                depth -= 1
                if depth == 0 { return end }
            case .text, .finished: continue
            }
        }
    }

    private mutating func unknownElement(
        _ tag: XMLTag,
        _ known: [String]
    ) throws(XMLFault) {
        let end = try skip()
        let owner = owners.last.map(label) ?? ""
        findings.append(
            ModelFinding(
                "unknown-element",
                .warning,
                at: tag.offset,
                "the element \"\(tag.name)\" inside \(owner) is not known; it is kept but has no effect",
                expected: known.isEmpty
                    ? "no element here" : "one of \(known.joined(separator: ", "))",
                fix: .near(tag.name, known)
            )
        )
        if findings.isFull { return }
        schema.unknown.append(
            UnknownMarkup(
                kind: .element,
                name: tag.name,
                owner: owners.map(label).joined(separator: "/"),
                text: scanner.source.text(tag.offset..<end)
            )
        )
    }

    /// `entity[Book]`
    private func label(_ tag: XMLTag) -> String {
        guard let name = tag.attributes.first(where: { $0.name == "name" }), tag.name != "model"
        else { return tag.name }
        return "\(tag.name)[\(name.value)]"
    }

    // MARK: - XML attributes

    /// Takes over the findings of `fields` and reports what nobody took.
    mutating func close(_ fields: Fields, knowing known: [String] = []) {
        findings += fields.findings
        for attribute in fields.rest {
            keep(attribute, of: fields.tag)
            findings.append(
                ModelFinding(
                    "unknown-attribute",
                    .warning,
                    at: attribute.nameOffset,
                    "\(attribute.name)=\"\(attribute.value)\" of \(fields.tag.name) is not known; it is kept but has no effect",
                    fix: .near(attribute.name, known)
                )
            )
        }
    }

    /// Keeps a value that the schema has no place for.
    mutating func keep(_ attribute: XMLAttribute, of tag: XMLTag) {
        if findings.isFull { return }
        schema.unknown.append(
            UnknownMarkup(
                kind: .attribute,
                name: attribute.name,
                owner: (owners + [tag]).map(label).joined(separator: "/"),
                text: attribute.value
            )
        )
    }
}
