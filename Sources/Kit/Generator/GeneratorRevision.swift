/// A hash that identifies a revision of the generator. It covers the generator's sources without
/// comments, and its output for the test models. Files from another revision are generated again. A
/// test verifies the hash, and updates it if `EVALRUN_REGENERATE=1` is set.
package let generatorRevision = "7e236be8d609f2e56f3413b5e514686b"
