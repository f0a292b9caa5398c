import Foundation

/// Unblocks the signals that terminate a command. A parent process may have blocked them, as
/// Foundation does in its threads.
func acceptEnding() {
    var signals = sigset_t()
    sigemptyset(&signals)
    for signal in [SIGINT, SIGTERM, SIGHUP] { sigaddset(&signals, signal) }
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
}
