import Foundation
import Synchronization

/// The echo of typed text in a terminal that sends whole lines.
package enum TerminalEcho {
    /// The terminal's attributes before the echo was turned off; nil while the echo is on. A mutex
    /// protects them, because the variable is static.
    private static let saved = Mutex<termios?>(nil)

    /// Turns the echo off. Line ends are still echoed. A signal that ends the process turns the
    /// echo on again. Does nothing if standard input is not a terminal.
    package static func turnOff() {
        saved.withLock { saved in
            var attributes = termios()
            guard saved == nil, isatty(0) == 1, tcgetattr(0, &attributes) == 0 else { return }
            saved = attributes
            TerminalGuard.arm(attributes, isFullScreen: false)
            attributes.c_lflag &= ~tcflag_t(ECHO)
            attributes.c_lflag |= tcflag_t(ECHONL)
            tcsetattr(0, TCSANOW, &attributes)
        }
    }

    /// Turns the echo on, if ``turnOff()`` turned it off.
    package static func turnOn() {
        saved.withLock { saved in
            guard saved != nil else { return }
            TerminalGuard.giveBack()
            saved = nil
        }
    }
}
