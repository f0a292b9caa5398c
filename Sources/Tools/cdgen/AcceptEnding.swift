import Foundation

/// Unblocks the signals that end a command: SIGINT, SIGTERM and SIGHUP. They may be blocked,
/// because a process inherits blocked signals from the thread that starts it, and Foundation's
/// threads block them.
func acceptEnding() {
    var signals = sigset_t()
    sigemptyset(&signals)
    for signal in [SIGINT, SIGTERM, SIGHUP] { sigaddset(&signals, signal) }
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
}
