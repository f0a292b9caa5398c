/// Computes `left op right` according to SQLite's rules, so that evaluation in memory gives the
/// same result as the store.
///
/// An integer result remains an integer if it fits in 64 bits; otherwise it becomes a real. Integer
/// division truncates toward zero. The result is `.null` if an operand is `.null`, or if the
/// divisor is zero. Returns nil if the operator does not accept the operands.
func calculate(_ left: QueryValue, _ op: ArithmeticOperator, _ right: QueryValue) -> QueryValue? {
    if left.isNull || right.isNull { return .null }
    if let date = dateArithmetic(left, op, right) { return date }
    guard let a = Number(left), let b = Number(right) else { return nil }
    if op.isBitwise {
        guard let first = a.exactInteger, let second = b.exactInteger else { return nil }
        return .integer(bitwise(first, op, second))
    }
    if op == .power { return realValue(power(a.double, b.double)) }
    guard case .integer(let first) = a, case .integer(let second) = b else {
        return real(a.double, op, b.double)
    }
    return whole(first, op, second)
}

func negated(_ value: QueryValue) -> QueryValue? {
    switch value {
    case .null: return .null
    case .real(let real): return .real(-real)
    default: return calculate(.integer(0), .subtract, value)
    }
}

/// Returns `value` as a real, or `.null` if `value` is NaN.
func realValue(_ value: Double) -> QueryValue { value.isNaN ? .null : .real(value) }

private func real(_ a: Double, _ op: ArithmeticOperator, _ b: Double) -> QueryValue? {
    switch op {
    case .add: realValue(a + b)
    case .subtract: realValue(a - b)
    case .multiply: realValue(a * b)
    case .divide: b == 0 ? .null : realValue(a / b)
    default: nil
    }
}

private func whole(_ a: Int64, _ op: ArithmeticOperator, _ b: Int64) -> QueryValue? {
    let result: (partialValue: Int64, overflow: Bool)
    switch op {
    case .add: result = a.addingReportingOverflow(b)
    case .subtract: result = a.subtractingReportingOverflow(b)
    case .multiply: result = a.multipliedReportingOverflow(by: b)
    case .divide:
        if b == 0 { return .null }
        result = a.dividedReportingOverflow(by: b)
    default: return nil
    }
    return result.overflow ? real(Double(a), op, Double(b)) : .integer(result.partialValue)
}

private func bitwise(_ a: Int64, _ op: ArithmeticOperator, _ b: Int64) -> Int64 {
    switch op {
    case .bitwiseAnd: a & b
    case .bitwiseOr: a | b
    case .bitwiseXor: a ^ b
    case .shiftLeft: a << b
    default: a >> b
    }
}

private func dateArithmetic(
    _ left: QueryValue,
    _ op: ArithmeticOperator,
    _ right: QueryValue
) -> QueryValue? {
    switch (left, op, right) {
    case (.date(let a), .subtract, .date(let b)): return realValue(a - b)
    case (.date(let a), .add, _), (.date(let a), .subtract, _):
        guard let seconds = Number(right)?.double else { return nil }
        return .date(op == .add ? a + seconds : a - seconds)
    case (_, .add, .date(let b)):
        return Number(left).map { .date($0.double + b) }
    default: return nil
    }
}
