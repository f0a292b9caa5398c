// Made by cdgen from Rules.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

/// A photo, as a value: changes are kept once `photos.save(…)` has stored them.
struct Photo: Record {
    /// What tells one photo from another: a number from the store.
    struct Identity: RecordIdentity {
        let value: Int64

        init(_ value: Int64) {
            self.value = value
        }
    }

    /// nil until the photo has been saved.
    var identity: Identity?
    var title: String?
    /// The visit's identity; `manager.visit(of: photo)` gives the record.
    var visit: Visit.Identity?
    /// The album's identity; `manager.album(of: photo)` gives the record.
    var album: Album.Identity?
    /// The reel's identity; `manager.reel(of: photo)` gives the record.
    var reel: Album.Identity?
    /// The next's identity; `manager.next(of: photo)` gives the record.
    var next: Photo.Identity?
}
