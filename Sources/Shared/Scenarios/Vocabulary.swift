/// The words of a scenario, after Nikitenko and Guida (2023): a scenario runs in a general state,
/// is started by a message, asks the world through queries, and leaves an action state from which
/// the general state is updated.
///
/// These protocols are empty on purpose: what a scenario may use is declared by type in the
/// ``ActionProcessor``, the ``ActionService`` and the ``Repository``.

/// Something that happened: a key, a tick, the answer to a query.
package protocol Message: Sendable {}

/// A request to the world outside of the scenario.
package protocol Query: Sendable {}

/// Where the whole application stands. Scenarios are declared for its concrete type.
package protocol GeneralState: Sendable {}

/// What one run of a scenario knows, from its first message to its end.
package protocol ActionState: Sendable {}

/// Sent by ``Core`` to itself after the general state has changed to another type.
package struct Entered: Message {
    package init() {}
}
