#ifndef EVALRUN_CFILESTATUS_H
#define EVALRUN_CFILESTATUS_H

#include <stdint.h>

/// Identity of a file in its file system: the inode number and the creation time.
struct file_identity {
    uint64_t inode;
    /// Creation time: whole seconds since 1970-01-01 00:00 UTC, and the remaining nanoseconds. Both
    /// are 0 if the file system does not record the creation time.
    int64_t seconds;
    int64_t nanoseconds;
};

/// Stores the identity of the file at `path` in `identity`. Returns 0, or -1 with the error in
/// `errno`. This function is written in C because Swift's Glibc module does not have `statx`.
int file_identity_of(const char *path, struct file_identity *identity);

#endif
