import Diagnostics
import ResultsStore
import StudyDefinition

/// Differences between sessions: in the study definition, the order of conditions, the computer,
/// the tools, and other aspects.
struct Differences: Sendable {
    struct Difference: Sendable {
        /// The aspect that differs, such as `editor`, `memory` or `definition of the study`.
        var aspect: String
        /// The different values of the aspect, in order of first appearance, each with the
        /// participants whose sessions have this value.
        var values: [(value: String, participants: [String])]
    }

    /// The aspects that the study itself varies: the condition or, if participants have several
    /// conditions, the order of conditions.
    static let planned: Set<String> = ["condition", "order of conditions"]

    var found: [Difference] = []
    /// Paths of study files that differ between the sessions' study definitions. In some of the
    /// definitions, such a file is missing or has different contents.
    var files: [String] = []

    init(_ sample: Sample, store: ResultsStore) throws(DiagnosticError) {
        let entries = sample.entries
        // An imported session has no recorded environment.
        let witnessed = entries.filter { !$0.isImported }
        var orders: [String: String] = [:]
        for (participant, own) in entries.grouped(by: \.participant) {
            orders[participant] =
                own.allSatisfy(\.start.isOrderKnown)
                ? own.flatMap(\.start.conditions).joined(separator: ", ") : "not known"
        }
        let hasOrder = entries.grouped(by: \.participant).contains { _, own in
            own.reduce(0) { $0 + $1.start.conditions.count } > 1
        }
        let aspects: [(String, [Entry], (Entry) -> String)] = [
            ("source", entries, { $0.start.source.words }),
            (
                "version of the study", entries,
                { sample.definitions[$0.start.study]?.version ?? "" }
            ),
            ("definition of the study", entries, { String($0.start.study.prefix(12)) }),
            (
                hasOrder ? "order of conditions" : "condition", entries,
                { orders[$0.participant] ?? "" }
            ),
            ("operating system", witnessed, { $0.start.environment.system }),
            ("processor", witnessed, { $0.start.environment.processor }),
            ("memory", witnessed, { $0.start.environment.memoryWords }),
            ("editor", witnessed, { $0.start.environment.editor }),
            ("policy on assistants", witnessed, { $0.start.environment.assistants }),
        ]
        found = aspects.compactMap { Differences.difference($0.0, $0.1, $0.2) }
        let tools = Set(witnessed.flatMap { $0.start.environment.tools.keys }).sorted()
        found += tools.compactMap { tool in
            Differences.difference(tool, witnessed) { $0.start.environment.tools[tool] ?? "" }
        }
        files = try Differences.files(of: entries, store: store)
    }

    private static func difference(
        _ aspect: String,
        _ entries: [Entry],
        _ value: (Entry) -> String
    ) -> Difference? {
        let values = entries.grouped(by: value).map {
            ($0.key, $0.elements.map(\.participant).distinct)
        }
        return values.count > 1 ? Difference(aspect: aspect, values: values) : nil
    }

    private static func files(
        of entries: [Entry],
        store: ResultsStore
    ) throws(DiagnosticError) -> [String] {
        let hashes = Set(entries.map(\.start.study)).sorted()
        guard hashes.count > 1 else { return [] }
        var contents: [String: [String]] = [:]
        for hash in hashes {
            for (path, content) in try store.contentHashes(study: hash) {
                contents[path, default: []].append(content)
            }
        }
        return contents.filter { $1.count != hashes.count || Set($1).count != 1 }.keys.sorted()
    }
}

extension SessionStart.Source {
    var words: String {
        switch self {
        case .live: "live"
        case .script: "script"
        case .simulated: "simulated"
        case .import: "imported"
        }
    }
}

extension SessionEnvironment {
    /// Memory in gibibytes with one decimal; empty if unknown.
    var memoryWords: String { memory > 0 ? "\(fixed(Double(memory) / 1_073_741_824, 1)) GiB" : "" }
}
