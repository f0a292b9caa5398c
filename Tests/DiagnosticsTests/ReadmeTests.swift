import Foundation
import Testing

/// The README names what the package offers, and its links lead to files.
@Suite struct ReadmeTests {
    private let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    private func text(_ file: String) throws -> String {
        try String(contentsOf: root.appendingPathComponent(file), encoding: .utf8)
    }

    @Test func everyLibraryIsNamed() throws {
        let readme = try text("README.md")
        let libraries = try text("Package.swift").matches(of: /\.library\(\s*name: "(\w+)"/)
            .map { String($0.1) }
            // Compiled for the projects of participants; not a product to depend on.
            .filter { $0 != "CacheStoreStatic" }
        #expect(libraries.count == 5)
        for library in libraries {
            #expect(readme.contains(try Regex("\\b\(library)\\b")), "\(library)")
        }
    }

    @Test func everyLinkLeadsToAFile() throws {
        let links = try text("README.md").matches(of: /\]\(([^):]+)\)/).map { String($0.1) }
        #expect(!links.isEmpty)
        for link in links {
            let path = root.appendingPathComponent(link).path
            #expect(FileManager.default.fileExists(atPath: path), "\(link)")
        }
    }

    /// The commands next to the published data write the report that is next to them.
    @Test func thePublishedDataComeWithTheComparison() throws {
        let folder = "Results/published/radwani-zein-2020"
        let report = "evalrun report --results published.sqlite --paper \(folder)/paper"
        #expect(try text("\(folder)/README.md").contains(report))
    }
}
