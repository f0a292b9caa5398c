import CFileStatus
import Foundation
import GRDB

/// The identity of one copy of a results file.
///
/// A copied or restored file has the same contents but a different inode or creation time, so it
/// gets a new identity. Later events have the new identity as their origin. This distinguishes the
/// events of copies that have diverged.
///
/// A copy may still have the inode and the creation time of the original. The next synchronization
/// then reveals the copy: the hub already has events with the same numbers but other hashes.
enum FileCopy {
    /// Gives the file a new identity if the file is a copy.
    static func recognise(path: String, in queue: DatabaseQueue) throws {
        guard let place = place(of: path) else { return }
        let known: String? = try queue.read { try $0.value("SELECT place FROM file_copy") }
        guard known != place else { return }
        try queue.write { db in
            // Another process may have stored `place` after the query above.
            let known: String? = try db.value("SELECT place FROM file_copy")
            guard known != place else { return }
            if known?.isEmpty == false {
                try db.run("UPDATE file_copy SET uuid = ?", [UUID().uuidString])
            }
            try db.run("UPDATE file_copy SET place = ?", [place])
        }
    }

    /// Returns the inode and the creation time of the file at `path`, as text; nil if they cannot
    /// be read. The time is included because a new file may get the inode of a deleted one.
    private static func place(of path: String) -> String? {
        var identity = file_identity()
        guard file_identity_of(path, &identity) == 0 else { return nil }
        return "\(identity.inode) \(identity.seconds).\(identity.nanoseconds)"
    }
}
