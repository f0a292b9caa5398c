import CPostgres
import Diagnostics
import Foundation

/// libpq, PostgreSQL's client library. It is loaded at first use, so evalrun also runs on machines
/// without libpq.
struct LibPQ: Sendable {
    let functions: libpq

    /// Returns the library. The first call loads it.
    ///
    /// - Throws: `DiagnosticError` if libpq is not installed, or is older than version 14.
    static func opened() throws(DiagnosticError) -> LibPQ {
        guard let library else {
            throw DiagnosticError(
                "no-libpq",
                "libpq, the client library of PostgreSQL, is not installed",
                fix: "install libpq5 (Debian) or libpq (Homebrew), version 14 or later",
                status: .unavailable
            )
        }
        return library
    }

    private static let library: LibPQ? = {
        let names = [
            "libpq.so.5", "libpq.5.dylib", "/opt/homebrew/opt/libpq/lib/libpq.5.dylib",
            "/usr/local/opt/libpq/lib/libpq.5.dylib",
        ]
        guard let handle = names.lazy.compactMap({ dlopen($0, RTLD_NOW) }).first else { return nil }
        return LibPQ(Symbols(handle: handle))
    }()

    private struct Symbols {
        let handle: UnsafeMutableRawPointer

        func callAsFunction<Function>(_ name: String) -> Function? {
            dlsym(handle, name).map { unsafeBitCast($0, to: Function.self) }
        }
    }

    /// Looks up the library's functions. Nil if the library cannot redirect notices, or has no
    /// pipeline mode (added in version 14).
    private init?(_ symbol: Symbols) {
        functions = libpq(
            conninfoParse: symbol("PQconninfoParse"),
            conninfoFree: symbol("PQconninfoFree"),
            connectdbParams: symbol("PQconnectdbParams"),
            finish: symbol("PQfinish"),
            status: symbol("PQstatus"),
            transactionStatus: symbol("PQtransactionStatus"),
            errorMessage: symbol("PQerrorMessage"),
            connectionNeedsPassword: symbol("PQconnectionNeedsPassword"),
            connectionUsedPassword: symbol("PQconnectionUsedPassword"),
            socket: symbol("PQsocket"),
            serverVersion: symbol("PQserverVersion"),
            sslInUse: symbol("PQsslInUse"),
            setnonblocking: symbol("PQsetnonblocking"),
            enterPipelineMode: symbol("PQenterPipelineMode"),
            exitPipelineMode: symbol("PQexitPipelineMode"),
            pipelineSync: symbol("PQpipelineSync"),
            sendQueryParams: symbol("PQsendQueryParams"),
            sendQuery: symbol("PQsendQuery"),
            flush: symbol("PQflush"),
            consumeInput: symbol("PQconsumeInput"),
            isBusy: symbol("PQisBusy"),
            getResult: symbol("PQgetResult"),
            resultStatus: symbol("PQresultStatus"),
            resultErrorField: symbol("PQresultErrorField"),
            ntuples: symbol("PQntuples"),
            nfields: symbol("PQnfields"),
            getvalue: symbol("PQgetvalue"),
            getlength: symbol("PQgetlength"),
            getisnull: symbol("PQgetisnull"),
            cmdTuples: symbol("PQcmdTuples"),
            clear: symbol("PQclear"),
            freemem: symbol("PQfreemem"),
            setNoticeReceiver: symbol("PQsetNoticeReceiver")
        )
        guard functions.pipelineSync != nil, functions.setNoticeReceiver != nil else { return nil }
    }
}
