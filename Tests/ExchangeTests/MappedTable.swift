import Diagnostics
import Exchange
import Foundation
import ResultsStore

@testable import StudyDefinition

/// Tables for tests, read by a mapping without its line `format: 1`.
struct MappedTable {
    var study: StudyFolder

    /// The small study, perhaps with conditions `one` and `two`.
    init(conditions: Int = 1) {
        study = smallStudy
        guard conditions == 2 else { return }
        study.study.conditions = [.init(id: "one", title: "One"), .init(id: "two", title: "Two")]
    }

    func read(
        _ data: String,
        _ mapping: String
    ) throws -> (sessions: [[SessionEvent]], lines: [String]) {
        try withFolder { folder in
            try MappedImport(study: study).read(
                folder.file("data.csv", data),
                mapping: folder.file("map.yaml", "format: 1\n" + mapping)
            )
        }
    }

    func read(
        fixture name: String,
        _ mapping: String
    ) throws -> (sessions: [[SessionEvent]], lines: [String]) {
        let url = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "Fixtures/\(name)")
        return try withFolder { folder in
            try MappedImport(study: study).read(
                Importer.File(url: url, name: name),
                mapping: folder.file("map.yaml", "format: 1\n" + mapping)
            )
        }
    }

    func read(
        _ book: SmallWorkbook,
        _ mapping: String
    ) throws -> (sessions: [[SessionEvent]], lines: [String]) {
        try withFolder { folder in
            try MappedImport(study: study).read(
                book.file(in: folder),
                mapping: folder.file("map.yaml", "format: 1\n" + mapping)
            )
        }
    }

    func refusal(_ book: SmallWorkbook, _ mapping: String) -> String {
        refusal { try read(book, mapping) }
    }

    func refusal(_ data: String, _ mapping: String) -> String {
        refusal { try read(data, mapping) }
    }

    func refusal(fixture name: String, _ mapping: String) -> String {
        refusal { try read(fixture: name, mapping) }
    }

    private func refusal(
        _ read: () throws -> (sessions: [[SessionEvent]], lines: [String])
    ) -> String {
        do {
            _ = try read()
            return "accepted"
        } catch let error as DiagnosticError {
            return render(error.diagnostics)
        } catch {
            return "\(error)"
        }
    }

    static func answers(_ events: [SessionEvent]) -> [Answered] {
        events.compactMap { event -> Answered? in
            if case .answered(let answer) = event { answer } else { nil }
        }
    }

    /// Participant, then task, condition, seconds and outcome of each time, and the answers.
    static func values(_ events: [SessionEvent]) -> [String] {
        events.compactMap { event in
            switch event {
            case .sessionStarted(let start): start.participant
            case .timeImported(let time):
                "\(time.task) \(time.condition) "
                    + (time.isTimed == false ? "untimed" : "\(Double(time.duration) / 1e9)")
                    + " \(time.outcome.rawValue)"
            case .answered(let answer): "\(answer.item) \(answer.value.meaning)"
            default: nil
            }
        }
    }
}

extension MappedImport {
    func read(
        _ data: Importer.File,
        mapping: Importer.File
    ) throws(DiagnosticError) -> (sessions: [[SessionEvent]], lines: [String]) {
        try read([Source(data: data, mapping: mapping)])
    }
}
