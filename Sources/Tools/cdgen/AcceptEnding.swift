import Foundation

/// Unblocks the signals that end a command. A command inherits blocked signals from the thread that
/// starts it. Foundation's threads block these signals.
func acceptEnding() {
    var signals = sigset_t()
    sigemptyset(&signals)
    for signal in [SIGINT, SIGTERM, SIGHUP] { sigaddset(&signals, signal) }
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
}
