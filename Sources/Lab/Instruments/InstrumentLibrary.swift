package import Diagnostics

/// The shipped instruments. Their data files, in Data/, are compiled into the program, so an
/// installed tool needs no resource folder.
package enum InstrumentLibrary {
    /// Each instrument's id, aliases and data file.
    private static let files: [(id: String, aliases: [String], bytes: [UInt8])] = [
        ("asq", ["ASQ"], PackageResources.asq_yaml),
        ("csuq", ["CSUQ"], PackageResources.csuq_yaml),
        ("nasa-tlx", ["NASA-TLX", "TLX", "RTLX"], PackageResources.nasa_tlx_yaml),
        ("nps", ["NPS", "LTR"], PackageResources.nps_yaml),
        ("pssuq", ["PSSUQ", "PSSUQ v3"], PackageResources.pssuq_yaml),
        ("seq", ["SEQ"], PackageResources.seq_yaml),
        ("smeq", ["SMEQ"], PackageResources.smeq_yaml),
        ("supr-q", ["SUPR-Q", "SUPRQ"], PackageResources.supr_q_yaml),
        ("sus", ["SUS"], PackageResources.sus_yaml),
        ("ueq", ["UEQ"], PackageResources.ueq_yaml),
        ("ueq-s", ["UEQ-S", "UEQS"], PackageResources.ueq_s_yaml),
        ("umux", ["UMUX"], PackageResources.umux_yaml),
        ("umux-lite", ["UMUX-LITE", "UMUXLITE"], PackageResources.umux_lite_yaml),
    ]

    package static var ids: [String] { files.map(\.id) }

    /// Returns the instrument with this id or alias; case is ignored.
    ///
    /// - Throws: `DiagnosticError` if there is none. The error lists the known ids.
    package static func instrument(_ name: String) throws(DiagnosticError) -> Instrument {
        let wanted = name.lowercased()
        let file = files.first { file in
            file.id == wanted || file.aliases.contains { $0.lowercased() == wanted }
        }
        guard let file else {
            throw DiagnosticError(
                "unknown-instrument",
                "no questionnaire instrument is named \"\(name)\"",
                expected: "one of \(ids.joined(separator: ", "))",
                fix: nearestName(to: wanted, among: ids).map { "did you mean \"\($0)\"?" }
                    ?? "write the questions under \"items\", without \"instrument\"; no score is computed"
            )
        }
        let text = String(decoding: file.bytes, as: UTF8.self)
        return try InstrumentReader.read(text, file: "\(file.id).yaml")
    }
}
