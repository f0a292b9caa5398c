package import Foundation

/// The workspace of a participant's latest session, in the folder of a results file; nil where
/// there is none.
package func workspaceFolder(of participant: String, in study: String, at results: URL) -> URL? {
    let parent = results.appendingPathComponent("workspaces/\(study)")
    let names = (try? FileManager.default.contentsOfDirectory(atPath: parent.path)) ?? []
    return names.filter { $0.hasPrefix("\(participant)-") }.map(parent.appendingPathComponent)
        .max { modified($0) < modified($1) }
}

private func modified(_ url: URL) -> Date {
    let found = try? FileManager.default.attributesOfItem(atPath: url.path)
    return found?[.creationDate] as? Date ?? found?[.modificationDate] as? Date ?? .distantPast
}
