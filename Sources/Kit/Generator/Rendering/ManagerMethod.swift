/// A generated method of the manager. If there is an interface module, the manager's protocol
/// requires the method.
struct ManagerMethod: Sendable {
    var sentence: Code
    var name: String
    /// The declarations of the parameters, as Swift source text.
    var parameters: [Code]
    /// Type of the result; empty if there is no result.
    var result: Code
    /// The statements of the method.
    var body: Code = ""
    /// Whether the signature contains a type from Foundation.
    var isOfFoundation = false
    /// Whether the signature contains the `Identity` type of a record.
    var namesIdentity = false
    /// Whether the signature contains a record or the `Identity` type of a record.
    var namesRecords = false

    /// The method as a protocol requirement: a documentation comment with `sentence`, and the
    /// signature.
    var requirement: Code {
        "\(comment(sentence))\n\(callerSignature(name, parameters, effects))"
    }

    /// Returns the beginning of the method, without its body: a documentation comment with
    /// `sentence`, and the signature.
    func beginning(_ access: GenerationOptions.Access) -> Code {
        "\(comment(sentence))\n\(head(access))"
    }

    /// Returns the whole method after a documentation comment with `sentence`. The method is on one
    /// line if it fits.
    func code(_ access: GenerationOptions.Access) -> Code {
        let head = head(access)
        let line: Code = "\(head) \(body) }"
        if fits(line, 4), !line.contains(UInt8(ascii: "\n")) {
            return "\(comment(sentence))\n\(line)"
        }
        return "\(comment(sentence))\n\(head)\n\(indented: body, 1)\n}"
    }

    private func head(_ access: GenerationOptions.Access) -> Code {
        callerSignature(name, parameters, "\(effects) {", access)
    }

    private var effects: Code {
        result.byteCount == 0 ? "async throws" : "async throws -> \(result)"
    }
}
