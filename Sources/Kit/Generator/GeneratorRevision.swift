/// A hash that identifies a revision of the generator. It covers the generator's sources without
/// comments, and its output for the test models. Files from another revision are generated again. A
/// test verifies the hash, and updates it if `EVALRUN_REGENERATE=1` is set.
package let generatorRevision = "496bf96db19b81651f8b01c80e07bbff"
