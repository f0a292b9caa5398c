import Dispatch
import Synchronization

/// Runs `work` for every input, on one thread per CPU core. Returns the results in the order of the
/// inputs.
package func concurrently<Input: Sendable, Output: Sendable>(
    _ inputs: [Input],
    _ work: @Sendable (Input) -> Output
) -> [Output] {
    // Each element is written once, by the thread that computed it.
    let results = Mutex<[Output?]>(Array(repeating: nil, count: inputs.count))
    DispatchQueue.concurrentPerform(iterations: inputs.count) { index in
        let output = work(inputs[index])
        results.withLock { $0[index] = output }
    }
    return results.withLock { $0.compactMap { $0 } }
}
