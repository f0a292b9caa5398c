import Foundation

/// Unblocks the signals that terminate a command. They are blocked if the parent process started
/// the command from a thread that blocks them, as Foundation's threads do.
func acceptEnding() {
    var signals = sigset_t()
    sigemptyset(&signals)
    for signal in [SIGINT, SIGTERM, SIGHUP] { sigaddset(&signals, signal) }
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
}
