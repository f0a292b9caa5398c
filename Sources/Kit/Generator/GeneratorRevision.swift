/// Hash of the generator's output for the test models. The hash identifies a revision of the
/// generator: files from another revision are generated again. A test verifies the hash;
/// `EVALRUN_REGENERATE=1` updates it.
package let generatorRevision = "a83c6635ca79a49d2c8b22c5839f3597"
