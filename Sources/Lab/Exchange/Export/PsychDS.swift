import JSON
import StudyDefinition

/// A data set in the Psych-DS format: `dataset_description.json`, which declares every column, and
/// tables with the names `data/<key>-<value>_…_data.csv`. The keys and values in these names
/// consist of letters and digits.
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
        var variables: [JSONNode] = []
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
                    JSONNode([
                        ("@type", JSONNode("PropertyValue")), ("name", JSONNode(column.name)),
                        ("description", JSONNode(words)),
                    ])
                )
            }
        }
        return JSONNode([
            ("@context", JSONNode("https://schema.org/")), ("@type", JSONNode("Dataset")),
            ("name", JSONNode(title)),
            (
                "description",
                JSONNode(
                    (data.provenance.map { $0 + " " } ?? "")
                        + "Sessions of the usability experiment “\(study.title)”, version "
                        + "\(study.version), on the product \(study.product.name) "
                        + "\(study.product.version). Participants are identified by codes."
                )
            ),
            ("schemaVersion", JSONNode("Psych-DS 0.4.0")),
            ("keywords", JSONNode([JSONNode("usability"), JSONNode("programming tools")])),
            ("variableMeasured", JSONNode(variables)),
        ]).text
    }

    private var readme: String {
        "# \(title.inMarkdown)\n\n"
            + Codebook.markdown(tables, of: data).replacing(
                "# Codebook\n",
                with: "",
                maxReplacements: 1
            )
    }
}
