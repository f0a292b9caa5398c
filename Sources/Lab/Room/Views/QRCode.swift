import Foundation

/// A QR code (ISO/IEC 18004) as lines for a terminal, made with libqrencode.
struct QRCode: Sendable {
    /// Lines of half-block characters. Each character shows two modules, one above the other. Light
    /// modules are drawn, so that the code is correct on a dark terminal. On a light terminal the
    /// code is inverted. Phones can read an inverted code, but some programs cannot.
    let lines: [String]

    /// Names of the packages that contain the library libqrencode. Shown if the library is missing.
    static let packages = "libqrencode4 (Debian) or qrencode (Homebrew)"

    /// Width of the light margin around the code, in modules. The standard requires 4. Phones can
    /// read a code with 2, which fits into a terminal of 24 lines.
    private static let margin = 2

    /// Creates the QR code of `text`. Nil if the library is not installed or cannot encode the
    /// text.
    init?(_ text: String) {
        guard let encoder = Encoder.installed, let square = encoder.modules(of: text) else {
            return nil
        }
        let margin = Self.margin
        let isDark = { (row: Int, column: Int) in
            square.indices.contains(row - margin) && square.indices.contains(column - margin)
                && square[row - margin][column - margin]
        }
        let size = square.count + 2 * margin
        lines = stride(from: 0, to: size, by: 2).map { row in
            String(
                (0..<size).map { column -> Character in
                    switch (isDark(row, column), row + 1 == size || isDark(row + 1, column)) {
                    case (false, false): "█"
                    case (false, true): "▀"
                    case (true, false): "▄"
                    case (true, true): " "
                    }
                }
            )
        }
    }
}

/// Functions of libqrencode, which is loaded at first use.
private struct Encoder: Sendable {
    /// Signature of `QRcode_encodeString(text, version, level, mode, isCaseSensitive)`.
    private typealias Encode =
        @convention(c) (UnsafePointer<CChar>, Int32, Int32, Int32, Int32) ->
        UnsafeMutableRawPointer?
    private typealias Free = @convention(c) (UnsafeMutableRawPointer) -> Void

    private let encode: Encode
    private let free: Free

    static let installed: Encoder? = {
        let names = [
            "libqrencode.so.4", "/opt/homebrew/opt/qrencode/lib/libqrencode.4.dylib",
            "/usr/local/opt/qrencode/lib/libqrencode.4.dylib",
        ]
        guard let handle = names.lazy.compactMap({ dlopen($0, RTLD_NOW) }).first,
            let encode = dlsym(handle, "QRcode_encodeString"),
            let free = dlsym(handle, "QRcode_free")
        else { return nil }
        return Encoder(
            encode: unsafeBitCast(encode, to: Encode.self),
            free: unsafeBitCast(free, to: Free.self)
        )
    }()

    /// Returns the rows of modules, in which dark modules are true. Nil if the text cannot be
    /// encoded. Uses the lowest level of error correction, which is sufficient on a screen.
    func modules(of text: String) -> [[Bool]]? {
        let (low, bytes) = (Int32(0), Int32(2))
        guard let code = encode(text, 0, low, bytes, 1) else { return nil }
        defer { free(code) }
        // The result is struct QRcode { int version; int width; unsigned char *data; }, with one
        // byte per module.
        let width = Int(code.load(fromByteOffset: 4, as: Int32.self))
        let data = code.load(fromByteOffset: 8, as: UnsafePointer<UInt8>.self)
        return (0..<width).map { row in
            (0..<width).map { data[row * width + $0] & 1 == 1 }
        }
    }
}
