import YAMLFields

extension StudyReading {
    private enum ItemType: String, CaseIterable {
        case single, multiple, scale, number, text

        /// The YAML keys that this type of item has in addition to the keys that all types have.
        var keys: Set<String> {
            switch self {
            case .single, .multiple: ["options"]
            case .scale: ["min", "max", "min_label", "max_label"]
            case .number: ["min", "max", "unit"]
            case .text: []
            }
        }
    }

    func kind(_ fields: Fields) -> Questionnaire.Kind {
        guard let entry = fields["type"], let text = entry.text() else { return .text }
        guard let type = ItemType(rawValue: text) else {
            _ = fields.choice("type", default: ItemType.text)
            return .text
        }
        let special = ItemType.allCases.reduce(into: Set<String>()) { $0.formUnion($1.keys) }
        for key in fields.present where special.contains(key) && !type.keys.contains(key) {
            fields[key]?.reportUseless(
                "\"\(key)\" has no effect for \(fields.name) of type \"\(text)\"",
                fix: "remove \"\(key)\", or change the type"
            )
        }
        return switch type {
        case .single: .single(options(fields))
        case .multiple: .multiple(options(fields))
        case .scale: scale(fields)
        case .number: number(fields)
        case .text: .text
        }
    }

    private func scale(_ fields: Fields) -> Questionnaire.Kind {
        require(["min", "max"], of: fields, type: "scale")
        let (min, max) = (fields.integer("min") ?? 1, fields.integer("max") ?? 5)
        let (width, isTooWide) = max.subtractingReportingOverflow(min)
        if fields["min"] != nil, fields["max"] != nil, min >= max || isTooWide || width > 100 {
            fields["max"]?.report(
                "the scale of \(fields.name) goes from \(min) to \(max)",
                id: "wrong-range",
                fix: "make \"max\" greater than \"min\", with at most 101 points"
            )
        }
        return .scale(
            min: min,
            max: max,
            minLabel: fields.optionalText("min_label"),
            maxLabel: fields.optionalText("max_label")
        )
    }

    private func number(_ fields: Fields) -> Questionnaire.Kind {
        let (min, max) = (fields.number("min"), fields.number("max"))
        if let min, let max, min > max {
            fields["max"]?.report(
                "the minimum \(ScoreLimits.plain(min)) of \(fields.name) is above the maximum "
                    + ScoreLimits.plain(max),
                id: "wrong-range"
            )
        }
        return .number(min: min, max: max, unit: fields.optionalText("unit"))
    }

    private func require(_ keys: [String], of fields: Fields, type: String) {
        for key in keys where fields[key] == nil {
            findings.error(
                "missing-key",
                at: fields.place,
                "\(fields.name) has no \"\(key)\", which items of type \"\(type)\" need",
                expected: fields.shape.key(key)?.expected
            )
        }
    }

    private func options(_ fields: Fields) -> [Questionnaire.Option] {
        require(["options"], of: fields, type: fields.optionalText("type") ?? "")
        let members = fields.members(
            "options",
            called: "an option of \(fields.name)",
            expected: "a label, or a mapping with \"label\""
        )
        let options = members.map { ($0, option($0)) }
        var ids: Set<String> = []
        var spellings: Set<String> = []
        for (entry, option) in options {
            guard let option else { continue }
            if !ids.insert(option.id).inserted {
                entry.report(
                    "option \(quoted(option.id)) of \(fields.name) is declared twice",
                    id: "duplicate-id",
                    fix: "give each option a different \"id\""
                )
            }
            let own = Set(([option.label] + option.aliases).map(folded))
            for spelling in own.sorted() where !spellings.insert(spelling).inserted {
                entry.report(
                    "\(quoted(spelling)) is a label or an alias of two options of \(fields.name)",
                    id: "ambiguous-label"
                )
            }
        }
        return options.compactMap(\.1)
    }

    private func option(_ entry: Entry) -> Questionnaire.Option? {
        if entry.scalar != nil {
            guard let label = entry.text() else { return nil }
            return .init(id: id(of: label, entry), label: label)
        }
        guard let fields = Fields(entry, .option, orText: true) else { return nil }
        let label = fields.text("label")
        let id = fields["id"] == nil ? id(of: label, entry) : fields.id()
        return .init(id: id, label: label, aliases: fields.texts("aliases", allowEmpty: true))
    }

    private func id(of label: String, _ entry: Entry) -> String {
        let id = slug(of: label)
        if id.isEmpty, !label.isEmpty {
            entry.report(
                "label \(quoted(label)) has no letter or digit, so no id can be made from it",
                id: "no-id",
                fix: "write {id: …, label: \(quoted(label))}"
            )
        }
        return id
    }

    /// Returns the text in lowercase, without repeated white space.
    func folded(_ label: String) -> String {
        label.split(whereSeparator: \.isWhitespace).joined(separator: " ").lowercased()
    }
}
