import Diagnostics
import Foundation
import YAMLFields

extension StudyReading {
    func checks(_ fields: Fields) -> [Check] {
        fields.mappings("checks", .check).map { fields in
            let id = fields.id()
            references.declare(.check, id, at: fields["id"]?.place ?? fields.place)
            return Check(id: id, steps: fields.mappings("steps", .step).map(step))
        }
    }

    private func step(_ fields: Fields) -> Check.Step {
        let name = fields.text("name")
        // No note for a step without expected results, such as a build: its time limit only
        // prevents the session from waiting forever.
        if fields["on_timeout"] == nil, fields["expect"] != nil {
            findings.note(
                "no-on-timeout",
                at: fields.place,
                "step \(quoted(name)) has no \"on_timeout\", so a timeout counts as a fault of the "
                    + "checker",
                fix: "if the participant's program should end by itself, add \"on_timeout: "
                    + "failure\"; otherwise \"on_timeout: fault\""
            )
        }
        return .init(
            name: name,
            run: commandLine(fields),
            input: fields["input"].map(inputText) ?? "",
            timeout: fields.seconds("timeout", default: 60),
            onTimeout: fields.choice("on_timeout", default: .fault),
            expect: fields["expect"].flatMap { Fields($0, .expect) }.map(expectation) ?? .init(),
            reason: fields.text("reason")
        )
    }

    /// Returns the program and the arguments of a command. Reports an empty program name; arguments
    /// may be empty.
    private func commandLine(_ fields: Fields) -> [String] {
        guard let entry = fields["run"] else { return [] }
        let arguments = entry.members("an argument", expected: "text").compactMap { member in
            if let scalar = member.scalar {
                checkPlaceholders(in: scalar, at: member.place)
                return scalar
            }
            return member.text()
        }
        if arguments.first?.isEmpty == true { entry.report("\(entry.name) has no program") }
        warnOfShellSyntax(in: entry)
        return arguments
    }

    private func inputText(_ entry: Entry) -> String {
        guard let scalar = entry.scalar else { return entry.text() ?? "" }
        checkPlaceholders(in: scalar, at: entry.place)
        return scalar
    }

    private func expectation(_ fields: Fields) -> Check.Expectation {
        enum Order: String, CaseIterable { case given, any }
        let exit = fields.integer("exit") ?? 0
        if !(0...255).contains(exit) { fields["exit"]?.report("\"exit\" is \(exit)") }
        if fields["order"] != nil, fields["rows"] == nil {
            fields["order"]?.report("\"order\" is given without \"rows\"", id: "useless-key")
        }
        if let output = fields["output"], output.isUnescaped,
            output.scalar?.contains("\\n") == true
        {
            findings.warning(
                "escaped-line-break",
                at: output.place,
                "\(output.name) contains the two characters \"\\n\", not a line break",
                fix: "for a line break, put the text between double quotes"
            )
        }
        if fields.present.isEmpty {
            fields.entry.report("\(fields.entry.name) is an empty mapping", id: "empty-mapping")
        }
        return .init(
            exit: exit,
            output: fields["output"].flatMap { $0.scalar ?? $0.text() },
            contains: fields.texts("contains"),
            matches: patterns(fields),
            rows: fields["rows"] == nil ? nil : rows(fields),
            ordered: fields.choice("order", default: Order.given) == .given
        )
    }

    private func rows(_ fields: Fields) -> [String] {
        let rows = fields.texts("rows", allowEmpty: true)
        for row in rows
        where row.trimming(\.isWhitespace) != row || row.contains(where: \.isNewline) {
            fields["rows"]?.report(
                "row \(quoted(row)) can never match: a row is a single line without leading or "
                    + "trailing white space"
            )
        }
        return rows
    }

    private func patterns(_ fields: Fields) -> [String] {
        fields.members("matches", called: "a pattern", expected: "a regular expression")
            .compactMap { entry in
                guard let text = entry.text() else { return nil }
                do {
                    _ = try Check.Expectation.pattern(text)
                } catch {
                    entry.report(
                        "regular expression \(quoted(text)) does not compile: \(error)",
                        id: "wrong-pattern",
                        fix: "put the expression between single quotes, and write \"\\\" before "
                            + "each special character that is meant literally"
                    )
                }
                return text
            }
    }

    /// Reports each path after `{data}` that does not exist in the study's `data` folder. Also
    /// warns of misspelled placeholders.
    private func checkPlaceholders(in text: String, at place: Diagnostic.Place) {
        warnOfPlaceholders(in: text, known: ["data", "scratch"], at: place)
        var rest = text[...]
        while let found = rest.firstRange(of: "{data}") {
            rest = rest[found.upperBound...]
            // The name of an existing file may contain spaces, so existing files are looked up
            // first.
            let path =
                [rest, rest.prefix { !"'\"".contains($0) }].first {
                    files.type(of: files.root.appending(path: "data/\($0)")) != nil
                } ?? rest.prefix { !$0.isWhitespace && !"'\",;:|&()<>{}$*".contains($0) }
            let inside = path.drop { $0 == "/" }
            let target = inside.isEmpty ? "data" : "data/\(inside)"
            let kind: StudyFiles.Kind = files.isFolder(target) ? .folder : .file
            _ = files.resolve(
                target,
                kind,
                at: place,
                name: "\"{data}\(path)\"",
                fix: files.similarPath(to: target, kind)?
                    .replacing("\"data/", with: "\"{data}/")
            )
        }
    }
}

extension Check.Expectation {
    /// Compiles a pattern from the key `matches` as a Swift regular expression. `^` and `$` match
    /// at the start and end of each line. Both the reader of study files and the session engine use
    /// this function.
    package static func pattern(_ text: String) throws -> Regex<AnyRegexOutput> {
        try Regex(text).anchorsMatchLineEndings()
    }
}

extension String {
    fileprivate func trimming(_ isPadding: (Character) -> Bool) -> String {
        let start = drop(while: isPadding)
        let end = start.lastIndex { !isPadding($0) }
        return end.map { String(start[...$0]) } ?? ""
    }
}
