import CFileStatus
import Foundation
import GRDB

/// Identity of one copy of a results file.
///
/// A file that was copied or restored from a backup keeps its contents and gets another place on the
/// disk. Events recorded after that have another origin, so that two copies that both go on are seen
/// to differ. A copy that cannot be recognised here is recognised when it is synchronised: its events
/// have the numbers of others and other hashes.
enum FileCopy {
    /// Gives the file a new identity if it is a copy.
    static func recognise(path: String, in queue: DatabaseQueue) throws {
        guard let place = place(of: path) else { return }
        let known = try queue.read { try String.fetchOne($0, sql: "SELECT place FROM file_copy") }
        guard known != place else { return }
        try queue.write { db in
            // Of two processes that see this at the same time the second finds it done.
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

    /// Inode and time of creation: a new file may get the inode of a removed one.
    private static func place(of path: String) -> String? {
        var identity = file_identity()
        guard file_identity_of(path, &identity) == 0 else { return nil }
        return "\(identity.inode) \(identity.seconds).\(identity.nanoseconds)"
    }
}
