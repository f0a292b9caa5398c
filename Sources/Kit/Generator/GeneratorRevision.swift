/// A hash of the generator's output for the test models, which identifies a revision of the
/// generator. Files from another revision are generated again. A test verifies the hash, and
/// updates it if `EVALRUN_REGENERATE=1` is set.
package let generatorRevision = "a83c6635ca79a49d2c8b22c5839f3597"
