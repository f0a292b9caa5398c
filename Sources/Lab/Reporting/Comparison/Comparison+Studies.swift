import StudyDefinition

extension Comparison {
    /// Creates a comparison of two results files. It covers one condition, or the tasks without a
    /// condition. The participants of the two files count as different people. Returns nil if the
    /// files have no task in common.
    init?(
        _ first: ReportAnalysis.Part,
        _ second: ReportAnalysis.Part,
        ofFilesNamed names: (first: String, second: String)
    ) {
        guard !ReportAnalysis.commonTasks(of: [first, second]).isEmpty else { return nil }
        let places = Places(
            design: .between(
                first: first.group.entries.count,
                second: second.group.entries.count,
                both: 0
            ),
            first: Array(first.group.entries.indices),
            second: Array(second.group.entries.indices),
            sharesPeople: false
        )
        self.init(first, second, places: places, names: names)
        version = ""
        colours = (0, 1)
    }
}

extension ReportAnalysis {
    /// Compares two files. For each version of the study in the first file, returns one comparison
    /// for each condition that both files have, and one for the tasks without a condition. The
    /// results of the second file are from the same version. If there are none, the results of the
    /// latest version in the second file are used.
    static func acrossFiles(_ first: ReportAnalysis, _ second: ReportAnalysis) -> [Comparison] {
        first.parts.compactMap { part in
            let others = second.parts.filter {
                $0.group.conditionID == part.group.conditionID && !$0.tasks.isEmpty
            }
            let same = others.first { $0.group.version == part.group.version }
            guard let other = same ?? others.last else { return nil }
            let version =
                part.group.version == other.group.version ? "" : ", version \(other.group.version)"
            func name(_ file: String) -> String {
                part.name.isEmpty ? file : "\(part.name) (\(file))"
            }
            return Comparison(
                part,
                other,
                ofFilesNamed: (
                    name("this \(first.sample.kind)file"),
                    name("the \(second.sample.kind)other file\(version)")
                )
            )
        }
    }
}
