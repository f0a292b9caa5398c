import Diagnostics

/// Decoding of a file's bytes. Bytes that begin with a UTF-16 byte order mark are decoded as UTF-16.
/// Any other bytes are decoded as UTF-8 if they are valid UTF-8; otherwise, as Windows-1252, which
/// older spreadsheets write.
enum TextDecoding {
    /// Returns the text and the name of its encoding. The name is nil for UTF-8.
    static func decode(
        _ bytes: [UInt8],
        file: String
    ) throws(DiagnosticError) -> (text: String, encoding: String?) {
        let isLittle = bytes.starts(with: [0xFF, 0xFE])
        if isLittle || bytes.starts(with: [0xFE, 0xFF]) {
            let units = stride(from: 2, to: bytes.count - 1, by: 2).map { index in
                let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
                return isLittle ? second << 8 | first : first << 8 | second
            }
            guard bytes.count % 2 == 0, let text = String(validating: units, as: UTF16.self) else {
                throw refusal(file, "the file is not valid UTF-16 text")
            }
            return (text, "UTF-16")
        }
        // In UTF-16, one of the two bytes of an ASCII character is 0.
        guard !bytes.prefix(2).contains(0) else {
            throw refusal(file, "the file seems to be UTF-16 text without a byte order mark")
        }
        if let text = String(validating: bytes, as: UTF8.self) { return (text, nil) }
        guard !bytes.contains(0) else {
            throw refusal(file, "the file contains bytes that are not text")
        }
        var scalars = String.UnicodeScalarView()
        for (index, byte) in bytes.enumerated() {
            guard let scalar = windows1252(byte) else {
                let line = 1 + bytes[..<index].count { $0 == 0x0A }
                throw refusal(file, line: line, "this line is neither UTF-8 nor Windows-1252 text")
            }
            scalars.append(scalar)
        }
        return (String(scalars), "Windows-1252")
    }

    private static func refusal(
        _ file: String,
        line: Int? = nil,
        _ problem: String
    ) -> DiagnosticError {
        DiagnosticError(
            "csv-encoding",
            at: .init(file: file, line: line),
            problem,
            fix: "export the file again as UTF-8"
        )
    }

    /// Code points for the bytes 0x80 to 0x9F of Windows-1252; nil for the five undefined bytes.
    /// All other bytes are the same as in Latin-1.
    private static let high: [UInt16?] = [
        0x20AC, nil, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039,
        0x0152, nil, 0x017D, nil, nil, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
        0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, nil, 0x017E, 0x0178,
    ]

    private static func windows1252(_ byte: UInt8) -> Unicode.Scalar? {
        guard (0x80...0x9F).contains(byte) else { return Unicode.Scalar(byte) }
        return high[Int(byte) - 0x80].flatMap { Unicode.Scalar($0) }
    }
}
