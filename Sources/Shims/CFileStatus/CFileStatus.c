#define _GNU_SOURCE
#include "CFileStatus.h"
#include <fcntl.h>
#include <sys/stat.h>

int file_identity_of(const char *path, struct file_identity *identity) {
#ifdef __APPLE__
    struct stat status;
    if (stat(path, &status) != 0) return -1;
    identity->inode = status.st_ino;
    identity->seconds = status.st_birthtimespec.tv_sec;
    identity->nanoseconds = status.st_birthtimespec.tv_nsec;
#else
    struct statx status;
    if (statx(AT_FDCWD, path, 0, STATX_INO | STATX_BTIME, &status) != 0) return -1;
    int is_known = (status.stx_mask & STATX_BTIME) != 0;
    identity->inode = status.stx_ino;
    identity->seconds = is_known ? status.stx_btime.tv_sec : 0;
    identity->nanoseconds = is_known ? status.stx_btime.tv_nsec : 0;
#endif
    return 0;
}
