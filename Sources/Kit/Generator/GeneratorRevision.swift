/// Hash of the generator's output for the models of its tests, which identifies a revision of the
/// generator. Files that another revision generated are generated again. A test verifies the hash;
/// `EVALRUN_REGENERATE=1` updates it.
package let generatorRevision = "a83c6635ca79a49d2c8b22c5839f3597"
