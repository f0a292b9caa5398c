/// The part of a model that a message is about.
package enum ModelPart: Sendable, Hashable {
    case entity(String)
    case property(String, of: String)
    /// The fetch request of the model at this index.
    case fetchRequest(Int)
    /// The configuration of the model at this index.
    case configuration(Int)
}
