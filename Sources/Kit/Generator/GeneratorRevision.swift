/// The hash of what the generator makes of the models of its own tests: files of an earlier revision
/// are made again. A test keeps it right; with `EVALRUN_REGENERATE=1` it is written.
package let generatorRevision = "c20f5f081f3c21bca9765b5eecaa1961"
