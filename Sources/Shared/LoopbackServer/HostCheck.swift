/// Checks that a request is for an accepted host name and comes from an accepted page.
///
/// The check of the host prevents access through other host names that resolve to this machine (DNS
/// rebinding). The check of the origin prevents requests from other pages.
package struct HostCheck: Sendable {
    /// Accepted values of `Host`, in lowercase.
    package let hosts: [String]
    /// Accepted values of `Origin`, in lowercase.
    package let origins: [String]
    /// Paths that a link on another page may open.
    package let entrances: Set<String>

    /// Creates a check that accepts 127.0.0.1 and localhost with `port`, and also `publicOrigin` if
    /// it is not nil.
    ///
    /// - Parameters:
    ///   - port: port of 127.0.0.1.
    ///   - publicOrigin: origin such as `https://lab.example`; requests for its host are accepted
    ///     too.
    ///   - entrances: paths that a link on another page may open.
    package init(port: UInt16, publicOrigin: String? = nil, entrances: Set<String> = ["/"]) {
        let own = ["127.0.0.1:\(port)", "localhost:\(port)"]
        let outer = [publicOrigin?.lowercased()].compactMap(\.self)
        hosts = own + outer.map { String($0.split(separator: "/").last ?? "") }
        origins = own.map { "http://\($0)" } + outer
        self.entrances = entrances
    }

    /// Checks the host and the origin of a request.
    ///
    /// - Parameter fix: advice for a request to another host or from another page.
    /// - Throws: `HTTPFault` with the reason if the request is refused.
    package func check(_ request: HTTPRequest, fix: String) throws(HTTPFault) {
        guard let host = request.headers["host"]?.lowercased(), hosts.contains(host) else {
            throw HTTPFault(421, "the request is for another host", fix: fix)
        }
        if let origin = request.headers["origin"]?.lowercased(), !origins.contains(origin) {
            throw HTTPFault(403, "the request comes from a page of another server", fix: fix)
        }
        // A link on another page may open an entrance. Such a request still needs the token.
        let isEntrance = request.method == "GET" && entrances.contains(request.path)
        if let site = request.headers["sec-fetch-site"]?.lowercased(), !isEntrance,
            !["same-origin", "none"].contains(site)
        {
            throw HTTPFault(403, "the request comes from a page of another server", fix: fix)
        }
    }
}
