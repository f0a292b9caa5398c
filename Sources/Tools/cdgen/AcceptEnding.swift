import Foundation

/// Unblocks the signals that end a command: SIGINT, SIGTERM and SIGHUP. These signals may be
/// blocked: Foundation's threads block them, and a process inherits blocked signals from the thread
/// that starts it.
func acceptEnding() {
    var signals = sigset_t()
    sigemptyset(&signals)
    for signal in [SIGINT, SIGTERM, SIGHUP] { sigaddset(&signals, signal) }
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
}
