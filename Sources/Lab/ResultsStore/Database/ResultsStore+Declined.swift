package import Diagnostics
import Foundation
import GRDB

/// Records of people who declined to take part. For each person, only a random identity and the
/// study are stored. The identity ensures that a person is counted only once after files are
/// merged.
extension ResultsStore {
    package func countDeclined(study id: String) async throws(DiagnosticError) {
        try await write { db in
            try db.run("INSERT INTO declined (uuid, study) VALUES (?, ?)", [UUID().uuidString, id])
        }
    }

    package func declined(study id: String) throws(DiagnosticError) -> Int {
        try declined().first { $0.study == id }?.count ?? 0
    }

    /// Returns the number of people who declined in each study.
    package func declined() throws(DiagnosticError) -> [(study: String, count: Int)] {
        try read { db in
            try db.rows("SELECT study, count(*) FROM declined GROUP BY study ORDER BY study")
                .map { (try $0.get(0), try $0.get(1)) }
        }
    }

    /// Returns study ids, keyed by the identities of the people who declined.
    func declinedPersons() throws(DiagnosticError) -> [String: String] {
        try read { db in
            try db.rows("SELECT uuid, study FROM declined")
                .reduce(into: [:]) { $0[try $1.get(0)] = try $1.get(1) as String }
        }
    }
}
