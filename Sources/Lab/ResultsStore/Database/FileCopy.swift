import CFileStatus
import Foundation
import GRDB

/// The identity of one copy of a results file.
///
/// A copied or restored file has the same contents but another place on the disk. Events recorded
/// after that get another origin, which shows when two copies diverge. A copy that is not
/// recognised by its place is recognised at the next synchronisation: its events have the same
/// numbers as other events but different hashes.
enum FileCopy {
    /// Gives the file a new identity if the file is a copy.
    static func recognise(path: String, in queue: DatabaseQueue) throws {
        guard let place = place(of: path) else { return }
        let known = try queue.read { try String.fetchOne($0, sql: "SELECT place FROM file_copy") }
        guard known != place else { return }
        try queue.write { db in
            // If two processes do this at the same time, the second one finds it done.
            let known = try String.fetchOne(db, sql: "SELECT place FROM file_copy")
            guard known != place else { return }
            if known?.isEmpty == false {
                try db.execute(
                    sql: "UPDATE file_copy SET uuid = ?",
                    arguments: [UUID().uuidString]
                )
            }
            try db.execute(sql: "UPDATE file_copy SET place = ?", arguments: [place])
        }
    }

    /// Returns the inode and the time of creation. The time is needed because a new file may get
    /// the inode of a deleted one.
    private static func place(of path: String) -> String? {
        var identity = file_identity()
        guard file_identity_of(path, &identity) == 0 else { return nil }
        return "\(identity.inode) \(identity.seconds).\(identity.nanoseconds)"
    }
}
