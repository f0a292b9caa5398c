import CCmark
import Terminal

/// Layout of a study's Markdown as terminal lines, using libcmark. Headings and strong text are
/// bold, lists are indented, and code and raw HTML are unchanged.
enum ProseLayout {
    static func lines(_ source: String, columns: Int) -> [StyledText] {
        guard let document = cmark_parse_document(source, source.utf8.count, CMARK_OPT_DEFAULT)
        else { return [] }
        defer { cmark_node_free(document) }
        return blocks(in: document, columns: columns, isTight: false)
    }

    private static func blocks(
        in parent: OpaquePointer,
        columns: Int,
        isTight: Bool
    ) -> [StyledText] {
        children(of: parent).enumerated().flatMap { index, node in
            (index > 0 && !isTight ? [""] : []) + block(node, columns: columns)
        }
    }

    private static func block(_ node: OpaquePointer, columns: Int) -> [StyledText] {
        switch cmark_node_get_type(node) {
        case CMARK_NODE_HEADING: return inlines(in: node, isBold: true).wrapped(columns)
        case CMARK_NODE_PARAGRAPH: return inlines(in: node).wrapped(columns)
        case CMARK_NODE_LIST: return list(node, columns: columns)
        case CMARK_NODE_BLOCK_QUOTE:
            return blocks(in: node, columns: columns - 2, isTight: false).map { "│ " + $0 }
        case CMARK_NODE_CODE_BLOCK, CMARK_NODE_HTML_BLOCK:
            return literal(of: node).trimmedEnd.split(
                separator: "\n",
                omittingEmptySubsequences: false
            ).map { "    " + StyledText($0) }
        default: return []
        }
    }

    private static func list(_ node: OpaquePointer, columns: Int) -> [StyledText] {
        let isOrdered = cmark_node_get_list_type(node) == CMARK_ORDERED_LIST
        let start = Int(cmark_node_get_list_start(node))
        let isTight = cmark_node_get_list_tight(node) != 0
        return children(of: node).enumerated().flatMap { index, item in
            let label = isOrdered ? "\(start + index). " : "• "
            let lines = blocks(in: item, columns: columns - label.count, isTight: isTight)
            let indent = String(repeating: " ", count: label.count)
            let shown = lines.enumerated().map { StyledText($0 == 0 ? label : indent) + $1 }
            return (index > 0 && !isTight ? [""] : []) + shown
        }
    }

    private static func inlines(in parent: OpaquePointer, isBold: Bool = false) -> StyledText {
        children(of: parent).reduce("") { $0 + inline($1, isBold: isBold) }
    }

    private static func inline(_ node: OpaquePointer, isBold: Bool) -> StyledText {
        switch cmark_node_get_type(node) {
        case CMARK_NODE_STRONG: return inlines(in: node, isBold: true)
        case CMARK_NODE_CODE: return StyledText("`\(literal(of: node))`", isBold: isBold)
        case CMARK_NODE_SOFTBREAK: return " "
        case CMARK_NODE_LINEBREAK: return "\n"
        case CMARK_NODE_LINK:
            let target = cmark_node_get_url(node).map { String(cString: $0) } ?? ""
            let words = inlines(in: node, isBold: isBold)
            return words.text == target ? words : words + StyledText(" (\(target))")
        case CMARK_NODE_TEXT, CMARK_NODE_HTML_INLINE:
            return StyledText(literal(of: node), isBold: isBold)
        default: return inlines(in: node, isBold: isBold)
        }
    }

    private static func literal(of node: OpaquePointer) -> String {
        cmark_node_get_literal(node).map { String(cString: $0) } ?? ""
    }

    private static func children(of node: OpaquePointer) -> [OpaquePointer] {
        var children: [OpaquePointer] = []
        var child = cmark_node_first_child(node)
        while let next = child {
            children.append(next)
            child = cmark_node_next(next)
        }
        return children
    }
}
