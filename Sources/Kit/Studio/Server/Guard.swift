/// Who may ask: this machine's own page, with the token of the printed address.
///
/// The host is checked so that no other name can be made to lead here (DNS rebinding), the origin so
/// that no other page can send, the token so that no other user or program of the machine can.
struct Guard: Sendable {
    let port: UInt16
    let token: String

    /// - Throws: `HTTPFault` with the reason.
    func check(_ request: HTTPRequest) throws(HTTPFault) {
        let hosts = ["127.0.0.1:\(port)", "localhost:\(port)"]
        guard let host = request.headers["host"]?.lowercased(), hosts.contains(host) else {
            throw HTTPFault(
                421,
                "the request is for another host",
                fix: "open the address that cdgen studio printed"
            )
        }
        if let origin = request.headers["origin"]?.lowercased(),
            !hosts.contains(where: { "http://\($0)" == origin })
        {
            throw HTTPFault(403, "the request comes from another page")
        }
        if let site = request.headers["sec-fetch-site"]?.lowercased(),
            !["same-origin", "none"].contains(site)
        {
            // A link from elsewhere may open the page, which still needs the token.
            guard request.method == "GET", request.path == "/" else {
                throw HTTPFault(403, "the request comes from another page")
            }
        }
        let given = request.headers["x-studio-token"] ?? request.query["token"] ?? ""
        guard isToken(given) else {
            throw HTTPFault(
                401,
                given.isEmpty
                    ? "the address has no token" : "the token is not that of this studio",
                fix: "open the whole address that cdgen studio printed, with its token"
            )
        }
    }

    /// Takes as long for any text of the same length.
    private func isToken(_ text: String) -> Bool {
        let (given, wanted) = (Array(text.utf8), Array(token.utf8))
        guard given.count == wanted.count else { return false }
        return zip(given, wanted).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }

    static func newToken() -> String {
        var random = SystemRandomNumberGenerator()
        return (0..<4).map { _ in
            let digits = String(UInt64.random(in: .min ... .max, using: &random), radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }.joined()
    }
}
