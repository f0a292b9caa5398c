import CCmark
import Foundation

/// A renderer for the Markdown of a study, in reports and on the participant's page. It uses
/// libcmark. Raw HTML is shown as text. Images are replaced with their descriptions, because the
/// output must not load other files. Headings get a lower level than those of the surrounding page.
package enum Prose {
    package static func html(_ source: String, demotedBy levels: Int32) -> String {
        rendered(source, demotedBy: levels) { cmark_render_html($0, CMARK_OPT_DEFAULT) }
    }

    package static func commonMark(_ source: String, demotedBy levels: Int32) -> String {
        rendered(source, demotedBy: levels) { cmark_render_commonmark($0, CMARK_OPT_DEFAULT, 0) }
    }

    private static func rendered(
        _ source: String,
        demotedBy levels: Int32,
        _ render: (OpaquePointer) -> UnsafeMutablePointer<CChar>?
    ) -> String {
        guard let document = cmark_parse_document(source, source.utf8.count, CMARK_OPT_DEFAULT)
        else { return "" }
        defer { cmark_node_free(document) }
        tame(document, demotedBy: levels)
        guard let text = render(document) else { return "" }
        defer { free(text) }
        return String(cString: text).trimmingCharacters(in: .newlines)
    }

    private static func tame(_ document: OpaquePointer, demotedBy levels: Int32) {
        for node in nodes(of: document) {
            switch cmark_node_get_type(node) {
            case CMARK_NODE_HEADING:
                cmark_node_set_heading_level(
                    node,
                    min(6, cmark_node_get_heading_level(node) + levels)
                )
            case CMARK_NODE_HTML_BLOCK: replace(node, by: CMARK_NODE_CODE_BLOCK)
            case CMARK_NODE_HTML_INLINE: replace(node, by: CMARK_NODE_TEXT)
            case CMARK_NODE_IMAGE: unwrap(node)
            default: break
            }
        }
    }

    private static func nodes(of document: OpaquePointer) -> [OpaquePointer] {
        guard let iterator = cmark_iter_new(document) else { return [] }
        defer { cmark_iter_free(iterator) }
        var nodes: [OpaquePointer] = []
        while true {
            let event = cmark_iter_next(iterator)
            if event == CMARK_EVENT_DONE { return nodes }
            if event == CMARK_EVENT_ENTER, let node = cmark_iter_get_node(iterator) {
                nodes.append(node)
            }
        }
    }

    private static func replace(_ node: OpaquePointer, by type: cmark_node_type) {
        guard let literal = cmark_node_get_literal(node), let text = cmark_node_new(type) else {
            return
        }
        cmark_node_set_literal(text, literal)
        cmark_node_replace(node, text)
        cmark_node_free(node)
    }

    private static func unwrap(_ image: OpaquePointer) {
        while let child = cmark_node_first_child(image) { cmark_node_insert_before(image, child) }
        cmark_node_unlink(image)
        cmark_node_free(image)
    }
}
