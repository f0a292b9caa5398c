import Foundation

#if os(Linux)
    /// Processes of this machine, read from `/proc`.
    struct ProcessTable {
        struct Entry {
            var id: pid_t
            var parent: pid_t
            var group: pid_t
            var isZombie: Bool
            /// Start time, in clock ticks since the system booted.
            var start: Int
        }

        private(set) var entries: [Entry] = []

        /// Lists the current process and all processes that started after it. The list includes all
        /// descendants of the current process.
        ///
        /// - Parameter includesEarlier: whether to list earlier processes too.
        init(includesEarlier: Bool = false) {
            guard let own = Self.entry(getpid()), let folder = opendir("/proc") else { return }
            defer { closedir(folder) }
            while let found = readdir(folder) {
                let id = withUnsafePointer(to: &found.pointee.d_name) {
                    $0.withMemoryRebound(to: CChar.self, capacity: 256) { atoi($0) }
                }
                guard id > 0, let entry = Self.entry(id),
                    includesEarlier || entry.start >= own.start
                else { continue }
                entries.append(entry)
            }
        }

        /// Returns `processes` and all their descendants.
        func descendants(of processes: Set<pid_t>) -> Set<pid_t> {
            var (found, size) = (processes, 0)
            while size != found.count {
                size = found.count
                for entry in entries where found.contains(entry.parent) { found.insert(entry.id) }
            }
            return found
        }

        /// Returns the entry of a process. Nil if the process has ended or cannot be read.
        private static func entry(_ id: pid_t) -> Entry? {
            withBytes("/proc/\(id)/stat", upTo: 4096) { text in
                // The name in parentheses may contain anything, so parsing begins after the last
                // parenthesis. A state letter and 50 numbers follow.
                guard let start = text.baseAddress?.assumingMemoryBound(to: CChar.self),
                    let name = strrchr(start, closing), strlen(name) > 3
                else { return nil }
                var (next, fields): (UnsafeMutablePointer<CChar>?, [Int]) = (name + 3, [])
                while fields.count < 19, let from = next, from.pointee != 0 {
                    fields.append(strtol(from, &next, 10))
                }
                guard fields.count == 19 else { return nil }
                return Entry(
                    id: id,
                    parent: pid_t(fields[0]),
                    group: pid_t(fields[1]),
                    isZombie: name[2] == CChar(UInt8(ascii: "Z")),
                    start: fields[18]
                )
            }
        }

        private static let closing = Int32(UInt8(ascii: ")"))

        /// Returns the value of ``ProcessFamily/variable`` in the environment that the process
        /// received at its start. Nil if the variable is missing or does not contain a mark of
        /// evalrun.
        func mark(of id: pid_t) -> String? {
            Self.withBytes("/proc/\(id)/environ", upTo: 1 << 21) { text in
                var rest = text
                while let start = rest.baseAddress {
                    let end = memchr(start, 0, rest.count).map { start.distance(to: $0) }
                    let variable = UnsafeRawBufferPointer(rebasing: rest[..<(end ?? rest.count)])
                    let isMark =
                        variable.count >= Self.prefix.count
                        && memcmp(start, Self.prefix, Self.prefix.count) == 0
                    if isMark {
                        return String(
                            decoding: variable.dropFirst(ProcessFamily.variable.utf8.count + 1),
                            as: UTF8.self
                        )
                    }
                    guard let end, end + 1 < rest.count else { return nil }
                    rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(end + 1))
                }
                return nil
            }
        }

        private static let prefix = Array(
            "\(ProcessFamily.variable)=\(ProcessFamily.markPrefix)".utf8
        )

        /// Returns the working directory of the process. Empty if it is not known.
        func folder(of id: pid_t) -> String {
            (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(id)/cwd")) ?? ""
        }

        /// Returns the process's soft limit on the bytes in POSIX message queues. Nil if the limit
        /// is not a number.
        func messageLimit(of id: pid_t) -> Int? {
            Self.withBytes("/proc/\(id)/limits", upTo: 1 << 16) { text in
                let prefix = Array("Max msgqueue size".utf8)
                let line = text.split(separator: UInt8(ascii: "\n"))
                    .first { $0.starts(with: prefix) }
                let number = line?.dropFirst(prefix.count).split(separator: UInt8(ascii: " ")).first
                return number.flatMap { Int(String(decoding: $0, as: UTF8.self)) }
            }
        }

        /// Sets the soft limit `RLIMIT_MSGQUEUE`; the hard limit is unchanged. If the system
        /// refuses, the process cannot be identified by this limit.
        static func setMessageLimit(of id: pid_t, to bytes: Int) {
            typealias Call =
                @convention(c) (
                    pid_t, Int32, UnsafePointer<rlimit>?, UnsafeMutablePointer<rlimit>?
                ) -> Int32
            guard let symbol = dlsym(nil, "prlimit") else { return }
            let call = unsafeBitCast(symbol, to: Call.self)
            var limit = rlimit()
            guard call(id, 12, nil, &limit) == 0 else { return }
            limit.rlim_cur = min(rlim_t(bytes), limit.rlim_max)
            _ = call(id, 12, &limit, nil)
        }

        /// Reads at most `limit` bytes of a file and passes them to `body`.
        ///
        /// - Returns: the result of `body`; nil if the file cannot be opened.
        private static func withBytes<T>(
            _ path: String,
            upTo limit: Int,
            _ body: (UnsafeRawBufferPointer) -> T?
        ) -> T? {
            let file = open(path, O_RDONLY | O_CLOEXEC)
            guard file >= 0 else { return nil }
            defer { close(file) }
            var buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 4096, alignment: 16)
            defer { buffer.deallocate() }
            var count = 0
            while count < limit {
                if count + 1 >= buffer.count {
                    let larger = UnsafeMutableRawBufferPointer.allocate(
                        byteCount: buffer.count * 2,
                        alignment: 16
                    )
                    larger.copyMemory(from: UnsafeRawBufferPointer(buffer))
                    buffer.deallocate()
                    buffer = larger
                }
                let got = read(
                    file,
                    buffer.baseAddress.map { $0 + count },
                    buffer.count - count - 1
                )
                guard got > 0 else { break }
                count += got
            }
            // Terminates the text for C functions that parse numbers.
            buffer[count] = 0
            return body(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
        }
    }
#endif
