import Foundation
import Room

// Unpacks a workspace and kills itself at a step of it.
//
//     RoomWorker ROOT ZIP STEP

let arguments = CommandLine.arguments
guard arguments.count == 4, let step = ParcelStep(rawValue: arguments[3]) else { exit(64) }
let parcel = WorkspaceParcel(
    URL(fileURLWithPath: arguments[1]),
    ignoring: ["Vendor", "*.swp"],
    links: ["Vendor/CacheStore"],
    papers: ["env", "TASK.md"]
)
try parcel.unpack(Array(Data(contentsOf: URL(fileURLWithPath: arguments[2])))) {
    if $0 == step { kill(getpid(), SIGKILL) }
}
