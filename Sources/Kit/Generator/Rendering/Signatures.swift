/// Returns the declaration of a function up to its body. The function runs on the caller's actor,
/// because a change of thread takes longer than most SQL statements. The declaration is on one line
/// if it fits in 100 columns. Otherwise, each parameter is on a separate line.
func callerSignature(
    _ name: String,
    _ parameters: [Code],
    _ result: Code,
    _ access: GenerationOptions.Access = .internal
) -> Code {
    parameterList(
        "\(access.prefix)nonisolated(nonsending) func \(name)",
        parameters,
        " \(result)",
        at: 4
    )
}

/// Returns the text `function`, then the parameters in parentheses, then the text `end`. The result
/// begins at `column`. The parameters are on separate lines if a single line would be longer than
/// 100 columns, or if a parameter has several lines.
func parameterList(
    _ function: Code,
    _ parameters: [Code],
    _ end: Code,
    at column: Int
) -> Code {
    let line: Code = "\(function)(\(.joined(parameters, by: ", ")))\(end)"
    if fits(line, column), !line.contains(UInt8(ascii: "\n")) { return line }
    return "\(function)(\n\(indented: .joined(parameters, by: ",\n"), 1)\n)\(end)"
}
