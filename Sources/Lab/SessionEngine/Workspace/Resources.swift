package import Diagnostics
package import Foundation

/// Files shipped with evalrun, found relative to its executable in an installation or a checkout.
package struct Resources: Sendable, Hashable {
    /// Folder of the executables. It comes first in the participant's `PATH`.
    package var executables: URL
    /// Folder with the compiled CacheStore library, on which a study's project may depend. Nil if it
    /// was not found.
    package var store: URL?
    /// Folder of the shipped studies. Nil if it was not found.
    package var studies: URL?
    /// Folder for files that can be created again, such as check folders.
    package var cache: URL

    package init(executables: URL, store: URL?, studies: URL?, cache: URL) {
        self.executables = executables
        self.store = store
        self.studies = studies
        self.cache = cache
    }

    package static func find(environment: [String: String]) -> Resources {
        let folder = ToolVersion.executable.deletingLastPathComponent()
        let shared = folder.deletingLastPathComponent().appendingPathComponent("share/evalrun")
        let checkout = checkoutRoot(above: folder)
        return Resources(
            executables: folder,
            store: first(
                environment["EVALRUN_STORE"].map { URL(fileURLWithPath: $0) },
                shared.appendingPathComponent("store"),
                // In a checkout, the store is in SCRATCH_PATH/store and the executable in
                // SCRATCH_PATH/PLATFORM/debug.
                folder.deletingLastPathComponent().deletingLastPathComponent()
                    .appendingPathComponent("store")
            ),
            studies: first(
                shared.appendingPathComponent("studies"),
                checkout?.appendingPathComponent("Tasks")
            ),
            cache: cacheFolder(environment)
        )
    }

    package func requireStore() throws(DiagnosticError) -> URL {
        guard let store else {
            throw DiagnosticError(
                "no-store",
                "the study's project needs the compiled CacheStore library, which is not installed",
                fix: "run \"make install\" in evalrun's source folder; or, to run evalrun from "
                    + "that folder, run \"make store\"",
                status: .unavailable
            )
        }
        return store
    }

    /// Returns the environment for commands of a participant or a check: the inherited environment
    /// with the folder of the executables first in `PATH`, and without the hub's secrets.
    package func commandEnvironment(_ inherited: [String: String]) -> [String: String] {
        var environment = inherited
        for name in Resources.hubSecrets { environment[name] = nil }
        environment["PATH"] = executables.path + ":" + (inherited["PATH"] ?? "/usr/bin:/bin")
        return environment
    }

    /// libpq's variables that contain a password, or that name a file with a password or a key.
    private static let hubSecrets = ["PGPASSWORD", "PGPASSFILE", "PGSERVICEFILE", "PGSSLKEY"]

    private static func first(_ candidates: URL?...) -> URL? {
        candidates.compactMap { $0 }.first { FileManager.default.fileExists(atPath: $0.path) }
    }

    private static func checkoutRoot(above folder: URL) -> URL? {
        var folder = folder
        while folder.path != "/" {
            let manifest = folder.appendingPathComponent("Package.swift").path
            let tasks = folder.appendingPathComponent("Tasks").path
            if FileManager.default.fileExists(atPath: manifest),
                FileManager.default.fileExists(atPath: tasks)
            {
                return folder
            }
            folder.deleteLastPathComponent()
        }
        return nil
    }

    private static func cacheFolder(_ environment: [String: String]) -> URL {
        let base =
            environment["XDG_CACHE_HOME"].map { URL(fileURLWithPath: $0) }
            ?? URL(fileURLWithPath: environment["HOME"] ?? NSTemporaryDirectory())
            .appendingPathComponent(".cache")
        return base.appendingPathComponent("evalrun")
    }
}
