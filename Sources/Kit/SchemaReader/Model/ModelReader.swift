import Diagnostics
import Schema
import XML

/// A reader that builds a schema from one file, from top to bottom. Each kind of element has a
/// method that reads its XML attributes and child elements. Unknown attributes and elements are
/// kept and reported.
struct ModelReader {
    var events: XMLScanner
    /// The schema; its entities are set only after the whole file has been read.
    var schema: Schema
    var entities: [Entity] = []
    var places = ModelPlaces()
    var findings = ModelFindings()
    /// The elements that contain the current position, outermost first.
    private var owners: [XMLTag] = []

    init(_ source: SourceText, name: String) {
        events = XMLScanner(source, root: "model")
        schema = Schema(name: name)
    }

    /// Reads the whole file. Returns whether the file is well-formed XML.
    mutating func read() -> Bool {
        defer { schema.entities = entities }
        do throws(XMLFault) {
            while true {
                switch try events.next() {
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
        findings.report(
            "no-model-element",
            at: tag.offset,
            "the outermost element is \"\(tag.name)\"",
            expected: "<model>",
            fix: "specify the contents file of an .xcdatamodel folder"
        )
        try skip()
    }

    private mutating func reportDocumentType() {
        guard let offset = events.documentType else { return }
        findings.report(
            "document-type",
            .warning,
            at: offset,
            "the document type declaration is ignored",
            fix: "remove the declaration: model files have no document type"
        )
    }

    // MARK: - Elements

    /// Reads the children of `tag`, up to its end tag. Calls `read` for each child. If `read`
    /// returns true, it must have read the whole child. If it returns false, it must have read
    /// nothing; the child is then kept and reported as unknown.
    mutating func children(
        of tag: XMLTag,
        knowing known: [String] = [],
        _ read: (inout ModelReader, XMLTag) throws(XMLFault) -> Bool = { (_, _) in false }
    ) throws(XMLFault) {
        while true {
            switch try events.next() {
            case .start(let child):
                owners.append(tag)
                if try !read(&self, child) { try unknownElement(child, known) }
                owners.removeLast()
            case .end, .finished: return
            case .text(let offset, _):
                findings.report(
                    "unexpected-text",
                    .warning,
                    at: offset,
                    "text inside \"\(tag.name)\" is ignored",
                    fix: "remove it"
                )
            }
        }
    }

    /// Reads the children of `tag` that are called `name`. Other children are kept and reported as
    /// unknown.
    mutating func each(
        _ name: String,
        in tag: XMLTag,
        _ read: (inout ModelReader, XMLTag) throws(XMLFault) -> Void
    ) throws(XMLFault) {
        try children(of: tag, knowing: [name]) { (reader, child) throws(XMLFault) in
            guard child.name == name else { return false }
            try read(&reader, child)
            return true
        }
    }

    /// Skips the rest of the innermost element. Returns the offset of the element's end.
    @discardableResult mutating func skip() throws(XMLFault) -> Int {
        var depth = 1
        while true {
            switch try events.next() {
            case .start: depth += 1
            case .end(let end):
                depth -= 1
                if depth == 0 { return end }
            case .text, .finished: continue
            }
        }
    }

    private mutating func unknownElement(_ tag: XMLTag, _ known: [String]) throws(XMLFault) {
        let end = try skip()
        let owner = owners.last.map(label) ?? ""
        findings.report(
            "unknown-element",
            .warning,
            at: tag.offset,
            "the unknown element \"\(tag.name)\" inside \(owner) is kept but has no effect",
            expected: known.isEmpty
                ? "no element here" : "one of \(known.joined(separator: ", "))",
            fix: .near(tag.name, known)
        )
        if findings.isFull { return }
        schema.unknown.append(
            UnknownMarkup(
                kind: .element,
                name: tag.name,
                owner: owners.map(label).joined(separator: "/"),
                text: events.source.text(tag.offset..<end)
            )
        )
    }

    /// Returns the type and name of the element, such as `entity[Book]`.
    private func label(_ tag: XMLTag) -> String {
        guard let name = tag.attributes.first(where: { $0.name == "name" }), tag.name != "model"
        else { return tag.name }
        return "\(tag.name)[\(name.value)]"
    }

    // MARK: - XML attributes

    /// Adds the findings of `fields` to those of this reader. Also keeps and reports the XML
    /// attributes in `fields` that have not been read.
    mutating func close(_ fields: Fields, knowing known: [String] = []) {
        findings += fields.findings.all
        for attribute in fields.rest {
            keep(attribute, of: fields.tag)
            findings.report(
                "unknown-attribute",
                .warning,
                at: attribute.nameOffset,
                "the unknown XML attribute \(attribute.name)=\"\(attribute.value)\" of <\(fields.tag.name)> is kept but has no effect",
                fix: .near(attribute.name, known)
            )
        }
    }

    /// Keeps an XML attribute that no property of the schema represents.
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
