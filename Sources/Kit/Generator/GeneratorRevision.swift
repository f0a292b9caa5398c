/// A hash that identifies a revision of the generator. It covers the generator's sources without
/// comments, and its output for the test models. Files from another revision are generated again. A
/// test verifies the hash, and updates it if `EVALRUN_REGENERATE=1` is set.
package let generatorRevision = "124d51f71042eb0dc5aab35cc40a2b86"
