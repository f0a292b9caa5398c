import GRDBSQLite

/// Registers the SQL functions that compiled queries call: `textFunctions` and `numberFunctions`.
package func addQueryFunctions(to connection: OpaquePointer?) {
    for function in textFunctions { function.add(to: connection) }
    for function in numberFunctions { function.add(to: connection) }
}

/// Registers a deterministic SQL function. `call` receives the function's context and arguments,
/// and sets the result.
func addFunction(
    _ name: String,
    _ argumentCount: Int32,
    to connection: OpaquePointer?,
    _ call: @escaping FunctionBox.Call
) {
    // SQLite owns the `FunctionBox` and releases it when the connection closes.
    sqlite3_create_function_v2(
        connection,
        name,
        argumentCount,
        SQLITE_UTF8 | SQLITE_DETERMINISTIC,
        Unmanaged.passRetained(FunctionBox(call)).toOpaque(),
        { context, count, values in
            guard let data = sqlite3_user_data(context) else { return }
            let function = Unmanaged<FunctionBox>.fromOpaque(data).takeUnretainedValue()
            function.call(context, UnsafeMutableBufferPointer(start: values, count: Int(count)))
        },
        nil,
        nil,
        { data in
            if let data { Unmanaged<FunctionBox>.fromOpaque(data).release() }
        }
    )
}

final class FunctionBox: Sendable {
    typealias Call =
        @Sendable (OpaquePointer?, UnsafeMutableBufferPointer<OpaquePointer?>) -> Void

    let call: Call

    init(_ call: @escaping Call) { self.call = call }
}
