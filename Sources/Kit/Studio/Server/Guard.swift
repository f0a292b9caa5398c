import LoopbackServer

/// A check that a request comes from the page on this machine and has the studio's token. The token
/// is part of the address that the studio prints when it starts.
///
/// The token keeps out other users and programs on this machine. ``HostCheck`` keeps out other web
/// pages and machines.
struct Guard: Sendable {
    let hosts: HostCheck
    let token: String

    /// Checks whether the request may be answered.
    ///
    /// - Throws: `HTTPFault` with the reason if the request must be rejected.
    func check(_ request: HTTPRequest) throws(HTTPFault) {
        try hosts.check(request, fix: "open the address that cdgen studio printed")
        let given = request.headers["x-studio-token"] ?? request.query["token"] ?? ""
        guard Token.isEqual(given, token) else {
            throw HTTPFault(
                401,
                given.isEmpty
                    ? "the address contains no token"
                    : "the token does not belong to the running studio",
                fix: "open the whole address that cdgen studio printed, with its token"
            )
        }
    }
}
