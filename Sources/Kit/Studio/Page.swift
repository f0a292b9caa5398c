import Foundation
import LoopbackServer

/// The studio's web page. The style and the script are part of the document, so that the browser
/// loads nothing else.
enum Page {
    /// The page's text, split where each HTTP response inserts a new nonce.
    private static let parts = whole.components(separatedBy: "__NONCE__")

    private static let whole = text(PackageResources.studio_html)
        .replacing("__STYLE__", with: style.map(text).joined(separator: "\n"))
        .replacing("__SCRIPT__", with: script.map(text).joined(separator: "\n"))

    private static let style = [PackageResources.page_css, PackageResources.parts_css]

    /// The page's scripts, in the order in which they run.
    private static let script = [
        PackageResources.base_js, PackageResources.popup_js, PackageResources.model_js,
        PackageResources.diagram_js, PackageResources.map_js, PackageResources.picker_js,
        PackageResources.form_js, PackageResources.move_js, PackageResources.condition_js,
        PackageResources.value_js, PackageResources.field_js, PackageResources.order_js,
        PackageResources.text_js, PackageResources.code_js, PackageResources.rows_js,
        PackageResources.table_js, PackageResources.record_js, PackageResources.update_js,
        PackageResources.findings_js, PackageResources.history_js, PackageResources.keep_js,
        PackageResources.files_js, PackageResources.start_js,
    ]

    private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

    /// Returns the page with a content security policy. The inline style and script may run, but
    /// nothing may be loaded from other servers.
    static func response() -> HTTPResponse {
        let nonce = String(Token.make().prefix(24))
        var response = HTTPResponse(
            200,
            "text/html; charset=utf-8",
            Array(parts.joined(separator: nonce).utf8)
        )
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
