/// The tables of the Templates page. Each row is Markdown and describes one field.
package let templateSections: [(title: String, rows: [String])] = [
    ("model", rows(modelFields)),
    ("entity", rows(entityFields)),
    ("identity", rows(identityFields)),
    ("property", rows(propertyFields)),
    ("relationship", rows(relationshipFields)),
    ("query", rows(queryFields)),
    ("parameter", rows(parameterFields)),
    ("sort", rows(sortFields)),
]

private func rows<Value>(_ fields: [TemplateField<Value>]) -> [String] {
    fields.map { "| `\($0.name)` | \($0.kind.rawValue) | \($0.meaning) |" }
}
