import CPostgres
import Diagnostics
import Foundation

/// A connection to PostgreSQL. All its calls to libpq are made on one thread.
///
/// Prepared statements are unnamed, so that pgbouncer can use a different server connection for
/// each transaction. A call fails if no byte is received or sent during ``patience``. The total
/// time of a call is not limited, because it can be long on a slow network.
actor Connection {
    /// A statement with its parameters.
    struct Statement: Sendable {
        let sql: String
        let types: [Value.OID]
        /// Parameters in PostgreSQL's binary format. They are encoded by the caller rather than on
        /// the connection's thread.
        let values: [[UInt8]?]

        init(_ sql: String, _ values: [Value] = []) {
            self.sql = sql
            types = values.map(\.type)
            self.values = values.map(\.encoded)
        }
    }

    private let executor = ThreadExecutor(name: "hub connection")
    private let library: libpq
    private let patience: Duration
    /// The connection of libpq; nil until ``connect(_:)`` has succeeded. The property may be
    /// `nonisolated(unsafe)`, because outside the actor only `deinit` uses it.
    private nonisolated(unsafe) var connection: OpaquePointer?

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// Opens a connection.
    ///
    /// - Parameter patience: longest time without any byte received or sent.
    /// - Throws: `PostgresError`, or `DiagnosticError` if libpq is not installed.
    static func open(
        _ address: HubAddress,
        patience: Duration = .seconds(60)
    ) async throws -> Connection {
        let connection = Connection(try LibPQ.opened().functions, patience)
        try await connection.connect(address)
        return connection
    }

    private init(_ library: libpq, _ patience: Duration) {
        (self.library, self.patience) = (library, patience)
    }

    deinit { if let connection { library.finish(connection) } }

    /// Opens the connection on the actor's thread.
    private func connect(_ address: HubAddress) throws {
        var options = [
            ("dbname", address.url), ("application_name", "evalrun"), ("client_encoding", "UTF8"),
        ]
        if !address.isTimeoutGiven { options.append(("connect_timeout", "10")) }
        // This default takes precedence over PGSSLMODE and the service file.
        if !address.isEncryptionGiven { options.append(("sslmode", "verify-full")) }
        let keywords = options.map { strdup($0.0) }
        let values = options.map { strdup($0.1) }
        defer { for text in keywords + values { free(text) } }
        let opened = library.connectdbParams(
            keywords.map { UnsafePointer($0) } + [nil],
            values.map { UnsafePointer($0) } + [nil],
            1
        )
        guard let opened else { throw PostgresError(state: "", message: "out of memory") }
        // Discards the server's notices, which may contain row values.
        _ = library.setNoticeReceiver(opened, { _, _ in }, nil)
        guard library.status(opened) == CONNECTION_OK, library.setnonblocking(opened, 1) == 0 else {
            defer { library.finish(opened) }
            let message = library.errorMessage(opened).map { String(cString: $0) } ?? ""
            // libpq does not report the SQLSTATE of a failed connection.
            let needsPassword = library.connectionNeedsPassword(opened) == 1
            let usedPassword = library.connectionUsedPassword(opened) == 1
            let isUnauthorized =
                needsPassword || usedPassword && message.contains("authentication failed")
            throw PostgresError(
                state: isUnauthorized ? PostgresError.unauthorized : "",
                message: message,
                fault: isUnauthorized ? nil : ConnectionFault(message)
            )
        }
        connection = opened
    }

    var serverVersion: Int { Int(library.serverVersion(connection)) }

    /// Runs one statement and returns the rows of its result.
    @discardableResult
    func query(_ sql: String, _ values: [Value] = []) throws -> ResultRows {
        try pipeline([Statement(sql, values)])[0]
    }

    /// Runs one statement and returns the texts of its first column.
    func texts(_ sql: String, _ values: [Value] = []) throws -> [String] {
        try query(sql, values).rows.map { try $0.text(0) }
    }

    /// Sends the statements without waiting between them, and returns their results. After the
    /// first error, no further statement is executed. The error also undoes the earlier statements.
    /// Exception: if the statements begin a transaction explicitly, the caller must roll it back.
    @discardableResult
    func pipeline(_ statements: [Statement]) throws -> [ResultRows] {
        guard library.enterPipelineMode(connection) == 1 else { throw lost() }
        for statement in statements {
            try send(statement)
            _ = library.flush(connection)
        }
        guard library.pipelineSync(connection) == 1 else { throw lost() }
        var results: [ResultRows] = []
        var failure: PostgresError?
        while true {
            guard let result = try next() else {
                if library.status(connection) != CONNECTION_OK { throw failure ?? lost() }
                continue
            }
            let status = library.resultStatus(result)
            if status == PGRES_PIPELINE_SYNC {
                library.clear(result)
                break
            }
            if status == PGRES_TUPLES_OK || status == PGRES_COMMAND_OK {
                results.append(ResultRows(result, library))
            } else {
                if status == PGRES_FATAL_ERROR, failure == nil { failure = error(of: result) }
                library.clear(result)
            }
        }
        guard library.exitPipelineMode(connection) == 1 else { throw lost() }
        if let failure { throw failure }
        return results
    }

    /// Runs a script of several statements in one transaction.
    func script(_ sql: String) throws {
        guard library.sendQuery(connection, sql) == 1 else { throw lost() }
        var failure: PostgresError?
        while let result = try next() {
            if library.resultStatus(result) == PGRES_FATAL_ERROR, failure == nil {
                failure = error(of: result)
            }
            library.clear(result)
        }
        if let failure { throw failure }
    }

    private func send(_ statement: Statement) throws {
        let values = statement.values
        let types = statement.types.map { Oid($0.rawValue) }
        // PostgreSQL accepts values of at most 1 GB; a value of 2 GB would overflow libpq's
        // lengths.
        let lengths = values.map { Int32(clamping: $0?.count ?? 0) }
        if let longest = lengths.max(), longest >= 1 << 30 {
            throw PostgresError(state: "54000", message: "a value exceeds the limit of 1 GB")
        }
        let formats = [Int32](repeating: 1, count: values.count)
        // `sendQueryParams` copies the parameters before it returns.
        let pointers = values.map { value -> UnsafeMutablePointer<CChar>? in
            guard let value else { return nil }
            let copy = UnsafeMutablePointer<CChar>.allocate(capacity: max(1, value.count))
            value.withUnsafeBytes {
                UnsafeMutableRawBufferPointer(start: copy, count: value.count).copyMemory(from: $0)
            }
            return copy
        }
        defer { for pointer in pointers { pointer?.deallocate() } }
        let isSent = library.sendQueryParams(
            connection,
            statement.sql,
            Int32(values.count),
            types,
            pointers.map { UnsafePointer($0) },
            lengths,
            formats,
            1
        )
        guard isSent == 1 else { throw lost() }
    }

    /// Returns the next result, or nil at the end of a statement's results. Sends pending bytes
    /// while waiting.
    private func next() throws -> OpaquePointer? {
        var deadline = ContinuousClock.now + patience
        while true {
            let unsent = library.flush(connection)
            guard unsent >= 0 else { throw lost() }
            if unsent == 0, library.isBusy(connection) == 0 { return library.getResult(connection) }
            var socket = pollfd(
                fd: library.socket(connection),
                events: Int16(POLLIN) | (unsent > 0 ? Int16(POLLOUT) : 0),
                revents: 0
            )
            guard socket.fd >= 0, ContinuousClock.now < deadline else { throw lost() }
            if poll(&socket, 1, 1000) > 0 { deadline = .now + patience }
            if socket.revents & Int16(POLLIN | POLLHUP | POLLERR) != 0,
                library.consumeInput(connection) == 0
            {
                throw lost()
            }
        }
    }

    private func error(of result: OpaquePointer) -> PostgresError {
        let field = { (code: Character) in
            self.library.resultErrorField(result, Int32(code.asciiValue ?? 0))
                .map { String(cString: $0) }
        }
        return PostgresError(state: field("C") ?? "", message: field("M") ?? connectionMessage)
    }

    private func lost() -> PostgresError { PostgresError(state: "", message: connectionMessage) }

    private var connectionMessage: String {
        let message = library.errorMessage(connection).map { String(cString: $0) } ?? ""
        let seconds = Int(patience / .seconds(1))
        return message.isEmpty ? "the server has not answered for \(seconds) s" : message
    }
}
