import CoreData
import DataAccess
import Foundation

/// Runs `body`, which uses Core Data. If `body` throws an error, throws the corresponding
/// `StoreError` instead. Callers therefore need not know whether Core Data stores the records.
func translatingErrors<T>(_ body: () throws -> T) throws -> T {
    do {
        return try body()
    } catch {
        throw storeError(error as NSError)
    }
}

private func storeError(_ error: NSError) -> StoreError {
    let object = error.userInfo[NSValidationObjectErrorKey] as? NSManagedObject
    let key = error.userInfo[NSValidationKeyErrorKey] as? String
    switch error.code {
    case NSValidationMultipleErrorsError:
        let errors = error.userInfo[NSDetailedErrorsKey] as? [NSError]
        return errors?.first.map(storeError) ?? .refused(reason: "Cocoa error \(error.code)")
    case NSValidationRelationshipDeniedDeleteError:
        let denying = key.flatMap {
            object?.entity.relationshipsByName[$0]?.destinationEntity?.name
        }
        return .brokenRelationship(
            denying.map { BrokenRelationship(entity: $0, relationship: nil) }
        )
    case NSValidationMissingMandatoryPropertyError:
        let entity = object?.entity.name ?? "record"
        return .invalid(
            entity: entity,
            violations: [
                Violation(key ?? "a value", "non-nil, because every \(entity) needs a value")
            ]
        )
    case NSManagedObjectConstraintMergeError, NSManagedObjectConstraintValidationError,
        NSManagedObjectValidationError:
        return .constraint(
            reason:
                "Core Data rejected the value of \(key ?? "a property"): Cocoa error \(error.code)"
        )
    case CocoaError.fileWriteOutOfSpace.rawValue: return .diskFull
    default: return .refused(reason: error.localizedDescription)
    }
}
