import Foundation

/// Unblocks the signals that end a command: SIGINT, SIGTERM and SIGHUP. Foundation's threads block
/// these signals, and a process inherits the blocked signals of the thread that starts it.
func acceptEnding() {
    var signals = sigset_t()
    sigemptyset(&signals)
    for signal in [SIGINT, SIGTERM, SIGHUP] { sigaddset(&signals, signal) }
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
}
