import Diagnostics
import Foundation
import SchemaReader
import TestSupport
import Testing

private let module = Tool.root.appendingPathComponent("Sources/Kit/SchemaReader")

/// The cells of the tables of a page, by the heading above.
private func tables(_ page: String) throws -> [String: [[String]]] {
    let file = module.appendingPathComponent("SchemaReader.docc/\(page).md")
    var tables: [String: [[String]]] = [:]
    var heading = ""
    for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
        if line.hasPrefix("### ") { heading = String(line.dropFirst(4)) }
        guard line.hasPrefix("| `") else { continue }
        let cells = line.split(separator: "|").map {
            $0.trimmingCharacters(in: CharacterSet(charactersIn: " `"))
        }
        tables[heading, default: []].append(cells)
    }
    return tables
}

/// The keys of an object and of those inside, by the heading under which the page has them.
private func keys(_ value: Any, under heading: String, into found: inout [String: Set<String>]) {
    if let list = value as? [Any] {
        for element in list { keys(element, under: heading, into: &found) }
    }
    guard let object = value as? [String: Any] else { return }
    for (key, inner) in object {
        found[heading, default: []].insert(key)
        if let next = headings[key] { keys(inner, under: next, into: &found) }
    }
}

private let headings = [
    "counts": "Counts", "entities": "Entities", "attributes": "Attributes",
    "relationships": "Relationships", "fetchedProperties": "Fetched properties",
    "fetchRequest": "Fetch requests", "fetchRequests": "Fetch requests",
    "fetchIndexes": "Fetch indexes", "elements": "Index elements",
    "configurations": "Configurations", "composites": "Composites", "unknown": "Unknown",
    "diagnostics": "Diagnostics",
]

@Test func thePageHasEveryFieldThatIsPrintedAndNoOther() throws {
    var found: [String: Set<String>] = [:]
    for text in [everything, modelText("<entity name=\"A\"/><entitty name=\"B\"/>")] {
        let json = Data(inspection(of: read(text), as: .json))
        keys(try JSONSerialization.jsonObject(with: json), under: "Model", into: &found)
    }
    let documented = try tables("Inspection").mapValues { Set($0.compactMap(\.first)) }
    #expect(Set(documented.keys) == Set(found.keys))
    for (heading, fields) in documented { #expect(fields == found[heading], "\(heading)") }
}

@Test func thePageHasEveryRuleWithItsSeverity() throws {
    let rows = try #require(try tables("Lints")["Rules"])
    #expect(rows.map { $0[0] } == LintRule.allCases.map(\.rawValue))
    #expect(rows.map { $0[1] } == LintRule.allCases.map(\.severity.rawValue))
}

@Test func thePageHasEveryDiagnosticOfTheReader() throws {
    let page = try tables("Lints").filter { $0.key != "Rules" }
    let documented = page.values.flatMap { $0.compactMap(\.first) }
    var written: Set<String> = ["no-NAME"]
    let scanner = module.deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Shared/XML")
    let files = [module, scanner].flatMap { folder in
        FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)?
            .compactMap { $0 as? URL } ?? []
    }
    for file in files where file.pathExtension == "swift" {
        if file.path.contains("/Lint/") { continue }
        let text = try String(contentsOf: file, encoding: .utf8)
        for match in text.matches(of: #/"([a-z]+(-[a-z]+)+)"/#) { written.insert(String(match.1)) }
    }
    #expect(Set(documented) == written)
    #expect(documented.count == Set(documented).count)
}
