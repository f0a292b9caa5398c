package import Diagnostics

/// Returns the lint report as text for a terminal. The name of the rule is in brackets after each
/// finding. The last line contains the number of findings of each severity.
package func lintReport(_ findings: [Diagnostic]) -> String {
    let lines = findings.map { finding in
        let parts = finding.text.split(
            separator: "\n",
            maxSplits: 1,
            omittingEmptySubsequences: false
        )
        return ([parts[0] + " [\(finding.id)]"] + parts.dropFirst()).joined(separator: "\n")
    }
    return (lines + [total(findings)]).joined(separator: "\n") + "\n"
}

/// Returns the lint report as JSON or YAML. The key `findings` contains an array of objects. The
/// key `counts` contains the number of findings of each severity.
package func lintReport(_ findings: [Diagnostic], as format: DocumentFormat) -> [UInt8] {
    var writer = DocumentWriter(format)
    return writer.document { writer in
        writer.diagnostics("findings", findings)
        writer.object("counts") { writer in
            writer.field("error", findings.count { $0.severity == .error })
            writer.field("warning", findings.count { $0.severity == .warning })
            writer.field("note", findings.count { $0.severity == .note })
        }
    }
}

private func total(_ findings: [Diagnostic]) -> String {
    if findings.isEmpty { return "no findings" }
    return Diagnostic.Severity.allCases.compactMap { severity in
        let count = findings.count { $0.severity == severity }
        return count == 0 ? nil : counted(count, severity.rawValue)
    }
    .joined(separator: ", ")
}
