import LoopbackServer

extension PageDocument {
    /// The response with the document. Its content security policy allows only the document's own
    /// style and script, and requests to the same server.
    var response: HTTPResponse {
        let nonce = String(Token.make().prefix(24))
        var response = HTTPResponse(200, "text/html; charset=utf-8", Array(text(nonce: nonce).utf8))
        response.headers = [
            (
                "Content-Security-Policy",
                "default-src 'none'; script-src 'nonce-\(nonce)'; style-src 'nonce-\(nonce)';"
                    + " connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none';"
                    + " frame-ancestors 'none'"
            )
        ]
        return response
    }
}
