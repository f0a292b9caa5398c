/// Returns the head of a function. The function runs on the caller's actor, because a change of
/// thread takes longer than most SQL statements. The head is on one line if that fits in 100
/// columns; otherwise it has a line for each parameter.
func callerSignature(
    _ name: String,
    _ parameters: [String],
    _ result: String,
    _ access: GenerationOptions.Access = .internal
) -> String {
    parameterList(
        "\(access.prefix)nonisolated(nonsending) func \(name)",
        parameters,
        " \(result)",
        depth: 1
    )
}

/// Returns `function(parameters)end` on one line if that fits in 100 columns at this depth,
/// otherwise with a line for each parameter.
func parameterList(
    _ function: String,
    _ parameters: [String],
    _ end: String,
    depth: Int
) -> String {
    let line = "\(function)(\(parameters.joined(separator: ", ")))\(end)"
    if fits(line, depth * 4) { return line }
    return "\(function)(\n\(indented(parameters.joined(separator: ",\n"), 1))\n)\(end)"
}
