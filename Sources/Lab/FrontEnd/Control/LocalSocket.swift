import Diagnostics
import Foundation
import SessionEngine

/// Unix sockets in the file system, for processes of the same user on one machine.
enum LocalSocket {
    /// Returns a listening socket at `path`. Only this user can connect to it. Replaces the socket
    /// file of an earlier process. This is safe, because the caller holds the lock of the
    /// participant's log.
    static func listen(at path: String) throws(DiagnosticError) -> Int32 {
        let folder = (path as NSString).deletingLastPathComponent
        if folder == ControlSocket.ownFolder {
            mkdir(folder, 0o700)
            var status = stat()
            guard lstat(folder, &status) == 0, status.st_uid == getuid(),
                status.st_mode & 0o077 == 0
            else {
                throw fault(path, "the socket's folder must be yours, without access for others")
            }
        }
        let descriptor = make()
        guard descriptor >= 0 else { throw fault(path, String(cString: strerror(errno))) }
        unlink(path)
        let bound = withAddress(of: path) { bind(descriptor, $0, $1) }
        // The permissions are set after the file exists, but nobody can connect before `listen`.
        guard bound == 0, chmod(path, 0o600) == 0, systemListen(descriptor) == 0 else {
            let words = String(cString: strerror(errno))
            close(descriptor)
            throw fault(path, words)
        }
        return descriptor
    }

    /// Connects to the process that listens at `path`. Returns nil if there is no such process.
    static func connect(to path: String) -> Int32? {
        let descriptor = make()
        guard descriptor >= 0 else { return nil }
        let result = withAddress(of: path) { systemConnect(descriptor, $0, $1) }
        guard result == 0 else {
            close(descriptor)
            return nil
        }
        return descriptor
    }

    /// Returns the name of the user who runs the session. Returns nil if that user also runs this
    /// process, or is not known.
    ///
    /// If this process cannot write to the socket at `path`, the session's user is the owner of the
    /// socket. Otherwise, if a process holds a lock on the file `lock`, the session's user is the
    /// owner of that file.
    static func stranger(at path: String, lock: String) -> String? {
        for file in [path, lock] {
            var status = stat()
            guard lstat(file, &status) == 0, status.st_uid != getuid() else { continue }
            if file == lock, !isHeld(lock) { continue }
            if file == path, access(path, W_OK) == 0 { continue }
            let name = getpwuid(status.st_uid).map { String(cString: $0.pointee.pw_name) }
            return name ?? "\(status.st_uid)"
        }
        return nil
    }

    /// Returns whether a process holds a lock on the file `lock`. Returns true if the file cannot
    /// be opened.
    static func isHeld(_ lock: String) -> Bool {
        let descriptor = open(lock, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return true }
        defer { close(descriptor) }
        return flock(descriptor, LOCK_SH | LOCK_NB) != 0
    }

    /// Maximum time in milliseconds to wait until the other process reads a part of a message.
    private static let patience: Int32 = 500

    /// Sends a message as a line of JSON. If the message is larger than the send buffer, waits
    /// until the other process has read the earlier parts. Returns false if the other process has
    /// stopped reading.
    static func send(_ message: some Encodable, to descriptor: Int32) -> Bool {
        guard var rest = try? JSONEncoder().encode(message) else { return false }
        rest.append(0x0a)
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { systemSend(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            if count < 0, errno == EAGAIN, isWritable(descriptor) { continue }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    /// Waits at most ``patience`` until data can be sent. Returns false if it cannot be sent by
    /// then.
    private static func isWritable(_ descriptor: Int32) -> Bool {
        var state = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        return poll(&state, 1, patience) > 0
    }

    private static func make() -> Int32 {
        #if os(Linux)
            let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        #else
            let descriptor = socket(AF_UNIX, SOCK_STREAM, 0)
            var on: Int32 = 1
            setsockopt(
                descriptor,
                SOL_SOCKET,
                SO_NOSIGPIPE,
                &on,
                socklen_t(MemoryLayout<Int32>.size)
            )
        #endif
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        // With a large send buffer, a send seldom waits. The system may reduce the buffer's size.
        // On Linux, accepted connections do not inherit this size: they have the default size.
        var size: Int32 = 1 << 20
        setsockopt(descriptor, SOL_SOCKET, SO_SNDBUF, &size, socklen_t(MemoryLayout<Int32>.size))
        return descriptor
    }

    private static func withAddress(
        of path: String,
        _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) -> Int32 {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8)
        guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else {
            errno = ENAMETOOLONG
            return -1
        }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        return withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }

    private static func fault(_ path: String, _ words: String) -> DiagnosticError {
        DiagnosticError(
            "no-socket",
            at: .init(file: path),
            "the facilitator's terminal cannot connect: \(words)",
            fix: "check the permissions of the socket's folder, or run the session without "
                + "--control",
            status: .cannotCreate
        )
    }
}

// System calls that the methods `listen` and `connect` of `LocalSocket` would shadow.
private func systemListen(_ descriptor: Int32) -> Int32 { listen(descriptor, 4) }

private func systemConnect(
    _ descriptor: Int32,
    _ address: UnsafePointer<sockaddr>,
    _ length: socklen_t
) -> Int32 { connect(descriptor, address, length) }

private func systemSend(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    #if os(Linux)
        send(descriptor, bytes, count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
    #else
        send(descriptor, bytes, count, MSG_DONTWAIT)
    #endif
}
