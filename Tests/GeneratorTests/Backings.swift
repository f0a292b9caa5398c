import CacheStore
import DataAccess
import Foundation

/// What keeps the records: the tests of generated code run on each.
enum Backing: String, CaseIterable, Sendable {
    case store, memory

    static let forImport = Backing.store
}

extension LibraryManager {
    static func inMemory(_ backing: Backing) throws -> LibraryManager {
        switch backing {
        case .store: try inMemory()
        case .memory: LibraryManager(memory: MemoryStore(LibraryModel.definition))
        }
    }
}

extension RulesManager {
    static func inMemory(_ backing: Backing) throws -> RulesManager {
        switch backing {
        case .store: try inMemory()
        case .memory: RulesManager(memory: MemoryStore(RulesModel.definition))
        }
    }
}

extension KinManager {
    static func inMemory(_ backing: Backing) throws -> KinManager {
        switch backing {
        case .store: try inMemory()
        case .memory: KinManager(memory: MemoryStore(KinModel.definition))
        }
    }
}

extension KeysManager {
    static func inMemory(_ backing: Backing) throws -> KeysManager {
        switch backing {
        case .store: try inMemory()
        case .memory: KeysManager(memory: MemoryStore(KeysModel.definition))
        }
    }
}

// Imports, whose tests are shared with Core Data.
func imported<R: StoredRecord>(
    _ type: R.Type,
    _ json: String,
    _ manager: RulesManager
) async throws -> ImportReport {
    try await manager.store.backgroundContext.importEntities(type, json: Data(json.utf8))
}

func imported<R: StoredRecord>(
    _ type: R.Type,
    _ json: String,
    _ manager: KinManager
) async throws -> ImportReport {
    try await manager.store.backgroundContext.importEntities(type, json: Data(json.utf8))
}
