import Foundation
import StudyDefinition

/// A data set as Psych-DS has it: `dataset_description.json` with every column declared, and tables
/// `data/<key>-<value>_…_data.csv` with keys and values of letters and digits.
struct PsychDS {
    var data: ExportData
    var tables: [ExportTable]

    private var study: Study { data.study }
    private var title: String { study.title + (data.isSimulated ? " (simulated data)" : "") }

    var files: [Exporter.File] {
        tables.map { .init("data/\(name(of: $0))", $0.csv) } + [
            .init("dataset_description.json", description + "\n"),
            .init("README.md", readme),
            .init("CHANGES.md", "# Changes\n\nFirst export.\n"),
        ]
    }

    private func name(of table: ExportTable) -> String {
        "study-\(PsychDS.alphanumeric(study.id))_description-\(table.name)_data.csv"
    }

    static func alphanumeric(_ text: String) -> String {
        let kept = text.lowercased().unicodeScalars.filter {
            ("a"..."z").contains($0) || ("0"..."9").contains($0)
        }
        return kept.isEmpty ? "study" : String(String.UnicodeScalarView(kept))
    }

    private var description: String {
        var seen: Set<String> = []
        var variables: [JSONText] = []
        for table in tables {
            for column in table.columns where seen.insert(column.name).inserted {
                let meanings = tables.compactMap { table in
                    table.columns.first { $0.name == column.name }.map {
                        "\(table.name): \($0.meaning)"
                    }
                }
                let words =
                    Set(meanings.map { $0.drop { $0 != ":" } }).count == 1
                    ? column.meaning : meanings.joined(separator: " ")
                variables.append(
                    .object([
                        ("@type", .string("PropertyValue")), ("name", .string(column.name)),
                        ("description", .string(words)),
                    ])
                )
            }
        }
        return JSONText.object([
            ("@context", .string("https://schema.org/")), ("@type", .string("Dataset")),
            ("name", .string(title)),
            (
                "description",
                .string(
                    (data.provenance.map { $0 + " " } ?? "")
                        + "Sessions of the usability experiment “\(study.title)”, version "
                        + "\(study.version), on the product \(study.product.name) "
                        + "\(study.product.version). Participants are codes."
                )
            ),
            ("schemaVersion", .string("Psych-DS 0.4.0")),
            ("keywords", .array([.string("usability"), .string("programming tools")])),
            ("variableMeasured", .array(variables)),
        ]).text()
    }

    private var readme: String {
        "# \(title)\n\n"
            + Codebook.markdown(tables, of: data).replacing(
                "# Codebook\n",
                with: "",
                maxReplacements: 1
            )
    }
}
