#ifndef EVALRUN_CFILESTATUS_H
#define EVALRUN_CFILESTATUS_H

#include <stdint.h>

/// Identity of a file on its disk: the inode and the time at which it was made.
struct file_identity {
    uint64_t inode;
    /// Seconds since 1970 and nanoseconds; 0 where the file system does not record them.
    int64_t seconds;
    int64_t nanoseconds;
};

/// Returns 0, or -1 with `errno`. Swift's Glibc module does not have `statx`.
int file_identity_of(const char *path, struct file_identity *identity);

#endif
