import Diagnostics
import Foundation
import YAMLFields

/// A questionnaire from the study's files, and the `show_if` conditions of its items with their
/// positions in the file.
struct ReadQuestionnaire {
    struct Condition {
        let item: Int
        let showIf: Questionnaire.ShowIf
        /// Position in the file where `showIf` names another item. `optionsPlace` is the position
        /// where `showIf` names options of that item.
        let place: Diagnostic.Place
        let optionsPlace: Diagnostic.Place
        let name: String
    }

    let questionnaire: Questionnaire
    let conditions: [Condition]
}

extension StudyReading {
    func questionnaires(_ fields: Fields) -> [ReadQuestionnaire] {
        let members = fields.members(
            "questionnaires",
            called: "a questionnaire",
            expected: "the id of a questionnaire in questionnaires/<id>.yaml"
        )
        let read = members.compactMap { entry -> ReadQuestionnaire? in
            guard var id = entry.converted(validID) else { return nil }
            let names = files.names(in: "questionnaires")
            if id.hasSuffix(".yaml"), names.contains(id), !names.contains("\(id).yaml") {
                let name = id
                id.removeLast(5)
                entry.report(
                    "\(entry.name) is \(quoted(name))",
                    fix: "did you mean \(quoted(id))?"
                )
            }
            references.declare(.questionnaire, id, at: entry.place)
            let path = "questionnaires/\(id).yaml"
            let fix = fixForMissing(id, among: names)
            guard files.resolve(path, .file, at: entry.place, name: entry.name, fix: fix) != nil,
                let fields = self.fields(ofFile: path, .questionnaire, id: id)
            else { return nil }
            return questionnaire(fields, id: id)
        }
        warnOfUnlisted(references.ids(.questionnaire))
        return read
    }

    /// Returns the suggested fix for a questionnaire without a file: to use a similar id, or to
    /// rename a file with a similar name, such as `after.yml`.
    private func fixForMissing(_ id: String, among names: [String]) -> String? {
        let ids = names.filter { $0.hasSuffix(".yaml") }.map { String($0.dropLast(5)) }
        let isCapitalised = ids.contains { $0.lowercased() == id.lowercased() }
        let ownFix = suggestion(for: id, among: ids)
        if !isCapitalised, nearestName(to: id, among: ids) != nil { return ownFix }
        return files.renaming(to: "\(id).yaml", in: "questionnaires") ?? ownFix
    }

    private func warnOfUnlisted(_ known: [String]) {
        for name in files.names(in: "questionnaires") where name.hasSuffix(".yaml") {
            if !known.contains(String(name.dropLast(5))) {
                findings.warning(
                    "unused-questionnaire",
                    at: .init(file: "questionnaires/\(name)"),
                    "\"questionnaires\" of the study does not list this file"
                )
            }
        }
    }

    private func questionnaire(_ fields: Fields, id: String) -> ReadQuestionnaire {
        let use = instrument(fields)
        var items = use?.items ?? []
        let published = Set(items.map(\.id))
        var seen: [String: Int] = [:]
        var conditions: [ReadQuestionnaire.Condition] = []
        for fields in fields.mappings("items", .item) {
            let itemID = fields.uniqueID(&seen)
            if published.contains(itemID) {
                findings.error(
                    "duplicate-id",
                    at: fields["id"]?.place,
                    "item \(quoted(itemID)) has the same id as an item of the instrument",
                    fix: "rename it"
                )
            }
            let condition = condition(fields, questionnaire: id, index: items.count)
            if let condition { conditions.append(condition) }
            let item = item(fields, id: itemID, showIf: condition?.showIf)
            let same = items.first { names(of: $0) == names(of: item) }
            if let same, !item.text.isEmpty {
                findings.warning(
                    "duplicate-text",
                    at: fields["text"]?.place,
                    "item \(quoted(itemID)) has the same text as item \(quoted(same.id))",
                    fix: "change one of the texts; if both are meant, give each item its own "
                        + "\"short\" heading for tables and its own \"header\" for imports"
                )
            }
            items.append(item)
        }
        return .init(
            questionnaire: .init(
                id: id,
                title: fields.text("title"),
                items: items,
                instrument: use?.use,
                onlyIn: onlyIn(fields),
                asksAll: fields.flag("ask_all", default: false) ? true : nil
            ),
            conditions: conditions
        )
    }

    /// Returns an item's text, short heading and header in lowercase. Two items that have all three
    /// in common cannot be distinguished in tables and imports.
    private func names(of item: Questionnaire.Item) -> [String] {
        [item.text, item.short ?? "", item.header ?? ""].map(folded)
    }

    private func onlyIn(_ fields: Fields) -> [String]? {
        guard let entry = fields["only_in"] else { return nil }
        return entry.members("a member of \"only_in\"", expected: "a condition's id").compactMap {
            guard let id = $0.text() else { return nil }
            references.use(.condition, id, at: $0.place, by: "\"only_in\" of a questionnaire")
            return id
        }
    }

    private func item(
        _ fields: Fields,
        id: String,
        showIf: Questionnaire.ShowIf?
    ) -> Questionnaire.Item {
        .init(
            id: id,
            text: fields.text("text"),
            short: fields.optionalText("short"),
            kind: kind(fields),
            required: fields.flag("required", default: false),
            showIf: showIf,
            inTable: fields.flag("in_table", default: true),
            header: fields.optionalText("header")
        )
    }

    private func condition(
        _ fields: Fields,
        questionnaire: String,
        index: Int
    ) -> ReadQuestionnaire.Condition? {
        guard let show = fields["show_if"].flatMap({ Fields($0, .showIf) }),
            let item = show["item"], let name = item.text(), let value = show["is"]
        else { return nil }
        let options =
            if value.isList {
                value.members("an option of \(value.name)", expected: "an option's id")
                    .compactMap { $0.text() }
            } else { value.text().map { [$0] } ?? [] }
        let parts = name.split(separator: "/", maxSplits: 1).map(String.init)
        return .init(
            item: index,
            showIf: .init(
                questionnaire: parts.count == 2 ? parts[0] : questionnaire,
                item: parts.last ?? name,
                options: options
            ),
            place: item.place,
            optionsPlace: value.place,
            name: "\"show_if\" of \(fields.name)"
        )
    }
}
