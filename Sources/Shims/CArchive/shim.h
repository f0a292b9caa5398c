#ifndef EVALRUN_CARCHIVE_H
#define EVALRUN_CARCHIVE_H

// Finds the header in Homebrew's folder (Apple silicon, Intel) or in the system's include path.
// Homebrew does not link the header, because macOS has its own libarchive, without a header. The
// library is not linked: LibArchive.swift opens it at first use.
#if __has_include("/opt/homebrew/opt/libarchive/include/archive.h")
#include "/opt/homebrew/opt/libarchive/include/archive.h"
#include "/opt/homebrew/opt/libarchive/include/archive_entry.h"
#elif __has_include("/usr/local/opt/libarchive/include/archive.h")
#include "/usr/local/opt/libarchive/include/archive.h"
#include "/usr/local/opt/libarchive/include/archive_entry.h"
#else
#include <archive.h>
#include <archive_entry.h>
#endif

/// Functions of libarchive that evalrun calls, with the types of the header.
struct libarchive {
    __typeof__(archive_read_new) *readNew;
    __typeof__(archive_read_support_format_zip) *supportZip;
    __typeof__(archive_read_open_memory) *openMemory;
    __typeof__(archive_read_next_header) *nextHeader;
    __typeof__(archive_read_data) *readData;
    __typeof__(archive_read_free) *readFree;
    __typeof__(archive_error_string) *errorString;
    __typeof__(archive_entry_pathname_utf8) *pathname;
    __typeof__(archive_read_set_format_option) *readOption;
    __typeof__(archive_write_new) *writeNew;
    __typeof__(archive_write_set_format_zip) *writeZip;
    __typeof__(archive_write_open_memory) *writeOpenMemory;
    __typeof__(archive_write_header) *writeHeader;
    __typeof__(archive_write_data) *writeData;
    __typeof__(archive_write_close) *writeClose;
    __typeof__(archive_write_free) *writeFree;
    __typeof__(archive_entry_new) *entryNew;
    __typeof__(archive_entry_free) *entryFree;
    __typeof__(archive_entry_set_pathname) *setPathname;
    __typeof__(archive_entry_set_size) *setSize;
    __typeof__(archive_entry_set_filetype) *setFileType;
    __typeof__(archive_entry_set_perm) *setPermissions;
    __typeof__(archive_entry_set_mtime) *setModified;
};

#endif
