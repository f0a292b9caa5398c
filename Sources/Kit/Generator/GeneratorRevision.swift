/// A hash that identifies a revision of the generator. It covers the generator's sources without
/// comments, and its output for the test models. Files from another revision are generated again. A
/// test verifies the hash, and updates it if `EVALRUN_REGENERATE=1` is set.
package let generatorRevision = "d732cdb6c794597b4fc5b3805300d4ad"
